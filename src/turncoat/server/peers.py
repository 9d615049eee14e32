"""The processes that share a PostgreSQL database, as one of them sees the others.

A table is written by the process that holds it (``turncoat.server.leases``) and is in the memory of any that show it.
A server that shows a table held by another one looks first whether it has changed. For streams, each process hears of
every change and reads what is new; after it has heard nothing for a while it reads all that it shows once more. A table
that nobody holds is taken by the server that is asked for a change there, or when something is due there, or bots must
go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from turncoat.server.leases import CHANGED, LEAD, TOLD, Leases, Orphan
from turncoat.server.rows import Damaged
from turncoat.server.writer import NOT_STORED, NotMine, NotStored

if TYPE_CHECKING:
    from turncoat.server.keeper import Keeper

LOG = logging.getLogger("turncoat")

R = TypeVar("R")

LEASE = 8.0
"""Seconds after which others take what a process holds that gives no sign of life."""

SIGNS = 3
"""How many signs of life a process gives in that time."""

TRIES = 5
"""How often a change is tried at a table that another process takes at the same time."""

AGAIN = 0.5
"""Seconds after which a connection that broke off is made again."""


class Peer(NamedTuple):
    """Another process.

    Attributes:
        id: As the database knows it.
        address: The address at which the others reach it.
        until: Until when its tables are its own, by the database's clock.
        ends: The same by the clock of this process, ``time.monotonic``.
    """

    id: str
    address: str
    until: datetime
    ends: float


async def _nothing() -> None:
    """Do nothing."""


class Peers:
    """One of the processes that share a database.

    Args:
        leases: Which process holds which table.
        database: Its address.
        keeper: The tables.

    Attributes:
        alive: The processes that were alive when this one looked last.
        hears: What is done when another process says a word, given what it says with it.
        changed: Called with the id of every table that another process has written.
        lead: Begins what one process does for all.
        follow: Ends that.
        caught_up: What is read once more after this process has heard nothing for a while.
    """

    lead: Callable[[], Awaitable[None]] = staticmethod(_nothing)
    follow: Callable[[], Awaitable[None]] = staticmethod(_nothing)

    def __init__(self, leases: Leases, database: str, keeper: Keeper) -> None:
        self.leases, self.database, self.keeper = leases, database, keeper
        self.alive: Mapping[str, Peer] = {}
        self.hears: dict[str, Callable[[str], None]] = {"beside": keeper.live_tables.changed_beside_here}
        self.changed: Callable[[str], None] = lambda _: None
        self.caught_up: Callable[[], None] = lambda: None
        self._until = 0.0
        self._holders: dict[str, str] = {}
        self._known: dict[str, int] = {}
        self._careless: dict[str, int] = {}
        self._locks = WeakValueDictionary[str, asyncio.Lock]()
        self._behind: dict[str, None] = {}
        self._news = asyncio.Event()
        self._thread, self._signs = ThreadPoolExecutor(1, "turncoat-leases"), ThreadPoolExecutor(1, "turncoat-signs")
        self._tasks: set[asyncio.Task[None]] = set()
        keeper.peers = keeper.live_tables.peers = self
        keeper.store.leases = leases

    async def start(self) -> None:
        """Begin to give signs of life, and to hear the others."""
        await self.renew()
        for work in (self._give_signs(), self._take_care(), self._listen(), self._catch_up()):
            self._begin(work)

    async def stop(self) -> None:
        """Hold nothing any more; what is under way must be done."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._until = 0.0
        with suppress(SQLAlchemyError):
            await self._ask(self.leases.leave)
        self._thread.shutdown()
        self._signs.shutdown()

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, question: Callable[..., R], *arguments: Any, **options: Any) -> R:
        """Ask what is about leases, in a thread that does nothing else."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: question(*arguments, **options))

    # --- who holds a table ----------------------------------------------------------------------

    @property
    def leads(self) -> bool:
        """Whether this process does what one does for all."""
        return self.mine(LEAD)

    def mine(self, table_id: str) -> bool:
        """Whether this process holds a table, as far as it knows."""
        return table_id in self.leases.fences and monotonic() < self._until

    async def other(self, table_id: str) -> Peer | None:
        """Another process that holds a table and is alive; None: there is none."""
        if (known := self._holders.get(table_id)) is None:
            known = self._holders[table_id] = await self._ask(self.leases.holder, table_id)
            if len(self._holders) > 100_000:
                self._holders.clear()
        if known == self.leases.id:
            return None
        if known in self.alive and self.alive[known].ends <= monotonic() < self._until:
            with suppress(SQLAlchemyError):
                await self.renew()
        if known not in self.alive:
            self._holders.pop(table_id, None)
            return None
        return self.alive[known]

    def doubt(self, table_id: str) -> None:
        """Look again who holds a table."""
        self._holders.pop(table_id, None)

    async def have(self, table_id: str, *, anyway: bool = False, seen: str = "") -> bool:
        """Hold a table from now on; whether that is so. See ``Leases.take``.

        Raises:
            NotStored: the database cannot be asked.
        """
        try:
            if monotonic() >= self._until:
                await self.renew()
            async with self._lock(table_id):
                if self.mine(table_id):
                    return True
                fence = await self._ask(self.leases.take, table_id, anyway=anyway, seen=seen)
                self.doubt(table_id)
                if fence is None:
                    return False
                await self._look(table_id)
                self.leases.fences[table_id] = fence
        except SQLAlchemyError as fault:
            raise NotStored(NOT_STORED) from fault
        self.keeper.live_tables.tell_of(table_id)
        return True

    async def written(self, table_id: str, change: Callable[[], Awaitable[R]], *, ours: bool) -> R:
        """The result of a change of a table, which this process takes over if it must.

        With ``ours`` it takes over none: only a table that it holds already is changed.

        Raises:
            NotStored: others hold it.
            Refusal: it is not possible; nothing has changed.
        """
        for _ in range(TRIES):
            if not self.mine(table_id):
                if ours:
                    break
                await self.have(table_id, anyway=True)
            try:
                return await change()
            except NotMine:
                continue
        raise NotStored(NOT_STORED)

    def lose(self, tables: Iterable[str]) -> None:
        """Others hold these tables."""
        for table in list(tables):
            self.doubt(table)
            if self.leases.fences.pop(table, None) is None:
                continue
            self.keeper.alarms.set(table, None)
            if table == LEAD:
                self._begin(self.follow())

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    # --- signs of life --------------------------------------------------------------------------

    async def renew(self) -> None:
        """Give a sign of life, and find out what was taken by others while there was none.

        In a thread that does nothing else: a table that another process was stopped in holds up no sign of life.
        """
        began = monotonic()
        alive, kept = await asyncio.get_running_loop().run_in_executor(self._signs, self.leases.renew)
        now = monotonic()
        self.alive = {
            server: Peer(server, address, until, now + rest)
            for server, (address, until, rest) in alive.items()
            if server != self.leases.id
        }
        if not kept:
            await self._lose_what_others_took()
        self._until = max(self._until, began + 0.9 * self.leases.seconds)

    async def _lose_what_others_took(self) -> None:
        if self.leases.fences:
            held = await self._ask(self.leases.held)
            self.lose([table for table, fence in self.leases.fences.items() if held.get(table) != fence])

    async def _give_signs(self) -> None:
        await self._again_and_again(self.renew, "the database could not be told that this process is alive")

    async def _take_care(self) -> None:
        await self._again_and_again(self._care, "what nobody holds could not be taken")

    async def _again_and_again(self, work: Callable[[], Awaitable[None]], sentence: str) -> None:
        failed = False
        while True:
            try:
                await work()
                failed = False
            except Exception:
                if not failed:
                    LOG.exception("%s; it is tried again", sentence)
                failed = True
            await asyncio.sleep(self.leases.seconds / SIGNS)

    async def _care(self) -> None:
        """Take what nobody holds: what one process does for all, and tables."""
        if not self.leads and await self.have(LEAD):
            await self.lead()
        await self._adopt()

    async def _adopt(self) -> None:
        """Take the tables that nobody holds and where something is due soon, or bots must go on."""
        soon = self.keeper.now() + round(1000 * self.leases.seconds)
        orphans = await self._ask(self.leases.orphans)
        caring = await self._caring(orphans)
        for orphan in orphans:
            due = orphan.due is not None and orphan.due <= soon
            if (due or orphan.table in caring) and await self.have(orphan.table):
                self.keeper.alarms.set(orphan.table, orphan.due)
                if orphan.table in caring:
                    with suppress(Damaged):
                        await self.keeper.table(orphan.table)

    async def _caring(self, orphans: Iterable[Orphan]) -> set[str]:
        """Which of these must be loaded; those that have not been written since they were looked at are known."""
        new = {orphan.table: orphan.number for orphan in orphans if self._careless.get(orphan.table) != orphan.number}
        found = await self.keeper.read(self.keeper.store.running, list(new)) if new else []
        caring = {orphan.table for orphan in found if orphan.care}
        self._careless |= {table: number for table, number in new.items() if table not in caring}
        return caring

    # --- what others do -------------------------------------------------------------------------

    async def follow_table(self, table_id: str) -> None:
        """Bring a table in memory to what is stored, if another process may have written it."""
        if self.mine(table_id):
            return
        async with self._lock(table_id):
            if not self.mine(table_id):
                await self._look(table_id)

    async def note(self, table_id: str) -> None:
        """Note how often a table was written, before it is loaded."""
        self._known[table_id] = await self.keeper.read(self.leases.number, table_id)

    async def _look(self, table_id: str) -> None:
        live_tables = self.keeper.live_tables
        if table_id not in live_tables:
            return
        number = await self.keeper.read(self.leases.number, table_id)
        if self._known.get(table_id) != number:
            await live_tables.read_again(table_id)
            self._known[table_id] = number

    def say(self, word: str, what: str = "") -> None:
        """Tell the other processes something; a process that misses it reads it later."""
        self._begin(self._say(word, what))

    async def _say(self, word: str, what: str) -> None:
        with suppress(SQLAlchemyError):
            await self._ask(self.leases.tell, f"{word} {self.leases.id} {what}")

    async def _listen(self) -> None:
        """Hear what the other processes tell, on a connection of its own."""
        from turncoat.server import postgres  # noqa: PLC0415  # needs an extra

        while True:
            try:
                async with await postgres.listening(self.database, CHANGED, TOLD) as connection:
                    await self._after_a_break()
                    async for notice in connection.notifies():
                        self._hear(notice.channel, notice.payload)
            except (postgres.Fault, SQLAlchemyError, OSError) as fault:
                LOG.warning("the other processes cannot be heard: %s", str(fault).strip().partition("\n")[0])
            await asyncio.sleep(AGAIN)

    async def _after_a_break(self) -> None:
        """Nothing was heard for a while: everything may have changed."""
        self._holders.clear()
        await self._lose_what_others_took()
        for table in self.keeper.live_tables.all_watched():
            self._behind[table] = None
            self.keeper.live_tables.changed_beside_here(table)
        self._news.set()
        self.caught_up()

    def _hear(self, channel: str, said: str) -> None:
        if channel == CHANGED:
            table = said.rpartition(":")[0]
            if self.mine(table):
                return
            self.changed(table)
            if self.keeper.live_tables.watched(table):
                self._behind[table] = None
                self._news.set()
            return
        word, who, what = said.split(" ", 2)
        if who == self.leases.id:
            return
        if word == "taken":
            self.lose([what])
        elif word in self.hears:
            self.hears[word](what)

    async def _catch_up(self) -> None:
        """Read what is new at tables that somebody looks at here."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._behind:
                table = next(iter(self._behind))
                del self._behind[table]
                try:
                    await self.follow_table(table)
                except Exception:
                    LOG.exception("table %s cannot be read just now and is tried again", table)
                    await asyncio.sleep(AGAIN)
                    self._behind[table] = None
