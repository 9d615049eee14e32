"""A question with one answer is one tap: it is asked all the same, and what would save it is offered there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.dune_pair import SCHEMERS, THRONE, in_bidding
from tests.browser.dune_table import SCHEMERS as DESERT_SCHEMERS
from tests.browser.dune_table import SEERS, Desert, desert
from tests.browser.players import PATIENCE, Player, Server, do_it, players


@pytest.fixture
def arrakis(tmp_path: Path) -> Iterator[Desert]:
    """A table of Dune whose luck is pinned: the schemers hold no traitor of the seers."""
    with desert(tmp_path) as table:
        yield table


def test_who_cannot_cover_a_bid_passes_with_one_tap(agatha: Player, server: Server) -> None:
    """DUN-4.4.6: Pass is chosen already, with the reason why Bid is shut; passing from now on is offered beside it."""
    table = in_bidding(server)
    table.answer(THRONE, "bid", amount=10)
    page = agatha.at(table, SCHEMERS)
    expect(page.locator("#hand-title")).to_have_text("What do you bid?", timeout=PATIENCE)
    expect(page.locator("#act-pass")).to_be_checked()
    expect(page.locator("[data-summary]").first).to_have_text("You will pass.")
    expect(page.locator("#composer .reasons")).to_contain_text("cover")
    expect(page.locator("#only")).to_be_visible()
    expect(page.locator("#order-here button").first).to_be_visible()
    do_it(page)


def test_who_holds_no_traitor_passes_with_one_tap_and_need_not_be_asked(browser: Browser, arrakis: Desert) -> None:
    """DUN-4.8.11: Pass is chosen, with the reason; it says why one is asked, and offers to pass until one can call."""
    arrakis.play_to("battle.treachery", SEERS, 1)
    with players(browser, arrakis.server, 1) as (celeste,):
        page = celeste.at(arrakis, DESERT_SCHEMERS)
        expect(page.locator("#hand-title")).to_have_text("Do you call treachery?", timeout=PATIENCE)
        expect(page.locator("#act-pass")).to_be_checked()
        expect(page.locator("#only")).to_contain_text("You are asked all the same")
        expect(page.locator("#composer .reasons")).to_contain_text("not a traitor of yours")
        offered = page.locator("#order-here button").first
        expect(offered).to_have_text("Pass until you can call a traitor, now and from now on")
        offered.click()
        expect(page.locator("#hand-title")).not_to_have_text("Do you call treachery?", timeout=PATIENCE)
    orders = arrakis.get(seat=DESERT_SCHEMERS)["standing_orders"]
    assert orders["battle.treachery"] == [{"type": "pass"}]
