"""Who asks: a browser with its cookie, or a program with the key of a seat or of a bot account.

A request with a key in the ``Authorization`` header is judged by that key alone; cookies are ignored. Only digests are
kept in memory and in the store.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct

from turncoat.server.bot_accounts import add_bot, delete_bot
from turncoat.server.invitations import Invitation, Invitations
from turncoat.server.keeper import Keeper
from turncoat.server.people import Claim, People, Person, Session, digest_of
from turncoat.server.problems import Busy, NoKey, NotPermitted
from turncoat.table.holders import STANDS_BY, Viewer
from turncoat.table.table import Table

R = TypeVar("R")
W = TypeVar("W")

REMEMBERED = 30.0
"""Seconds for which the store is not asked again about a key or a cookie; changes made here count at once."""

MOST_HASHED = 16
"""How many passphrases may wait to be checked."""

SOON = 5
"""Seconds after which a refused caller may try again."""

MANY = 20_000
"""How many keys are remembered at once."""


class Caller(Struct, frozen=True):
    """The sender of a request, and the seats and tables that they hold.

    Attributes:
        session: The session of the browser or bot account; None: another program, or a first visit.
        key: The seat or table to which the key in the header belongs; None: no key was sent.
        address: The IP address of the sender, for the rate limits.
        name: The name under which the rate limits count the sender; it is no secret.
        bot: Whether it is a bot account.
    """

    session: Session | None = None
    key: Claim | None = None
    address: str = ""
    name: str = ""
    bot: bool = False

    @property
    def person(self) -> Person | None:
        """The person who is signed in; None: nobody."""
        return self.session.person if self.session else None

    @property
    def owners(self) -> tuple[str, ...]:
        """The owners whose characters the caller may use: the signed-in person and the browser."""
        if self.session is None:
            return ()
        return (*((self.session.person.id,) if self.session.person else ()), self.session.digest)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The seats and tables that the caller may act for: those of the key, or all of the session."""
        if self.key is not None:
            return (self.key,)
        return self.session.claims if self.session else ()

    def seats(self, table: str) -> list[int]:
        """The seats held at a table, ascending."""
        return sorted({claim.seated for claim in self.claims if claim.table == table and claim.seated is not None})

    def holds(self, claim: Claim) -> bool:
        """Whether the caller already holds a seat or the host's rights, by any key."""
        return (claim.table, claim.seat) in ((claim.table, claim.seat) for claim in self.claims)

    def names(self, table: str, seat: int | None) -> tuple[str, ...]:
        """The names under which the caller holds a seat."""
        return tuple(claim.by for claim in self.claims if (claim.table, claim.seat) == (table, seat))

    def stands_by(self, table: str) -> str:
        """The caller's name on the standby list; empty: they are not on it, or have a seat."""
        return "" if self.seats(table) else next(iter(self.names(table, STANDS_BY)), "")

    def hosts(self, table: str, chosen: int | None = None) -> bool:
        """Whether the host's rights at a table are held: by a key, or as the seat that the players have chosen."""
        return any(claim.table == table and claim.seat in (None, chosen) for claim in self.claims)

    def viewer(self, table: str, wanted: int | None = None) -> int | None:
        """The seat through which the caller sees the table; None: they see it as a spectator.

        Args:
            table: The id of the table.
            wanted: One of the caller's seats; without it, the first of them is used.

        Raises:
            NotPermitted: the wanted seat is not held.
            NoKey: a seat is wanted, but the caller holds none.
        """
        held = self.seats(table)
        if wanted is None:
            return held[0] if held else None
        if wanted in held:
            return wanted
        if not self.claims:
            raise NoKey(f"To see this as seat {wanted}, use the link or the key of that seat.", field="seat")
        raise NotPermitted(f"You do not hold seat {wanted} of this table.", field="seat", choices=_words(held))

    def looks(self, table: Table, wanted: int | None = None) -> Viewer:
        """The seat through which the caller sees a table, and the caller's name as its player; see ``viewer``."""
        seat = self.viewer(table.header.table, wanted)
        return table.viewer(seat, self.names(table.header.table, seat))

    def seat(self, table: str, wanted: int | None = None) -> int:
        """The seat for which the caller acts.

        Raises:
            NotPermitted: no seat of this table is held, or not the wanted one; or several are, and none is named.
            NoKey: the caller holds no seat at all.
        """
        held = self.seats(table)
        if wanted is None and len(held) > 1:
            raise NotPermitted("You hold several seats here; say for which one.", field="seat", choices=_words(held))
        seat = self.viewer(table, wanted)
        if seat is not None:
            return seat
        if not self.claims:
            raise NoKey("Only players at this table can do this: use the link or the key of a seat.")
        raise NotPermitted("You hold no seat at this table.")

    def need_host(self, table: Table) -> None:
        """Refuse every caller except the host.

        Raises:
            NotPermitted: the caller is somebody else.
            NoKey: the caller holds nothing.
        """
        if self.hosts(table.header.table, table.state.host):
            return
        if not self.claims:
            raise NoKey("Only the host can do this: use the host's link or key.")
        raise NotPermitted("Only the host of this table can do this.")


