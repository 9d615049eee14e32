"""What is foreseen, word for word, in positions where it is clear what must be said."""

from __future__ import annotations

import re

from tests.games.dune.seen import NAMES
from tests.games.dune.story import (
    ATR,
    BG,
    EMP,
    FRE,
    GUI,
    HAR,
    Table,
    clash,
    fid,
    leader,
    phase,
    place,
    plan,
    ship,
    transfer,
    withdraw,
)
from tests.kit import says

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.alliances import Allow, Give, Permit, PermitRevivals
from turncoat.games.dune.battle import Prescience, Voice
from turncoat.games.dune.bidding import Bid
from turncoat.games.dune.board import outlook
from turncoat.games.dune.karama import GholaForces, Prevent
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.setup import Predict
from turncoat.games.dune.shipment import Move, Rally
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.games.dune.storm import UseAtomics
from turncoat.games.dune.truthtrance import AskEntry, AskFreely, AskTraitor, Reply


def said(table: Table, faction: int, action: DuneAction) -> str:
    """What is foreseen of an answer, in one line."""
    return " ".join(outlook(table.view(faction), action, NAMES))


# --- shipments and moves ------------------------------------------------------------------------


def test_a_shipment_is_paid_to_the_guild() -> None:
    """DUN-4.7.2, DUN-4.7.4, DUN-6.4.3: 3 forces into a stronghold cost 3; a companion may come."""
    words = said(phase(HAR, storm=9), HAR, ship(3, "Carthag"))
    assert words.startswith("3 forces into a stronghold: 1 spice each. It costs 3 spice, paid to Spacing Guild.")
    says(words, "You keep 7 spice.", "Bene Gesserit may send a force along to Polar Sink.")
    assert "You hold Carthag alone: you have 1 of 3 strongholds." in words


def test_nobody_comes_along_with_a_shipment_while_that_is_prevented() -> None:
    """DUN-6.4.3, DUN-K-16."""
    table = phase(HAR, storm=9, hands={ATR: "Karama"})
    assert "may send a force along" in said(table, HAR, ship(3, "Carthag"))
    assert "send a force along" not in said(table.do(ATR, Prevent("K-16")), HAR, ship(3, "Carthag"))


def test_the_ally_pays_a_share() -> None:
    """DUN-5.2.2: who pays how much."""
    table = phase(HAR, allies=((HAR, EMP),), storm=9).do(EMP, Allow(4))
    assert "It costs 5 spice, paid to Spacing Guild: 3 from you, 2 from Emperor." in said(
        table, HAR, ship(5, "Carthag", 2)
    )


def test_half_the_price_has_a_reason() -> None:
    """DUN-6.5.3, DUN-6.5.5, DUN-7.11.2: the Guild's own, lent, or by Karama, which is paid to the bank."""
    assert "1 spice for 2, half the price. It costs 2 spice, paid to the bank." in said(
        phase(GUI, storm=9), GUI, ship(4, "Carthag")
    )
    lent = said(phase(HAR, storm=9, allies=((HAR, GUI),)), HAR, ship(4, "Carthag"))
    assert "half the price, lent by Spacing Guild." in lent
    played = said(phase(HAR, storm=9, hands={HAR: "Karama"}), HAR, ship(4, "Carthag", karama="karama"))
    assert "half the price by Karama. It costs 2 spice, paid to the bank." in played


def test_transfers_and_withdrawals() -> None:
    """DUN-6.5.2: a stronghold is given up, forces come home."""
    table = phase(GUI, storm=9, forces={GUI: "Tuek's Sietch 4: 5"})
    assert "None of your forces stay in Tuek's Sietch." in said(table, GUI, transfer("Tuek's Sietch 4: 5", "Carthag"))
    home = said(table, GUI, withdraw("Tuek's Sietch 4: 5"))
    assert home.startswith("5 forces back home: 1 spice for 2. It costs 3 spice, paid to the bank.")
    assert home.endswith("You have 20 forces in reserve then.")


def test_what_lies_ahead_of_forces_in_the_open() -> None:
    """DUN-4.1.5, DUN-4.2.2, DUN-4.9.1: the next storm, the next worm, spice that can be carried."""
    table = phase(HAR, storm=9, fields="The Great Flat 14: 10", latest="The Great Flat")
    words = said(table, HAR, ship(2, "The Great Flat"))
    assert "Open to the storm: it comes there next turn if 5 or more is dialled." in words
    assert "If a sandworm comes next turn, it comes there." in words
    assert "10 spice lies there; your 2 forces can collect 4." in words
    nomads = said(phase(FRE, storm=9, latest="The Great Flat"), FRE, Rally(2, place("The Great Flat")))
    assert nomads.startswith("It costs nothing.")
    assert "sandworm" not in nomads


