"""How long does a player wait for the receipt of an order when players think about a second?

100 tables of six over loopback HTTP from a second process; every player thinks half a second to one and a half, then
answers, unless ``--rate`` asks for another number of orders a second. The receipt comes when the order is durable, so a
disk's sync is the least that it can take; it is measured in the same turn and is what the figures are compared with.
"Listening": every player has a stream of the table open besides and is told of every change there; "own": the stream of
all own tables, as browsers have it.

    PYTHONPATH=src .bench-venv/bin/python bench/server_latency.py        (make bench)
    PYTHONPATH=src .bench-venv/bin/python bench/server_latency.py --rate 100
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from _measure import Case, main
from _serving import SEATS, Served, ponder, served
from turncoat.cli.serve import fast_loop

TABLES = 100
SECONDS = 4.0
THOUGHT = 1.0
WANTED = 10.0
"""Milliseconds within which 99 of 100 receipts are wanted."""

RATE, LISTENING = 100.0, 15.0
"""With so many orders a second and everybody listening they are wanted within so many milliseconds."""


class Waits:
    """The waits of one turn, in milliseconds."""

    def __init__(self, server: Served, thought: float, *, listen: str = "") -> None:
        self.server, self.thought, self.listen = server, thought, listen
        self.turn: list[float] = []
        self.all: list[float] = []

    def half(self) -> float:
        """Play a turn; the wait that half of the receipts stay below."""
        gc.disable()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            taken = runner.run(ponder(self.server, max(SECONDS, self.thought), self.thought, listen=self.listen))
        gc.enable()
        self.turn = sorted(1000 * one for one in taken)
        self.all += self.turn
        return self.turn[len(self.turn) // 2]

    def most(self) -> float:
        """The wait that 99 of 100 receipts of the same turn stay below."""
        return self.turn[len(self.turn) * 99 // 100]

    def judge(self, wanted: float, how: str = "") -> None:
        """Say within which time 99 of 100 receipts of all turns came, and whether that is soon enough."""
        most = sorted(self.all)[len(self.all) * 99 // 100]
        verdict = "reached" if most < wanted else "missed"
        print(f"99 of 100 receipts{how} came within {most:.1f} ms; wanted {wanted:g}: {verdict}")


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
    flags = argparse.ArgumentParser(add_help=False)
    usual = TABLES * SEATS / THOUGHT
    flags.add_argument("--rate", type=float, default=usual, help=f"orders a second, by all together ({usual:g})")
    rate: float = flags.parse_known_args()[0].rate
    thought = TABLES * SEATS / rate
    with TemporaryDirectory() as folder, served(TABLES) as server:
        waits, listening = Waits(server, thought), Waits(server, thought, listen="table")
        own = Waits(server, thought, listen="own")
        cases = [
            Case("sync", lambda: sync_of(Path(folder))),
            Case("half", waits.half),
            Case("99 of 100", waits.most),
            Case("half, listening", listening.half),
            Case("99 of 100, listening", listening.most),
            Case("half, own", own.half),
            Case("99 of 100, own", own.most),
        ]
        question = f"Wait for a receipt, {TABLES} tables of six, players who think {thought:g} s"
        status = main(question, cases, unit="ms", flags=[flags])
    if "--json" not in sys.argv:
        waits.judge(WANTED)
        if rate <= RATE:
            listening.judge(LISTENING, f" with {rate:g} orders a second and everybody listening")
            own.judge(LISTENING, f" with {rate:g} orders a second and everybody's browser listening")
    return status


if __name__ == "__main__":
    sys.exit(ask())
