"""THR-10.1 in real Chromium: a player drags the own token onto a victim; the attack is then made up, not sent."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import Player, Server, card, do_it, in_a_hurry, players, summary
from tests.browser.thrice_table import begun, view_of


def drag(page: Page, who: int, victim: int) -> None:
    """Drag a token onto another."""
    page.locator(f"#table-token-{who} .thr-figure").hover()
    page.mouse.down()
    page.locator(f"#table-token-{victim} .thr-figure").hover(force=True)
    page.mouse.up()


def test_the_own_token_dragged_onto_an_opponent_is_an_attack(browser: Browser, server: Server) -> None:
    """THR-10.1: whatever card was chosen before; nothing is sent until the player does it; nobody else can drag it."""
    table = begun(server)
    with players(browser, server, 2) as (agatha, barney):
        page, other = agatha.at(table), barney.at(table, 1)
        in_a_hurry(page)
        expect(page.locator("[data-drag]")).to_have_count(0)  # before the turn
        table.answer(0, "take")
        expect(page.locator("#table-token-0")).to_have_attribute("data-drag", "attack")
        expect(other.locator("#table-token-0.turn")).to_have_count(1)
        expect(other.locator("[data-drag]")).to_have_count(0)
        card(page, "done")
        drag(page, 0, 3)
        assert summary(page) == "You will attack Opponent 2."
        drag(page, 0, 2)
        assert summary(page) == "You will attack Opponent 1."
        drag(page, 0, 2)
        assert summary(page) == "You will attack Opponent 1."
        assert view_of(table)["attacker"] < 0
        do_it(page)
        expect(page.locator("#table-token-2")).to_have_class(re.compile("attacked"))
        expect(page.locator("[data-drag]")).to_have_count(0)


def test_who_cannot_be_attacked_says_why(agatha: Player, server: Server) -> None:
    """THR-10.2: those outside the own engagement are out of reach; a drag that ends on a friend means nothing."""
    table = begun(server)
    table.answer(0, "take")
    table.answer(0, "engage", target=2)
    page = agatha.at(table)
    in_a_hurry(page)
    drag(page, 0, 1)
    assert "attack" not in summary(page)
    with page.expect_response(lambda response: "/why" in response.url) as told:
        drag(page, 0, 3)
    why = told.value.json()["why"]
    assert why == "Opponent 2 is not in the same engagement (THR-9.8)."
    expect(page.locator(".toasts")).to_contain_text(why)
    assert "Opponent 2" not in summary(page)
