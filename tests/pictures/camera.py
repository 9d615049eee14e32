"""Pictures of a table that is really played in Chromium, through the eyes of whoever is asked."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.players import Server, players, serving
from tests.serving import Sitting

SIZES = {1280: 800, 360: 740}
"""Height for each width, in pixels."""


@contextmanager
def studio() -> Iterator[tuple[Browser, Server]]:
    flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    with sync_playwright() as playwright, TemporaryDirectory() as folder, serving(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        yield browser, server
        browser.close()


class Camera:
    """Takes pictures of one table.

    Args:
        called: What the names of the pictures begin with.
    """

    def __init__(
        self, browser: Browser, server: Server, table: Sitting, names: tuple[str, ...], out: Path, called: str
    ) -> None:
        self.browser, self.server, self.table = browser, server, table
        self.names, self.out, self.called = names, out, called
        self.cookies: dict[int, Any] = {}

    def shoot(self, state: str, seat: int | None, width: int, theme: str, prepare: Callable[[Page], object]) -> None:
        """One picture; seat None is somebody who watches."""
        settings: dict[str, Any] = {"viewport": {"width": width, "height": SIZES[width]}, "color_scheme": theme}
        with players(self.browser, self.server, 1, **settings) as (player,):
            if seat in self.cookies:
                player.context.add_cookies(self.cookies[seat])
            elif seat is not None:
                player.join(self.table.link(seat), self.names[seat])
                self.cookies[seat] = player.context.cookies()
            player.page.goto(f"/tables/{self.table.id}")
            prepare(player.page)
            player.page.evaluate("document.getElementById('toasts').replaceChildren()")
            player.page.screenshot(path=self.out / f"{self.called}-{state}-{width}-{theme}.png")
