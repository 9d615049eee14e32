"""Stories told again: the stills of a part of a game, made from its record when somebody asks for them.

Nothing of them is stored, and no table holds any: the parts that were asked for last are kept, for all who ask next.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from turncoat.kernel.errors import Refusal
from turncoat.server.keeper import Keeper
from turncoat.server.store import Store
from turncoat.table import stills
from turncoat.table.draft import RulesCrashed
from turncoat.table.record import Record
from turncoat.table.stills import NOT_TOLD, Path, Told

LOG = logging.getLogger(__name__)

MOST = 1_000
"""How many stills of all tables are kept in memory."""

PATHS = 50
"""For this many tables and viewers the server keeps positions to play on from, and views for ledgers."""


class Stills:
    """Stills of tables' stories, kept in memory.

    Args:
        keeper: Reads the database without blocking the event loop.
        store: The database with the records.
        most: How many stills are kept.
    """

    def __init__(self, keeper: Keeper, store: Store, most: int = MOST) -> None:
        self.keeper, self.store, self.most = keeper, store, most
        self._kept: OrderedDict[Hashable, asyncio.Task[Told]] = OrderedDict()
        self._paths: OrderedDict[Hashable, Path] = OrderedDict()
        self._seen: OrderedDict[tuple[str, int | None], tuple[tuple[int, ...], tuple[Any, ...]]] = OrderedDict()

    def __len__(self) -> int:
        """How many stills are kept."""
        done = [task.result() for task in self._kept.values() if task.done() and not task.exception()]
        return sum(len(told.stills) + len(told.views) for told in done)

    async def told(self, table_id: str, seat: int | None, first: int, last: int) -> Told:
        """The stills of a part that is over, or of its beginning; nothing where the record does not replay."""
        return await self._once(stills.told, table_id, seat, first, last)

    async def views(self, table_id: str, seat: int | None, counts: tuple[int, ...]) -> Told:
        """The views of a viewer after this many events of the game; none if the record does not replay."""
        known, seen = self._seen.pop((table_id, seat), ((), ()))
        if counts[: len(known)] != known:
            known, seen = (), ()
        rest = counts[len(known) :]
        seen += (await self._once(stills.views, table_id, seat, rest)).views if rest else ()
        self._seen[table_id, seat] = counts[: len(seen)], seen
        while len(self._seen) > PATHS:
            self._seen.popitem(last=False)
        return Told(views=seen)

    async def _once(self, make: Callable[..., Told], table_id: str, *arguments: Hashable) -> Told:
        """A result computed from a record, once for all callers."""
        key = (make, table_id, *arguments)
        task = self._kept.pop(key, None)
        if task is None or (task.done() and task.exception()):
            task = asyncio.create_task(self._make(make, table_id, *arguments))
        self._kept[key] = task
        found = await asyncio.shield(task)
        while len(self) > self.most:
            self._kept.popitem(last=False)
        return found

    async def _make(self, make: Callable[..., Told], table_id: str, *arguments: Hashable) -> Told:
        record: Record | None = await self.keeper.read(self.store.record, table_id)
        if record is None or (await self.keeper.table(table_id)).stopped:
            return NOT_TOLD
        try:
            return await asyncio.to_thread(make, record, *arguments, self._path(table_id, arguments[0]))
        except (Refusal, RulesCrashed):
            LOG.warning("table %s was played by other rules: its reveals cannot be shown", table_id)
            return NOT_TOLD

    def _path(self, table_id: str, seat: Hashable) -> Path:
        """The points from which a replay can go on for this viewer; those used longest ago are forgotten."""
        path = self._paths.setdefault((table_id, seat), {})
        self._paths.move_to_end((table_id, seat))
        while len(self._paths) > PATHS:
            self._paths.popitem(last=False)
        return path
