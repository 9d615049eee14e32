"""The keeper without HTTP, for the figures: tables of six, and games played on them as fast as they can be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from _serving import NAMES, SEATS
from turncoat.server.keeper import Keeper, SeatPlan, TablePlan
from turncoat.server.migrate import migrate
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.record import AnyEntry, SeatKind
from turncoat.table.table import Table


def new_keeper(database: Path, live: int = 2000) -> Keeper:
    """A keeper on a new database."""
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    store = Store(f"sqlite:///{database}")
    migrate(store.engine)
    return Keeper(store, database.parent / "dumps", live=live)


async def new_table(keeper: Keeper, rounds: int) -> Table:
    """A table at which six people sit and the game has begun."""
    table = await keeper.create(TablePlan("truce", tuple(map(SeatPlan, NAMES)), {"rounds": rounds}))
    for seat in range(SEATS):
        await keeper.perform(table.header.table, _sits(seat))
    await keeper.perform(table.header.table, kept.Began)
    return table


def _sits(seat: int) -> Callable[[int], AnyEntry]:
    return lambda at: kept.SeatTaken(at, seat, NAMES[seat], SeatKind.PERSON)


async def play_round(keeper: Keeper, table: Table) -> int:
    """All six answer at once; how many orders that was."""
    assert table.game is not None
    request = table.game.requests[0]
    orders = (keeper.answer(table.header.table, seat, request, {"type": "pass"}) for seat in range(SEATS))
    return len(await asyncio.gather(*orders))
