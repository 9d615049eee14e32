"""Pictures of Dune in its main states, from a game that is really played in Chromium.

``.venv/bin/python -m tests.pictures.dune_pictures OUT`` writes ``OUT/dune-<state>-<width>-<theme>.png``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright
from tests.browser.dune_hands import chip, picked, tap, turned_to
from tests.browser.dune_table import NAMES, SCHEMERS, SEERS, Desert, desert
from tests.browser.players import PATIENCE, card, turn_to
from tests.pictures.camera import Camera

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def to_the_board(page: Page) -> None:
    """On a phone, turn to the hand: the board stands above it."""
    turn_to(page, "Hand")


def foreseen(page: Page) -> None:
    """Wait until the page says what the answer would come to."""
    expect(page.locator("[data-outlook]").locator("visible=true").first).to_be_visible(timeout=PATIENCE)
    to_the_board(page)


def supplies(camera: Camera, table: Desert) -> None:
    """An auction, a shipment, a march."""
    table.play_to("auction.bid", SEERS)
    camera.shoot("auction", SEERS, 360, "dark", to_the_board)
    table.play_to("faction_turn.ship", SEERS)

    def ship(page: Page) -> None:
        card(page, "ship")
        tap(page, "smugglers-haven/4")
        turned_to(page, "ship.forces", 4)
        picked(page, "ship.karama", "")
        foreseen(page)

    camera.shoot("ship", SEERS, 1280, "light", ship)
    camera.shoot("ship", SEERS, 360, "light", ship)
    table.play_to("faction_turn.move", SEERS)

    def move(page: Page) -> None:
        card(page, "move")
        tap(page, "east-city/9")
        tap(page, "west-city/10")
        turned_to(page, "move.forces.east-city/9", 6)
        foreseen(page)

    camera.shoot("move", SEERS, 1280, "dark", move)


def battles(camera: Camera, table: Desert) -> None:
    """A plan, what is revealed, and what is told of it."""
    table.play_to("battle.plans", SEERS)

    def plan(page: Page) -> None:
        turn_to(page, "Hand")
        chip(page, "plan.hero", "seers-1")
        turned_to(page, "plan.dial", 3)
        foreseen(page)

    camera.shoot("plan", SEERS, 1280, "light", plan)
    camera.shoot("plan", SEERS, 360, "dark", plan)
    table.play_to("battle.treachery", SEERS)
    camera.shoot("treachery", SEERS, 1280, "dark", to_the_board)
    table.play_to("nexus.alliances", SEERS, 2)
    camera.shoot("nexus", SCHEMERS, 1280, "dark", to_the_board)
    camera.shoot("watching", None, 1280, "light", to_the_board)


def main() -> int:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as folder, desert(Path(folder)) as table:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        camera = Camera(browser, table.server, table, NAMES, out, "dune")
        supplies(camera, table)
        battles(camera, table)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