def _words(seats: list[int]) -> tuple[str, ...]:
    return tuple(map(str, seats))


class Auth:
    """Checks keys and cookies: asks the database once and remembers the answer for a while.

    Args:
        keeper: Reads the database for it without blocking the event loop.
        people: Reads and writes keys, cookies and people in the database.
        invitations: Reads and writes invitations and codes in the database.
        now: Tells the time in seconds.

    Attributes:
        age: A counter that changes with every change of keys or sessions in this process.
        remembers: For how many seconds the answer about a cookie is remembered.
        on_forget: Called when this process has changed keys or sessions, so that other processes forget them too.
    """

    def __init__(
        self, keeper: Keeper, people: People, invitations: Invitations, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.keeper, self.people, self.invitations, self.now = keeper, people, invitations, now
        self._claims: dict[str, tuple[float, Claim | None]] = {}
        self._sessions: dict[str, tuple[float, Session | None]] = {}
        self.age = 0
        self.remembers = REMEMBERED
        self.on_forget: Callable[[], None] = lambda: None
        self._keys = ThreadPoolExecutor(1, "turncoat-keys")
        self._hashing = ThreadPoolExecutor(1, "turncoat-hashing")
        self._hashed = 0
        self._turns = WeakValueDictionary[str, asyncio.Lock]()

    def turn(self, table: str) -> asyncio.Lock:
        """Anyone who takes a seat by the link of a table has the table to themselves until they hold it."""
        return self._turns.setdefault(table, asyncio.Lock())

    def close(self) -> None:
        """Wait until the threads that hash passphrases are done."""
        self._keys.shutdown()
        self._hashing.shutdown(cancel_futures=True)

    async def _look_up(self, question: Callable[..., R], *arguments: Any) -> R:
        """Look up keys and cookies in a thread for this work alone."""
        return await asyncio.get_running_loop().run_in_executor(self._keys, question, *arguments)

    async def _hash(self, work: Callable[..., R], *arguments: Any) -> R:
        """Run a function that hashes a passphrase.

        Hashing is slow on purpose, so a separate thread does it, and its queue is short.

        Raises:
            Busy: too many callers wait already.
        """
        if self._hashed >= MOST_HASHED:
            raise Busy(f"Too many people are signing in just now; please try again in {SOON} seconds.", SOON)
        self._hashed += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hashing, work, *arguments)
        finally:
            self._hashed -= 1

    def forget(self) -> None:
        """Forget the remembered answers, because keys or sessions have changed."""
        self.forget_here()
        self.on_forget()

    def forget_here(self) -> None:
        """Forget the remembered answers, because another process has changed keys or sessions."""
        self.age += 1
        self._claims.clear()
        self._sessions.clear()

    async def claim(self, key: str) -> Claim | None:
        """The seat or table to which a key belongs; None if the key is unknown or revoked."""
        name, age = digest_of(key), self.age
        known = self._claims.get(name)
        if known is not None and known[0] > self.now():
            return known[1]
        found = await self._look_up(self.people.claim, key)
        if age == self.age:
            _remember(self._claims, name, self.now() + REMEMBERED, found)
        return found

    async def session(self, token: str) -> Session | None:
        """The session of a cookie; None if it is unknown or has ended."""
        name, age = digest_of(token), self.age
        known = self._sessions.get(name)
        if known is not None and known[0] > self.now():
            return known[1]
        found = await self._look_up(self.people.session, token, self.keeper.now())
        if age == self.age:
            _remember(self._sessions, name, self.now() + self.remembers, found)
        return found

    async def issue(self, table: str, *seats: int | None, by: Mapping[int, str] | None = None) -> list[str]:
        """Programs' keys for seats of a table (None: the host's rights), in order; see ``People.issue``."""
        return await self.keeper.write(self.people.issue, table, seats, by)

    async def keep(self, table: str, seat: int, key: str) -> None:
        """Store a new key for a seat."""
        await self.keeper.write(self.people.keep, table, {key: seat})

    async def invite(self, table: str, *seats: int | None, maker: str = "") -> list[str]:
        """Make invitations to seats of a table, in this order; see ``Invitations.invite``."""
        return await self.keeper.write(self.invitations.invite, table, seats, maker)

    async def invite_as(self, table: str, seat: int, by: str) -> str:
        """Make an invitation to a seat under the name of the person who has it."""
        (invitation,) = await self.keeper.write(self.invitations.invite, table, (seat,), "", by)
        return str(invitation)

    async def told(self, table: str, maker: str) -> dict[int, str]:
        """For each seat, the unused invitation that this session has made; see ``Invitations.told``."""
        return await self._look_up(self.invitations.told, table, maker)

    async def invitation(self, text: str) -> Invitation | None:
        """The seat to which an invitation belongs; None if it is unknown or has been revoked."""
        return await self._look_up(self.invitations.look, text)

    async def use(self, text: str, session: Session, browser: str) -> bool:
        """Use an invitation, which then no longer works; see ``Invitations.use``."""
        try:
            return await self.keeper.write(self.invitations.use, text, session, browser)
        finally:
            self.forget()

    async def exchange(self, text: str) -> str | None:
        """Exchange an invitation for a key of the program's own; see ``Invitations.exchange``."""
        return await self.keeper.write(self.invitations.exchange, text)

    async def code(self, table: str, session: Session) -> str:
        """Make a code for the seats that a session holds at a table; see ``Invitations.code``."""
        return await self.keeper.write(self.invitations.code, table, session, self.keeper.now())

    async def look_at_code(self, code: str) -> tuple[Claim, ...]:
        """The seats that a code gives; see ``Invitations.look_at_code``."""
        return await self._look_up(self.invitations.look_at_code, code, self.keeper.now())

    async def use_code(self, code: str, session: Session) -> tuple[Claim, ...]:
        """Use a code, which then no longer works; see ``Invitations.use_code``."""
        try:
            return await self.keeper.write(self.invitations.use_code, code, session, self.keeper.now())
        finally:
            self.forget()

    async def revoke(self, table: str, seat: int | None) -> None:
        """Revoke all keys of a seat."""
        await self.keeper.write(self.people.revoke, table, seat)
        self.forget()

    async def restore(self, keys: Sequence[str]) -> None:
        """Make revoked keys work again, by their digests."""
        await self.keeper.write(self.invitations.restore, keys)
        self.forget()

    async def active(self, table: str) -> frozenset[int]:
        """The seats of a table for which some key works."""
        return await self.keeper.read(self.people.active, table)

    async def standing_by(self, table: str) -> int:
        """The number of substitutes for a seat of a table."""
        return await self.keeper.read(self.people.standing_by, table)

    async def seat(self, table: str, by: str, seat: int | None) -> None:
        """Let the key of somebody who stood by open a seat from now on; None: nothing any more."""
        await self.keeper.write(self.people.seat, table, by, seat)
        self.forget()

    async def open_session(self) -> tuple[str, Session]:
        """Begin a session: the text of its cookie, and the session."""
        token = await self.keeper.write(self.people.open_session, self.keeper.now())
        return token, Session(digest_of(token), None, ())

    async def hold(self, session: Session, *keys: str) -> None:
        """Give a session the seats and tables to which these keys belong."""
        await self.keeper.write(self.people.hold, session, keys)
        self.forget()

    async def register(self, token: str, name: str, passphrase: str) -> tuple[str, Person]:
        """Make an account for the user of a session; see ``People.register``.

        Raises:
            Busy: too many people are signing in now.
            NotAllowed: the name is taken or cannot be one, or the passphrase is too short.
        """
        try:
            return await self._hash(self.people.register, token, name, passphrase, self.keeper.now())
        finally:
            self.forget()

    async def add_bot(self, name: str) -> str:
        """Make an account for a bot; returns its key."""
        return await self.keeper.write(add_bot, self.people, name, self.keeper.now())

    async def delete_bot(self, session: Session) -> None:
        """Delete the account of a bot."""
        await self.keeper.write(delete_bot, self.people, session)
        self.forget()

    async def sign_in(self, token: str, name: str, passphrase: str) -> tuple[str, Person]:
        """Sign the user of a session in; see ``People.sign_in``.

        Raises:
            Busy: too many people are signing in now.
            NotAllowed: the name and the passphrase do not go together.
        """
        try:
            return await self._hash(self.people.sign_in, token, name, passphrase, self.keeper.now())
        finally:
            self.forget()

    async def change_passphrase(self, session: Session, passphrase: str) -> None:
        """Change the passphrase of the person who is signed in; see ``People.change_passphrase``.

        Raises:
            Busy: too many people are signing in now.
            NotAllowed: the passphrase is too short or too long.
        """
        try:
            await self._hash(self.people.change_passphrase, session, passphrase)
        finally:
            self.forget()

    async def remember_browser(self, browser: str, person: Person) -> None:
        """Remember that a person has been signed in at a browser."""
        await self.keeper.write(self.people.remember_browser, browser, person.id)

    async def knows_browser(self, browser: str, name: str) -> bool:
        """Whether the person with this name has signed in with this browser before."""
        return bool(browser) and await self._look_up(self.people.knows_browser, browser, name)

    async def delete(self, session: Session) -> None:
        """Delete the person who is signed in; see ``People.delete``."""
        await self.keeper.write(self.people.delete, session)
        self.forget()

    async def end_session(self, token: str) -> None:
        """Sign out: end the session of this browser."""
        await self.keeper.write(self.people.end_session, token)
        self.forget()


def _remember(memory: dict[str, tuple[float, W]], name: str, until: float, what: W) -> None:
    if len(memory) >= MANY:
        memory.clear()
    memory[name] = (until, what)
