"""How soon after its start does a server with many live tables answer, and how soon comes a page?

160 tables of Dune are under way, a person and five mentats at each. Each turn starts the server as a process of its own
and asks for the first answer, then for a table, the front page and a table's page, in milliseconds; the reference is
the first answer of a server with an empty file. On a machine that has other work too, the processor's time until the
first answer says more than the clock.

    PYTHONPATH=src .bench-venv/bin/python bench/server_start.py        (make bench)
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from statistics import median
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import urlopen

from _measure import Case, main, usual
from _serving import worked
from turncoat.bots import seat_names
from turncoat.server import host_actions, table_actions
from turncoat.server.plan import SeatPlan, TablePlan
from turncoat.server.services import Config, Services

TABLES = 160
SEATS = 6
WANTED = {"first answer": 2000.0, "a table": 200.0}
"""Milliseconds."""


async def fill(folder: Path, tables: int) -> None:
    """Make a database with so many tables of Dune under way."""
    services = Services(Config(database=f"sqlite:///{folder / 'turncoat.db'}", dumps=folder / "dumps"))
    await services.keeper.start()
    for _ in range(tables):
        seats = (SeatPlan(name, "mentat" if number else "") for number, name in enumerate(seat_names(SEATS)))
        table = await table_actions.create(services, TablePlan("dune", tuple(seats), listed=True))
        made = await table_actions.keys_to(services, table, range(1))
        await table_actions.sit_down(services, table, 0, made.names(0))
        await host_actions.start(services, table)
    await services.close()


class Starts:
    """Starts a server on a database; notes what it took, in milliseconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: dict[str, list[float]] = {}

    def first(self) -> float:
        """Start it, ask for everything, and say how long the first answer took."""
        command = [sys.executable, "-m", "turncoat", "serve", "--port", "0", "--db", str(self.folder / "turncoat.db")]
        began = perf_counter()
        with Popen(command, stdout=PIPE, env=usual()) as process:
            assert process.stdout is not None
            address = process.stdout.readline().decode().split()[-1]
            self.note("first answer", began, f"{address}/api/games")
            self.taken.setdefault("work until then", []).append(1000 * worked(process.pid))
            found = json.loads(self.note("the list", perf_counter(), f"{address}/api/tables"))
            for one in found[:1]:
                self.note("a table", perf_counter(), f"{address}/api/tables/{one['id']}")
            self.note("front page", perf_counter(), f"{address}/")
            for one in found[:1]:
                self.note("its page", perf_counter(), f"{address}/tables/{one['id']}")
            process.terminate()
        return self.taken["first answer"][-1]

    def note(self, name: str, began: float, address: str) -> bytes:
        """Ask for something, noting what it took since then."""
        with urlopen(address) as answer:
            body: bytes = answer.read()
        self.taken.setdefault(name, []).append(1000 * (perf_counter() - began))
        return body

    def last(self, name: str) -> float:
        """What it took in the last turn."""
        return self.taken[name][-1]


def ask() -> int:
    """Measure."""
    with TemporaryDirectory() as nothing, TemporaryDirectory() as folder:
        asyncio.run(fill(Path(nothing), 0))
        asyncio.run(fill(Path(folder), TABLES))
        empty, full = Starts(Path(nothing)), Starts(Path(folder))
        cases = [
            Case("empty file", empty.first),
            Case("first answer", full.first),
            Case("work until then", lambda: full.last("work until then")),
            Case("a table", lambda: full.last("a table")),
            Case("front page", lambda: full.last("front page")),
            Case("its page", lambda: full.last("its page")),
        ]
        status = main(f"Starting with {TABLES} live tables of Dune", cases, unit="ms")
    if "--json" not in sys.argv:
        for name, wanted in WANTED.items():
            taken = median(full.taken[name])
            print(f"{name}: {taken:.0f} ms; wanted {wanted:g}: {'reached' if taken <= wanted else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
