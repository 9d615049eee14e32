"""Dune at the terminal: factions, territories, what is going on, phrases that read well, refusals that help."""

from __future__ import annotations

import pytest
from tests.games.conftest import Played
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table
from tests.kit import says

from turncoat.games.dune.actions import Pass
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.spice_blow import Propose
from turncoat.games.dune.terminal import board, ledger
from turncoat.games.dune.terminal import drawn as planet
from turncoat.games.dune.text import DuneNames
from turncoat.kernel.errors import Refusal
from turncoat.kernel.grammar import Grammar

NAMES = DuneNames(("Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja"))


def drawn(table: Table, faction: int | None = ATR) -> list[str]:
    """The board as a faction sees it, words with one space between them."""
    rows = board(table.view(faction), NAMES)
    return [" ".join("".join(text for text, _ in row).split()) for row in rows]


def line_of(table: Table, start: str, faction: int | None = ATR) -> str:
    """The line that begins so."""
    return next(line for line in drawn(table, faction) if line.startswith(start))


# --- the table ------------------------------------------------------------------------------------


def test_the_heading_says_turn_phase_storm_and_order() -> None:
    """DUN-1.4.1, DUN-2.1.4, DUN-2.2.3."""
    table = Table("bidding", first=FRE, storm=4, wall=False)
    assert drawn(table)[0] == "Turn 2 of 10: Bidding storm in sector 4, the Shield Wall is gone"
    order = "Fremen → Emperor → Spacing Guild → Bene Gesserit → Atreides → Harkonnen"
    assert line_of(table, "Storm order") == f"Storm order: {order}"


def test_a_faction_shows_spice_reserves_tanks_cards_ally_and_the_dead() -> None:
    """DUN-1.5: all of it is public, hands are not."""
    table = Table(
        "bidding",
        forces={HAR: "Carthag 10: 5"},
        tanks={HAR: 3},
        spice={HAR: 7},
        hands={HAR: "Shield, Lasgun"},
        known={HAR: "Shield"},
        allies=((HAR, EMP),),
        dead="Feyd Rautha",
    )
    said = line_of(table, "Harkonnen")
    assert said == "Harkonnen Barney 7 12 3 2/8 allied with Emperor dead: Feyd Rautha 6 holds Shield"
    assert "Lasgun" not in "".join(drawn(table, None))
    assert line_of(table, "You hold", HAR) == "You hold Lasgun and Shield."


def test_a_card_in_the_hand_says_its_kind_where_its_name_does_not() -> None:
    """DUN-7.1: weapons of one kind do the same, whatever they are called."""
    table = Table("bidding", forces={HAR: "Carthag 10: 5"}, hands={HAR: "Stunner, Shield, La La La"})
    assert (
        line_of(table, "You hold", HAR) == "You hold Stunner (projectile weapon), Shield and La La La (worthless card)."
    )


def test_territories_show_forces_spice_and_storm() -> None:
    """DUN-2.1: strongholds always, other territories where something lies."""
    table = Table("bidding", forces={FRE: "Pasty Mesa 6: 3"}, fields="Old Gap 9: 6", storm=6)
    assert line_of(table, "^ Pasty Mesa") == "^ Pasty Mesa 6 ☼ Fremen 3"
    assert line_of(table, "· Old Gap") == "· Old Gap 9 ◆6"
    assert line_of(table, "▲ Arrakeen") == "▲ Arrakeen 9 nobody"
    assert not any("Tsimpo" in line for line in drawn(table))


def test_proposals_preventions_and_the_prediction_are_told() -> None:
    """DUN-4.3.2, DUN-3.4.1."""
    table = Table("nexus", prediction=(GUI, 5)).do(ATR, Propose("nomads"))
    assert "Atreides proposes to Fremen." in drawn(table)
    assert "You predicted Spacing Guild in turn 5." in drawn(table, BG)
    assert not any("predict" in line for line in drawn(table))


def test_the_neutral_names_are_used_where_the_table_has_chosen_them() -> None:
    """DUN-O-30."""
    said = "\n".join(drawn(Table("bidding", skin="neutral")))
    assert "Harkonnen" not in said
    assert "Arrakeen" not in said


def test_the_ledger_tells_turn_by_turn() -> None:
    """DUN-1.4.1."""
    table = Table("bidding", first=HAR).do(HAR, Bid(2)).passes(FRE, EMP, GUI, BG, ATR)
    events = [event for _, event in table.listener.heard]
    lines = ["".join(text for text, _ in line) for line in ledger(events, NAMES)]
    assert "  Harkonnen gets the card for 2 spice." in lines
    assert ledger([], NAMES) == [(("Nothing has happened yet.", "dim"),)]


# --- what is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("ship 2 to habbanya sietch", "ship 2 to Habbanya Sietch 16"),
        ("pass", "pass"),
    ],
)
def test_phrases_read_well(typed: str, written: str) -> None:
    """DUN-4.7.2: names may be cut short, help that is nothing is left out."""
    table = Table("shipment_and_movement", first=EMP)
    grammar = Grammar(table.boxes(EMP), NAMES)
    assert grammar.write(grammar.read(typed)) == written


def test_setup_and_an_auction_at_the_terminal(played: Played) -> None:
    """DUN-3, DUN-4.5.4: a bid that is too low is refused in one sentence."""
    typed = "keep hasimir\nyes\ndial 5\nyes\nbid 0\npass\nyes\nboard\nledger\nquit\n"
    told = played("dune --players 6 --seed tea", typed)
    says(told, "You keep the traitor Hasimir Fenring.  DUN-3.2.2", "bid: amount must be")
    says(told, "Atreides passes.  DUN-4.5.5", "Your traitors: Hasimir Fenring 6 of Emperor.")


def test_the_drawn_planet_has_the_sectors_of_every_territory() -> None:
    """DUN-2.1.1: also where they begin anew behind 17; the storm stands in one of them."""
    told = "\n".join("".join(text for text, _ in row) for row in planet(Table("bidding", storm=3).view(ATR), NAMES))
    for place in ("▲Arrakeen 9", "·Cielago West 17-0", "·Harg Pass 3-4☼", "·Red Chasm 6", "*Polar Sink  "):
        assert place in told
    assert "☼ the storm is in sector 3." in told


@pytest.mark.parametrize("typed", ["move 6 from carthag to arrakeen", "move 6 carthag to arrakeen"])
def test_forces_are_named_with_from_or_without(typed: str) -> None:
    """DUN-4.7.3."""
    table = Table("shipment_and_movement", first=HAR, forces={HAR: "Carthag 10: 6"})
    table.do(HAR, Pass())
    grammar = Grammar(table.boxes(HAR), NAMES)
    assert grammar.write(grammar.read(typed)) == "move 6 from Carthag 10 to Arrakeen 9"


def test_a_refused_shipment_says_how_many_forces_could_go_there() -> None:
    """DUN-4.7.4: outside the strongholds each costs 2, and there are 7."""
    table = Table("shipment_and_movement", first=EMP, spice={EMP: 7})
    with pytest.raises(Refusal, match="for Cielago South 1, forces must be 1 to 3"):
        Grammar(table.boxes(EMP), NAMES).read("ship 4 to cielago south 1")
