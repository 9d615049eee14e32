"""How fast is a copy of a Truce state, and a copy played on to the end?

Six players, in the middle of round 5 of 10 with three actions on file. The reference is the plain version with the copy
that one writes by hand; ``deepcopy`` of the kernel's state is what one would do without the generated function.

    PYTHONPATH=src .bench-venv/bin/python bench/clone.py        (make bench)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy  # noqa: TID251  # what is measured
from random import Random
from time import perf_counter

from _measure import Case, Goal, main, rate
from baselines.plain_truce import Game
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Truce, TruceAction
from turncoat.kernel import play
from turncoat.kernel.boxes import Boxes
from turncoat.kernel.cloning import clone
from turncoat.kernel.events import SILENCE

PLAYERS, ROUND = 6, 5
WANTED = 3.0
"""Microseconds that a copy may take."""


def plain_midgame() -> Game:
    """The plain version in the middle of a game."""
    game, rng = Game.new(PLAYERS, 10), Random(1)
    while game.number < ROUND:
        for player in range(PLAYERS):
            game.submit(player, rng.choice(game.legal_actions(player)))
        game.reveal()
    for player in range(3):
        game.submit(player, rng.choice(game.legal_actions(player)))
    return game


def kernel_midgame() -> Truce:
    """The kernel's state in the middle of a game."""
    game, rng = RULES.start(RULES.read_options({}), PLAYERS, bytes(32), SILENCE), Random(1)
    while game.round < ROUND:
        for seat in range(PLAYERS):
            play.submit(game, seat, play.boxes(game, seat).sample(rng.randrange))
    for seat in range(3):
        play.submit(game, seat, play.boxes(game, seat).sample(rng.randrange))
    return game


def again(job: Callable[[], object]) -> Callable[[int], object]:
    """Repeat a job."""

    def repeat(times: int) -> None:
        for _ in range(times):
            job()

    return repeat


def plain_to_the_end(start: Game, rng: Random) -> Callable[[], object]:
    """A copy by hand, played on at random."""

    def once() -> None:
        game = start.copy()
        while not game.finished:
            for player in range(PLAYERS):
                if game.players[player].choice is None:
                    game.submit(player, rng.choice(game.legal_actions(player)))
            game.reveal()

    return once


def kernel_to_the_end(start: Truce, rng: Random) -> Callable[[], object]:
    """A clone, played on at random with nobody told."""
    random = rng.random

    def pick(boxes: Boxes[TruceAction]) -> TruceAction:
        answers = boxes.answers
        return answers[int(random() * len(answers))]

    def once() -> None:
        play.play_out(clone(start), pick)

    return once


def ask() -> int:
    """Measure."""
    plain, kernel = plain_midgame(), kernel_midgame()
    cases = [
        Case("plain copy", rate(again(plain.copy), 0.2)),
        Case("clone", rate(again(lambda: clone(kernel)), 0.2)),
        Case("deepcopy", rate(again(lambda: deepcopy(kernel)), 0.2)),
        Case("plain copy, to the end", rate(again(plain_to_the_end(plain, Random(2))), 0.3)),
        Case("clone, to the end", rate(again(kernel_to_the_end(kernel, Random(2))), 0.3)),
    ]
    goals = [
        Goal("clone", over="deepcopy", floor=20),
        Goal("clone, to the end", over="plain copy, to the end", floor=3),
    ]
    status = main("Copies of a Truce state in the middle of a game", cases, unit="copies/s", goals=goals)
    if "--json" not in sys.argv:
        begin = perf_counter()
        again(lambda: clone(kernel))(100_000)
        taken = (perf_counter() - begin) * 10
        print(f"a clone takes {taken:.2f} us; wanted under {WANTED:g}: {'reached' if taken < WANTED else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
