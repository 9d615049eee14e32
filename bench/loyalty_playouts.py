"""How fast are random playouts of Loyalty through the full kernel, and does a longer game get slower?

The job: every choice uniform among the legal ones, nobody told, nobody does anything beside the decisions, until the
game ends by itself. The rate is in decisions a second of processor time; that of Truce, measured in the same run, says
what the machine can do. No game is played twice: what is kept from one position to the next must pay within a game.
``late`` is one game without ends, with taxes, from its 200th turn on::

    PYTHONPATH=src .bench-venv/bin/python bench/loyalty_playouts.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from random import Random
from time import process_time
from typing import Any

from _measure import Case, Goal, main
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Boxes
from turncoat.kernel.cloning import clone
from turncoat.kernel.events import SILENCE

AT_LEAST = 3_000
"""Decisions of one measurement."""


def start(game: str, seats: int, options: dict[str, Any], key: bytes) -> Any:
    """A new game."""
    rules = ruleset(game)
    return rules.start(rules.read_options(options), seats, key, SILENCE)


def playouts(game: str, seats: int) -> Callable[[], float]:
    """Decisions a second over whole games."""
    rng, keys = Random(1), count()

    def below(sides: int) -> int:
        return int(rng.random() * sides)

    def measure() -> float:
        asked, spent = 0, 0.0

        def pick(boxes: Boxes[Any]) -> Any:
            nonlocal asked
            asked += 1
            return boxes.sample(below)

        while asked < AT_LEAST:
            state = start(game, seats, {}, next(keys).to_bytes(32, "big"))
            begun = process_time()
            play.play_out(state, pick)
            spent += process_time() - begun
        return asked / spent

    return measure


def late(first: int, turns: int) -> Callable[[], float]:
    """Decisions a second of one long game, between two turns."""
    options = {"military_end": False, "revolution_end": False, "lock_cities_needed": 5, "round_limit": 1000}

    def measure() -> float:
        state = start("loyalty", 4, options, bytes(32))
        rng, asked, begun = Random(2), 0, 0.0
        while state.turn < first + turns:
            if not begun and state.turn >= first:
                asked, begun = 0, process_time()
            seat = play.waiting(state)[0]
            play.submit(state, seat, play.boxes(state, seat).sample(rng.randrange))
            asked += 1
        return asked / (process_time() - begun)

    return measure


def clones() -> float:
    """Copies a second of a game in its tenth turn."""
    state, rng = start("loyalty", 4, {"military_end": False}, bytes(32)), Random(3)
    while state.turn < 10:
        seat = play.waiting(state)[0]
        play.submit(state, seat, play.boxes(state, seat).sample(rng.randrange))
    begun = process_time()
    for _ in range(5_000):
        clone(state)
    return 5_000 / (process_time() - begun)


def ask() -> int:
    """Measure all."""
    cases = [
        Case("truce of six", playouts("truce", 6)),
        *(Case(f"loyalty of {seats}", playouts("loyalty", seats)) for seats in (3, 4, 6, 8)),
        Case("checked, turns 1 to 40", late(1, 40)),
        Case("checked, turns 200 to 240", late(200, 40)),
        Case("clones", clones),
    ]
    goals = (
        Goal("loyalty of 4", over="truce of six", floor=0.05, aim=0.125),
        Goal("checked, turns 200 to 240", over="checked, turns 1 to 40", floor=0.5),
    )
    return main("Random playouts of Loyalty", cases, unit="decisions/s", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
