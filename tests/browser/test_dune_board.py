"""Dune in real Chromium: six seats, four people and two mentats, from the traitors to the end of the second turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.dune_hands import beside, chip, do_it, number_in, picked, sees, tap, turned_to
from tests.browser.dune_table import NOMADS, SCHEMERS, SEERS, SISTERS, TRAITOR, Desert, desert
from tests.browser.players import PATIENCE, asked, card, in_a_hurry, players

ALLIED = re.compile(r"Harkonnen\W*bound to\W*Atreides")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Desert]:
    with desert(tmp_path) as table:
        yield table


def test_setup_and_the_first_turn_up_to_the_battles(browser: Browser, table: Desert) -> None:
    """DUN-3 to DUN-4.7: traitor, forces, prediction, dial, bid, shipment, Karama and move, each by hand."""
    with players(browser, table.server, 3) as (player, other, third):
        seers = player.at(table, SEERS)
        nomads = other.at(table, NOMADS)
        sisters = third.at(table, SISTERS)
        for page in (seers, nomads, sisters):
            in_a_hurry(page)
        prepare(table, seers, nomads, sisters)
        bid(table, seers, sisters)
        ship_and_move(table, seers, sisters)


def prepare(table: Desert, seers: Page, nomads: Page, sisters: Page) -> None:
    """DUN-3.2.2, DUN-3.3.2, DUN-3.4.1, DUN-4.1.1: everybody's own beginning."""
    chip(seers, "keep.leader", TRAITOR)
    do_it(seers)
    table.play_to("setup.placement", NOMADS)
    asked(nomads, "Where do your forces stand?")
    turned_to(nomads, "place.forces.west-haven/13", 6)
    for _ in range(4):
        tap(nomads, "false-wall-south/4")
    expect(number_in(nomads, "place.forces.false-wall-south/4")).to_have_value("4")
    do_it(nomads)
    table.play_to("setup.prediction", SISTERS)
    asked(sisters, "Who will win, and in which turn?")
    picked(sisters, "predict.faction", "nomads")
    turned_to(sisters, "predict.turn", 3)
    do_it(sisters)
    expect(sisters.locator("#table-own")).to_contain_text("Fremen")
    asked(seers, "What do you dial for the storm?")
    turned_to(seers, "dial.number", 3)
    do_it(seers)
    table.play_to("auction.bid", SEERS)
    sees(seers, "The storm is in sector 0")


def bid(table: Desert, seers: Page, sisters: Page) -> None:
    """DUN-4.5.4, DUN-6.2.1: the seers see the card, and nobody else does; they bid with the stepper."""
    card_up = table.get(seat=SEERS)["view"]["auction"]["card"]
    assert card_up
    assert not table.get(seat=SISTERS)["view"]["auction"]["card"]
    card(seers, "bid")
    turned_to(seers, "bid.amount", 2)
    do_it(seers)
    expect(sisters.locator("#table-affair")).to_contain_text("2", timeout=PATIENCE)


def ship_and_move(table: Desert, seers: Page, sisters: Page) -> None:
    """DUN-4.7.2, DUN-6.4.3, DUN-7.11.3, DUN-4.7.6: ship by tapping, a companion, Karama against the next, a march."""
    table.play_to("faction_turn.ship", SEERS)
    asked(seers, "Do you ship forces?")
    card(seers, "ship")
    tap(seers, "east-city/9")
    turned_to(seers, "ship.forces", 2)
    chip(seers, "ship.karama", "")
    do_it(seers)
    table.play_to("faction_turn.companion", SISTERS)
    card(sisters, "accompany")
    do_it(sisters)
    table.play_to("faction_turn.move", SEERS)
    asked(seers, "Do you move forces?")
    beside(seers, "prevent", entry="K-16")
    sees(sisters, "Karama")
    card(seers, "move")
    tap(seers, "east-city/9")
    tap(seers, "west-city/10")
    turned_to(seers, "move.forces.east-city/9", 6)
    do_it(seers)
    assert table.get()["view"]["factions"][SEERS]["forces"] == {"east-city/9": 6, "west-city/10": 6}


def test_two_battles_a_traitor_and_an_explosion(browser: Browser, table: Desert) -> None:
    """DUN-4.8: chosen, foreseen, commanded, planned on wheels, revealed to all eyes; a traitor; lasgun and shield."""
    table.play_to("battles.choose", SEERS)
    with players(browser, table.server, 4) as people:
        seats = (SEERS, SCHEMERS, NOMADS, SISTERS)
        seers, schemers, nomads, sisters = (person.at(table, seat) for person, seat in zip(people, seats, strict=True))
        for page in (seers, schemers, nomads, sisters):
            in_a_hurry(page)
        card(seers, "fight")
        tap(seers, "west-city/10")
        do_it(seers)
        card(seers, "prescience")
        picked(seers, "prescience.element", "hero")
        do_it(seers)
        a_traitor(table, seers, schemers, sisters)
        an_explosion(table, seers, nomads, sisters)


