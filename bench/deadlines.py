"""What does it cost to close 1,000 tables of six at one deadline? Compared with one after the other.

A keeper with a database of its own has the tables of each case, at which nobody answers; the clock is a number. The
longest time for which nobody else was served meanwhile (the event loop was held) is told at the end, in seconds of the
processor, as the machine may be busy otherwise; it should be 50 ms at most.

    PYTHONPATH=src .bench-venv/bin/python bench/deadlines.py        (make bench)
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time

from _measure import Case, Goal, main
from turncoat.cli.serve import fast_loop, spare_the_collector
from turncoat.server.keeper import Keeper, SeatPlan, TablePlan
from turncoat.server.migrate import migrate
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft
from turncoat.table.record import SeatKind
from turncoat.table.table import Table

TABLES = 1000
SEATS = 6
APART = 1000
"""Milliseconds between the deadlines of two tables, where they are closed one after the other."""


class Hall:
    """A keeper and its tables, with deadlines at once or apart.

    Attributes:
        held: The longest time for which the event loop was held, in seconds.
    """

    def __init__(self, folder: Path, apart: int) -> None:
        self.now, self.apart, self.held = 1_790_000_000_000, apart, 0.0
        store = Store(f"sqlite:///{folder / f'{apart}.db'}")
        migrate(store.engine)
        self.keeper = Keeper(store, folder, lambda: self.now, live=2 * TABLES)
        self.tables: list[Table] = []
        self.waits: dict[str, int] = {}
        self.closed = asyncio.Event()

    async def fill(self) -> None:
        """Make the tables; each begins a little later than the one before."""
        await self.keeper.start()
        self.keeper.listeners.append(self._note)
        plan = TablePlan(
            "truce", tuple(SeatPlan(f"Player {seat}") for seat in range(SEATS)), {"rounds": 50}, deadline=After(1440)
        )
        for _ in range(TABLES):
            self.now += self.apart
            table = await self.keeper.create(plan)
            self.tables.append(table)
            await self.keeper.change(table.header.table, _begin)

    async def close(self) -> float:
        """Close the open decision of every table; the seconds that it takes."""
        ticking = asyncio.create_task(self._tick())
        start = perf_counter()
        for tables in [[table] for table in self.tables] if self.apart else [self.tables]:
            self.waits = {table.header.table: _asked(table) for table in tables}
            self.now = (tables[-1].state.due or 0) + 1
            self.closed.clear()
            self.keeper.alarms.look()
            await self.closed.wait()
        spent = perf_counter() - start
        ticking.cancel()
        return spent

    def _note(self, table: Table) -> None:
        """A table has changed: note whether it was the last one that is waited for."""
        if _asked(table) > self.waits.get(table.header.table, _asked(table)):
            del self.waits[table.header.table]
            if not self.waits:
                self.closed.set()

    async def _tick(self) -> None:
        while True:
            before = thread_time()
            await asyncio.sleep(0)
            self.held = max(self.held, thread_time() - before)


def _begin(draft: Draft, at: int) -> None:
    for seat in range(SEATS):
        draft.perform(kept.SeatTaken(at, seat, f"Player {seat}", SeatKind.PERSON))
    draft.perform(kept.Began(at))


def _asked(table: Table) -> int:
    return table.game.requests[0] if table.game else 0


def ask() -> int:
    """Measure."""
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=fast_loop()) as runner:
        halls = {"one after the other": Hall(Path(folder), APART), "at one deadline": Hall(Path(folder), 0)}
        for hall in halls.values():
            runner.run(hall.fill())
        spare_the_collector()
        cases = [Case(name, lambda hall=hall: runner.run(hall.close())) for name, hall in halls.items()]  # type: ignore[misc]
        goals = [Goal("one after the other", over="at one deadline", floor=0.67)]
        code = main(f"Closing a decision at {TABLES} tables of {SEATS}", cases, unit="s", goals=goals)
        for name, hall in halls.items():
            print(f"{name}: the event loop was held for {1000 * hall.held:.0f} ms at most", file=sys.stderr)
            runner.run(hall.keeper.stop())
        return code


if __name__ == "__main__":
    sys.exit(ask())
