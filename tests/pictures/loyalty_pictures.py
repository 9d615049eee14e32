"""Pictures of Loyalty in its main states, from games that are really played in Chromium.

``.venv/bin/python -m tests.pictures.loyalty_pictures OUT`` writes ``OUT/loyalty-<state>-<width>-<theme>.png``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page
from tests.browser.loyalty_table import FOUR, begun, home, place, spoke, unit
from tests.browser.players import Server, card, turn_to
from tests.pictures.camera import Camera, studio

CALLED = "loyalty"


def to_the_board(page: Page) -> None:
    """On a phone, turn to the hand: the board stands above it."""
    turn_to(page, "Hand")


def evening(browser: Browser, server: Server, out: Path) -> None:
    """A move, a request, an attack that others may join."""
    table, (first, second, third, fourth) = begun(server)
    camera = Camera(browser, server, table, FOUR, out, CALLED)

    def move(page: Page) -> None:
        unit(page, home(first), first, "citizens")
        place(page, "C")
        unit(page, home(first), first, "militia")

    camera.shoot("move", first, 1280, "light", move)
    table.answer(first, "move", origin=home(first), to="C", units={"citizens": 2, "militia": 2})
    table.answer(first, "campaign", city=home(first), faction="pope", ticks=1)
    table.answer(
        second, "ask_to_move", origin=home(second), to="C", units={"citizens": 1, "militia": 2}, prices={str(first): 1}
    )
    camera.shoot("asked", first, 360, "dark", to_the_board)
    table.answer(first, "grant")
    table.answer(second, "call_to_faith", city=home(second), citizens=1)
    table.answer(third, "call_to_arms", city=home(third), citizens=2)
    table.answer(third, "move", origin=home(third), to=spoke(third), units={"militia": 4})

    def attack(page: Page) -> None:
        card(page, "attack")
        place(page, home(fourth))
        place(page, "C")
        unit(page, "C", second, "militia")
        unit(page, home(fourth), fourth, "militia")

    camera.shoot("attack", fourth, 1280, "dark", attack)
    camera.shoot("attack", fourth, 360, "light", attack)
    table.answer(fourth, "attack", origin=home(fourth), to="C", targets=[second], militia=2)
    camera.shoot("watching", None, 1280, "light", to_the_board)


def ideas(browser: Browser, server: Server, out: Path) -> None:
    """Colours, coins on the map, pots, a card that was looked at."""
    table, (first, *_) = begun(
        server, factions=True, coin_location="city", city_economy=True, riots=True, lock_peek=True, track_length=1
    )
    table.answer(first, "campaign", city=home(first), faction="king", ticks=1)
    table.answer(first, "look_at", card=1)
    Camera(browser, server, table, FOUR, out, CALLED).shoot("ideas", first, 1280, "light", to_the_board)


def the_end(browser: Browser, server: Server, out: Path) -> None:
    """A player is ruined."""
    table, (first, *_) = begun(server, start_spoke_citizens=0, start_citizens=1)
    table.answer(first, "call_to_arms", city=home(first), citizens=1)
    Camera(browser, server, table, FOUR, out, CALLED).shoot("ruined", first, 1280, "dark", lambda _: None)


def main() -> int:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, server):
        for scene in (evening, ideas, the_end):
            scene(browser, server, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
