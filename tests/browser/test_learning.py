"""A lesson in a browser: begun from the front page, played by keyboard alone, on a phone and a screen, in the dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Server, in_a_hurry, players, turn_to

WIDTHS = {360: 740, 1280: 900}

ANSWER = "#guide button, .hand > .composer .commit .primary"
"""What hands in the answer that the guide suggests; it is filled in where it answers what is asked."""

AFTER_A_REVEAL = range(2, 6)
"""The answers before which a round is told; the sixth follows a gift."""


@pytest.mark.parametrize("width", WIDTHS)
def test_a_lesson_is_played_by_keyboard_alone(
    browser: Browser, server: Server, width: int, axe_violations: Callable[[Page], list[str]]
) -> None:
    """Every step is one press of Enter, on every tab of a phone; at the end the guide says who has won, and why."""
    settings = {"viewport": {"width": width, "height": WIDTHS[width]}, "color_scheme": "dark"}
    with players(browser, server, 1, **settings) as (player,):
        page = player.visit("/").page
        page.get_by_role("link", name="Learn Truce by playing").press("Enter")
        page.get_by_label("Your name").fill("Agatha")
        page.get_by_label("Your name").press("Enter")
        page.wait_for_url("**/tables/**")
        for step in range(1, 7):
            expect(page.locator("#guide")).to_contain_text(f"{step} of 6", timeout=PATIENCE)
            if step in AFTER_A_REVEAL:
                turn_to(page, "Hand")
                page.get_by_role("link", name="Answer now").press("Enter")
            answer = page.locator(ANSWER).first
            for tab in ("Hand", "Talk", "Story", "Board"):
                turn_to(page, tab)
                expect(page.locator("#guide")).to_be_visible(timeout=PATIENCE)
                expect(answer).to_be_visible(timeout=PATIENCE)
            if step == 1:
                assert axe_violations(page) == []
            answer.press("Enter")
        expect(page.locator("#main")).to_have_class("table phase-finished", timeout=PATIENCE)
        page.locator("#skip").press("Enter")
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
        expect(page.locator("#guide p")).to_be_hidden()
        player.choose("loot").seal_last()
        page.get_by_role("link", name="Answer now").click()
        expect(page.locator("#guide")).to_contain_text("2 of 6", timeout=PATIENCE)
        expect(page.locator("#guide p")).to_be_hidden()


@pytest.mark.parametrize("width", WIDTHS)
def test_what_the_guide_suggests_lies_on_the_board_before_it_is_handed_in(
    browser: Browser, server: Server, width: int
) -> None:
    """CON-5.a: the coin is drawn where it would lie; DUN-4.7.6: forces are counted for their move."""
    settings = {"viewport": {"width": width, "height": WIDTHS[width]}}
    for game, before, words in (("conspiracy", 1, "You will place Moons blank"), ("dune", 5, "You will move 9 from")):
        with players(browser, server, 1, **settings) as (player,):
            page = player.visit(f"/learn/{game}").page
            page.get_by_label("Your name").fill("Agatha")
            page.get_by_role("button", name="Begin").click()
            in_a_hurry(page)
            for step in range(1, before + 2):
                expect(page.locator("#guide")).to_contain_text(f" {step} of ", timeout=PATIENCE)
                if step > before:
                    expect(page.locator("[data-summary]").first).to_contain_text(words, timeout=PATIENCE)
                    assert not page.locator("#guide button").count()
                player.answers(page.locator(ANSWER).first.click)


def test_what_a_bot_would_do_lies_on_the_board_before_it_is_sealed(browser: Browser, server: Server) -> None:
    """Whoever has asked can choose something else; nothing is sent before that."""
    with players(browser, server, 1) as (player,):
        page = player.visit("/").page
        page.get_by_role("button", name="Play Truce against five bots").click()
        page.wait_for_url("**/tables/**")
        page.get_by_role("button", name="What would you do?").click()
        expect(page.locator("#advice")).to_contain_text("It is chosen for you", timeout=PATIENCE)
        expect(page.locator("[data-summary]").first).to_contain_text("You will")
        expect(page.locator(".hand").get_by_role("button", name="Seal it")).to_be_enabled()
        player.choose("loot")
        expect(page.locator("[data-summary]").first).to_contain_text("You will loot")
