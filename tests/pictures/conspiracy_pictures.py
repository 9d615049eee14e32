"""Pictures of Conspiracy in its main states, from a game that is really played in Chromium.

``.venv/bin/python -m tests.pictures.conspiracy_pictures OUT`` writes ``OUT/conspiracy-<state>-<width>-<theme>.png``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.players import card
from tests.browser.plotters import FOUR, has, heard, offers, until
from tests.pictures.camera import Camera, studio

BUSY = ("turn_up", "mark", "reveal", "place", "save")
"""What everybody does, whenever it is possible: a board with tiles that lie face up, and with marks."""


def pick(page: Page, tag: str, *steps: str) -> None:
    """Choose a card, then tap the middle one of whatever glows of each kind."""
    card(page, tag)
    for step in steps:
        glowing = page.locator(f"{step}.glow").locator("visible=true")
        glowing.nth(glowing.count() // 2).click()
    page.locator(".con-scroll").scroll_into_view_if_needed()


def look_at_a_coin(page: Page) -> None:
    """Focus a coin that points at another one."""
    page.locator('.con-coin[data-lights*="coin"]').first.focus()
    page.locator(".con-tip").scroll_into_view_if_needed()


def roll(page: Page) -> None:
    """The still of a story in which a column was rolled for."""
    page.locator("[data-reveal]", has_text="order").last.click()
    page.locator("#reveal").wait_for()
    while page.locator("a#step-next").count() and page.locator("#caption .rule").inner_text() != "CON-M.3":
        frame = page.locator("#reveal").get_attribute("data-frame") or ""
        page.locator("a#step-next").click()
        expect(page.locator("#reveal")).not_to_have_attribute("data-frame", frame)
    page.evaluate("scrollTo(0, 0)")


def main() -> int:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, server):
        table = server.begun(FOUR, game="conspiracy")
        camera = Camera(browser, server, table, FOUR, out, "conspiracy")

        def busy(question: dict[str, Any]) -> bool:
            tiles = table.get()["view"]["tiles"]
            return sum(tile["face_up"] for tile in tiles) > 2 and bool(offers(question, "attack"))

        camera.shoot("goal", 0, 360, "light", lambda page: page.locator("#composer").scroll_into_view_if_needed())
        seat = until(table, busy, seed=3, common=BUSY)
        camera.shoot("place", seat, 1280, "light", lambda page: pick(page, "place", ".con-piece-coin"))
        camera.shoot("look", seat, 360, "light", look_at_a_coin)
        for width, theme in ((1280, "dark"), (360, "dark")):
            steps = (".con-piece-coin", ".con-spot")
            camera.shoot("attack", seat, width, theme, lambda page, steps=steps: pick(page, "attack", *steps))  # type: ignore[misc]
        camera.shoot("dice", seat, 1280, "light", roll)
        claimed = until(table, has("claim"), seed=4, common=BUSY)
        table.answer(claimed, "claim")
        assert heard(table, "game_ended")
        camera.shoot("won", claimed, 1280, "light", lambda _: None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
