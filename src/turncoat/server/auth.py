"""Who asks: a browser with its cookie, or a program with the key of a seat or of a bot account.

A key in the ``Authorization`` header stands alone: then no cookie counts. Only digests are kept in memory
and in the store.
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
    """Who asks, and what they hold.

    Attributes:
        session: The browser, or the bot account; None for other programs and first visits.
        key: What the key in the header gives; None without one.
        address: Where the request comes from, for the limits.
        name: Names the caller for the limits; it is no secret.
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
        """Whose characters the caller may use: those of the signed-in person and those of the browser."""
        if self.session is None:
            return ()
        return (*((self.session.person.id,) if self.session.person else ()), self.session.digest)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the caller may act for: the key's claim, or all claims of the session."""
        if self.key is not None:
            return (self.key,)
        return self.session.claims if self.session else ()

    def seats(self, table: str) -> list[int]:
        """The seats held at a table, ascending."""
        return sorted({claim.seated for claim in self.claims if claim.table == table and claim.seated is not None})

    def holds(self, claim: Claim) -> bool:
        """Whether the caller holds a seat or the host's rights already, by any key."""
        return (claim.table, claim.seat) in ((one.table, one.seat) for one in self.claims)

    def names(self, table: str, seat: int | None) -> tuple[str, ...]:
        """The names under which the caller holds a seat."""
        return tuple(claim.by for claim in self.claims if (claim.table, claim.seat) == (table, seat))

    def stands_by(self, table: str) -> str:
        """The name of the caller as one who stands by for a seat; empty: they do not stand by, or have a seat."""
        return "" if self.seats(table) else next(iter(self.names(table, STANDS_BY)), "")

    def hosts(self, table: str, chosen: int | None = None) -> bool:
        """Whether the host's rights at a table are held: by a key, or as the seat that the players have chosen."""
        return any(claim.table == table and claim.seat in (None, chosen) for claim in self.claims)

    def viewer(self, table: str, wanted: int | None = None) -> int | None:
        """As which seat the caller sees the table; None: as a spectator.

        Args:
            table: The id of the table.
            wanted: One of the seats that are held; without it, the first of them.

        Raises:
            NotPermitted: the wanted seat is not held.
            NoKey: nothing is held at all, but a seat is wanted.
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
        """As which seat the caller sees a table, and as which holder of it: see ``viewer``."""
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
        """Refuse anybody but the host.

        Raises:
            NotPermitted: the caller is somebody else.
            NoKey: nothing is held at all.
        """
        if self.hosts(table.header.table, table.state.host):
            return
        if not self.claims:
            raise NoKey("Only the host can do this: use the host's link or key.")
        raise NotPermitted("Only the host of this table can do this.")


def _words(seats: list[int]) -> tuple[str, ...]:
    return tuple(map(str, seats))


class Auth:
    """Knows keys and cookies: asks the store once and remembers for a while.

    Args:
        keeper: Carries questions to the store without holding up anybody.
        people: The store's part that knows keys, cookies and people.
        invitations: The store's part that knows what opens a seat once.
        now: Tells the time in seconds.

    Attributes:
        age: Another number whenever something about keys or sessions has changed here.
        remembers: Seconds for which it is remembered what a cookie gives.
        on_forget: Called when this process has changed keys or sessions, so that the others forget them, too.
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
        """Ask what keys and cookies give, in a thread that does nothing else."""
        return await asyncio.get_running_loop().run_in_executor(self._keys, question, *arguments)

    async def _hash(self, work: Callable[..., R], *arguments: Any) -> R:
        """Run a function that hashes a passphrase.

        That is slow on purpose: a thread does nothing else, and its queue is short.

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
        """Forget what was remembered: keys or sessions have changed."""
        self.forget_here()
        self.on_forget()

    def forget_here(self) -> None:
        """Forget what was remembered: another process has changed keys or sessions."""
        self.age += 1
        self._claims.clear()
        self._sessions.clear()

    async def claim(self, key: str) -> Claim | None:
        """What a key gives; None if it is unknown or revoked."""
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
        """Let a new key hold a seat."""
        await self.keeper.write(self.people.keep, table, {key: seat})

    async def invite(self, table: str, *seats: int | None, maker: str = "") -> list[str]:
        """Invitations to seats of a table, in order; see ``Invitations.invite``."""
        return await self.keeper.write(self.invitations.invite, table, seats, maker)

    async def told(self, table: str, maker: str) -> dict[int, str]:
        """By seat, the invitation that a session has made and nobody has used; see ``Invitations.told``."""
        return await self._look_up(self.invitations.told, table, maker)

    async def invitation(self, text: str) -> Invitation | None:
        """What an invitation is for; None if it is unknown or has been revoked."""
        return await self._look_up(self.invitations.look, text)

    async def use(self, text: str, session: Session, browser: str) -> bool:
        """Use an invitation up; see ``Invitations.use``."""
        try:
            return await self.keeper.write(self.invitations.use, text, session, browser)
        finally:
            self.forget()

    async def exchange(self, text: str) -> str | None:
        """A program's own key for an invitation; see ``Invitations.exchange``."""
        return await self.keeper.write(self.invitations.exchange, text)

    async def code(self, table: str, session: Session) -> str:
        """A code for what a session holds at a table; see ``Invitations.code``."""
        return await self.keeper.write(self.invitations.code, table, session, self.keeper.now())

    async def look_at_code(self, code: str) -> tuple[Claim, ...]:
        """What a code gives; see ``Invitations.look_at_code``."""
        return await self._look_up(self.invitations.look_at_code, code, self.keeper.now())

    async def use_code(self, code: str, session: Session) -> tuple[Claim, ...]:
        """Use a code up; see ``Invitations.use_code``."""
        try:
            return await self.keeper.write(self.invitations.use_code, code, session, self.keeper.now())
        finally:
            self.forget()

    async def revoke(self, table: str, seat: int | None) -> None:
        """Make all keys of a seat worthless."""
        await self.keeper.write(self.people.revoke, table, seat)
        self.forget()

    async def restore(self, keys: Sequence[str]) -> None:
        """Let keys that were revoked be good again, by their digests."""
        await self.keeper.write(self.invitations.restore, keys)
        self.forget()

    async def active(self, table: str) -> frozenset[int]:
        """The seats of a table to which some key is good."""
        return await self.keeper.read(self.people.active, table)

    async def standing_by(self, table: str) -> int:
        """How many stand by for a seat of a table."""
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
        """Give a session the rights that its keys stand for."""
        await self.keeper.write(self.people.hold, session, keys)
        self.forget()

    async def register(self, token: str, name: str, passphrase: str) -> tuple[str, Person]:
        """Make a person of a session; see ``People.register``.

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
        """Sign a session in; see ``People.sign_in``.

        Raises:
            Busy: too many people are signing in now.
            NotAllowed: the name and the passphrase do not go together.
        """
        try:
            return await self._hash(self.people.sign_in, token, name, passphrase, self.keeper.now())
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
