"""How fast are random playouts of Conspiracy through the full kernel, and copies of a late position?

The job: 4 players, the game as written, every choice uniform among the legal ones, nobody told, until somebody has
won. Truce through the same kernel is the reference: it shows the scale of the machine. One command measures it::

    PYTHONPATH=src .venv/bin/python bench/conspiracy_playouts.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from _measure import Case, Goal, main, rate
from turncoat.games import ruleset
from turncoat.kernel import play
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.events import SILENCE


def decisions(game: str, seats: int) -> Callable[[int], object]:
    """Whole games, until so many decisions have been taken."""
    rules, rng = ruleset(game), Random(1)
    options = rules.read_options({})
    taken = 0

    def below(sides: int) -> int:
        return int(rng.random() * sides)

    def pick(boxes: Boxes[Action]) -> Action:
        nonlocal taken
        taken += 1
        return boxes.sample(below)

    def run(number: int) -> int:
        nonlocal taken
        taken = 0
        while taken < number:
            play.play_out(rules.start(options, seats, rng.randbytes(32), SILENCE), pick)
        return taken

    return run


def copies() -> Callable[[int], object]:
    """Copies of a late position."""
    rules, rng = ruleset("conspiracy"), Random(3)
    game = rules.start(rules.read_options({}), 4, rng.randbytes(32), SILENCE)
    for _ in range(120):
        if not play.over(game):
            seat = play.waiting(game)[0]
            play.submit(game, seat, play.boxes(game, seat).sample(rng.randrange))

    def run(number: int) -> None:
        for _ in range(number):
            rules.clone(game)

    return run


def ask() -> int:
    """Measure all three."""
    cases = [
        Case("decisions of truce", rate(decisions("truce", 6))),
        Case("decisions of conspiracy", rate(decisions("conspiracy", 4))),
        Case("copies of conspiracy", rate(copies())),
    ]
    goals = (Goal("decisions of conspiracy", over="decisions of truce", floor=0.09, aim=0.18),)
    return main("Random playouts of Conspiracy, 4 players", cases, unit="a second", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
