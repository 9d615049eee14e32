"""How fast are random playouts of Thrice through the full kernel, and copies of a combat in its third round?

The job: four characters and the GM, every choice uniform among the legal ones, nobody told, until the combat ends.
Truce through the same kernel is the reference: it shows the scale of the machine::

    PYTHONPATH=src .bench-venv/bin/python bench/thrice_playouts.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

from _measure import Case, Goal, main
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Boxes
from turncoat.kernel.cloning import clone
from turncoat.kernel.events import SILENCE

AT_LEAST = 20_000
"""Decisions of one measurement."""

WANTED = 5.0
"""Microseconds that a copy may take."""


def start(game: str, seats: int, options: dict[str, Any], key: bytes) -> Any:
    """A new game."""
    rules = ruleset(game)
    return rules.start(rules.read_options(options), seats, key, SILENCE)


def playouts(game: str, seats: int, options: dict[str, Any]) -> Callable[[], float]:
    """Decisions a second over whole games."""
    rng, keys = Random(1), count()
    random = rng.random

    def measure() -> float:
        asked, spent = 0, 0.0

        def pick(boxes: Boxes[Any]) -> Any:
            nonlocal asked
            asked += 1
            return boxes.nth(int(random() * boxes.count))

        while asked < AT_LEAST:
            state = start(game, seats, options, next(keys).to_bytes(32, "big"))
            begun = perf_counter()
            play.play_out(state, pick)
            spent += perf_counter() - begun
        return asked / spent

    return measure


def third_round(options: dict[str, Any]) -> Any:
    """A combat of five seats in its third round."""
    state, rng = start("thrice", 5, options, bytes(32)), Random(3)
    while state.round < 3:
        seat = play.waiting(state)[0]
        play.submit(state, seat, play.boxes(state, seat).sample(rng.randrange))
    return state


def clones(options: dict[str, Any]) -> Callable[[], float]:
    """Copies a second."""
    state = third_round(options)

    def measure() -> float:
        begun = perf_counter()
        for _ in range(20_000):
            clone(state)
        return 20_000 / (perf_counter() - begun)

    return measure


def ask() -> int:
    """Measure."""
    cases = [
        Case("decisions of truce", playouts("truce", 6, {})),
        Case("decisions of thrice", playouts("thrice", 5, {})),
        Case("decisions of thrice, sheet", playouts("thrice", 5, {"profile": "sheet"})),
        Case("copies of thrice", clones({})),
        Case("copies of thrice, sheet", clones({"profile": "sheet"})),
    ]
    goals = (Goal("decisions of thrice", over="decisions of truce", floor=0.09, aim=0.18),)
    status = main("Random playouts of Thrice, four characters", cases, unit="a second", goals=goals)
    if "--json" not in sys.argv:
        taken = 1e6 / clones({})()
        print(f"a clone takes {taken:.2f} us; wanted under {WANTED:g}: {'reached' if taken < WANTED else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
