"""What is being settled, as it is drawn: in each phase what DUN-1.5 makes public, and no more."""

from __future__ import annotations

import re

from tests.games.dune.panels import (
    NAMES,
    TABLES,
    panel,
    part,
    text,
)
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, clash, fid, phase, plan, territory
from tests.kit import says

from turncoat.drawing.scene import Scene
from turncoat.games.dune.battle import Prescience
from turncoat.games.dune.battle.board import meetings
from turncoat.games.dune.drawing.affair import stakes
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.truthtrance import AskEntry, Reply

# --- affairs --------------------------------------------------------------------------------------


def test_dials_are_closed_until_both_are_in() -> None:
    """DUN-4.1.3: dials are shown together, then how far the storm will move."""
    assert part(TABLES["storm"], None, "affair").count("not shown yet") == 2
    known = part(TABLES["storm known"], None, "affair")
    assert known.count('aria-label="dialled') == 2
    assert "The storm will move" in known


def test_spice_cards_lie_open_and_the_deck_is_counted() -> None:
    """DUN-1.5: discards in order and where a worm would strike are public, the deck is not."""
    drawn = part(TABLES["blow"], None, "affair")
    assert "Red Chasm" in text(drawn)
    assert "Old Gap" not in text(drawn)
    assert f">{len(TABLES['blow'].game.spice_deck)}<" in drawn


def test_proposals_are_arrows_between_factions() -> None:
    """DUN-4.3.2: who proposes to whom, drawn and said."""
    drawn = part(TABLES["nexus"], None, "affair")
    says(drawn, 'id="table-proposal-seers-schemers"', 'id="table-proposal-throne-carriers"')
    assert "Atreides →" in text(drawn)


def test_the_card_on_auction_is_open_for_the_seers_alone() -> None:
    """DUN-6.2.1: only Atreides see what is on auction; bids are public, in order."""
    table = TABLES["auction"]
    assert "Lasgun" in part(table, ATR, "affair")
    for faction in (HAR, FRE, EMP, GUI, BG, None):
        drawn = part(table, faction, "affair")
        assert "Lasgun" not in text(drawn)
        assert "dune-back" in drawn
    assert re.findall(r'id="table-bidder-(\w+)"', part(table, None, "affair")) == [
        fid(one) for one in (ATR, HAR, FRE, EMP, GUI, BG)
    ]
    assert "bids 2" in text(part(table, None, "affair"))


def test_the_tanks_show_who_is_still_to_revive() -> None:
    """DUN-4.6.1: dead forces, dead leaders, and who decides next."""
    drawn = part(TABLES["revival"], None, "affair")
    assert "Harkonnen 5 forces, 2 free" in text(drawn)
    assert 'aria-label="Stilgar"' in drawn
    assert drawn.count(">acts now<") == 1


def test_shipment_shows_whose_turn_it_is() -> None:
    """DUN-4.7.1: one after the other, in storm order."""
    drawn = part(TABLES["shipment"], None, "affair")
    assert re.findall(r'<li class="now" id="table-turn-(\w+)"', drawn) == ["schemers"]
    assert drawn.count(">to come<") == 5


def test_battles_that_must_be_fought_are_listed() -> None:
    """DUN-4.8.1: two factions in one territory that are not allied; not in the Polar Sink."""
    assert 'id="table-meeting-east-city-seers-schemers"' in part(TABLES["battles"], None, "affair")
    scene = Scene(places={"territory": frozenset({"east-city"}), "faction": frozenset({"schemers"})})
    drawn = part(TABLES["battles"], ATR, "affair", scene=scene)
    assert 'data-domain="territory" data-value="east-city"' in drawn
    assert drawn.count("data-domain=") == 2
    peace = Table("storm", forces={ATR: "Arrakeen 9: 5, Polar Sink: 1", HAR: "Arrakeen 9: 3, Polar Sink: 1"})
    form = Table("storm", forces={ATR: "Arrakeen 9: 5", HAR: "Arrakeen 9: 3"}, allies=((ATR, HAR),))
    assert meetings(Moment(peace.view(None))) == (("east-city", "seers", "schemers"),)
    assert meetings(Moment(form.view(None))) == ()


def test_plans_lie_face_down_until_both_are_in() -> None:
    """DUN-4.8.8: nobody sees anything of a plan before; then both lie open, with strengths added up (DUN-4.8.16)."""
    table = clash(hands={HAR: "Maula Pistol", EMP: "Snooper"})
    before = part(table, HAR, "affair")
    assert before.count("Leader, weapon and defence<") == before.count(">face down<") == 2
    assert "dune-wheel waiting" in before
    table.planned({HAR: plan(3, "Feyd Rautha", "Maula Pistol"), EMP: plan(4, "Bashar", "", "Snooper")})
    drawn = part(table, None, "affair")
    assert ">face down<" not in drawn
    assert drawn.count("dune-wheel open") == 2
    for said in ("3 + 6 = 9", "4 + 0 = 4", "Maula Pistol", "Snooper", "Bashar would die"):
        assert said in text(drawn), said


