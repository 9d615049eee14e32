"""Who holds which seat: links, sessions and people. Only digests of secrets are stored."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from functools import cache
from hashlib import sha256
from hmac import digest as hmac
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from turncoat.kernel.errors import NotAllowed
from turncoat.server.schema import HOLDINGS, KEYS, PEOPLE, SESSIONS
from turncoat.server.store import Store
from turncoat.table.names import NAME_RULE, is_name

_HASHER = PasswordHasher()

SHORTEST_PASSPHRASE = 8
"""Characters of a passphrase."""

SESSION_LIFE = 180 * 24 * 3600 * 1000
"""A session that has not been used for so many milliseconds ends."""


class Claim(Struct, frozen=True):
    """What a link gives: a seat, or (``seat`` None) the host's rights."""

    table: str
    seat: int | None


class Person(Struct, frozen=True):
    """Somebody who gave a name and a passphrase."""

    id: str
    name: str


class Session(Struct, frozen=True):
    """A browser: its digest, who is signed in there, and what it holds."""

    digest: str
    person: Person | None
    claims: tuple[Claim, ...]

    def seats(self, table: str) -> list[int]:
        """The seats held at a table, ascending."""
        return sorted(one.seat for one in self.claims if one.table == table and one.seat is not None)

    def hosts(self, table: str) -> bool:
        """Whether the host's rights at a table are held."""
        return any(one.table == table and one.seat is None for one in self.claims)


