"""Why forces cannot go somewhere: a reason for every place that is not open, and none that is untrue."""

from __future__ import annotations

import re

import pytest
from tests.games.dune.seen import NAMES, Asked, moments
from tests.games.dune.story import ATR, BG, FRE, HAR, Table, clash, leader, phase, place

from turncoat.games.dune.battle import Voice
from turncoat.games.dune.drawing.why import LIFTED, SHIPPED, why
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.forces import full_strongholds
from turncoat.games.dune.shared.map import LOCATION_IDS, SECTOR_OF, TERRITORY_OF
from turncoat.kernel import OneOf

JOURNEYS = tuple(dict.fromkeys((*SHIPPED, *LIFTED)))


def open_to(one: Asked, tag: str) -> set[str]:
    """Where a kind of journey can go."""
    found: set[str] = set()
    for box in (*one.boxes.boxes, *one.beside.boxes):
        for name, space in box.fields:
            if box.tag == tag and name == "to" and isinstance(space, OneOf):
                found |= {str(value) for value in space.values}
    return found


@pytest.mark.parametrize("seed", [1, 5])
@pytest.mark.parametrize("preset", ["rulebook", "treachery-online"])
def test_every_place_that_is_not_open_says_why(seed: int, preset: str) -> None:
    """DUN-2.1.5 to DUN-2.1.7, DUN-4.7.7, DUN-6.1.2: one sentence, and the reason holds."""
    told = set()
    for moment in moments(seed, turns=4, preset=preset):
        for tag in JOURNEYS:
            goals = open_to(moment, tag)
            for number, name in enumerate(LOCATION_IDS) if goals and not moment.game.promises else ():
                words = why(moment.view, tag, "location", name, NAMES)
                if name in goals:
                    assert not words or "you have chosen" in words or "no forces in" in words, (tag, name, words)
                    continue
                assert words.endswith("."), (tag, name)
                told |= set(re.findall(r"DUN-[0-9.]+\d", words))
                if "DUN-2.1.5" in words:
                    assert SECTOR_OF[number] == moment.game.storm
                if "is full" in words:
                    assert TERRITORY_OF[number] in full_strongholds(moment.game, moment.seat)
    assert {"DUN-2.1.5", "DUN-4.7.7"} <= told


def said(table: Table, faction: int, tag: str, where: str) -> str:
    """What a faction is told about a place."""
    return why(table.view(faction), tag, "location", place(where), NAMES)


def test_a_full_stronghold_names_who_is_there() -> None:
    """DUN-2.1.6: two other factions fill a stronghold."""
    table = phase(HAR, forces={ATR: "Arrakeen 9: 2", FRE: "Arrakeen 9: 3"})
    assert said(table, HAR, "ship", "Arrakeen") == "Arrakeen is full: Atreides and Fremen are there (DUN-2.1.6)."


def test_the_territory_of_the_ally_is_closed() -> None:
    """DUN-2.1.7: allies do not share a territory."""
    table = phase(HAR, forces={BG: "Carthag 10: 2"}, allies=((HAR, BG),))
    assert "Your ally is in Carthag" in said(table, HAR, "ship", "Carthag")


def test_too_little_spice() -> None:
    """DUN-4.7.2: outside strongholds a force costs two."""
    table = phase(HAR, spice={HAR: 1})
    assert said(table, HAR, "ship", "Arrakeen") == ""
    assert "A force costs 2 spice there, and you have 1" in said(table, HAR, "ship", "The Great Flat")


def test_a_rally_comes_up_near_the_great_flat() -> None:
    """DUN-6.1.2: at most two territories away."""
    table = phase(FRE)
    assert "more than two territories from The Great Flat" in said(table, FRE, "rally", "Arrakeen")


def test_there_is_nothing_to_say_of_anything_else() -> None:
    one = moments(1, turns=4)[0]
    assert why(one.view, "bid", "location", "pole", NAMES) == ""
    assert why(one.view, "ship", "card", "karama", NAMES) == ""
    assert why(one.view, "ship", "location", "nowhere/99", NAMES) == ""
    assert why(RULES.view(one.game, None), "ship", "location", "pole", NAMES) == ""


def people(table: Table, faction: int, tag: str, domain: str, value: str) -> str:
    """What a faction is told about a leader or a card."""
    return why(table.view(faction), tag, domain, value, NAMES)


def test_who_cannot_lead_and_what_cannot_be_played() -> None:
    """DUN-4.8.6, DUN-4.8.7, DUN-6.4.5: the dead, special cards, what the Voice forbids or demands."""
    table = clash(HAR, BG, hands={HAR: "Lasgun, Shield, Hajr, Crysknife"}, dead="Feyd Rautha")
    assert people(table, HAR, "plan", "leader", leader("Feyd Rautha")) == "Feyd Rautha is dead (DUN-4.8.6)."
    assert people(table, HAR, "plan", "leader", leader("Stilgar")) == "Stilgar is not your leader."
    assert people(table, HAR, "plan", "card", "hajr") == "Hajr is neither a weapon nor a defence (DUN-4.8.7)."
    assert people(table, HAR, "plan", "card", "lasgun") == ""
    table.do(BG, Voice("do-not-play", "lasgun"))
    assert people(table, HAR, "plan", "card", "lasgun") == "You must not play any Lasgun (DUN-6.4.5)."


def test_who_does_not_come_back() -> None:
    """DUN-4.6.4, DUN-4.6.5: as long as leaders live, none comes back."""
    table = Table("revival", first=HAR, tanks={HAR: 2}, dead="Feyd Rautha")
    assert people(table, HAR, "revive", "leader", leader("Feyd Rautha")) == (
        "Leaders come back once none of yours lives (DUN-4.6.4)."
    )
    assert people(table, HAR, "revive", "leader", leader("Umman Kudu")) == "Umman Kudu lives."
