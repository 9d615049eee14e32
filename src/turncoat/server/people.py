"""Who holds which seat: keys, sessions and people. Only digests of secrets are stored."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from hmac import digest as hmac
from unicodedata import normalize

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from turncoat.kernel.errors import NotAllowed
from turncoat.server.names import check_name
from turncoat.server.notices.owners import follow_guest, forget_owner
from turncoat.server.notices.schema import PUSH_SUBSCRIPTIONS
from turncoat.server.passphrases import hashed, matches
from turncoat.server.schema import BUILDS, HOLDINGS, KEYS, KNOWN_BROWSERS, PEOPLE, READ_MARKS, SESSIONS
from turncoat.server.store import Store
from turncoat.table.holders import STANDS_BY
from turncoat.table.milliseconds import DAY


def new_secret() -> str:
    """An unguessable text for a key, a link or a cookie: 32 bytes."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """The digest of a secret, which is what the store keeps."""
    return sha256(secret.encode()).hexdigest()


def encrypt(text: str, maker: str) -> bytes:
    """A secret as only its maker can read it: its 32 bytes under a pad that nothing else has."""
    return _xor(urlsafe_b64decode(f"{text}="), _pad(digest_of(text), maker))


def decrypt(sealed: bytes, digest: str, maker: str) -> str:
    """Recover the secret with this digest."""
    return urlsafe_b64encode(_xor(sealed, _pad(digest, maker))).decode().rstrip("=")


def _pad(digest: str, maker: str) -> bytes:
    return hmac(maker.encode(), f"sealed/{digest}".encode(), "sha256")


def _xor(left: bytes, right: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(left, right, strict=True))


SESSION_LIFE = 180 * DAY
"""A session that has not been used for this many milliseconds ends."""


class Claim(Struct, frozen=True):
    """What a key gives: a seat, a place on the standby list (``STANDS_BY``), or (``seat`` None) the host's rights.

    ``by`` names the key, and opens nothing.
    """

    table: str
    seat: int | None
    by: str = ""

    @property
    def seated(self) -> int | None:
        """The seat, if it gives one."""
        return None if self.seat == STANDS_BY else self.seat

    @classmethod
    def of(cls, row: Row[str, int | None, str]) -> Claim:
        """What a row of ``KEYS`` gives: its table, its seat, and what names its holder."""
        return cls(*row)


GIVES = select(KEYS.c.table_id, KEYS.c.seat, KEYS.c.by)
"""What ``Claim.of`` reads."""


class Person(Struct, frozen=True):
    """Somebody who gave a name and a passphrase."""

    id: str
    name: str


class Session(Struct, frozen=True):
    """A browser: its digest, who is signed in there, and what it holds."""

    digest: str
    person: Person | None
    claims: tuple[Claim, ...]

    @property
    def owner(self) -> str:
        """To whom new characters belong: the person, if one is signed in, or else the browser."""
        return self.person.id if self.person else self.digest

    def seats(self, table: str) -> list[int]:
        """The seats held at a table, ascending."""
        return sorted({claim.seated for claim in self.claims if claim.table == table and claim.seated is not None})


def holders_of(session: Session) -> tuple[str, ...]:
    """Those who hold what a session is given: the browser, and the person signed in there."""
    return (session.digest, *([session.person.id] if session.person else []))


def add_holdings(connection: Connection, holders: Sequence[str], keys: Sequence[str]) -> None:
    """Give these holders the keys with these digests."""
    for holder in holders:
        known = set(connection.scalars(select(HOLDINGS.c.key).where(HOLDINGS.c.holder == holder)))
        rows = [{"holder": holder, "key": key} for key in keys if key not in known]
        if rows:
            connection.execute(insert(HOLDINGS), rows)


def named(table: str, key: str) -> str:
    """The name of a key's or invitation's holder at a table; the same holder has the same name when they come back."""
    return named_by(table, digest_of(key))


def named_by(table: str, digest: str) -> str:
    """The name of the holder of a key or invitation with this digest."""
    return digest_of(f"{table}/{digest}")[:32]


class People:
    """Links, sessions and people in the store. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine = store.engine
        self.reading = store.reading

    # --- links --------------------------------------------------------------------------------

    def issue(self, table: str, seats: Sequence[int | None], by: Mapping[int, str] | None = None) -> list[str]:
        """Make a program's key for each of these seats (None: the host's rights) and return them in order.

        Args:
            table: The table.
            seats: The seats.
            by: What names the holders of seats who are known already; others are named by their keys.
        """
        keys = [new_secret() for _ in seats]
        self.keep(table, dict(zip(keys, seats, strict=True)), by)
        return keys

    def keep(self, table: str, keys: Mapping[str, int | None], by: Mapping[int, str] | None = None) -> None:
        """Add new keys, each for a seat (None: the host's rights); see ``issue``."""
        known = by or {}
        rows = [
            {"digest": digest_of(key), "table_id": table, "seat": seat, "revoked": False, "invitation": False}
            | {"by": known[seat] if seat is not None and seat in known else named(table, key)}
            for key, seat in keys.items()
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(KEYS), rows)

    def claim(self, key: str) -> Claim | None:
        """What a key gives; None if it is unknown, revoked, or no key but an invitation."""
        good = (KEYS.c.digest == digest_of(key), ~KEYS.c.revoked, ~KEYS.c.invitation)
        with self.reading() as connection:
            row = connection.execute(GIVES.where(*good)).one_or_none()
        return None if row is None else Claim.of(row)

    def revoke(self, table: str, seat: int | None) -> None:
        """Revoke all keys and invitations of a seat."""
        same_seat = KEYS.c.seat.is_(None) if seat is None else KEYS.c.seat == seat
        with self.engine.begin() as connection:
            connection.execute(update(KEYS).where(KEYS.c.table_id == table, same_seat).values(revoked=True))

    def active(self, table: str) -> frozenset[int]:
        """The seats of a table to which some key is good."""
        query = select(KEYS.c.seat).where(KEYS.c.table_id == table, KEYS.c.seat > STANDS_BY, ~KEYS.c.revoked)
        with self.reading() as connection:
            return frozenset(connection.scalars(query))

    def standing_by(self, table: str) -> int:
        """How many stand by for a seat of a table."""
        query = select(func.count()).select_from(KEYS).where(*_stands_by(table))
        with self.reading() as connection:
            return connection.scalar(query) or 0

    def seat(self, table: str, by: str, seat: int | None) -> None:
        """Let the key of somebody who stood by open a seat from now on; None: it is worth nothing any more."""
        change = {"revoked": True} if seat is None else {"seat": seat}
        with self.engine.begin() as connection:
            connection.execute(update(KEYS).where(*_stands_by(table), KEYS.c.by == by).values(**change))

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
        with self.engine.begin() as connection:
            _end(connection, digest_of(token))

    def hold(self, session: Session, keys: Sequence[str]) -> None:
        """Give the seats of these keys to a session, and to the person signed in there."""
        with self.engine.begin() as connection:
            add_holdings(connection, holders_of(session), list(map(digest_of, keys)))

    # --- people -------------------------------------------------------------------------------

    def register(self, token: str, name: str, passphrase: str, now: int) -> tuple[str, Person]:
        """Make a person of a session; what the session holds is theirs from now on.

        Args:
            token: The text of the session's cookie; empty: there is none yet.
            name: What the person wants to be called.
            passphrase: The person's passphrase.
            now: The time.

        Returns:
            The text of a new cookie, and the person: the old session has ended.

        Raises:
            NotAllowed: the name is taken or cannot be one, or the passphrase is too short.
        """
        check_name(name)
        phrase = hashed(passphrase)
        with self.engine.begin() as connection:
            person = add_person(connection, name, phrase, now)
            return renew(connection, token, person.id, now), person

    def sign_in(self, token: str, name: str, passphrase: str, now: int) -> tuple[str, Person]:
        """Sign a session in; it and the person hold everything that either held. See ``register``.

        Raises:
            NotAllowed: the name or the passphrase is wrong; which of them is not said.
        """
        with self.reading() as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.folded == folded(name))).one_or_none()
        if not matches(row.passphrase if row else "", passphrase) or row is None:
            raise NotAllowed("Wrong name or passphrase.", field="passphrase")
        with self.engine.begin() as connection:
            if connection.scalar(select(PEOPLE.c.passphrase).where(PEOPLE.c.id == row.id)) != row.passphrase:
                raise NotAllowed("Wrong name or passphrase.", field="passphrase")
            return renew(connection, token, row.id, now), Person(row.id, row.name)

    def change_passphrase(self, session: Session, passphrase: str) -> None:
        """Give the person who is signed in another passphrase, or a first one; all their other sessions end.

        Raises:
            NotAllowed: the passphrase is too short or too long, or the session has ended.
        """
        assert session.person is not None
        phrase, person = hashed(passphrase), session.person.id
        with self.engine.begin() as connection:
            signed_in = set(connection.scalars(select(SESSIONS.c.digest).where(SESSIONS.c.person == person)))
            if session.digest not in signed_in:
                raise NotAllowed("You are no longer signed in here.", field="passphrase")
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(passphrase=phrase))
            for digest in signed_in - {session.digest}:
                _end(connection, digest)

    def remember_browser(self, browser: str, person: str) -> None:
        """Remember that a person has been signed in at a browser, named by a secret of its own."""
        row = {"browser": digest_of(browser), "person": person}
        with self.engine.begin() as connection:
            if connection.execute(select(KNOWN_BROWSERS).filter_by(**row)).first() is None:
                connection.execute(insert(KNOWN_BROWSERS), [row])

    def knows_browser(self, browser: str, name: str) -> bool:
        """Whether the person with this name has signed in with this browser before."""
        known = (KNOWN_BROWSERS.c.browser == digest_of(browser), PEOPLE.c.folded == folded(name))
        query = select(PEOPLE.c.id).join(KNOWN_BROWSERS, KNOWN_BROWSERS.c.person == PEOPLE.c.id).where(*known)
        with self.reading() as connection:
            return connection.execute(query).first() is not None

    def known_as(self, name: str) -> Session | None:
        """The person of this name and what they hold, as if they were signed in somewhere; None: there is nobody."""
        with self.reading() as connection:
            person = self._person(connection, PEOPLE.c.folded == folded(name))
            return None if person is None else Session("", person, self._claims(connection, "", person.id))

    def as_person(self, person: str) -> Session | None:
        """A person by their id and what they hold, as if they were signed in somewhere; None: there is nobody."""
        with self.reading() as connection:
            found = self._person(connection, PEOPLE.c.id == person)
            return None if found is None else Session("", found, self._claims(connection, "", person))

    def held_by(self, owner: str) -> tuple[Claim, ...]:
        """What somebody holds: a person by their id, or a browser without one by its digest."""
        with self.reading() as connection:
            return self._claims(connection, owner, None)

    def there(self, owner: str) -> bool:
        """Whether there is such an owner: a person, or a browser whose session has not ended."""
        with self.reading() as connection:
            person = connection.scalar(select(PEOPLE.c.id).where(PEOPLE.c.id == owner))
            return bool(person or connection.scalar(select(SESSIONS.c.digest).where(SESSIONS.c.digest == owner)))

    def delete(self, session: Session) -> None:
        """Delete the person who is signed in; only this session keeps what they held."""
        if session.person is None:
            return
        person = session.person.id
        with self.engine.begin() as connection:
            held = connection.scalars(select(HOLDINGS.c.key).where(HOLDINGS.c.holder == person)).all()
            add_holdings(connection, [session.digest], held)
            for column in (HOLDINGS.c.holder, READ_MARKS.c.reader, BUILDS.c.owner):
                connection.execute(delete(column.table).where(column == person))
            forget_owner(connection, person)
            connection.execute(delete(KNOWN_BROWSERS).where(KNOWN_BROWSERS.c.person == person))
            connection.execute(update(SESSIONS).where(SESSIONS.c.person == person).values(person=None))
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

    def _person(self, connection: Connection, condition: ColumnElement[bool]) -> Person | None:
        row = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(condition)).one_or_none()
        return None if row is None else Person(row.id, row.name)

    def _claims(self, connection: Connection, session: str, person: str | None) -> tuple[Claim, ...]:
        holder = HOLDINGS.c.holder == session
        if person is not None:
            holder = or_(holder, HOLDINGS.c.holder == person)
        rows = connection.execute(
            GIVES.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest).where(holder, ~KEYS.c.revoked).distinct()
        )
        return tuple(map(Claim.of, rows))


