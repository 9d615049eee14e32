"""Dune in real Chromium for those who do not tap the map: one turn of two players by the forms alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.dune_pair import SCHEMERS, in_bidding
from tests.browser.players import PATIENCE, Player, Server, asked, card, do_it, unfold


def fill(page: Page, name: str, value: str) -> None:
    field = page.locator(f'#composer [name="{name}"]')
    field.fill(value)
    field.blur()


def test_one_turn_by_the_forms_alone(agatha: Player, server: Server) -> None:
    """DUN-4.5.4, DUN-4.7.2, DUN-4.7.6, DUN-4.8.5: a bid, a shipment into a city, a battle plan, each a form."""
    table = in_bidding(server)
    page = agatha.at(table)
    expect(page.locator("#table-now")).to_contain_text("Bidding")
    asked(page, "What do you bid?")
    card(page, "bid")
    expect(page.locator('#composer [name="bid.help"]')).to_be_hidden()
    fill(page, "bid.amount", "2")
    do_it(page)
    table.answer(SCHEMERS, "pass")
    table.answer(SCHEMERS, "pass")
    asked(page, "What do you bid?")
    card(page, "pass")
    do_it(page)
    asked(page, "Do you ship forces?")
    card(page, "ship")
    page.locator('#composer [name="ship.to"]').select_option(label="Carthag 10")
    fill(page, "ship.forces", "4")
    expect(page.locator('#composer [name="ship.help"]')).to_be_hidden()
    expect(page.locator("[data-summary]").locator("visible=true").first).to_have_text("You will ship 4 to Carthag 10.")
    do_it(page)
    expect(page.locator("#table-force-throne-west-city-10")).to_contain_text("4", timeout=PATIENCE)
    asked(page, "Do you move forces?")
    card(page, "pass")
    do_it(page)
    table.answer(SCHEMERS, "pass")
    table.answer(SCHEMERS, "pass")
    table.answer(table.get()["waiting"][0], "fight", territory="west-city", faction="schemers")
    asked(page, "What is your battle plan?")
    fill(page, "plan.dial", "3")
    unfold(page)
    page.locator("#composer label.chip", has_text="Hasimir Fenring").click()
    for slot in page.locator("#composer label.chip", has_text="no card").all():
        slot.click()
    do_it(page, "Seal it")
    battle = table.get(seat=SCHEMERS)["view"]["battle"]
    assert (battle["territory"], battle["plans"]) == ("west-city", {})
