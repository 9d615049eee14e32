"""A server to be killed: a keeper that takes orders on its standard input and acknowledges them on its output.

``python killed.py DATABASE FOLDER TABLES [hasty]``. The first line that it writes says where every table is; from then
on every line that it reads is an order (``{"table": ..., "seat": ..., "request": ..., "action": ...}``) and every line
that it writes a receipt. ``hasty`` plants the fault: orders are acknowledged first and written some time later.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from turncoat.kernel.errors import Refusal
from turncoat.kernel.play import waiting
from turncoat.server.keeper import Keeper, SeatPlan, TablePlan
from turncoat.server.store import Store
from turncoat.server.writer import Writer
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import SeatKind

NAMES = ("Agatha", "Barney", "Celeste")
LATER = 40
"""So many transactions a hasty writer keeps for later."""


class HastyWriter(Writer):
    """The planted fault: tells first and writes later."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer.live_tables, writer.dumps, writer.now, writer.draw, writer.quota)
        self.owed: list[tuple[Sequence[Draft], int]] = []

    async def _stored(self, changed: Sequence[Draft], at: int) -> Mapping[str, int]:
        if changed:
            self.owed.append((list(changed), at))
        if len(self.owed) > LATER:
            owed, self.owed = self.owed, []
            for drafts, then in owed:
                await self.write(self.live_tables.store.commit, drafts, then)
        return {draft.table.header.table: 0 for draft in changed}


async def main(database: str, folder: Path, tables: int, *, hasty: bool) -> None:
    store = Store(database)
    keeper = Keeper(store, folder / "dumps")
    await keeper.start()
    if not store.running():
        for _ in range(tables):
            await new_table(keeper)
    if hasty:
        keeper.writer = HastyWriter(keeper.writer)
    working = asyncio.ensure_future(keeper.writer.run()) if hasty else None
    put([await where(keeper, table_id) for table_id in [running.table for running in store.running()]])
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    orders = set()
    while line := await reader.readline():
        order = asyncio.ensure_future(carry_out(keeper, msgspec.json.decode(line)))
        orders.add(order)
        order.add_done_callback(orders.discard)
    if working:
        working.cancel()


async def new_table(keeper: Keeper) -> None:
    """A long game of three people."""
    plan = TablePlan("truce", tuple(map(SeatPlan, NAMES)), {"rounds": 1000})
    table_id = (await keeper.create(plan)).header.table
    for seat, name in enumerate(NAMES):
        await keeper.perform(table_id, _sits(seat, name))
    await keeper.perform(table_id, kept.Began)


def _sits(seat: int, name: str) -> Any:
    return lambda at: kept.SeatTaken(at, seat, name, SeatKind.PERSON)


async def where(keeper: Keeper, table_id: str) -> dict[str, object]:
    """What is asked at a table, and of whom."""
    game = (await keeper.table(table_id)).game
    assert game is not None
    return {"table": table_id, "request": game.requests[0], "waiting": waiting(game)}


async def carry_out(keeper: Keeper, order: dict[str, Any]) -> None:
    """Hand in an order and acknowledge it."""
    try:
        put(await keeper.answer(order["table"], order["seat"], order["request"], order["action"]))
    except Refusal as refusal:
        put({"refused": refusal.sentence})


def put(data: object) -> None:
    """Write a line at once."""
    sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), hasty="hasty" in sys.argv[4:]))
