"""Dune in real Chromium for those who do not tap the map: one turn of two players by the forms alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, serving
from tests.serving import Sitting

TWO = ("Agatha", "Barney")
AGREED: dict[str, object] = {"factions": "throne,schemers", "seating": "as_seated", "first_sector": 0, "stops": ""}
"""The throne in the browser, the schemers over the wire; nobody is asked in windows."""
THRONE, SCHEMERS = 0, 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


def at_table(player: Player, table: Sitting) -> Page:
    """Take the throne's seat and look at the table."""
    player.join(table.link(THRONE), TWO[THRONE])
    player.page.goto(f"/tables/{table.id}")
    expect(player.page.locator("#table-map")).to_be_visible(timeout=PATIENCE)
    return player.page


def card(page: Page, tag: str) -> None:
    """Choose what to do."""
    page.locator(f"label.card-{tag}").locator("visible=true").first.click()


def fill(page: Page, name: str, value: str) -> None:
    field = page.locator(f'#composer [name="{name}"]')
    field.fill(value)
    field.blur()


def do_it(page: Page, words: str = "Do it") -> None:
    """Commit what is made up."""
    with page.expect_response(lambda one: one.url.partition("?")[0].endswith("/answer")) as told:
        page.get_by_role("button", name=words).locator("visible=true").first.click()
    assert told.value.ok
    expect(page.locator("#refusal")).to_have_count(0)


def asked(page: Page, question: str) -> None:
    expect(page.locator("#hand-title")).to_have_text(question, timeout=PATIENCE)


def before_bidding(server: Server) -> Sitting:
    """Both have dialled: the storm lies in sector 2, and the throne, whose marker it comes to next but one, waits."""
    table = server.begun(TWO, game="dune", options=AGREED)
    kept = table.get(seat=THRONE)["view"]["own"]["dealt"][0]
    table.answer(THRONE, "keep", leader=kept)
    table.answer(THRONE, "dial", number=10)
    table.answer(SCHEMERS, "dial", number=5)
    return table


def test_one_turn_by_the_forms_alone(browser: Browser, server: Server) -> None:
    """DUN-4.5.4, DUN-4.7.2, DUN-4.7.6, DUN-4.8.5: a bid, a shipment into a city, a battle plan, each a form."""
    table = before_bidding(server)
    with players(browser, server, 1) as (agatha,):
        page = at_table(agatha, table)
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
        expect(page.locator("[data-summary]").locator("visible=true").first).to_have_text(
            "You will ship 4 to Carthag 10."
        )
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
        page.locator("#composer label.chip", has_text="Hasimir Fenring").click()
        for slot in page.locator("#composer label.chip", has_text="no card").all():
            slot.click()
        do_it(page, "Seal it")
        battle = table.get(seat=SCHEMERS)["view"]["battle"]
        assert (battle["territory"], battle["plans"]) == ("west-city", {})