def new_secret() -> str:
    """An unguessable text for a link or a cookie: 32 bytes."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode()).hexdigest()


def told_again(maker: str, table: str, seat: int | None, number: int) -> str:
    """The key of a link that somebody with a secret of their own has made: with that secret it can be told again.

    Nothing else gives it away: of it as of the secret, digests alone are stored.

    Args:
        maker: The secret of whoever made the link.
        table: The table.
        seat: The seat; None: the host's rights.
        number: How many keys the seat had before.
    """
    made = hmac(maker.encode(), f"link/{table}/{seat}/{number}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")


class People:
    """Links, sessions and people in the store. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self.reading = store.reading

    # --- links --------------------------------------------------------------------------------

    def issue(self, table: str, seats: list[int | None], maker: str = "") -> list[str]:
        """Make a new key for each of these seats (None: the host's rights) and return them in order.

        Args:
            table: The table.
            seats: Every seat once.
            maker: A secret with which these keys can be told again; empty: they are told this once.
        """
        with self.engine.begin() as connection:
            known = self._digests(connection, table)
            keys = [
                told_again(maker, table, seat, len(known.get(seat, ()))) if maker else new_secret() for seat in seats
            ]
            rows = [
                {"digest": digest_of(key), "table_id": table, "seat": seat, "revoked": False}
                for key, seat in zip(keys, seats, strict=True)
            ]
            connection.execute(insert(KEYS), rows)
        return keys

    def links(self, table: str, maker: str) -> dict[int, str]:
        """By seat, the latest key that was made with this secret, is still good and has been used in no browser."""
        with self.reading() as connection:
            known = self._digests(connection, table)
            used = set(
                connection.scalars(
                    select(HOLDINGS.c.key).join(KEYS, HOLDINGS.c.key == KEYS.c.digest).where(KEYS.c.table_id == table)
                )
            )
        found = {}
        for seat, digests in known.items():
            for number in range(len(digests)):
                key = told_again(maker, table, seat, number)
                name = digest_of(key)
                if seat is not None and digests.get(name) and name not in used:
                    found[seat] = key
        return found

    def _digests(self, connection: Connection, table: str) -> dict[int | None, dict[str, bool]]:
        """By seat, the digests of all keys that there ever were, and whether they are good."""
        known: dict[int | None, dict[str, bool]] = {}
        query = select(KEYS.c.seat, KEYS.c.digest, KEYS.c.revoked).where(KEYS.c.table_id == table)
        for row in connection.execute(query):
            known.setdefault(row.seat, {})[row.digest] = not row.revoked
        return known

    def claim(self, key: str) -> Claim | None:
        """What a key gives; None if it is unknown or revoked."""
        with self.reading() as connection:
            row = connection.execute(
                select(KEYS.c.table_id, KEYS.c.seat).where(KEYS.c.digest == digest_of(key), ~KEYS.c.revoked)
            ).one_or_none()
        return None if row is None else Claim(row.table_id, row.seat)

    def revoke(self, table: str, seat: int | None) -> None:
        """Make all keys of a seat worthless, whoever holds them."""
        same_seat = KEYS.c.seat.is_(None) if seat is None else KEYS.c.seat == seat
        with self.engine.begin() as connection:
            connection.execute(update(KEYS).where(KEYS.c.table_id == table, same_seat).values(revoked=True))

    def active(self, table: str) -> frozenset[int]:
        """The seats of a table to which some key is good."""
        query = select(KEYS.c.seat).where(KEYS.c.table_id == table, KEYS.c.seat.is_not(None), ~KEYS.c.revoked)
        with self.reading() as connection:
            return frozenset(connection.scalars(query))

    # --- sessions -----------------------------------------------------------------------------

    def open_session(self, now: int) -> str:
        """Begin a session and return the text of its cookie."""
        token = new_secret()
        with self.engine.begin() as connection:
            connection.execute(insert(SESSIONS).values(digest=digest_of(token), person=None, seen=now))
        return token

    def session(self, token: str, now: int) -> Session | None:
        """The session of a cookie; None if it is unknown or has ended."""
        digest = digest_of(token)
        with self.reading() as connection:
            row = connection.execute(select(SESSIONS).where(SESSIONS.c.digest == digest)).one_or_none()
            if row is None or row.seen < now - SESSION_LIFE:
                return None
            person = self._person(connection, PEOPLE.c.id == row.person) if row.person else None
            claims = self._claims(connection, digest, row.person)
        if now - row.seen > SESSION_LIFE // 100:
            with self.engine.begin() as connection:
                connection.execute(update(SESSIONS).where(SESSIONS.c.digest == digest).values(seen=now))
        return Session(digest, person, claims)

    def end_session(self, token: str) -> None:
        """Sign out: forget the session and what it held."""
        digest = digest_of(token)
        with self.engine.begin() as connection:
            connection.execute(delete(HOLDINGS).where(HOLDINGS.c.holder == digest))
            connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == digest))

    def hold(self, session: Session, key: str) -> None:
        """Give what a key stands for to a session, and to the person signed in there."""
        holders = [session.digest, *([session.person.id] if session.person else [])]
        with self.engine.begin() as connection:
            for holder in holders:
                self._add_holding(connection, holder, digest_of(key))

    # --- people -------------------------------------------------------------------------------

    def register(self, session: Session, name: str, passphrase: str, now: int) -> Person:
        """Make a person of a session; what the session holds is theirs from now on.

        Raises:
            NotAllowed: the name is taken or cannot be one, or the passphrase is too short.
        """
        name = " ".join(name.split())
        if not is_name(name):
            raise NotAllowed(f"name: {NAME_RULE}", field="name")
        if not SHORTEST_PASSPHRASE <= len(passphrase) <= 1000:
            raise NotAllowed(f"passphrase: use at least {SHORTEST_PASSPHRASE} characters.", field="passphrase")
        person = Person(secrets.token_hex(12), name)
        row = {
            "id": person.id,
            "name": name,
            "folded": _folded(name),
            "passphrase": _HASHER.hash(passphrase),
            "created": now,
        }
        try:
            with self.engine.begin() as connection:
                connection.execute(insert(PEOPLE), [row])
                self._attach(connection, session.digest, person.id)
        except IntegrityError:
            raise NotAllowed(f"name: {name} is taken; sign in, or choose another name.", field="name") from None
        return person

    def sign_in(self, session: Session, name: str, passphrase: str) -> Person:
        """Sign a session in; it and the person hold everything that either held.

        Raises:
            NotAllowed: the name or the passphrase is wrong; which of them is not said.
        """
        with self.reading() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.folded == _folded(name))).one_or_none()
        try:
            _HASHER.verify(row.passphrase if row else _nobody(), passphrase)
        except (VerifyMismatchError, InvalidHashError):
            row = None
        if row is None:
            raise NotAllowed("This name and passphrase do not go together.", field="passphrase")
        with self.engine.begin() as connection:
            self._attach(connection, session.digest, row.id)
        return Person(row.id, row.name)

    # --- helpers ------------------------------------------------------------------------------

    def _attach(self, connection: Connection, session: str, person: str) -> None:
        connection.execute(update(SESSIONS).where(SESSIONS.c.digest == session).values(person=person))
        for key in connection.scalars(select(HOLDINGS.c.key).where(HOLDINGS.c.holder == session)).all():
            self._add_holding(connection, person, key)

    def _add_holding(self, connection: Connection, holder: str, key: str) -> None:
        known = select(HOLDINGS.c.key).where(HOLDINGS.c.holder == holder, HOLDINGS.c.key == key)
        if connection.execute(known).first() is None:
            connection.execute(insert(HOLDINGS).values(holder=holder, key=key))

    def _person(self, connection: Connection, condition: ColumnElement[bool]) -> Person | None:
        row = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(condition)).one_or_none()
        return None if row is None else Person(row.id, row.name)

    def _claims(self, connection: Connection, session: str, person: str | None) -> tuple[Claim, ...]:
        holder = HOLDINGS.c.holder == session
        if person is not None:
            holder = or_(holder, HOLDINGS.c.holder == person)
        rows = connection.execute(
            select(KEYS.c.table_id, KEYS.c.seat)
            .join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest)
            .where(holder, ~KEYS.c.revoked)
            .distinct()
        )
        return tuple(Claim(row.table_id, row.seat) for row in rows)


def _folded(name: str) -> str:
    """A name as it is compared: neither case nor spaces nor ways of writing an accent make another person."""
    return normalize("NFKC", " ".join(name.split()).casefold())


@cache
def _nobody() -> str:
    """Verified when the name is unknown, so that a wrong name takes as long as a wrong passphrase."""
    return _HASHER.hash(new_secret())
