"""DUN-4.7 in words: every event of Shipment and Movement has a sentence of its own."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.dune.story import ATR, BG, FRE, GUI, HAR, Table, amounts, place

from turncoat.games.dune.alliances import Allow
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, UseHajr, Withdraw
from turncoat.games.dune.shipment import events as happened
from turncoat.games.dune.text import DuneNames
from turncoat.kernel import Event, grammar

NAMES = DuneNames(["Agatha", "Barney", "Celeste", "Desmond", "Emmett", "Flora"])


def test_a_phase_is_told() -> None:
    """DUN-4.7.1 to DUN-4.7.9: one sentence after the other, in the order in which it happened."""
    table = Table(
        "shipment_and_movement",
        first=HAR,
        spice_deck="Old Gap",
        hands={HAR: "Hajr"},
        forces={HAR: "Pasty Mesa 4: 2, Pasty Mesa 5: 3", GUI: "Old Gap 9: 2"},
    )
    table.do(HAR, UseHajr(amounts("Pasty Mesa 4: 2, Pasty Mesa 5: 1"), place("Tuek's Sietch")))
    table.do(HAR, Ship(1, place("Arrakeen"))).do(BG, Accompany())
    table.do(HAR, Move(amounts("Pasty Mesa 5: 2"), place("Pasty Mesa 6")))
    table.do(FRE, Rally(4, place("The Great Flat"))).time_up(2)
    while table.asked() != [GUI]:
        table.time_up()
    table.do(GUI, Withdraw(amounts("Old Gap 9: 1")))
    assert [event.say(NAMES) for _, event in table.listener.heard if isinstance(event, happened.TravelEvent)] == [
        "You see the next spice card: Old Gap.",
        "Harkonnen moves 2 forces from Pasty Mesa 4 and 1 from Pasty Mesa 5 to Tuek's Sietch 4 by Hajr.",
        "Harkonnen ships 1 force to Arrakeen 9 for 1 spice.",
        "Bene Gesserit sends 1 force along to Polar Sink.",
        "Harkonnen moves 2 forces from Pasty Mesa 5 to Pasty Mesa 6.",
        "Fremen rallies 4 forces in The Great Flat 14.",
        "Spacing Guild ships 1 force from Old Gap 9 to the reserves for 1 spice.",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (happened.SpiceCardForeseen("worm"), "You see the next spice card: sandworm."),
        (happened.SpiceCardForeseen(""), "You see the next spice card: there is none."),
        (
            happened.Transferred("carriers", {"old-gap/9": 3}, "east-city/9", 2),
            "Spacing Guild ships 3 forces from Old Gap 9 to Arrakeen 9 for 2 spice.",
        ),
        (
            happened.AlliesParted("throne", "old-gap", 1),
            "Emperor loses 1 force in Old Gap, where the ally is.",
        ),
    ],
)
def test_other_events(event: Event, sentence: str) -> None:
    """DUN-6.2.2, DUN-6.5.2, DUN-5.3.2."""
    assert event.say(NAMES) == sentence


def test_what_can_be_typed() -> None:
    """DUN-DK-11, DUN-DK-14: all that can be shipped or moved has words, and short ones where nothing is special."""
    table = Table(
        "shipment_and_movement",
        first=GUI,
        forces={GUI: "Pasty Mesa 4: 2, Pasty Mesa 5: 2"},
        hands={GUI: "Karama, Hajr"},
        allies=((GUI, ATR),),
    )
    boxes, chance = table.do(ATR, Allow(3)).boxes(GUI), Random(1)
    assert grammar.read("ship 3 to arrakeen 9", boxes, NAMES) == Ship(3, place("Arrakeen"))
    assert grammar.read("ship 3 to arrakeen 9 with 1 from the ally", boxes, NAMES) == Ship(3, place("Arrakeen"), 1)
    assert grammar.read("ship 3 to arrakeen 9 by karama", boxes, NAMES) == Ship(3, place("Arrakeen"), 0, "karama")
    for _ in range(40):
        for open_now in (boxes, table.beside(GUI)):
            answer = open_now.sample(chance.randrange)
            assert grammar.read(grammar.write(answer, open_now, NAMES), open_now, NAMES) == answer
