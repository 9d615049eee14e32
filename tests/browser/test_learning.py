"""A lesson in a browser: begun from the front page, played by keyboard alone, on a phone and a screen, in the dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Server, players, turn_to

WIDTHS = {360: 740, 1280: 900}

AFTER_A_REVEAL = range(2, 6)
"""The answers before which a round is told; the sixth follows a gift."""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_lesson_is_played_by_keyboard_alone(
    browser: Browser, server: Server, width: int, axe_violations: Callable[[Page], list[str]]
) -> None:
    """Every step is one press of Enter on what the guide suggests; at the end it says who has won, and why."""
    settings = {"viewport": {"width": width, "height": WIDTHS[width]}, "color_scheme": "dark"}
    with players(browser, server, 1, **settings) as (player,):
        page = player.visit("/").page
        page.get_by_role("link", name="Learn Truce by playing").press("Enter")
        page.get_by_label("Your name").fill("Agatha")
        page.get_by_label("Your name").press("Enter")
        page.wait_for_url("**/tables/**")
        for step in range(1, 7):
            expect(page.locator("#guide")).to_contain_text(f"{step} of 6", timeout=PATIENCE)
            turn_to(page, "Hand")
            if step in AFTER_A_REVEAL:
                page.get_by_role("link", name="Answer now").press("Enter")
            expect(page.locator("#guide button")).to_be_visible(timeout=PATIENCE)
            if step == 1:
                assert axe_violations(page) == []
            page.locator("#guide button").press("Enter")
        expect(page.locator("#main")).to_have_class("table phase-finished", timeout=PATIENCE)
        page.reload()
        turn_to(page, "Hand")
        expect(page.locator("#guide")).to_contain_text("you win", timeout=PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert player.errors == []


def test_the_guide_can_be_folded_and_stays_so(browser: Browser, server: Server) -> None:
    """Whoever wants to play alone folds it; it does not come back with the next change of the table."""
    with players(browser, server, 1) as (player,):
        page = player.visit("/learn/truce").page
        page.get_by_label("Your name").fill("Agatha")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/tables/**")
        page.locator("#guide > summary").press("Enter")
        expect(page.locator("#guide button")).to_be_hidden()
        player.choose("loot").seal_last()
        page.get_by_role("link", name="Answer now").click()
        expect(page.locator("#guide")).to_contain_text("2 of 6", timeout=PATIENCE)
        expect(page.locator("#guide button")).to_be_hidden()
