"""How fast is a batch of random games, compared with the kernel's play-outs of the same game?

Both play whole games with every choice uniform among the legal ones. The play-outs of the kernel trust answers and tell
nobody; a batch goes through the door that every bot uses, and counts what came out. In decisions a second of processor
time, each game for itself::

    PYTHONPATH=src .bench-venv/bin/python bench/lab.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from time import process_time

from _measure import Case, Goal, main
from loyalty_playouts import playouts
from turncoat.games import game_ids, ruleset
from turncoat.lab.batches import Batch, play_game

AT_LEAST = 3_000
"""Decisions of one measurement."""

FLOOR = {"truce": 0.2}
"""Where the kernel is so fast that drawing each answer from the bot's own generator weighs more than the rules."""


def batch(game: str, seats: int) -> Callable[[], float]:
    """Decisions a second of a batch of random games."""
    numbers, games = count(), Batch(game, {}, ("random",) * seats, 10**9, "bench")

    def measure() -> float:
        decided, begun = 0, process_time()
        while decided < AT_LEAST:
            decided += play_game(games, next(numbers)).decisions
        return decided / (process_time() - begun)

    return measure


def ask() -> int:
    """Measure every game."""
    cases, goals = list[Case](), list[Goal]()
    for game in game_ids():
        seats = ruleset(game).usual_seats
        cases += [Case(f"{game}, kernel", playouts(game, seats)), Case(f"{game}, batch", batch(game, seats))]
        goals.append(Goal(f"{game}, batch", over=f"{game}, kernel", floor=FLOOR.get(game, 1 / 3), aim=1 / 3))
    return main("How fast is a batch of random games?", cases, unit="decisions/s", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
