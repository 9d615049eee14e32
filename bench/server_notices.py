"""What do notices cost: orders a second with every seat reached on a channel, against the same without any?

40 tables of six, all seats answering as fast as they are asked, the keeper alone without HTTP. Without and with
notices take turns; each turn is a new database. The ratio is what counts.

    PYTHONPATH=src .bench-venv/bin/python bench/server_notices.py        (make bench)
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import Select, literal, select

from _alone import play_round
from _serving import NAMES, ROUNDS, SEATS
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.notices.channel import Notice, Outcome, Sent
from turncoat.server.people import Session, named
from turncoat.server.schema import HOLDINGS
from turncoat.server.services import Config, Services
from turncoat.table import record as kept
from turncoat.table.draft import Draft
from turncoat.table.record import SeatKind
from turncoat.table.table import Table

TABLES = 40
SECONDS = 2.0
TURNS = 3
WANTED = 0.95
"""Of the orders a second without notices."""


class Everybody:
    """A channel that reaches all who hold a key, and takes what it is given at once."""

    name, gathers, sent = "push", False, 0

    def reaches(self) -> Select[Any]:
        holder = HOLDINGS.c.holder
        return select(holder.label("owner"), holder.label("target"), literal(0).label("since")).distinct()

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        self.sent += len(notices)
        return Sent()


async def new_table(services: Services) -> Table:
    """A table at which six people with keys sit and the game has begun."""
    keeper = services.keeper
    table = await keeper.create(TablePlan("truce", tuple(map(SeatPlan, NAMES)), {"rounds": ROUNDS}))
    table_id = table.header.table
    keys = await services.auth.issue(table_id, *range(SEATS))
    await services.auth.hold(Session(f"of-{table_id}", None, ()), *keys)

    def sit(draft: Draft, at: int) -> None:
        for seat, key in enumerate(keys):
            draft.perform(kept.SeatTaken(at, seat, NAMES[seat], SeatKind.PERSON, by=named(table_id, key)))

    await keeper.change(table_id, sit)
    await keeper.perform(table_id, kept.Began)
    return table


async def orders(folder: Path, channel: Everybody | None) -> float:
    """Orders a second."""
    services = Services(Config(database=f"sqlite:///{folder / 'turncoat.db'}", dumps=folder / "dumps", bot_processes=0))
    services.channels.by_name.clear()
    if channel is not None:
        services.channels.add(channel)
    await services.open()
    tables = [await new_table(services) for _ in range(TABLES)]
    begin = perf_counter()
    end = begin + SECONDS

    async def play(table: Table) -> int:
        done = 0
        while perf_counter() < end:
            done += await play_round(services.keeper, table)
        return done

    done = sum(await asyncio.gather(*map(play, tables)))
    took = perf_counter() - begin
    await services.close()
    return done / took


def turn(channel: Everybody | None) -> float:
    with TemporaryDirectory() as folder:
        return asyncio.run(orders(Path(folder), channel))


def main() -> int:
    channel, without, with_them = Everybody(), list[float](), list[float]()
    for _ in range(TURNS):
        without.append(turn(None))
        with_them.append(turn(channel))
    ratio = median(one / other for one, other in zip(with_them, without, strict=True))
    print(f"orders a second: {median(without):.0f} without notices, {median(with_them):.0f} with them")
    print(f"notices sent: {channel.sent}; ratio {ratio:.2f}, wanted {WANTED}")
    return int(ratio < WANTED)


if __name__ == "__main__":
    sys.exit(main())
