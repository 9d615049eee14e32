"""DUN-7.11.3: preventions by Karama: which can be named when, what they prevent, when they end."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, card, fid
from tests.kit import says, sure

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.advantages import ENTRIES
from turncoat.games.dune.alliances import Give, PermitRevivals
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.events import BonusTaken, CardForeseen, CardSold
from turncoat.games.dune.events import CardUsed, Paid
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.karama.events import Prevented, PreventionEnded
from turncoat.games.dune.revival import Revive
from turncoat.games.dune.spice_blow import Done
from turncoat.kernel import play

BIDDING = {"K-01", "K-04", "K-09", "K-10"}
REVIVAL = {"K-02", "K-10", "K-11"}
SHIPPING = {"K-02", "K-08", "K-10", "K-12", "K-13", "K-14", "K-15", "K-16"}
BATTLES = {"K-03", "K-05", "K-10", "K-17"}
BLOW = {"K-06", "K-07", "K-10"}
STOPS = "W-2, W-4, W-5, W-6, W-7"
FIGHT = {ATR: "Arrakeen 9: 5", HAR: "Arrakeen 9: 3"}


def karama(phase: str, *, by: int = BG, **position: object) -> Table:
    """A phase has begun, and a faction holds Karama."""
    hands = {by: "Karama", **position.pop("hands", {})}  # type: ignore[dict-item]
    return Table(phase, **{"first": ATR, "hands": hands, **position})  # type: ignore[arg-type]


def entries(table: Table, faction: int) -> set[str]:
    """The preventions a faction can name."""
    return {prevent.entry for prevent in table.beside(faction) if isinstance(prevent, Prevent)}


def sell(table: Table, faction: int) -> Table:
    """A faction buys the card on auction for 1."""
    number = len(table.told(CardSold))
    while table.asked() != [faction]:
        table.passes(*table.asked())
    table.do(faction, Bid(1))
    while len(table.told(CardSold)) == number:
        table.passes(*table.asked())
    return table


# --- the list -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        ("spice_blow", BLOW),
        ("bidding", BIDDING),
        ("revival", REVIVAL),
        ("shipment_and_movement", SHIPPING),
        ("battles", BATTLES),
    ],
)
def test_the_entries_of_the_running_phase(phase: str, expected: set[str]) -> None:
    """DUN-7.11.3, DUN-2.6.1: DUN-K-16 and DUN-K-17 not against oneself.

    Everything else cannot be prevented (DUN-R-75).
    """
    table = karama(phase, stops=STOPS, forces=FIGHT, spice_deck="Old Gap")
    assert entries(table, BG) == expected - {name for name in ENTRIES if ENTRIES[name].owner == BG}
    assert entries(table, GUI) == set()
    other = karama(phase, by=ATR, stops=STOPS, forces=FIGHT, spice_deck="Old Gap")
    assert entries(other, ATR) == expected - {name for name in ENTRIES if ENTRIES[name].owner == ATR}


def test_victories_cannot_be_prevented() -> None:
    """DUN-TC-223, DUN-7.11.5: when victory is checked only gifts can be."""
    table = karama("mentat", stops="W-11")
    assert entries(table, BG) == {"K-10"}
    table.refused(BG, Prevent("K-07"))


def test_only_factions_in_play_have_advantages() -> None:
    """DUN-1.2.1, DUN-7.11.3."""
    table = karama("bidding", by=ATR, factions=(ATR, HAR, FRE), stops="W-4")
    assert entries(table, ATR) == {"K-04"}


def test_the_allys_advantages_can_be_prevented_too() -> None:
    """DUN-7.11.3."""
    assert "K-09" in entries(karama("bidding", allies=((BG, EMP),)), BG)


def test_karama_is_used_openly() -> None:
    """DUN-DK-21, DUN-7.11.3, DUN-2.4.2: once in force it cannot be named again."""
    table = karama("bidding", hands={HAR: "Karama"}).do(BG, Prevent("K-09"))
    assert table.told(CardUsed, None) == [CardUsed(fid(BG), card("Karama"), rule="DUN-7.11.3")]
    assert table.told(Prevented, None) == [Prevented(fid(BG), "K-09")]
    assert table.view(None).prevented == ("K-09",)
    assert "K-09" not in entries(table, HAR)
    assert "DUN-7.11.3" in str(table.refused(HAR, Prevent("K-09")))
    assert table.hand(BG) == ()


# --- too late -----------------------------------------------------------------------------------


def test_the_spice_card_has_been_seen_after_the_window() -> None:
    """DUN-K-02, DUN-7.11.3: up to the end of DUN-W-6; from Revival on."""
    table = karama("shipment_and_movement", stops="W-6")
    assert "K-02" in entries(table, BG)
    table.passes(*SIX)
    assert table.key == "faction_turn.ship"
    assert "K-02" not in entries(table, BG)


def test_worms_have_come_after_the_window() -> None:
    """DUN-K-06, DUN-7.11.3: before it is turned; DUN-K-07 as long as rides are to come."""
    table = karama("spice_blow", stops="W-2", spice_deck="worm, Old Gap", latest="Red Chasm", turn=3)
    assert {"K-06", "K-07"} <= entries(table, BG)
    table.passes(*SIX)
    assert table.key == "nexus.alliances"
    assert entries(table, BG) & {"K-06", "K-07"} == {"K-07"}
    for faction in SIX:
        table.can(faction, Done())


def test_extra_revivals_until_the_emperors_ally_has_decided() -> None:
    """DUN-K-11, DUN-8.1."""
    table = karama("revival", allies=((ATR, EMP),), tanks={ATR: 5, HAR: 1})
    assert "K-11" in entries(table, BG)
    table.do(ATR, Revive(1))
    assert table.asked() == [HAR]
    assert "K-11" not in entries(table, BG)


# --- Bidding ------------------------------------------------------------------------------------


def test_atreides_does_not_see_the_next_card() -> None:
    """DUN-TC-085, DUN-K-01: an auction that is open is not affected; the card after the next is seen."""
    table = karama("bidding", deck="Lasgun, Crysknife, Stunner").do(BG, Prevent("K-01"))
    assert [foreseen.card for foreseen in table.told(CardForeseen, ATR)] == [card("Lasgun")]
    sell(sell(table, ATR), HAR)
    assert [foreseen.card for foreseen in table.told(CardForeseen, ATR)] == [card("Lasgun"), card("Stunner")]
    assert table.view(ATR).factions[table.seat(HAR)].known == ()
    assert table.told(PreventionEnded) == [PreventionEnded("K-01", effect=True)]


def test_atreides_does_not_see_a_card_that_is_not_open_yet() -> None:
    """DUN-TC-085, DUN-K-01, DUN-4.5.2: played in DUN-W-4 it concerns the card of this window."""
    table = karama("bidding", stops="W-4").do(BG, Prevent("K-01")).passes(*SIX)
    assert table.key == "auction.bid"
    assert table.told(CardForeseen, ATR) == []
    shown = sure(table.view(ATR).auction)
    assert shown.card == ""


def test_the_next_bonus_card() -> None:
    """DUN-TC-086, DUN-K-04."""
    table = karama("bidding").do(BG, Prevent("K-04"))
    sell(table, HAR)
    assert (len(table.hand(HAR)), len(table.told(BonusTaken))) == (1, 0)
    sell(table, HAR)
    assert (len(table.hand(HAR)), len(table.told(BonusTaken))) == (3, 1)


def test_a_purchase_without_bonus_does_not_use_up_the_prevention() -> None:
    """DUN-7.11.3, DUN-K-04: seven cards in hand; the prevention waits, and ends with the phase."""
    hand = "Crysknife, Stunner, Slip Tip, Maula Pistol, Chaumas, Chaumurky, Ellaca Drug"
    table = karama("bidding", hands={HAR: hand}, tanks={ATR: 1}).do(BG, Prevent("K-04"))
    sell(table, HAR)
    assert table.game.prevented == ["K-04"]
    table.until("revival.revivals")
    assert table.told(PreventionEnded) == [PreventionEnded("K-04", effect=False)]


def test_one_payment_to_the_bank() -> None:
    """DUN-TC-087, DUN-K-09: the second one goes to the Emperor again; what he buys himself does not count."""
    table = karama("bidding").do(BG, Prevent("K-09"))
    sell(sell(sell(table, EMP), GUI), ATR)
    assert [(paid.payer, paid.to) for paid in table.told(Paid)] == [
        (fid(EMP), ""),
        (fid(GUI), ""),
        (fid(ATR), fid(EMP)),
    ]


def test_a_card_for_karama_does_not_use_up_the_prevention() -> None:
    """DUN-7.11.3, DUN-K-09: nothing would have been paid."""
    table = karama("bidding", hands={HAR: "Karama"}).do(BG, Prevent("K-09")).do(ATR, Bid(5)).do(HAR, TakeByKarama())
    assert table.game.prevented == ["K-09"]
    assert table.told(Paid) == []


# --- gifts and Revival --------------------------------------------------------------------------


def test_gifts_are_prevented_for_a_phase() -> None:
    """DUN-TC-222, DUN-K-10."""
    table = karama("revival", stops="W-5, W-6", allies=((EMP, ATR),)).do(BG, Prevent("K-10"))
    says(str(table.refused(EMP, Give(1))), "K-10", "DUN-7.11.3")
    table.until("shipment_and_movement.window").do(EMP, Give(1))
    assert table.spice(ATR) == 11


def test_extra_revivals_are_prevented_for_a_phase() -> None:
    """DUN-TC-103, DUN-K-11, DUN-W-5: DUN-R-76: not for one revival, but for the phase."""
    table = karama("revival", stops="W-5", allies=((HAR, EMP),), tanks={HAR: 7})
    table.do(BG, Prevent("K-11")).passes(*SIX).cannot(HAR, Revive(3, 1))
    table.do(EMP, PermitRevivals(3)).do(HAR, Revive(3))
    assert table.tanks(HAR) == 4
    assert table.told(PreventionEnded) == [PreventionEnded("K-11", effect=False)]


def test_extra_revivals_that_are_being_decided_are_prevented() -> None:
    """DUN-K-11, DUN-2.6.2: with DUN-O-25 a sealed answer that has become illegal goes back to its owner."""
    table = karama("revival", allies=((HAR, EMP),), tanks={HAR: 7, GUI: 1}, revival_order="together")
    table.do(HAR, Revive(3, 3)).do(BG, Prevent("K-11"))
    assert table.asked() == [HAR, GUI]
    assert play.default_of(table.game, table.seat(HAR)) == Revive(2)


def test_the_spice_card_stays_hidden_through_both_phases() -> None:
    """DUN-K-02, DUN-7.11.4: played in Revival it ends with Shipment and Movement."""
    table = karama("revival", stops="W-5, W-7", forces=FIGHT).do(BG, Prevent("K-02")).passes(*SIX)
    assert table.key == "faction_turn.ship"
    assert table.game.prevented == ["K-02"]
    own = sure(table.view(ATR).own)
    assert own.spice_card == ""
    table.until("battles.window")
    assert table.game.prevented == []


def test_a_window_opens_again_after_karama() -> None:
    """DUN-2.7.1: for everyone who gave no standing pass."""
    table = karama("bidding", stops="W-4").passes(ATR, HAR).do(BG, Prevent("K-01"))
    assert table.asked() == list(SIX)
    table.passes(*SIX[:-1]).can(BG, PASS)
    assert table.asked() == [BG]
