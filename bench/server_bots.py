"""How long does a player wait for the receipt of an order while bots play at every other table?

A table of six people over loopback HTTP from a second process, beside 200 tables of Dune at which bots sit alone. The
bots are paused and let play in turn, so that both waits come from one run. "Hold": the longest time for which the event
loop of the server did nothing else in a turn; without bots it is what the rest of the machine does to it.

    PYTHONPATH=src .bench-venv/bin/python bench/server_bots.py        (make bench)
"""

from __future__ import annotations

import asyncio
import gc
import sys
from statistics import median

from _measure import Case, main
from _serving import Served, ponder, served
from turncoat.cli.serve import fast_loop

TABLES = 200
SECONDS = 4.0
THOUGHT = 0.1
WANTED = 10.0
"""99 of 100 receipts are wanted within so many times of what half of them take without bots."""

HOLD = 100.0
"""Milliseconds for which nothing may hold the event loop."""


class Neighbour:
    """The waits of a player beside bots that play or pause, in milliseconds."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.turn: list[float] = []
        self.half = self.calm = self.hold = 0.0
        self.ratios: list[float] = []
        self.holds: list[float] = []

    def alone(self) -> float:
        """Half of the receipts, while the bots are paused."""
        self.turn = self._play()
        self.half = self.turn[len(self.turn) // 2]
        return self.half

    def most(self) -> float:
        """99 of 100 receipts of the same turn."""
        return self.turn[len(self.turn) * 99 // 100]

    def beside(self) -> float:
        """Half of the receipts, while bots play."""
        self.calm = self.server.ask("play")
        self.turn = self._play()
        self.hold = self.server.ask("pause")
        self.holds.append(self.hold)
        self.ratios.append(self.most() / self.half)
        return self.turn[len(self.turn) // 2]

    def _play(self) -> list[float]:
        gc.disable()
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            taken = runner.run(ponder(self.server, SECONDS, THOUGHT))
        gc.enable()
        return sorted(1000 * one for one in taken)


def ask() -> int:
    """Measure."""
    with served(1, bots=TABLES) as server:
        player = Neighbour(server)
        cases = [
            Case("half", player.alone),
            Case("99 of 100", player.most),
            Case("half, bots", player.beside),
            Case("99 of 100, bots", player.most),
            Case("hold", lambda: player.calm),
            Case("hold, bots", lambda: player.hold),
        ]
        question = f"Wait for a receipt beside {TABLES} tables of six bots of Dune"
        status = main(question, cases, unit="ms")
    if "--json" not in sys.argv:
        most, hold = median(player.ratios), median(player.holds)
        verdict = "reached" if most < WANTED and hold < HOLD else "missed"
        print(f"99 of 100 receipts came within {most:.1f} times a half without bots; wanted {WANTED:g}.")
        print(f"The event loop was held for {hold:.0f} ms; wanted {HOLD:g}: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
