"""Invitations and codes: secrets that each give a seat once. Only digests are stored.

An invitation is a link for a person, and good for one browser: anyone who uses it first has the seat, and it opens
nothing to anybody else afterwards. With a code, a person continues at another device with the seats that they hold at
one table.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import choice

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from turncoat.server.people import (
    GIVES,
    Claim,
    Session,
    add_holdings,
    decrypt,
    digest_of,
    encrypt,
    holders_of,
    named,
    new_secret,
)
from turncoat.server.schema import CODES, HOLDINGS, KEYS
from turncoat.server.store import Store
from turncoat.table.milliseconds import MINUTE

CODE_LIFE = 10 * MINUTE
"""For how many milliseconds a code works."""

CODE_LENGTH = 8
"""Letters and digits of a code: 40 bits, which nobody guesses in ten minutes where so few may be tried."""

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 letters and digits; no two of them look alike."""

UNKNOWN = "This invitation is unknown or has been revoked; ask the host for a new one."
"""The sentence for an invitation that does not exist."""

USED = "This invitation has been used and no longer works; ask the host for a new one."
"""The sentence for an invitation that somebody else has used."""

_MISREAD = str.maketrans("OIL", "011", "- ")


class Invitation(Struct, frozen=True):
    """The seat that an invitation gives, and who may use it.

    Attributes:
        claim: The seat, or the host's rights.
        used_by: Digest of the cookie of the browser, or of the key of the program, that has used it; empty: none.
    """

    claim: Claim
    used_by: str

    def opens(self, browser: str) -> bool:
        """Whether it opens anything to a browser with this secret; an empty secret is a browser that has none yet."""
        return not self.used_by or (bool(browser) and self.used_by == digest_of(browser))