def test_voice_and_prescience_are_shown_on_the_place_they_act_on() -> None:
    """DUN-6.4.4, DUN-6.2.3: the order at the weapon of who must obey; the question at the weapon of who is asked."""
    drawn = part(TABLES["voice"], None, "affair")
    sides = drawn.split('id="table-side-')[1:]
    assert [side.partition('"')[0] for side in sides] == ["sisters", "seers"]
    weapons = [side.partition("dune-slot-weapon")[2].partition("</li>")[0] for side in sides]
    assert "Prescience: asks" in weapons[0]
    assert "Voice: not Lasgun" in weapons[1]


def test_what_prescience_shows_is_shown_to_the_seers_alone() -> None:
    """DUN-1.5, DUN-R-89: the answer is for Atreides before the reveal, never for others; the plan is sealed."""
    table = clash(BG, ATR, hands={BG: "Lasgun", ATR: "Shield, Chaumas"})
    table.passes(BG).do(ATR, Prescience("weapon")).do(BG, plan(2, "Alia", "Lasgun"))
    assert "Prescience: Lasgun" in text(part(table, ATR, "affair"))
    for faction in (HAR, FRE, EMP, GUI, None):
        drawn = part(table, faction, "affair")
        assert "Lasgun" not in text(drawn)
        assert "dune-wheel sealed" in drawn
    assert "Lasgun" in text(part(table, BG, "affair")), "one's own sealed plan"


def test_an_explosion_and_treachery_are_told() -> None:
    """DUN-4.8.14, DUN-4.8.12: a Lasgun and a Shield; a hero who is a traitor."""
    open_plans = clash(hands={HAR: "Lasgun", EMP: "Shield"}, stops="W-9")
    open_plans.planned({HAR: plan(3, "Feyd Rautha", "Lasgun"), EMP: plan(4, "Bashar", "", "Shield")})
    assert "If nobody does, everything explodes." in part(open_plans, None, "affair")
    while open_plans.key == "battle.treachery":
        open_plans.passes(open_plans.asked()[0])
    assert "Explosion!" in part(open_plans, None, "affair")
    table = clash(hands={HAR: "Maula Pistol"}, traitors={HAR: "Bashar"})
    table.fought({HAR: plan(3, "Feyd Rautha", "Maula Pistol"), EMP: plan(4, "Bashar")}, HAR)
    drawn = text(part(table, None, "affair"))
    says(drawn, "Treachery!", "Harkonnen wins", "May keep Maula Pistol")


def test_a_question_stands_above_everything() -> None:
    """DUN-7.12.1, DUN-7.12.3: nothing goes on before it is answered; then the answer binds, for all to see."""
    table = phase(hands={HAR: "Truthtrance"}).do(HAR, AskEntry(fid(EMP), territory("Arrakeen")))
    said = "Harkonnen asks Emperor: “Will you bring forces into Arrakeen in this turn?”"
    assert said in text(part(table, None, "affair"))
    assert "must answer" in panel(table, EMP)
    table.do(EMP, Reply("no"))
    assert said not in text(part(table, None, "affair"))
    assert "Emperor: Answered no to" in text(part(table, None, "affair"))


def test_the_end_opens_all_hands() -> None:
    """DUN-4.10, DUN-O-13: winners, rule, prediction and every hand; without the option the shields stay up."""
    table = Table(
        "mentat", forces={FRE: "Arrakeen 9: 3, Carthag 10: 2, Sietch Tabr 13: 1"}, hands={EMP: "Hajr"},
        prediction=(HAR, 3),
    )  # fmt: skip
    drawn = text(part(table, None, "affair"))
    says(drawn, "Fremen wins alone, with enough strongholds.", "Hajr")
    assert "The prediction was Harkonnen in turn 3." in drawn
    assert "all hands are shown" in part(table, EMP, "own")
    shut = Table(
        "mentat", forces={FRE: "Arrakeen 9: 3, Carthag 10: 2, Sietch Tabr 13: 1"}, hands={EMP: "Hajr"},
        reveal_at_end=False,
    )  # fmt: skip
    assert "Hidden cards stay hidden" in part(shut, None, "affair")
    assert "Hajr" not in text(part(shut, None, "affair"))
    assert "Hajr" in part(shut, EMP, "own")


def test_who_bids_reads_the_highest_bid_and_the_own_spice() -> None:
    """DUN-4.5.4, DUN-1.5: bids are public; each reads the own spice. Nobody else is told anything of their own."""
    table = TABLES["auction"]
    for faction in (ATR, HAR):
        own = table.view(faction).factions[table.seat(faction)]
        told = " ".join(stakes(Moment(table.view(faction)), NAMES))
        says(told, "bids 2 spice.", f"You have {own.spice} spice and {own.cards} of {own.limit} cards.")
    assert stakes(Moment(table.view(None)), NAMES) == ()


def test_who_plans_a_battle_reads_who_attacks_with_how_many_forces_and_where() -> None:
    """DUN-4.8.5: until it is decided; whoever only watches is told what everybody is."""
    table = clash(hands={HAR: "Maula Pistol", EMP: "Snooper"})
    for seat in (HAR, EMP):
        told, means = stakes(Moment(table.view(seat)), NAMES)
        assert told == "Harkonnen (10 forces) attacks Emperor (10 forces) in Tsimpo."
        says(means, "spice.")
    assert stakes(Moment(table.view(None)), NAMES) == ()
