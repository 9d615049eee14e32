"""Thrice in real Chromium for the person in the GM's chair: many combatants, overruling, names of opponents."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.players import PATIENCE, Player, Server, in_a_hurry
from tests.browser.test_overruling import overruled
from tests.browser.thrice_table import begun, gathered, view_of

MANY = 8
"""The most characters; twelve opponents meet them."""


@pytest.mark.parametrize("width", [1280, 360])
def test_the_initiative_board_of_twenty_is_seen_whole(agatha: Player, server: Server, width: int) -> None:
    """THR-7.5: small faces, and opponents of one kind share a token, which says how many they are."""
    table = begun(server, MANY)
    agatha.page.set_viewport_size({"width": width, "height": 800})
    page = agatha.at(table, MANY)
    in_a_hurry(page)
    lanes = page.locator(".thr-lanes")
    expect(lanes).to_contain_text("12 × Opponent", timeout=PATIENCE)
    expect(lanes.locator(".thr-pawn")).to_have_count(MANY + 1)
    if width == 1280:
        assert page.locator(".thr-band").evaluate("band => band.scrollHeight <= band.clientHeight")
    spill = "lane => lane.scrollWidth <= lane.clientWidth && lane.scrollHeight <= lane.clientHeight"
    assert all(lane.evaluate(spill) for lane in lanes.locator(".thr-lane").all())


def test_the_gm_reads_the_names_that_players_read_and_the_kind_by_its_name(agatha: Player, server: Server) -> None:
    """THR-5.4: ``Opponent 1`` for everybody; its kind behind the GM's screen."""
    page = agatha.at(begun(server, 2), 2)
    expect(page.locator("#table-foe-2")).to_contain_text("Opponent 1 in the free zone, rogue, condition 6")
    expect(page.locator("#table-kind-0 h3")).to_have_text("Rogue")


def test_a_second_wave_with_two_presses(agatha: Player, server: Server) -> None:
    """THR-17.3: kept back together, let in together; both are found under Overrule."""
    table = begun(server, 2, gm_overrules=True)
    page = agatha.at(table, 2)
    in_a_hurry(page)
    beside = page.locator("details.beside").filter(has=page.locator("> summary", has_text="Overrule"))
    beside.locator("> summary").click()
    beside.get_by_text("Keep back for a second wave", exact=True).first.click()
    beside.locator("label.chip", has_text="Opponent 2").locator("visible=true").click()
    overruled(page, "Keep back for a second wave")
    expect(page.locator("#beside")).to_contain_text("The second wave comes", timeout=PATIENCE)
    assert view_of(table)["combatants"][3]["zone"] == "fled"
    beside.get_by_text("The second wave comes", exact=True).first.click()
    beside.locator("label.chip", has_text="Opponent 2").locator("visible=true").click()
    overruled(page, "The second wave comes")
    expect(page.locator("#table-token-3")).to_be_visible(timeout=PATIENCE)
    assert view_of(table)["combatants"][3]["zone"] == "distant"


def test_the_initiative_roll_says_what_a_swap_does_to_acting_first(agatha: Player, server: Server) -> None:
    """THR-7.3: nobody is hit by this roll; in a fight the card speaks of hits."""
    table = gathered(server, 1)
    made = {"kin": "human", "first": "savage", "second": "greedy", "third": "calm"}
    table.answer(0, "create", **made, points={"weapon": 2, "condition": 1})
    table.answer(1, "build", removed=0, second=0, points={})
    table.answer(1, "ambush", who=[])
    page = agatha.at(table)
    expect(page.locator(".card-help").first).to_contain_text("less likely that you act before the opponents")
    expect(page.locator(".hand")).not_to_contain_text("a hit less likely")
    table.answer(0, "swap", dice=0)
    table.answer(0, "take")
    table.answer(0, "attack", target=1)
    expect(page.locator(".card-help").first).to_contain_text("a hit less likely", timeout=PATIENCE)
