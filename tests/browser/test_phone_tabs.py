"""On a phone a tab opens when somebody taps it: what happens at the table turns no page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Server, players, turn_to

NAMES = ("Agatha", "Barney", "Celeste")
SHOWN = {"Board": "#stage", "Hand": "#composer", "Talk": ".say textarea", "Story": "#lately"}
"""What is in sight on each tab."""


def is_at(page: Page, tab: str) -> None:
    """That tab is open, and shows its part."""
    expect(page.locator(".tabs [aria-current]")).to_contain_text(tab)
    expect(page.locator(SHOWN[tab])).to_be_in_viewport(timeout=PATIENCE)


@pytest.mark.parametrize("tab", ["Hand", "Talk", "Story"])
def test_nothing_that_happens_opens_another_tab(browser: Browser, server: Server, tab: str) -> None:
    """Not what is said, not an answer, not a round that is revealed, not the next question."""
    table = server.begun(NAMES)
    with players(browser, server, 1, viewport={"width": 360, "height": 740}, has_touch=True) as (agatha,):
        page = agatha.at(table, 0)
        turn_to(page, tab)
        is_at(page, tab)
        table.post("talk", 1, text="Shall we?")
        expect(page.locator("#messages")).to_contain_text("Shall we?", timeout=PATIENCE)
        is_at(page, tab)
        for seat in range(3):
            table.answer(seat, "loot")
        expect(page.locator("#reveal")).to_be_attached(timeout=PATIENCE)
        is_at(page, tab)
        page.locator("#skip").dispatch_event("click")  # out of sight on this tab
        expect(page.locator("#table-board")).to_contain_text("Round 2", timeout=PATIENCE)
        is_at(page, tab)
        table.post("talk", 2, to=[0], text="Only for you.")
        expect(page.locator(".thread.private .mark").first).to_be_attached(timeout=PATIENCE)
        is_at(page, tab)


def test_a_reveal_is_told_to_whoever_looks_at_the_board(browser: Browser, server: Server) -> None:
    table = server.begun(NAMES)
    with players(browser, server, 1, viewport={"width": 360, "height": 740}, has_touch=True) as (agatha,):
        page = agatha.at(table, 0)
        is_at(page, "Board")
        for seat in range(3):
            table.answer(seat, "loot")
        expect(page.locator("#reveal .player")).to_be_in_viewport(timeout=PATIENCE)
        is_at(page, "Board")
