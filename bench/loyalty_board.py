"""How long does it take to draw the map of Loyalty in a late position?

Six players, some twenty rounds played at random on the large board with every module that shows something. The
reference is the drawing alone; the composer is the form for everything that the active player may do there; the layout
is that of a map of the players' own, which is worked out once and kept.

    PYTHONPATH=src .bench-venv/bin/python bench/loyalty_board.py        (make bench)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from _measure import Case, main, rate
from turncoat.drawing.scene import Scene
from turncoat.games.loyalty.board import BOARD
from turncoat.games.loyalty.drawing.layout import layout
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE
from turncoat.web.composer import compose

WANTED = 15.0
"""Milliseconds that a drawing may take."""

PLAYERS = ("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja")
NAMES = RULES.names(PLAYERS)
AGREED: dict[str, object] = {
    "military_end": False,
    "revolution_end": False,
    "lock_cities_needed": 5,
    "city_economy": True,
    "riots": True,
    "lock_peek": True,
}


def late_position(turns: int = 120) -> tuple[Loyalty, int]:
    """A position after so many turns, and whose turn it is."""
    for seed in range(100):
        game, rng = RULES.start(RULES.read_options(AGREED), 6, bytes(31) + bytes([seed]), SILENCE), Random(seed)
        while asked := play.waiting(game):
            boxes = play.boxes(game, asked[0])
            if game.turn >= turns and "move" in boxes.tags:
                return game, asked[0]
            wanted = [box for box in boxes.boxes if box.tag in ("proselytize", "move")] or list(boxes.boxes)
            one = rng.choice(wanted if rng.random() < 0.5 else list(boxes.boxes))
            play.submit(game, asked[0], one.nth(rng.randrange(one.count())))
    raise LookupError("no such position")


def again(job: Callable[[], object]) -> Callable[[int], object]:
    """Repeat a job."""

    def repeat(times: int) -> None:
        for _ in range(times):
            job()

    return repeat


def own_map() -> object:
    """The layout of the map that is offered for editing, worked out anew."""
    game = RULES.start(RULES.read_options({"board_mode": "custom"}), 4, bytes(32), SILENCE)
    board = game.map
    layout.cache_clear()
    return layout(board.cities, tuple((name, board.cities[a], board.cities[b]) for name, a, b in board.roads))


def ask() -> int:
    """Measure."""
    game, seat = late_position()
    boxes, view = play.boxes(game, seat), RULES.view(game, seat)

    def form() -> object:
        return compose(boxes, NAMES, BOARD.cards, None, BOARD.joined)

    composer = compose(boxes, NAMES, BOARD.cards, None, BOARD.joined)
    scene = Scene(own=seat, legal=composer.seats, places=composer.places)

    def drawn() -> str:
        return BOARD.draw(view, NAMES, scene)

    cases = [
        Case("drawing", rate(again(drawn), 0.5)),
        Case("view", rate(again(lambda: RULES.view(game, seat)), 0.3)),
        Case("composer", rate(again(form), 0.5)),
        Case("layout of an own map", rate(again(own_map), 0.5)),
    ]
    status = main("The map of Loyalty in a late position", cases, unit="times/s")
    if "--json" not in sys.argv:
        drawn()
        begin = perf_counter()
        again(drawn)(50)
        taken = (perf_counter() - begin) * 20
        units = sum(sum(place.citizens) + sum(place.priests) + sum(place.militia) for place in view.places)
        print(f"{units} units, {len(boxes.boxes)} boxes, {len(drawn()):,} characters; {taken:.2f} ms a drawing,")
        print(f"wanted under {WANTED:g}: {'reached' if taken < WANTED else 'missed'}")
    return status


if __name__ == "__main__":
    sys.exit(ask())
