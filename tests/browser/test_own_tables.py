"""The list of one's own tables lives: its small boards follow the games, and it fits every screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Server, players, tab_to

THREE = ("Agatha", "Barney", "Celeste")
DRAWN = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"


def test_a_small_board_follows_its_table(browser: Browser, server: Server) -> None:
    """The others seal, the round breaks: the picture has another address, and the table waits again."""
    table = server.begun(THREE, title="Thursday night")
    with players(browser, server, 1) as (agatha,):
        agatha.join(table.link(0)).visit("/my-tables")
        board = agatha.page.locator(".card-board")
        expect(board).to_have_count(1)
        agatha.page.wait_for_function(DRAWN)
        before = str(board.get_attribute("src"))
        expect(agatha.page.locator("#elsewhere-waits b")).to_have_text("1")
        table.everybody("loot", 0)
        table.answer(0, "loot")
        expect(board).not_to_have_attribute("src", before, timeout=PATIENCE)
        agatha.page.wait_for_function(DRAWN)


@pytest.mark.parametrize(
    ("width", "colours", "script"), [(360, "dark", True), (1280, "light", True), (360, "light", False)]
)
def test_lists_with_small_boards_fit_and_have_no_barrier(
    browser: Browser,
    server: Server,
    axe_violations: Callable[[Page], list[str]],
    width: int,
    colours: str,
    script: bool,
) -> None:
    screen = {"viewport": {"width": width, "height": 740}, "color_scheme": colours, "java_script_enabled": script}
    tables = [server.begun(THREE, title="Thursday night"), server.begun(THREE)]
    with players(browser, server, 1, **screen) as (agatha,):
        for table in tables:
            agatha.join(table.link(0))
        for path in ("/", "/my-tables"):
            agatha.visit(path)
            assert agatha.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
            if script:
                assert axe_violations(agatha.page) == [], path


def test_the_keyboard_alone_leads_to_the_table_that_waits_and_puts_one_away(browser: Browser, server: Server) -> None:
    waits, sealed = server.begun(THREE, title="Thursday night"), server.begun(THREE, title="Slow knives")
    with players(browser, server, 1) as (agatha,):
        agatha.join(waits.link(0)).join(sealed.link(0))
        sealed.answer(0, "loot")
        agatha.visit("/my-tables")
        tab_to(agatha.page, ".card-away button")
        agatha.page.keyboard.press("Enter")
        expect(agatha.page.locator(".table-card")).to_have_count(1)
        tab_to(agatha.page, "#elsewhere-waits")
        agatha.page.keyboard.press("Enter")
        agatha.page.wait_for_url(f"**/tables/{waits.id}")
