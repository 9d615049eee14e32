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
from tests.browser.dune_table import NAMES, SCHEMERS, SEERS, SISTERS, Desert, desert
from tests.browser.players import PATIENCE, card
from tests.pictures.camera import Camera

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def to_the_board(page: Page) -> None:
    """Show the track of phases and what follows it."""
    page.evaluate("scrollTo(0, document.querySelector('#table-track').getBoundingClientRect().top + scrollY - 8)")


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
        chip(page, "plan.hero", "seers-1")
        turned_to(page, "plan.dial", 3)
        foreseen(page)

    camera.shoot("plan", SEERS, 1280, "light", plan)
    camera.shoot("plan", SEERS, 360, "dark", plan)
    table.play_to("battle.treachery", SEERS)
    camera.shoot("treachery", SEERS, 1280, "dark", to_the_board)
    table.play_to("nexus.alliances", SEERS, 2)

    def explosion(page: Page) -> None:
        page.locator(".rounds-strip").get_by_role("link", name="Turn 1 · Battles", exact=True).first.click()
        caption, reveal = page.locator("#caption"), page.locator("#reveal")
        expect(caption).to_be_visible(timeout=PATIENCE)
        while "explodes" not in caption.inner_text():
            still = reveal.get_attribute("data-frame")
            page.locator("a#step-next").click()
            expect(reveal).not_to_have_attribute("data-frame", str(still), timeout=PATIENCE)

    camera.shoot("told", SISTERS, 1280, "light", explosion)
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