class Invitations:
    """Invitations and codes in the store. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    # --- invitations --------------------------------------------------------------------------

    def invite(self, table: str, seats: Sequence[int | None], maker: str = "", by: str = "") -> list[str]:
        """Make an invitation to each of these seats (None: the host's rights) and return them in order.

        Args:
            table: The table.
            seats: The seats, each of them once.
            maker: The secret of a session that can be told them again, each until it makes another to the same seat;
                empty: they are told this once.
            by: The name of the person who has the seat, where the invitation is for a second person beside them; empty:
                each names another person.
        """
        texts = [new_secret() for _ in seats]
        rows: list[dict[str, object]] = [
            {"digest": digest_of(text), "table_id": table, "seat": seat, "revoked": False, "invitation": True}
            | {
                "by": by or named(table, text),
                "maker": digest_of(maker) if maker else None,
                "sealed": encrypt(text, maker) if maker else None,
            }
            for text, seat in zip(texts, seats, strict=True)
        ]
        with self.engine.begin() as connection:
            if maker:
                mine = (KEYS.c.table_id == table) & (KEYS.c.maker == digest_of(maker)) & KEYS.c.seat.in_(seats)
                connection.execute(update(KEYS).where(mine).values(maker=None, sealed=None))
            if rows:
                connection.execute(insert(KEYS), rows)
        return texts

    def told(self, table: str, maker: str) -> dict[int, str]:
        """By seat, the invitation that a session with this secret has made last, if nobody has used it."""
        waiting = (KEYS.c.table_id == table) & (KEYS.c.maker == digest_of(maker)) & ~KEYS.c.revoked
        query = select(KEYS.c.seat, KEYS.c.digest, KEYS.c.sealed)
        with self.reading() as connection:
            rows = connection.execute(query.where(waiting, KEYS.c.used_by.is_(None), KEYS.c.seat.is_not(None))).all()
        return {row.seat: decrypt(row.sealed, row.digest, maker) for row in rows}

    def keys_of(self, table: str, seat: int) -> list[str]:
        """The digests of the keys and invitations of a seat that work."""
        good = (KEYS.c.table_id == table, KEYS.c.seat == seat, ~KEYS.c.revoked)
        with self.reading() as connection:
            return list(connection.scalars(select(KEYS.c.digest).where(*good)))

    def restore(self, keys: Sequence[str]) -> None:
        """Make revoked keys and invitations work again, by their digests."""
        with self.engine.begin() as connection:
            connection.execute(update(KEYS).where(KEYS.c.digest.in_(keys)).values(revoked=False))

    def look(self, text: str) -> Invitation | None:
        """The seat to which an invitation belongs; None if it is unknown or has been revoked.

        The invitation stays unused.
        """
        with self.reading() as connection:
            row = connection.execute(GIVES.where(*_good(text))).one_or_none()
            used_by = connection.scalar(select(KEYS.c.used_by).where(*_good(text)))
        return None if row is None else Invitation(Claim.of(row), used_by or "")

    def use(self, text: str, session: Session, browser: str) -> bool:
        """Give a session the seat of an invitation, which then no longer works.

        Args:
            text: The text of the invitation.
            session: The browser's session.
            browser: A secret that the browser keeps: in that browser the same invitation works again.

        Returns: Whether it worked: somebody else may have used it before.
        """
        mine = digest_of(browser)
        unused = or_(KEYS.c.used_by.is_(None), KEYS.c.used_by == mine)
        with self.engine.begin() as connection:
            used = connection.execute(update(KEYS).where(*_good(text), unused).values(used_by=mine)).rowcount == 1
            if used:
                add_holdings(connection, holders_of(session), [digest_of(text)])
        return used

    def exchange(self, text: str) -> str | None:
        """A program's own key for an invitation, which is used up; None if it opens nothing.

        An invitation to sit beside somebody opens nothing to programs: the others are to read the second name.
        """
        key = new_secret()
        with self.engine.begin() as connection:
            unused = (*_good(text), KEYS.c.used_by.is_(None))
            row = connection.execute(GIVES.where(*unused)).one_or_none()
            if row is None or row.by != named(row.table_id, text):
                return None
            if connection.execute(update(KEYS).where(*unused).values(used_by=digest_of(key))).rowcount != 1:
                return None
            made = {
                "digest": digest_of(key),
                "table_id": row.table_id,
                "seat": row.seat,
                "by": named(row.table_id, key),
            }
            connection.execute(insert(KEYS), [made | {"revoked": False, "invitation": False}])
        return key

    # --- codes --------------------------------------------------------------------------------

    def code(self, table: str, session: Session, now: int) -> str:
        """Make a code for all that a session holds at a table; older codes for any of it are worthless from now on."""
        code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
        with self.engine.begin() as connection:
            held = _held_at(connection, session, table)
            connection.execute(delete(CODES).where(or_(CODES.c.until <= now, CODES.c.key.in_(held))))
            rows = [{"digest": digest_of(code), "key": key, "until": now + CODE_LIFE} for key in held]
            if rows:
                connection.execute(insert(CODES), rows)
        return f"{code[:4]}-{code[4:]}"

    def look_at_code(self, code: str, now: int) -> tuple[Claim, ...]:
        """The seats that a code gives; None if it is unknown, used or too old. The code stays unused."""
        with self.reading() as connection:
            return _given(connection, code, now)

    def use_code(self, code: str, session: Session, now: int) -> tuple[Claim, ...]:
        """Give a session what a code stands for, and use it up; nothing if it is unknown, used or too old."""
        with self.engine.begin() as connection:
            claims = _given(connection, code, now)
            keys = connection.scalars(select(CODES.c.key).where(CODES.c.digest == digest_of(spelled(code)))).all()
            used = connection.execute(delete(CODES).where(CODES.c.digest == digest_of(spelled(code)))).rowcount
            if not claims or not used:
                return ()
            add_holdings(connection, holders_of(session), keys)
        return claims


def invitation_in(link: str) -> str:
    """The invitation in a link, or the text itself if it is an invitation."""
    return link.strip().rstrip("/").rpartition("/")[2]


def spelled(code: str) -> str:
    """A code in its original spelling, from a typed one: with small letters, spaces, or O for 0."""
    return code.upper().translate(_MISREAD)


def _good(text: str) -> tuple[ColumnElement[bool], ...]:
    return (KEYS.c.digest == digest_of(text), KEYS.c.invitation, ~KEYS.c.revoked)


def _held_at(connection: Connection, session: Session, table: str) -> list[str]:
    query = select(KEYS.c.digest).join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest).distinct()
    at_table = query.where(HOLDINGS.c.holder.in_(holders_of(session)), KEYS.c.table_id == table, ~KEYS.c.revoked)
    return list(connection.scalars(at_table))


def _given(connection: Connection, code: str, now: int) -> tuple[Claim, ...]:
    query = GIVES.join(CODES, CODES.c.key == KEYS.c.digest)
    good = (CODES.c.digest == digest_of(spelled(code)), CODES.c.until > now, ~KEYS.c.revoked)
    return tuple(map(Claim.of, connection.execute(query.where(*good))))
