"""The table of Dune in sentences: all that is drawn is said as well, and nothing that the reader may not know."""

from __future__ import annotations

from tests.games.dune.panels import IN_EACH, NAMES, PEOPLE, TABLES
from tests.games.dune.story import ATR, BG, EMP, FRE, HAR, Table, clash, plan
from tests.kit import says

from turncoat.drawing.scene import Scene
from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.board import BOARD, in_words
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.state import HandFact
from turncoat.games.dune.text import DuneNames, skin


def told(table: Table, faction: int | None = None) -> tuple[str, ...]:
    """The sentences for a faction; None: a spectator."""
    return in_words(Moment(table.view(faction)), NAMES)


@IN_EACH
def test_every_line_is_a_sentence(table: Table) -> None:
    """DUN-1.5: lines begin with a capital and end with a stop; no id, no empty place, nothing twice."""
    lines = BOARD.in_text(table.view(HAR), NAMES, Scene())
    for line in lines:
        assert line[0].isupper() or line[0].isdigit(), line
        assert line.rstrip("”")[-1] in ".?!", line
        assert not {"{", "_", "None"} & set(line.split()), line
    assert len(set(lines)) == len(lines)


def test_the_phase_the_storm_and_the_decks_are_told() -> None:
    """DUN-1.4.1, DUN-2.1.4, DUN-2.2.3: which phase, where the storm is, who comes when, what lies in the decks."""
    lines = told(TABLES["auction"])
    assert lines[0].startswith("Phase 4 of 9: Bidding, card 1 of")
    for line in (
        "The storm is in sector 0.",
        "The Shield Wall stands.",
        "Storm order: Atreides, Harkonnen, Fremen, Emperor, Spacing Guild and Bene Gesserit.",
        "Atreides bids 2 spice.",
        "Harkonnen bids next.",
    ):
        assert line in lines, line


def test_each_place_with_something_in_it_is_told() -> None:
    """DUN-2.1: location, kind, storm, forces and spice; strongholds that nobody is in."""
    table = Table(
        "shipment_and_movement", forces={ATR: "Arrakeen 9: 5", HAR: "Arrakeen 9: 3, Old Gap 8: 1"},
        fields="Old Gap 9: 6", storm=8,
    )  # fmt: skip
    lines = told(table)
    assert "Arrakeen 9 (stronghold, shared): Atreides 5 and Harkonnen 3." in lines
    says(lines, "Old Gap 8 (sand, in the storm): Harkonnen 1.", "Old Gap 9 (sand): 6 spice.")
    assert any(line.startswith("Strongholds without forces: Carthag") for line in lines)


def test_what_everybody_knows_of_a_hand_is_told() -> None:
    """DUN-2.9.1: cards by name, numbers of a kind as far as they are known."""
    table = Table("shipment_and_movement", hands={HAR: "Shield, Shield, Lasgun"}, known={HAR: "Shield, Shield"})
    table.game.hand_facts = (
        HandFact(table.seat(HAR), "poison", 0, 0),
        HandFact(table.seat(HAR), "projectile", 1, 3),
        HandFact(table.seat(EMP), "karama", 0, 1),
    )
    lines = told(table)
    says(lines, "Harkonnen: Known cards: Shield ×2.", "Harkonnen: Holds none: poison weapon.")
    assert "Harkonnen: Holds at least 1: projectile weapon." in lines


def test_a_battle_is_told_from_the_order_to_the_result() -> None:
    """DUN-4.8: who fights where with how many, Voice, Prescience, plans once they are open, totals, deaths, winner."""
    table = clash(BG, ATR, hands={BG: "Lasgun", ATR: "Shield, Chaumas"})
    table.do(BG, Voice("do-not-play", "shield")).do(ATR, Prescience("weapon"))
    lines = told(table)
    assert "Bene Gesserit (10) attacks Atreides (10) in Tsimpo; Bene Gesserit wins ties." in lines
    assert "Voice: Atreides must not play Shield." in lines
    assert "Prescience: Bene Gesserit shows the weapon." in lines
    table.do(BG, plan(2, "Alia", "Lasgun"))
    assert "Bene Gesserit has sealed a plan." in told(table)
    assert "Prescience: Bene Gesserit shows the weapon, which is Lasgun." in told(table, ATR)
    table.planned({ATR: plan(4, "Gurney Halleck", "Chaumas")})
    lines = told(table)
    assert "Bene Gesserit: dial 2, led by Alia 5, with Lasgun." in lines
    says(lines, "Totals: Bene Gesserit 2 and Atreides 4.", "Alia would die.")
    assert "Gurney Halleck would die." in lines


def test_treachery_and_explosions_are_told() -> None:
    """DUN-4.8.12, DUN-4.8.14: for whom treachery is called, what may be kept; everything explodes."""
    table = clash(hands={HAR: "Maula Pistol"}, traitors={HAR: "Bashar"})
    table.fought({HAR: plan(3, "Feyd Rautha", "Maula Pistol"), EMP: plan(4, "Bashar")}, HAR)
    lines = told(table)
    says(lines, "Treachery is called for Harkonnen.", "Bashar dies.")
    assert "Harkonnen may keep Maula Pistol." in lines
    other = clash(hands={HAR: "Lasgun", EMP: "Shield"})
    other.planned({HAR: plan(3, "Feyd Rautha", "Lasgun"), EMP: plan(4, "Bashar", "", "Shield")})
    assert "Lasgun and Shield: everything explodes, unless treachery is called." in told(other)


def test_the_end_is_told_with_everything_that_was_hidden() -> None:
    """DUN-4.10, DUN-O-13: winners, prediction, hands and traitors."""
    table = Table(
        "mentat", forces={FRE: "Arrakeen 9: 3, Carthag 10: 2, Sietch Tabr 13: 1"}, hands={EMP: "Hajr"},
        prediction=(FRE, 2), traitors={EMP: "Stilgar"},
    )  # fmt: skip
    lines = told(table)
    assert "Bene Gesserit wins alone: it was predicted." in lines
    assert "Without the prediction the winners would have been Fremen." in lines
    assert "The prediction was Fremen in turn 2." in lines
    (emperor,) = [line for line in lines if line.startswith("Emperor held")]
    assert emperor.startswith("Emperor held Hajr; traitors: Stilgar 7; dealt and given back: ")


def test_the_words_wear_the_skin() -> None:
    """DUN-O-30: no usual name is left under the neutral skin."""
    worn = DuneNames(PEOPLE, skin("neutral"))
    for table in TABLES.values():
        said = " ".join(in_words(Moment(table.view(HAR)), worn))
        assert not any(name in said for name in (*skin().faction.values(), "Arrakeen", "Stilgar", "Lasgun", "Voice"))
