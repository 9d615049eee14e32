"""How much memory do open tables take, and does the server grow while games are played?

1,000 tables of six at which a round has been played, open in one server process; and a soak of the keeper: short games,
one after another on new tables, with few kept in memory, looked at early and late.

    PYTHONPATH=src .bench-venv/bin/python bench/server_memory.py        (make bench)
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from _alone import new_keeper, new_table, play_round
from _measure import machine
from _serving import saturate, served

TABLES = 1_000
WANTED = 300.0
"""MiB that so many tables may take."""

LIVE, EARLY, LATE = 50, 150, 450
"""Tables that the soak keeps in memory, and after how many games it is looked at."""

GROWTH = 8.0
"""MiB by which the soak may grow between the two: what the allocator does not give back."""


def resident() -> float:
    """Memory that this process occupies, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def open_tables() -> tuple[float, float]:
    """MiB of a server with one table, and of one with all of them."""
    with served(1) as server:
        empty = server.resident()
    with served(TABLES) as server:
        asyncio.run(saturate(server, 2.0))
        return empty, server.resident()


async def soak(folder: Path) -> tuple[float, float]:
    """MiB after the early and after the late number of games."""
    keeper = new_keeper(folder / "soak.db", live=LIVE)
    await keeper.start()
    sizes = []
    for number in range(1, LATE + 1):
        table = await new_table(keeper, rounds=10)
        while table.state.phase == "playing":
            await play_round(keeper, table)
        if number in (EARLY, LATE):
            gc.collect()
            sizes.append(resident())
    await keeper.stop()
    keeper.store.close()
    return sizes[0], sizes[1]


def ask() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--check", action="store_true", help="status 1 if a goal is missed")
    parser.add_argument("--rounds", type=int, default=1, help="understood and ignored: memory is measured once")
    options = parser.parse_args()
    empty, full = open_tables()
    with TemporaryDirectory() as folder:
        early, late = asyncio.run(soak(Path(folder)))
    good = full < WANTED and late - early < GROWTH
    if options.json:
        figures = {"empty": empty, "open": full, "early": early, "late": late}
        print(json.dumps({"question": __doc__, "machine": machine(), "unit": "MiB", "figures": figures}, indent=2))
    else:
        print(f"a server with one table: {empty:.0f} MiB; with {TABLES:,} open tables: {full:.0f} MiB,")
        print(
            f"  {(full - empty) * 1024 / TABLES:.0f} KiB a table; wanted under {WANTED:g} MiB: {_word(full < WANTED)}"
        )
        print(f"soak: {early:.1f} MiB after {EARLY} games, {late:.1f} MiB after {LATE}")
        print(f"  {late - early:+.1f} MiB; wanted under {GROWTH:+g}: {_word(late - early < GROWTH)}")
    return 1 if options.check and not good else 0


def _word(reached: bool) -> str:  # the verdict
    return "reached" if reached else "missed"


if __name__ == "__main__":
    sys.exit(ask())
