"""How long does it take to start: the command line's help, and a program that imports Turncoat and plays one game?

Each start is a process of its own; the reference is a Python that does nothing.

    PYTHONPATH=src .bench-venv/bin/python bench/start_up.py        (make bench)
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from _measure import Case, main, usual

ONE_GAME = """
import turncoat
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE
rules = ruleset("truce")
game = rules.start(rules.read_options({}), 6, bytes(32), SILENCE)
play.play_out(game, lambda boxes: boxes.nth(0))
assert rules.winners(game)
"""
STARTS = {
    "nothing": [sys.executable, "-c", "pass"],
    "one game": [sys.executable, "-c", ONE_GAME],
    "--help": [str(Path(sys.executable).with_name("turncoat")), "--help"],
}
WANTED = {"one game": 0.15, "--help": 0.3}
"""Seconds."""


class Start:
    """Starts a program; notes how long each start took, in seconds."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.taken: list[float] = []

    def measure(self) -> float:
        """Three starts; the middle one in milliseconds."""
        taken = [self._once() for _ in range(3)]
        self.taken += taken
        return 1000 * median(taken)

    def _once(self) -> float:
        begin = perf_counter()
        subprocess.run(self.command, check=True, stdout=subprocess.DEVNULL, env=usual())
        return perf_counter() - begin


def ask() -> int:
    """Measure."""
    starts = {name: Start(command) for name, command in STARTS.items()}
    measures: dict[str, Callable[[], float]] = {name: start.measure for name, start in starts.items()}
    status = main("Starting", [Case(name, measure) for name, measure in measures.items()], unit="ms")
    if "--json" not in sys.argv:
        for name, seconds in WANTED.items():
            taken = median(starts[name].taken)
            verdict = "reached" if taken < seconds else "missed"
            print(f"{name}: {taken:.3f} s; wanted under {seconds:g} s: {verdict}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