def test_a_rally_into_the_storm() -> None:
    """DUN-O-26: they die at once, and that is said."""
    table = phase(FRE, storm=14, rally_into_storm=True)
    assert (
        said(table, FRE, Rally(3, place("The Great Flat")))
        == "It costs nothing. The storm kills all 3 of them at once."
    )


def test_a_long_way_has_its_reason() -> None:
    """DUN-4.7.7, DUN-4.7.8: three territories by ornithopters, with those on the way."""
    table = phase(HAR, storm=3, forces={HAR: "Carthag 10: 4"}).passes(HAR)
    far = said(table, HAR, Move({place("Carthag 10"): 4}, place("Polar Sink")))
    assert re.match(
        r"This is [23] territories away, by way of .+; these forces can move up to 3, by ornithopters from Carthag\.",
        far,
    )
    assert "None of your forces stay in Carthag." in far


# --- bids, revivals, allies ---------------------------------------------------------------------


def test_a_bid_behind_a_karama_card() -> None:
    """DUN-O-17: nothing is paid; the card is shown and used."""
    table = Table("bidding", hands={HAR: "Karama"}, karama_bids=True, first=HAR)
    words = said(table, HAR, Bid(15))
    assert words.startswith("You cannot pay this, so you show Karama now; if you win, the card pays.")
    assert words.endswith("The next bid must be 16 or more.")


def test_a_purchase_of_the_schemers_brings_a_second_card() -> None:
    """DUN-6.3.4, DUN-2.4.1: how full the hand is, and the bonus."""
    words = said(Table("bidding", first=HAR), HAR, Bid(4))
    assert "If it wins: it costs 4 spice, paid to Emperor. You keep 6 spice." in words
    assert (
        "Your hand has 1 card then, of 8 at most. When you win this card, you draw one more, free of charge." in words
    )


def test_a_revival_at_the_ally_s_expense() -> None:
    """DUN-4.6.2, DUN-6.6.3: free, paid, and by the Emperor."""
    table = Table("revival", first=HAR, tanks={HAR: 8}, allies=((HAR, EMP),))
    words = said(table, HAR, Revive(3, 2))
    assert "2 free, 1 for 2 spice. Emperor pays 4 spice for 2 more." in words
    assert words.endswith("and 3 in the tanks.")


def test_what_allies_lend() -> None:
    """DUN-5.2.1, DUN-5.2.4, DUN-6.6.3, DUN-6.6.4: told to the lender in numbers."""
    table = Table("bidding", first=HAR, allies=((EMP, FRE),))
    assert "Fremen may use up to 4 spice of yours for bids and shipments." in said(table, EMP, Allow(4))
    assert said(table, EMP, Give(3)) == "Fremen then has 13 spice, and you have 7."
    assert "which costs you up to 6 spice each turn" in said(table, EMP, PermitRevivals(3))
    assert said(table, FRE, Permit("worm-protection", "off")).startswith("Emperor can no longer use")


def test_what_an_alliance_brings() -> None:
    """DUN-4.3.3, DUN-4.10.3, DUN-5.2.4: what both would lend, how many strongholds both would need."""
    table = Table("nexus", forces={FRE: "Sietch Tabr 13: 3", EMP: "Carthag 10: 2"})
    words = said(table, EMP, Propose(fid(FRE)))
    says(words, "They would lend you", "sandworm protection")
    assert "Together you win with 4 strongholds and have 2; while allied, neither of you can win alone." in words
    table.do(FRE, Propose(fid(EMP)))
    assert said(table, EMP, Propose(fid(FRE))).startswith("Fremen has proposed to you: you are allied at once.")


def test_what_ends_with_an_alliance() -> None:
    """DUN-4.3.2, DUN-5.2.4: everything that was lent, on both sides."""
    table = Table("nexus", allies=((FRE, EMP),))
    assert said(table, EMP, Break()).startswith("Fremen no longer lends you sandworm protection")