def a_traitor(table: Desert, seers: Page, schemers: Page, sisters: Page) -> None:
    """DUN-6.2.3, DUN-4.8.8, DUN-4.8.11: the hero is shown to the seers alone, both plans to all; treachery."""
    asked(schemers, "What is your battle plan?")
    make_plan(schemers, 2, TRAITOR, "projectile-2", "snooper")
    affair = "#table-affair"
    expect(seers.locator(affair)).to_contain_text("Captain Iakin Nefud", timeout=PATIENCE)
    expect(seers.locator(affair)).not_to_contain_text("Maula Pistol")
    expect(sisters.locator(affair)).to_contain_text("Carthag")
    expect(sisters.locator(affair)).not_to_contain_text("Captain Iakin Nefud")
    make_plan(seers, 1, "seers-1")
    for viewer in (seers, schemers, sisters):
        for words in ("Captain Iakin Nefud", "Maula Pistol", "Snooper", "Thufir Hawat"):
            expect(viewer.locator(affair)).to_contain_text(words, timeout=PATIENCE)
    card(seers, "call")
    do_it(seers)
    table.play_to("battle.voice", SISTERS)
    assert "Atreides beats Harkonnen by treachery." in table.log
    for viewer in (seers, schemers, sisters):
        expect(viewer.locator("#table-force-seers-west-city-10")).to_contain_text("6", timeout=PATIENCE)
        expect(viewer.locator("#table-force-schemers-west-city-10")).to_have_count(0)


def an_explosion(table: Desert, watcher: Page, nomads: Page, sisters: Page) -> None:
    """DUN-6.4.4, DUN-4.8.14: the Voice commands a shield; the lasgun meets it; nothing is left."""
    asked(sisters, "What do you command with the Voice?")
    card(sisters, "voice")
    picked(sisters, "voice.order", "play")
    picked(sisters, "voice.kind", "shield")
    do_it(sisters)
    expect(nomads.locator("#table-affair")).to_contain_text("Voice", timeout=PATIENCE)
    make_plan(nomads, 1, "nomads-1")
    expect(watcher.locator("#table-affair")).not_to_contain_text("Stilgar")
    make_plan(sisters, 1, "sisters-1", "lasgun")
    for viewer in (watcher, nomads, sisters):
        for words in ("Stilgar", "Shield", "Alia", "Lasgun"):
            expect(viewer.locator("#table-affair")).to_contain_text(words, timeout=PATIENCE)
    table.play_to("storm.dial", NOMADS, 2)
    for viewer in (watcher, nomads, sisters):
        expect(viewer.locator("#table-force-nomads-west-haven-13")).to_have_count(0, timeout=PATIENCE)
    told(sisters, "Turn 1 · Battles", "calls treachery: Captain Iakin Nefud", "Everything in Sietch Tabr explodes")


def told(page: Page, chapter: str, *captions: str) -> None:
    """A chapter of the story, still by still: these captions come in it, in this order."""
    link = page.locator(".rounds-strip").get_by_role("link", name=chapter, exact=True).first
    address = None
    while address is None:  # a story that begins in between hides the link for a while
        expect(link).to_be_visible(timeout=PATIENCE)
        address = next(iter(link.evaluate_all("links => links.map((link) => link.getAttribute('href'))")), None)
    page.remove_locator_handler(page.locator("#reveal"))
    page.goto(str(address))
    caption, reveal = page.locator("#caption"), page.locator("#reveal")
    expect(caption).to_be_visible(timeout=PATIENCE)
    left = list(captions)
    while left:
        if left[0] in caption.inner_text():
            left.pop(0)
            continue
        still = reveal.get_attribute("data-frame")
        page.locator("a#step-next").click()
        expect(reveal).not_to_have_attribute("data-frame", str(still), timeout=PATIENCE)
    page.locator("[data-skip]").first.click()


def make_plan(page: Page, dial: int, hero: str, weapon: str = "", defence: str = "") -> None:
    """DUN-4.8.5: a plan made up and sealed; what leaves no choice is there already."""
    asked(page, "What is your battle plan?")
    chip(page, "plan.hero", hero)
    turned_to(page, "plan.dial", dial)
    for field, value in (("plan.weapon", weapon), ("plan.defence", defence)):
        shown = page.locator(f'#composer label:has(input[name="{field}"][value="{value}"])').locator("visible=true")
        if shown.count():
            shown.click()
    do_it(page)


def test_a_nexus_an_alliance_and_the_end(browser: Browser, table: Desert) -> None:
    """DUN-4.3, DUN-4.6, DUN-4.10: proposals for all eyes, allies, revival; two mentats win in the second turn."""
    table.play_to("nexus.alliances", SEERS, 2)
    with players(browser, table.server, 3) as (player, other, third):
        seers = player.at(table, SEERS)
        schemers = other.at(table, SCHEMERS)
        sisters = third.at(table, SISTERS)
        for page in (seers, schemers, sisters):
            in_a_hurry(page)
        beside(seers, "propose", faction="schemers")
        for viewer in (schemers, sisters):
            expect(viewer.locator("#table-affair")).to_contain_text("Atreides", timeout=PATIENCE)
        beside(schemers, "propose", faction="seers")
        for viewer in (seers, schemers, sisters):
            expect(viewer.locator("#table-affair")).to_contain_text(ALLIED, timeout=PATIENCE)
        table.play_to("revival.revivals", SCHEMERS, 2)
        card(schemers, "revive")
        turned_to(schemers, "revive.forces", 3)
        do_it(schemers)
        assert table.get()["view"]["factions"][SCHEMERS]["tanks"] == 7
        table.play_out()
        for viewer in (seers, sisters):
            sees(viewer, "Barney and Darcy share the victory.")