def _stands_by(table: str) -> tuple[ColumnElement[bool], ...]:
    return (KEYS.c.table_id == table, KEYS.c.seat == STANDS_BY, ~KEYS.c.revoked)


def add_person(connection: Connection, name: str, passphrase: str, now: int) -> Person:
    """Add a person to the store.

    Args:
        connection: A transaction.
        name: What the person wants to be called.
        passphrase: The hash of theirs; empty: they sign in by mail.
        now: The time.

    Raises:
        NotAllowed: the name is taken or cannot be one.
    """
    person = Person(secrets.token_hex(12), check_name(name))
    row = {"id": person.id, "name": person.name, "folded": folded(name), "passphrase": passphrase, "created": now}
    try:
        connection.execute(insert(PEOPLE), [row])
    except IntegrityError:
        raise NotAllowed(
            f"The name {person.name} is taken. If it is yours, sign in; otherwise choose another name.", field="name"
        ) from None
    return person


def renew(connection: Connection, token: str, person: str, now: int) -> str:
    """Begin a session of a person in place of one that may have been known to others; the text of its cookie."""
    new, was = new_secret(), digest_of(token)
    connection.execute(insert(SESSIONS).values(digest=digest_of(new), person=person, seen=now))
    connection.execute(update(HOLDINGS).where(HOLDINGS.c.holder == was).values(holder=digest_of(new)))
    connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == was))
    follow_guest(connection, was, digest_of(new), person)
    held = connection.scalars(select(HOLDINGS.c.key).where(HOLDINGS.c.holder == digest_of(new))).all()
    add_holdings(connection, [person], held)
    for row in connection.execute(select(KEYS.c.digest, KEYS.c.sealed).where(KEYS.c.maker == was)).all():
        sealed = encrypt(decrypt(row.sealed, row.digest, token), new)
        connection.execute(update(KEYS).where(KEYS.c.digest == row.digest).values(maker=digest_of(new), sealed=sealed))
    return new


def folded(name: str) -> str:
    """A name as it is compared: neither case nor spaces nor ways of writing an accent make another person."""
    return normalize("NFKC", " ".join(name.split()).casefold())


def _end(connection: Connection, session: str) -> None:
    for column in (HOLDINGS.c.holder, READ_MARKS.c.reader, BUILDS.c.owner, PUSH_SUBSCRIPTIONS.c.session):
        connection.execute(delete(column.table).where(column == session))
    forget_owner(connection, session)
    connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == session))
