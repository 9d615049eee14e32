"""A keeper at work for the tests: a database of its own, a clock that the test sets, and no sleeping."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.serving import database_at

from turncoat.kernel.play import waiting
from turncoat.server.keeper import Keeper, SeatPlan, TablePlan
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.draft import Draft
from turncoat.table.proof import Receipt
from turncoat.table.record import Json, SeatKind
from turncoat.table.table import Phase, Table

START = 1_700_000_000_000
MINUTE = 60_000
NAMES = ("Agatha", "Barney", "Celeste", "Dorian", "Emmett", "Flora")


class Clock:
    """Tells the time that the test has set, in milliseconds since the epoch."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class CountingStore(Store):
    """Counts its transactions, and can be told to fail before or after one is durable."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.commits: list[list[str]] = []
        self.fails = ""

    def commit(self, drafts: Sequence[Draft], at: int) -> dict[str, int]:  # type: ignore[override]
        if self.fails == "before":
            raise OSError("no space left on device")
        sizes = super().commit(drafts, at)
        self.commits.append([draft.table.header.table for draft in drafts])
        if self.fails == "after":
            raise OSError("the connection was lost")
        return sizes


def open_store(folder: Path) -> CountingStore:
    """The store in this folder, at the newest layout."""
    return CountingStore(database_at(folder / "turncoat.db"))


class Room:
    """A keeper, its store and its clock."""

    def __init__(self, folder: Path, clock: Clock, live: int = 100) -> None:
        self.folder, self.clock = folder, clock
        self.dumps = folder / "dumps"
        self.store = open_store(folder)
        self.keeper = Keeper(self.store, self.dumps, clock, live=live)

    async def table(
        self,
        seats: int = 3,
        options: Json | None = None,
        deadline: Deadline = NoDeadline(),  # noqa: B008  # frozen
        *,
        bots: Sequence[str] = (),
        begins: bool = True,
    ) -> Table:
        """A table at which people (and then bots) sit and the game has begun."""
        kinds = [*[""] * (seats - len(bots)), *bots]
        plans = tuple(SeatPlan(NAMES[seat], kind) for seat, kind in enumerate(kinds))
        table = await self.keeper.create(TablePlan("truce", plans, options or {"rounds": 3}, deadline=deadline))
        for seat, kind in enumerate(kinds):
            if not kind:
                await self.keeper.perform(table.header.table, sits(seat))
        if begins:
            await self.keeper.perform(table.header.table, kept.Began)
        return table

    async def answer(self, table: Table, seat: int, move: str = "pass") -> Receipt:
        """Hand in an answer in words."""
        assert table.game is not None
        word, *target = move.split()
        action: Json = {"type": word, "target": int(target[0])} if target else {"type": word}
        return await self.keeper.answer(table.header.table, seat, table.game.requests[seat], action)

    async def everybody(self, table: Table, move: str = "pass") -> None:
        """A round in which all hand in the same."""
        for seat in range(table.header.seats):
            await self.answer(table, seat, move)

    async def until(self, table: Table, condition: Callable[[Table], bool]) -> None:
        """Wait until something is true of a table, looking after every change."""
        bell = asyncio.Event()

        def look(_table: Table) -> None:
            bell.set()

        self.keeper.listeners.append(look)
        try:
            while not condition(await self.keeper.table(table.header.table)):
                bell.clear()
                await bell.wait()
        finally:
            self.keeper.listeners.remove(look)

    def set_clock(self, now: int) -> None:
        self.clock.now = now
        self.keeper.alarms.look()


@asynccontextmanager
async def room(folder: Path, clock: Clock | None = None, live: int = 100) -> AsyncIterator[Room]:
    made = Room(folder, clock or Clock(), live)
    await made.keeper.start()
    try:
        yield made
    finally:
        await made.keeper.stop()
        made.store.close()


def sits(seat: int) -> Callable[[int], kept.AnyEntry]:
    return lambda at: kept.SeatTaken(at, seat, NAMES[seat], SeatKind.PERSON)


def request(table: Table, seat: int = 0) -> int:
    """The number of a seat's present request."""
    assert table.game is not None
    return table.game.requests[seat]


def owing(table: Table) -> list[int]:
    """The seats that still owe an answer."""
    assert table.game is not None
    return waiting(table.game)


def over(table: Table) -> bool:
    return table.state.phase is Phase.FINISHED
