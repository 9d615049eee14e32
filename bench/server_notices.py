"""What do notices cost: orders a second with every seat reached on a channel, against the same without any?

40 tables of six, all seats answering as fast as they are asked, the keeper alone without HTTP. Two processes play the
same number of rounds at the same time, one with notices and one without, so that what else the machine does falls on
both. What counts is how many orders one second of a core's work carries out (all threads together), as the median over
the turns.

    PYTHONPATH=src .bench-venv/bin/python bench/server_notices.py [TURNS]        (make bench)
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
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
PLAYED = 40
"""Rounds of each table in a turn."""

TURNS = 7
CASES = ("with", "without")
IN_MEMORY = Path("/dev/shm")
"""There the databases lie, where there is such a folder: the disk's work for others would count for one case only."""

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


async def orders(folder: Path, channel: Everybody | None) -> dict[str, float]:
    """Play a turn, once all have been told that the game has begun and somebody has said to start."""
    services = Services(Config(database=f"sqlite:///{folder / 'turncoat.db'}", dumps=folder / "dumps", bot_processes=0))
    services.channels.by_name.clear()
    if channel is not None:
        services.channels.add(channel)
    await services.open()
    tables = [await new_table(services) for _ in range(TABLES)]
    await services.outbox.work()
    told = channel.sent if channel else 0
    services.outbox.rest_no_more()
    gc.collect()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    begin, worked = perf_counter(), process_time()

    async def play(table: Table) -> int:
        return sum([await play_round(services.keeper, table) for _ in range(PLAYED)])

    done = sum(await asyncio.gather(*map(play, tables)))
    took, cost = perf_counter() - begin, process_time() - worked
    await services.close()
    return {"second": done / took, "work": done / cost, "notices": channel.sent - told if channel else 0}


def turn() -> dict[str, dict[str, float]]:
    """Both cases, each in a process and with a database of its own, at the same time."""
    running = {case: Popen([sys.executable, __file__, case], stdin=PIPE, stdout=PIPE, text=True) for case in CASES}
    for process in running.values():
        assert process.stdout is not None
        process.stdout.readline()
    for process in running.values():
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return {case: json.loads(process.communicate()[0]) for case, process in running.items()}


def main(turns: int) -> int:
    found = [turn() for _ in range(turns)]
    ratios = sorted(one["with"]["work"] / one["without"]["work"] for one in found)
    for name, words in (("second", "a second"), ("work", "a second of a core's work")):
        with_them, without = (median(one[case][name] for one in found) for case in CASES)
        print(f"orders {words}: {without:.0f} without notices, {with_them:.0f} with them")
    notices = median(one["with"]["notices"] for one in found)
    print(f"notices a turn: {notices:.0f}{'' if notices else ', so this shows nothing: try again with longer turns'}")
    print(f"ratio of the latter: {median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f}), wanted {WANTED}")
    return int(median(ratios) < WANTED or not notices)


def one_case(case: str) -> None:
    """Play one turn of a case, and print what came of it."""
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        print(json.dumps(asyncio.run(orders(Path(folder), Everybody() if case == "with" else None))))


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in CASES:
        one_case(sys.argv[1])
    else:
        sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else TURNS))
