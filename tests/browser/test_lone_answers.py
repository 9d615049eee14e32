"""A question with one answer is one tap: it is asked all the same, and what would save it is offered there."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.dune_pair import SCHEMERS, THRONE, in_bidding
from tests.browser.players import PATIENCE, Player, Server, do_it


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
