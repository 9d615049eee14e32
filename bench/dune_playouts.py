"""How fast are random playouts of Dune through the full kernel, and what do a copy and a view of a seat take?

The job: every choice uniform among the legal ones, nobody told, nobody does anything beside the decisions, until the
game ends by itself. The rate is in decisions; that of Truce, measured in the same run, says what the machine can do.
Copies and views are of games of six in their third turn, in repetitions a second::

    PYTHONPATH=src .bench-venv/bin/python bench/dune_playouts.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

from _measure import Case, main, rate
from loyalty_playouts import playouts, start
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.cloning import clone

TURN = 3
"""The turn in which games are copied and viewed."""


def position() -> Any:
    """A game of six in its third turn, by random answers."""
    state, rng = start("dune", 6, {}, bytes(32)), Random(3)
    while state.turn < TURN:
        seat = play.waiting(state)[0]
        play.submit(state, seat, play.boxes(state, seat).sample(rng.randrange))
    return state


def repeated(job: Callable[[Any], object]) -> Callable[[], float]:
    """Repetitions a second of something that is done with a position."""
    state = position()

    def repeat(times: int) -> None:
        for _ in range(times):
            job(state)

    return rate(repeat, seconds=0.2)


def ask() -> int:
    """Measure all."""
    rules = ruleset("dune")
    cases = [
        Case("truce of six", playouts("truce", 6)),
        *(Case(f"dune of {seats}", playouts("dune", seats)) for seats in (2, 4, 6)),
        Case("copies", repeated(clone)),
        Case("views of a seat", repeated(lambda state: rules.view(state, 0))),
    ]
    return main("Random playouts of Dune", cases, unit="decisions/s")


if __name__ == "__main__":
    sys.exit(ask())