def test_ghola() -> None:
    """DUN-7.8.1: forces at once, whatever the limits of revival."""
    table = Table("bidding", first=HAR, hands={HAR: "Tleilaxu Ghola"}, tanks={HAR: 5})
    assert said(table, HAR, GholaForces(3)).endswith("You have 18 forces in reserve then, and 2 in the tanks.")


# --- battles ------------------------------------------------------------------------------------


def test_a_battle_that_cannot_be_lost() -> None:
    """DUN-4.8.16: more than the foe can ever bring, with nothing in hand on the other side."""
    table = clash(ATR, HAR, where="Arrakeen 9", forces={ATR: "Arrakeen 9: 12", HAR: "Arrakeen 9: 1"})
    words = said(table, ATR, plan(12, "Duncan Idaho"))
    assert words.startswith("Strength 14: 12 and Duncan Idaho (2); nothing they can play kills the leader.")
    says(words, "You win, whatever they play.", "If you win, you lose 12 of 12 forces.")
    assert "Lost" not in words


def test_a_lasgun_against_shields() -> None:
    """DUN-4.8.14, DUN-O-18: what may explode, and what does for certain."""
    hands = {ATR: "Lasgun, Shield", HAR: "Shield, Snooper"}
    table = clash(ATR, HAR, where="Arrakeen 9", size=5, hands=hands)
    assert "Lasgun and Shield may meet: then everything in Arrakeen explodes." in said(
        table, ATR, plan(3, "Duncan Idaho", "Lasgun")
    )
    assert "Everything in Arrakeen explodes" in said(table, ATR, plan(3, "Duncan Idaho", "Lasgun", "Shield"))


def test_whom_one_can_trust() -> None:
    """DUN-3.2.3, DUN-4.8.11: leaders whose cards one was dealt are safe; others are not."""
    table = clash(ATR, HAR, where="Arrakeen 9", size=5, traitors={ATR: "Duncan Idaho"})
    assert "Duncan Idaho is nobody’s traitor: you were dealt his card." in said(table, ATR, plan(3, "Duncan Idaho"))


def test_orders_and_demands() -> None:
    """DUN-6.4.5, DUN-6.2.3: what is known of the cards that are spoken of."""
    table = clash(BG, HAR, where="Arrakeen 9", size=5, hands={HAR: "Shield"}, known={HAR: "Shield"})
    assert (
        said(table, BG, Voice("play", "shield"))
        == "You know that Harkonnen holds one; it must be played, if a leader or Cheap Hero is."
    )
    assert (
        said(table, BG, Voice("play", "poison"))
        == "Harkonnen holds no poison weapon, as you know: the order changes nothing."
    )
    seers = clash(ATR, HAR, where="Arrakeen 9", size=5)
    assert "must seal a plan first" in said(seers, ATR, Prescience("weapon"))


# --- cards and words ----------------------------------------------------------------------------


def test_atomics() -> None:
    """DUN-7.9.2, DUN-7.9.3: who dies on the wall, what lies open, what this storm does."""
    table = Table(
        "storm", hands={HAR: "Family Atomics"}, forces={HAR: "Shield Wall 8: 2"}, storm=4, stops="W-1", turn=3
    )
    table.until("storm.window")
    words = said(table, HAR, UseAtomics())
    assert "destroys 2 forces of Harkonnen" in words
    assert "From now on the storm kills in Arrakeen, Carthag and Imperial Basin." in words


def test_karama_and_truthtrance() -> None:
    """DUN-7.11.4, DUN-7.12.1 to DUN-7.12.5: what is used up, what binds."""
    table = Table("bidding", first=HAR, hands={HAR: "Karama, Truthtrance"})
    assert said(table, HAR, Prevent("K-09")).startswith(
        "Karama is discarded. The advantage is prevented once: the next time"
    )
    assert "The answer is true" in said(table, HAR, AskTraitor(fid(ATR), leader("Stilgar")))
    assert "is bound by it" in said(table, HAR, AskEntry(fid(ATR), "pole"))
    assert "binds nobody" in said(table, HAR, AskFreely(fid(ATR), "Why?"))
    table.do(HAR, AskEntry(fid(ATR), "pole"))
    assert said(table, ATR, Reply("yes")) == "Everybody hears it, and it binds you as long as it can be kept."


def test_a_prediction() -> None:
    """DUN-4.10.4: the sisters alone win."""
    words = said(Table(), BG, Predict(fid(HAR), 5))
    assert words == "If Harkonnen wins by strongholds in turn 5, alone or with an ally, you win alone instead."
