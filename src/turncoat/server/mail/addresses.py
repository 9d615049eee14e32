"""The mail addresses that people have confirmed, and whether mail reaches them.

The server stores an address only after its owner has confirmed it; before that it stores only the link in the mail. An
address belongs to one person. It is compared without the case of ASCII letters and otherwise as it is written:
``ann+games@example.org`` is another address than ``ann@example.org``, and one with a long s (ſ) than one with an s. A
mail goes to an address as it is written: if two mailboxes were one address here, anyone who reads mail at one of them
would own the other.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from turncoat.kernel.errors import NotAllowed
from turncoat.server.mail.relay import is_about_address, is_no_mailbox
from turncoat.server.notices.schema import ADDRESSES
from turncoat.server.people import digest_of
from turncoat.server.schema import HOLDINGS, KEYS, PEOPLE
from turncoat.server.store import Store
from turncoat.table.milliseconds import DAY

WEEK = 7 * DAY
"""The time in milliseconds within which two lasting refusals about an address mean that it does not work."""

MOST = 5
"""The most addresses of one person."""


_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def folded(address: str) -> str:
    """An address (``letter.address``) in the form in which addresses are compared."""
    return address.translate(_SMALL)


def mailbox(address: str) -> str:
    """An address in the form in which mails to it are counted: without a tag such as ``+games``."""
    name, _, domain = folded(address).rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def name_of(address: str) -> str:
    """The name of an address in tokens; it does not reveal the address."""
    return digest_of(address)[:16]


LETTERS = 12
"""The number of characters of each digest in the token of an invitation."""


def subject_of(invitation: str, to: str) -> str:
    """The contents of the token in an invitation by mail: the invitation and the address of the invited person."""
    return f"{digest_of(invitation)[:LETTERS]}-{name_of(to)[:LETTERS]}"


class OwnAddress(Struct, frozen=True):
    """A mail address of a person.

    Attributes:
        address: The address as its owner wrote it.
        works: Whether mail reaches it, as far as the server knows.
    """

    address: str
    works: bool


class Addresses:
    """The mail addresses in the database. Each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def of(self, person: str) -> tuple[OwnAddress, ...]:
        """The addresses of a person, the first one first."""
        query = select(ADDRESSES).where(ADDRESSES.c.person == person).order_by(ADDRESSES.c.created, ADDRESSES.c.folded)
        with self.reading() as connection:
            return tuple(OwnAddress(row.address, row.broken is None) for row in connection.execute(query))

    def at_seat(self, table: str, seat: int | None) -> tuple[str, ...]:
        """The working addresses of all people with a valid key to a seat; None as the seat: with the host's rights."""
        held = KEYS.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest).join(
            ADDRESSES, ADDRESSES.c.person == HOLDINGS.c.holder
        )
        there = KEYS.c.seat.is_(None) if seat is None else KEYS.c.seat == seat
        good = (KEYS.c.table_id == table, there, ~KEYS.c.revoked, ADDRESSES.c.broken.is_(None))
        with self.reading() as connection:
            return tuple(connection.scalars(select(ADDRESSES.c.address).select_from(held).where(*good).distinct()))

    def holder(self, table: str, seat: int) -> str:
        """The person with a valid key to a seat and this address; empty: nobody."""
        held = KEYS.join(HOLDINGS, HOLDINGS.c.key == KEYS.c.digest).join(
            ADDRESSES, ADDRESSES.c.person == HOLDINGS.c.holder
        )
        good = (KEYS.c.table_id == table, KEYS.c.seat == seat, ~KEYS.c.revoked)
        with self.reading() as connection:
            return connection.scalar(select(func.min(ADDRESSES.c.person)).select_from(held).where(*good)) or ""

    def owner(self, address: str) -> str:
        """The person who has this address; empty: nobody."""
        with self.reading() as connection:
            return owner_of(connection, address) or ""

    def remove(self, person: str, address: str) -> OwnAddress | None:
        """Remove an address, so that it gets no more mails.

        Returns the removed address; None if the person did not have it.

        Raises:
            NotAllowed: the person would have no other way to sign in.
        """
        mine = ADDRESSES.c.person == person
        with self.engine.begin() as connection:
            rows = connection.execute(select(ADDRESSES).where(mine)).all()
            gone = next((row for row in rows if row.folded == folded(address)), None)
            phrase = connection.scalar(select(PEOPLE.c.passphrase).where(PEOPLE.c.id == person))
            if gone is None:
                return None
            if len(rows) == 1 and not phrase:
                sentence = "This is the only way in which you can sign in: add another address first."
                raise NotAllowed(sentence, field="address")
            connection.execute(delete(ADDRESSES).where(mine, ADDRESSES.c.folded == gone.folded))
        return OwnAddress(gone.address, gone.broken is None)

    def came_back(self, address: str, status: str, now: int) -> bool:
        """Note that a mail to an address could not be delivered; returns whether the address now counts as not working.

        A missing mailbox counts at once; any other lasting refusal about the address counts if it is the second in a
        week. Only the address as its owner has written it counts: others can be written otherwise by anybody who asks.
        """
        if not is_about_address(status):
            return False
        at = and_(ADDRESSES.c.address == address, ADDRESSES.c.broken.is_(None))
        with self.engine.begin() as connection:
            row = connection.execute(select(ADDRESSES.c.bounced).where(at)).one_or_none()
            if row is None:
                return False
            again = row.bounced is not None and now - WEEK <= row.bounced
            broken = is_no_mailbox(status) or again
            connection.execute(update(ADDRESSES).where(at).values(bounced=now, broken=now if broken else None))
        return broken

    def whose(self, address: str) -> str:
        """The person who has an address; empty: nobody."""
        with self.reading() as connection:
            return owner_of(connection, address) or ""

    def person(self, first: str) -> str:
        """The only person with an address whose id begins with this text; empty: there is none."""
        at = ADDRESSES.c.person
        with self.reading() as connection:
            found = connection.scalars(select(at).where(at.startswith(first, autoescape=True)).distinct()).all()
        return found[0] if len(found) == 1 else ""

    def named(self, name: str) -> str:
        """The address with this name (``name_of``); empty: there is none."""
        with self.reading() as connection:
            found = connection.scalars(select(ADDRESSES.c.address))
            return next((address for address in found if name_of(address) == name), "")


def verify(connection: Connection, address: str, person: str, now: int) -> None:
    """Note that a person has confirmed an address; the address counts as working again.

    Raises:
        NotAllowed: the address belongs to another person, or the person has too many.
    """
    at = ADDRESSES.c.folded == folded(address)
    owner = connection.scalar(select(ADDRESSES.c.person).where(at))
    if owner is not None and owner != person:
        sentence = "This address belongs to another account: sign in there with it, and remove it there first."
        raise NotAllowed(sentence, field="address")
    if owner is not None:
        connection.execute(update(ADDRESSES).where(at).values(verified=now, bounced=None, broken=None))
        return
    if len(connection.execute(select(ADDRESSES.c.folded).where(ADDRESSES.c.person == person)).all()) >= MOST:
        raise NotAllowed(f"An account has at most {MOST} addresses; remove one first.", field="address")
    row = {"folded": folded(address), "address": address, "person": person, "created": now, "verified": now}
    connection.execute(insert(ADDRESSES), [row])


def owner_of(connection: Connection, address: str) -> str | None:
    """The person who has this address; None: nobody."""
    return connection.scalar(select(ADDRESSES.c.person).where(ADDRESSES.c.folded == folded(address)))
