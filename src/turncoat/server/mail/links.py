"""Links in mails: with such a link a person confirms an address, and signs in.

Programs that look for dangerous mail open every link before its reader does, and some press the buttons that they
find. So looking at a link changes nothing; pressing the button is enough only in the browser that asked for the mail;
in any other browser the reader must type the code in the mail. The code can also be typed in the browser that asked for
the mail.

A link can be used once, within 20 minutes; it ends after five wrong codes, or when the same browser asks for a new one.
A link for another browser does not end it, so that nobody can keep another person from signing in.
"""

from __future__ import annotations

import secrets
from enum import StrEnum
from hmac import compare_digest
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from turncoat.server.mail.addresses import folded, owner_of, verify
from turncoat.server.notices.schema import MAIL_LINKS
from turncoat.server.people import Person, add_person, digest_of, new_secret, renew
from turncoat.server.schema import PEOPLE
from turncoat.server.store import Store
from turncoat.table.milliseconds import DAY, MINUTE

LIFE = 20 * MINUTE
"""How long a link is valid, in milliseconds."""

ATTEMPTS = 5
"""The number of wrong codes after which a link ends."""

DIGITS = 8
"""The number of digits of a code."""

KEPT = DAY
"""How long a link is stored, in milliseconds."""

GONE = "This link is unknown, used, or older than 20 minutes; ask for a new mail."
"""The reason why a link has no effect any more."""

WRONG_CODE = "This is not the code in the mail."
"""The reason why a code has no effect."""


class Purpose(StrEnum):
    """The purposes of links."""

    SIGN_IN = "sign in"
    VERIFY = "verify"


class Asked(Struct, frozen=True):
    """A new link: its secret and its code, both for the mail."""

    secret: str
    code: str


class Offer(Struct, frozen=True):
    """The effect that a link would have.

    Attributes:
        purpose: The purpose of the link.
        address: The address that the link confirms.
        account: The name of the account that gets the address; empty: the link signs in instead.
        here: Whether this browser asked for the link, so that it needs no code.
    """

    purpose: Purpose
    address: str
    account: str
    here: bool


class Entered(Struct, frozen=True):
    """The effect that a link has had.

    Attributes:
        person: The person whose address is confirmed.
        token: The text of a new cookie; empty: the browser stays signed in as it is.
        new: Whether the link made a new account.
        address: The confirmed address.
    """

    person: Person
    token: str
    new: bool
    address: str


class Links:
    """The links in the database. Each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def ask(self, purpose: Purpose, address: str, browser: str, person: str | None, now: int) -> Asked:
        """Make a new link. It takes the same time for known and unknown addresses, because it does not look them up.

        Args:
            purpose: The purpose of the link.
            address: The address to which the server sends the link.
            browser: A secret of the browser that asks for the link.
            person: The person who asks, if signed in; empty: nobody is.
            now: The time.
        """
        secret, code = new_secret(), f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        here = digest_of(browser)
        row = {
            "digest": digest_of(secret),
            "purpose": purpose.value,
            "address": address,
            "folded": folded(address),
            "person": person,
            "browser": here,
            "code": _code(secret, code),
            "created": now,
            "expires": now + LIFE,
            "attempts": 0,
        }
        older = (MAIL_LINKS.c.browser == here, MAIL_LINKS.c.purpose == purpose.value, MAIL_LINKS.c.used.is_(None))
        with self.engine.begin() as connection:
            connection.execute(delete(MAIL_LINKS).where(MAIL_LINKS.c.expires < now - KEPT))
            connection.execute(update(MAIL_LINKS).where(*older).values(used=now))
            connection.execute(insert(MAIL_LINKS), [row])
        return Asked(secret, code)

    def look(self, secret: str, browser: str, now: int) -> Offer | None:
        """The effect that a link would have; None if it is used or too old. This changes nothing."""
        with self.reading() as connection:
            row = connection.execute(_live(now).where(MAIL_LINKS.c.digest == digest_of(secret))).one_or_none()
            if row is None:
                return None
            account = connection.scalar(select(PEOPLE.c.name).where(PEOPLE.c.id == row.person)) or ""
        here = bool(browser) and row.browser == digest_of(browser)
        return Offer(Purpose(row.purpose), row.address, account, here)

    def use(self, secret: str, code: str, browser: str, token: str, name: str, now: int) -> Entered | str:
        """Use a link: it confirms its address, and signs its owner in unless a signed-in person has asked for it.

        Args:
            secret: The secret in the link; empty: the last link for which this browser has asked.
            code: The typed code; it may be empty with a secret, in the browser that has asked for the link.
            browser: A secret of this browser.
            token: The text of the session's cookie; empty: there is none.
            name: The wanted name for a new account; empty: the server makes a name.
            now: The time.

        Returns:
            What it has done, or why nothing: a wrong code is counted.

        Raises:
            NotAllowed: the name is taken or cannot be one, or the address belongs to somebody else.
        """
        with self.engine.begin() as connection:
            row = _found(connection, secret, browser, now)
            if row is None:
                return GONE
            here = bool(browser) and row.browser == digest_of(browser)
            typed = "".join(code.split())
            if not (here and secret and not typed) and not _is_code(row, typed):
                left = ATTEMPTS - row.attempts - 1
                tried = {"attempts": row.attempts + 1} | ({} if left else {"used": now})
                connection.execute(update(MAIL_LINKS).where(MAIL_LINKS.c.digest == row.digest).values(**tried))
                return WRONG_CODE if left else GONE
            connection.execute(update(MAIL_LINKS).where(MAIL_LINKS.c.digest == row.digest).values(used=now))
            if row.purpose == Purpose.VERIFY:
                return _verified(connection, row, now)
            return _signed_in(connection, row, token, name, now)


def _code(secret: str, code: str) -> str:
    """The stored form of a code; it includes the link, so that the code is valid for no other link."""
    return digest_of(f"{digest_of(secret)}/{code}")


def _is_code(row: Row[Any], typed: str) -> bool:
    return compare_digest(row.code, digest_of(f"{row.digest}/{typed}"))


def _live(now: int) -> Select[Any]:
    return select(MAIL_LINKS).where(MAIL_LINKS.c.used.is_(None), MAIL_LINKS.c.expires > now)


def _found(connection: Connection, secret: str, browser: str, now: int) -> Row[Any] | None:
    """The link with this secret; without a secret, the last one for which a browser has asked."""
    if secret:
        return connection.execute(_live(now).where(MAIL_LINKS.c.digest == digest_of(secret))).one_or_none()
    if not browser:
        return None
    mine = _live(now).where(MAIL_LINKS.c.browser == digest_of(browser))
    return connection.execute(mine.order_by(MAIL_LINKS.c.created.desc()).limit(1)).one_or_none()


def _verified(connection: Connection, row: Row[Any], now: int) -> Entered | str:
    """Add an address to the account of the person who has asked; do nothing if that account is deleted."""
    person = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id == row.person)).one_or_none()
    if person is None:
        return GONE
    verify(connection, row.address, person.id, now)
    return Entered(Person(person.id, person.name), "", False, row.address)


def _signed_in(connection: Connection, row: Row[Any], token: str, name: str, now: int) -> Entered:
    """Sign in the person who has this address; make an account if nobody has it."""
    owner = owner_of(connection, row.address)
    if owner is None:
        wanted = name or f"Guest {secrets.randbelow(10**6):06d}"
        person = add_person(connection, wanted, "", now)
    else:
        found = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id == owner)).one()
        person = Person(found.id, found.name)
    verify(connection, row.address, person.id, now)
    return Entered(person, renew(connection, token, person.id, now), owner is None, row.address)
