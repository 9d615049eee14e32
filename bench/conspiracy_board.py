"""How long does it take to draw the board of Conspiracy in a late position?

Four players, six rounds and more played at random with coins revealed whenever that is possible. The reference is the
drawing alone; the composer is the form for everything that the active player may do there.

    PYTHONPATH=src .bench-venv/bin/python bench/conspiracy_board.py        (make bench)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from _measure import Case, main, rate
from turncoat.drawing.scene import Scene
from turncoat.games.conspiracy.board import BOARD
from turncoat.games.conspiracy.rules import RULES
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE
from turncoat.web.composer import compose

WANTED = 5.0
"""Milliseconds that a drawing may take."""

NAMES = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))


def late_position(pieces: int = 36) -> tuple[Conspiracy, int]:
    """A position with so many pieces on the board, and whose turn it is."""
    for seed in range(100):
        game, rng = RULES.start(RULES.read_options({}), 4, bytes(31) + bytes([seed]), SILENCE), Random(seed)
        for _ in range(600):
            if not (asked := play.waiting(game)):
                break
            boxes = play.boxes(game, asked[0])
            if len(game.coins) + len(game.tiles) >= pieces and "place" in boxes.tags:
                return game, asked[0]
            first = [box for box in boxes.boxes if box.tag in ("reveal", "place")]
            one = rng.choice(first or list(boxes.boxes))
            play.submit(game, asked[0], one.nth(rng.randrange(one.count())))
    raise LookupError("no such position")


def again(job: Callable[[], object]) -> Callable[[int], object]:
    """Repeat a job."""

    def repeat(times: int) -> None:
        for _ in range(times):
            job()

    return repeat


def ask() -> int:
    """Measure."""
    game, seat = late_position()
    boxes, view = play.boxes(game, seat), RULES.view(game, seat)
    composer = compose(boxes, NAMES, BOARD.cards)
    scene = Scene(own=seat, legal=composer.seats, places=composer.places)

    def drawn() -> str:
        return BOARD.draw(view, NAMES, scene)

    cases = [
        Case("drawing", rate(again(drawn), 0.3)),
        Case("view", rate(again(lambda: RULES.view(game, seat)), 0.3)),
        Case("composer", rate(again(lambda: compose(boxes, NAMES, BOARD.cards)), 0.3)),
    ]
    status = main("The board of Conspiracy in a late position", cases, unit="times/s")
    if "--json" not in sys.argv:
        begin = perf_counter()
        again(drawn)(200)
        taken = (perf_counter() - begin) * 5
        print(
            f"{len(game.coins)} coins, {len(game.tiles)} tiles, {len(drawn()):,} characters; {taken:.2f} ms a drawing,"
        )
        print(f"wanted under {WANTED:g}: {'reached' if taken < WANTED else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
