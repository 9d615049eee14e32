"""Tables in memory: loaded when needed, unloaded when unused; watchers are told of their changes."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar

from turncoat.kernel.errors import Refusal
from turncoat.server.counts import COUNTS
from turncoat.server.rows import Damaged
from turncoat.server.store import Store
from turncoat.server.watchers import Notifier, Watcher
from turncoat.table.table import Table

if TYPE_CHECKING:
    from turncoat.server.peers import Peers

R = TypeVar("R")

LOG = logging.getLogger("turncoat")


_NOWHERE = "There is no table {}."


class NoSuchTable(Refusal):
    """There is no table of this id."""

    kind = "no_such_table"


class LiveTables:
    """Holds tables in memory, loads those that are needed, and reports changes to listeners.

    Args:
        store: The database.
        most: How many tables are kept; beyond that the one that was needed least recently is put away.

    Attributes:
        listeners: Called with every table that was loaded or has changed.
        busy: Tables that are being written and must stay.
        peers: The other processes that write tables of this database; None: there are none.
    """

    peers: Peers | None = None

    def __init__(self, store: Store, most: int) -> None:
        self.store, self.most = store, most
        self.listeners: list[Callable[[Table], None]] = []
        self.busy: set[str] = set()
        self._live: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._damaged: set[str] = set()
        self._withdrawn: set[str] = set()
        self._watchers: dict[str, set[Watcher]] = {}
        self._notifier = Notifier()
        self._reader = ThreadPoolExecutor(2, "turncoat-reader")

    def close(self) -> None:
        """Wait until the threads that read the database are done."""
        self._reader.shutdown()

    def __len__(self) -> int:
        return len(self._live)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._live

    async def read(self, question: Callable[..., R], *arguments: Any) -> R:
        """Ask the store something without holding up the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, COUNTS.timed, "read", question, *arguments)

    async def table(self, table_id: str) -> Table:
        """The live table.

        Raises:
            NoSuchTable: if there is no such table.
            Damaged: if it cannot be trusted; that is logged once.
        """
        if table_id in self._withdrawn:
            raise NoSuchTable(_NOWHERE.format(table_id), field="table")
        if table_id in self._live:
            self._live.move_to_end(table_id)
            table = self._live[table_id]
            if self.peers is not None:
                await self.peers.follow_table(table_id)
            return table
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def glance(self, table_ids: Sequence[str]) -> list[Table]:
        """The present states of these tables, in this order, without missing and damaged ones.

        For lists: a table that is not in memory comes without its events and talk, and is not loaded.
        """
        found = {table_id: self._live[table_id] for table_id in table_ids if table_id in self._live}
        if absent := [table_id for table_id in table_ids if table_id not in found]:
            found |= await self.read(self.store.glance, absent)
        return [found[table_id] for table_id in table_ids if table_id in found and table_id not in self._damaged]

    async def _load(self, table_id: str) -> Table:
        try:
            if self.peers is not None:
                await self.peers.note(table_id)
            found = await self.read(self.store.load, table_id)
        except Damaged as fault:
            if table_id not in self._damaged:
                LOG.error("%s", fault.sentence)  # noqa: TRY400  # one line says all
                self._damaged.add(table_id)
            raise
        finally:
            self._loading.pop(table_id, None)
        if found is None:
            raise NoSuchTable(_NOWHERE.format(table_id), field="table")
        return self.adopt(found)

    def adopt(self, table: Table) -> Table:
        """Add a table that is stored."""
        self._live[table.header.table] = table
        self._put_away()
        self.tell(table)
        return table

    def _put_away(self) -> None:
        """Unload the least recently used tables that are not being written or watched."""
        for table_id in list(self._live)[: max(0, len(self._live) - self.most)]:
            if table_id not in self.busy and table_id not in self._watchers:
                del self._live[table_id]

    def withdraw(self, table_id: str) -> bool:
        """Hide a table from everybody until it is given back; not if it is being written, loaded or watched."""
        if table_id in self.busy or table_id in self._loading or table_id in self._watchers:
            return False
        self._live.pop(table_id, None)
        self._withdrawn.add(table_id)
        return True

    def give_back(self, table_id: str) -> None:
        """Stop hiding the table; whether it exists is read from the database."""
        self._withdrawn.discard(table_id)

    async def reload(self, tables: Iterable[Table]) -> None:
        """Reset tables to their stored state, after a change that could not be stored."""
        for table in tables:
            try:
                found = await self.read(self.store.load, table.header.table)
            except Exception:
                LOG.exception("table %s cannot be read again", table.header.table)
                continue
            if found is not None:
                table.become(found)
                self.tell(table)

    async def read_again(self, table_id: str) -> None:
        """Update a table in memory to its stored state."""
        found = await self.read(self.store.load, table_id)
        if found is not None and table_id in self._live:
            self._live[table_id].become(found)
            self.tell_of(table_id)

    def tell_of(self, table_id: str) -> None:
        """Notify the listeners about a table if it is in memory."""
        if table_id in self._live:
            self.tell(self._live[table_id])

    @asynccontextmanager
    async def watch(
        self, table_id: str, seat: int | None, names: Sequence[str] | None = None, bell: asyncio.Event | None = None
    ) -> AsyncIterator[Watcher]:
        """Watch until a seat is shown something new."""
        watcher = Watcher(await self.table(table_id), seat, names, bell)
        watchers = self._watchers.setdefault(table_id, set())
        watchers.add(watcher)
        try:
            yield watcher
        finally:
            watchers.discard(watcher)
            if not watchers:
                self._watchers.pop(table_id, None)

    def changed_beside(self, table_id: str) -> None:
        """Wake the watchers of a table because of something that pages show and no view does, in every process."""
        self.changed_beside_here(table_id)
        if self.peers is not None:
            self.peers.say("beside", table_id)

    def changed_beside_here(self, table_id: str) -> None:
        """Wake the watchers that this process has."""
        for watcher in self._watchers.get(table_id, ()):
            watcher.beside += 1
            self._notifier.notify(watcher)

    def watched(self, table_id: str) -> int:
        """How many watchers a table has."""
        return len(self._watchers.get(table_id, ()))

    def all_watched(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self._watchers)

    def tell(self, table: Table) -> None:
        """A table has changed: wake the watchers whose seat may now see something else.

        Listeners do not count as part of the present request.
        """
        for watcher in self._watchers.get(table.header.table, ()):
            if watcher.behind:
                self._notifier.notify(watcher)
        nobody = Context()
        for listener in self.listeners:
            try:
                nobody.run(listener, table)
            except Exception:
                LOG.exception("a listener of table %s failed", table.header.table)
