"""How many orders a second does the server take, each durable before it is acknowledged?

100 tables of six, all seats answering as fast as they are asked, over loopback HTTP from a second process. For scale:
as many inserts of one row as SQLite syncs one by one in the same folder, and the keeper alone without HTTP.

    PYTHONPATH=src .bench-venv/bin/python bench/server_orders.py        (make bench)
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from _alone import new_keeper, new_table, play_round
from _measure import Case, Goal, main
from _serving import ROUNDS, SEATS, Served, saturate, served
from turncoat.server.keeper import Keeper
from turncoat.table.table import Table

TABLES = 100
SECONDS = 2.0
LEAST, AIM = 2_000, 5_000
"""Accepted orders a second over HTTP that are wanted of one core that does nothing else."""


def one_by_one(folder: Path) -> Callable[[], float]:
    """SQLite with the server's pragmas, one row and one sync a transaction."""
    connection = sqlite3.connect(folder / "rows.db", isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, body BLOB)")

    def measure() -> float:
        begin = perf_counter()
        for _ in range(200):
            connection.execute("INSERT INTO rows (body) VALUES (?)", (b"x" * 100,))
        return 200 / (perf_counter() - begin)

    return measure


def keeper_alone(folder: Path) -> Callable[[], float]:
    """All that the server does without HTTP, in one process with the load."""
    return lambda: asyncio.run(_keeper_alone(new_keeper(folder / "keeper.db")))


async def _keeper_alone(keeper: Keeper) -> float:
    await keeper.start()
    tables = [await new_table(keeper, ROUNDS) for _ in range(TABLES)]
    end = perf_counter() + SECONDS

    async def play(table: Table) -> int:
        done = 0
        while perf_counter() < end:
            done += await play_round(keeper, table)
        return done

    done = sum(await asyncio.gather(*map(play, tables)))
    await keeper.stop()
    keeper.store.close()
    return done / SECONDS


class OverHttp:
    """The whole server, from another process; notes what each turn cost the server's core."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.rates: list[float] = []
        self.costs: list[float] = []

    def measure(self) -> float:
        """One turn."""
        worked = self.server.worked()
        self.rates.append(asyncio.run(saturate(self.server, SECONDS)))
        self.costs.append((self.server.worked() - worked) / (self.rates[-1] * SECONDS))
        return self.rates[-1]

    def say(self) -> None:
        """The figures that no ratio shows."""
        rate, cost = median(self.rates[1:]), median(self.costs[1:])
        verdict = "aim reached" if rate >= AIM else "reached" if rate >= LEAST else "missed"
        print(f"over HTTP {rate:,.0f} orders/s; wanted {LEAST:,}, aim {AIM:,}: {verdict}")
        print(f"an order costs the server {cost * 1000:.2f} ms of a core: at most {1 / cost:,.0f} orders/s")


def ask() -> int:
    """Measure."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        http = OverHttp(stack.enter_context(served(TABLES)))
        cases = [
            Case("one by one", one_by_one(folder)),
            Case("keeper", keeper_alone(folder)),
            Case("http", http.measure),
        ]
        question = f"Durable orders, {TABLES} tables of {SEATS}, all seats answering without a pause"
        status = main(question, cases, unit="orders/s", goals=[Goal("http", over="one by one", floor=2, aim=5)])
    if len(http.rates) > 1 and "--json" not in sys.argv:
        http.say()
    return status


if __name__ == "__main__":
    sys.exit(ask())
