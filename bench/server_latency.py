"""How long does a player wait for the receipt of an order when players think about a second?

100 tables of six over loopback HTTP from a second process; every player thinks half a second to one and a half, then
answers. The receipt comes when the order is durable, so a disk's sync is the least that it can take; it is measured in
the same turn and is what the figures are compared with. "Listening": every player has a stream open besides and is told
of every change at their table.

    PYTHONPATH=src .bench-venv/bin/python bench/server_latency.py        (make bench)
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from _measure import Case, main
from _serving import Served, ponder, served
from turncoat.cli.serve import fast_loop

TABLES = 100
SECONDS = 4.0
THOUGHT = 1.0
WANTED = 10.0
"""Milliseconds within which 99 of 100 receipts are wanted."""


class Waits:
    """The waits of one turn, in milliseconds."""

    def __init__(self, server: Served, *, listen: bool = False) -> None:
        self.server, self.listen = server, listen
        self.turn: list[float] = []
        self.all: list[float] = []

    def half(self) -> float:
        """Play a turn; the wait that half of the receipts stay below."""
        gc.disable()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            taken = runner.run(ponder(self.server, SECONDS, THOUGHT, listen=self.listen))
        gc.enable()
        self.turn = sorted(1000 * one for one in taken)
        self.all += self.turn
        return self.turn[len(self.turn) // 2]

    def most(self) -> float:
        """The wait that 99 of 100 receipts of the same turn stay below."""
        return self.turn[len(self.turn) * 99 // 100]


def sync_of(folder: Path) -> float:
    """Milliseconds for appending a page to a file and syncing it, half of the times."""
    taken = []
    with (folder / "page").open("ab", buffering=0) as file:
        for _ in range(50):
            begin = perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            taken.append(1000 * (perf_counter() - begin))
    return median(taken)


def ask() -> int:
    """Measure."""
    with TemporaryDirectory() as folder, served(TABLES) as server:
        waits, listening = Waits(server), Waits(server, listen=True)
        cases = [
            Case("sync", lambda: sync_of(Path(folder))),
            Case("half", waits.half),
            Case("99 of 100", waits.most),
            Case("half, listening", listening.half),
            Case("99 of 100, listening", listening.most),
        ]
        question = f"Wait for a receipt, {TABLES} tables of six, players who think {THOUGHT:g} s"
        status = main(question, cases, unit="ms")
    if "--json" not in sys.argv:
        most = sorted(waits.all)[len(waits.all) * 99 // 100]
        verdict = "reached" if most < WANTED else "missed"
        print(f"99 of 100 receipts came within {most:.1f} ms; wanted {WANTED:g}: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
