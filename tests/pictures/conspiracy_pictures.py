"""Pictures of Conspiracy in its main states, from a game that is really played in Chromium.

``.venv/bin/python -m tests.pictures.conspiracy_pictures OUT`` writes ``OUT/conspiracy-<state>-<width>-<theme>.png``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from tests.browser.players import card, turn_to
from tests.browser.plotters import FOUR, offers, until
from tests.pictures.camera import Camera, studio

BUSY = ("turn_up", "mark", "reveal", "place", "save")
"""What everybody does, whenever it is possible: a board with tiles that lie face up, and with marks."""


def pick(page: Page) -> None:
    """Choose to place a coin, and tap one of those that glow."""
    card(page, "place")
    glowing = page.locator(".con-piece-coin.glow").locator("visible=true")
    glowing.nth(glowing.count() // 2).click()


def look_at_a_coin(page: Page) -> None:
    """Focus a coin that points at another one."""
    page.locator('.con-coin[data-lights*="coin"]').first.focus()


def main() -> int:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    with studio() as (browser, server):
        table = server.begun(FOUR, game="conspiracy")
        camera = Camera(browser, server, table, FOUR, out, "conspiracy")

        def busy(question: dict[str, Any]) -> bool:
            tiles = table.get()["view"]["tiles"]
            return sum(tile["face_up"] for tile in tiles) > 2 and bool(offers(question, "attack"))

        camera.shoot("goal", 0, 360, "light", lambda page: turn_to(page, "Hand"))
        seat = until(table, busy, seed=3, common=BUSY)
        camera.shoot("place", seat, 1280, "light", pick)
        camera.shoot("look", seat, 360, "light", look_at_a_coin)
    return 0


if __name__ == "__main__":
    sys.exit(main())
