"""A real Chromium for the browser tests: the system's own, never a downloaded one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from tests.browser.players import PATIENCE, Player, Server, players, serving

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers of this session."""
    with sync_playwright() as driver:
        expect.set_options(timeout=PATIENCE)
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for the whole session; a test makes its own contexts (`browser.new_context()`), one per player.

    ``TURNCOAT_HEADLESS_SHELL`` names another one, such as the system's ``chromium-headless-shell``: the same engine
    without a window around the page, which takes 0.6 of the processor's time.
    """
    path = os.environ.get("TURNCOAT_HEADLESS_SHELL") or whole()
    chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """The screen of a phone, for a thumb, without motion and without a table behind the page."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.route(lambda url: "/tables/" in url, lambda route: route.fulfill(status=204, body=""))
    yield page
    context.close()


@pytest.fixture(scope="module")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium with its window, for what the headless shell lacks: it shows no notices."""
    chromium = playwright.chromium.launch(executable_path=whole(), args=FLAGS)
    yield chromium
    chromium.close()


def whole() -> str:
    """The path of Chromium with its window."""
    path = os.environ.get("TURNCOAT_CHROMIUM") or shutil.which("chromium")
    assert path, "install Chromium from the system's packages, or set TURNCOAT_CHROMIUM to its path"
    return path


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a context of its own, 1280 px wide."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own for every test."""
    with serving(tmp_path) as made:
        yield made


@pytest.fixture
def agatha(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody with a browser."""
    with players(browser, server, 1) as (player,):
        yield player


@pytest.fixture(scope="session")
def axe_violations() -> Callable[[Page], list[str]]:
    """Look for barriers on a page with axe: one line per violation, empty when there is none."""

    def look(page: Page) -> list[str]:
        page.evaluate(AXE)
        found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {violation['help']} at {', '.join(str(node['target']) for node in violation['nodes'])}"
            for violation in found["violations"]
        ]

    return look
