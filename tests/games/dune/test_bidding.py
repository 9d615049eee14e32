"""DUN-4.5: Bidding: how many cards, who opens, the course of an auction, what becomes of the cards."""

from __future__ import annotations

import pytest
from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, SIX, Table, card, fid
from tests.kit import sure

from turncoat.games.dune.actions import PASS
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.events import (
    AuctionOpened,
    BidMade,
    BidPassed,
    CardForeseen,
    CardsDrawn,
    CardSold,
    CardsReturned,
)
from turncoat.games.dune.bidding.rules import draw_cards
from turncoat.games.dune.events import Paid
from turncoat.games.dune.karama import GholaForces
from turncoat.games.dune.sections import Bidding
from turncoat.games.dune.setup.events import CardReceived
from turncoat.games.dune.text import offers
from turncoat.kernel import play
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Listener
from turncoat.kernel.standing_order import Like

FOUR = "Kulon, La La La, Baliset, Trip To Gamont"
"""A full hand."""
FULL = {ATR: "Shield, Shield, Snooper, Snooper", FRE: FOUR, EMP: "Cheap Hero, Cheap Hero, Cheap Hero, Jubba Cloak"}
"""Three full hands."""


def auction(**position: object) -> Table:
    """Bidding has begun; Atreides is First Player."""
    return Table("bidding", **{"first": ATR, **position})  # type: ignore[arg-type]


def number_of_auction(table: Table) -> int:
    """Which card is being auctioned."""
    shown = sure(table.view(None).auction)
    return shown.number


# --- cards and openers --------------------------------------------------------------------------


def test_as_many_cards_as_hands_with_room() -> None:
    """DUN-TC-070, DUN-4.5.1: hands of 4, 4, 3, 0, 2 and Harkonnen's 8."""
    hands = {
        ATR: "Shield, Shield, Shield, Shield",
        FRE: "Snooper, Snooper, Snooper, Snooper",
        EMP: "Cheap Hero, Cheap Hero, Cheap Hero",
        BG: "Kulon, Baliset",
        HAR: "Crysknife, Stunner, Slip Tip, Maula Pistol, Lasgun, Chaumas, Chaumurky, Ellaca Drug",
    }
    table = auction(hands=hands)
    assert table.told(CardsDrawn) == [CardsDrawn(3)]


def test_fewer_cards_where_the_deck_and_the_discards_run_out() -> None:
    """DUN-TC-215, DUN-4.5.1, DUN-2.4.3, DUN-7.9.4: DUN-R-77: Family Atomics are not shuffled in again."""
    game, heard, bidding = auction().game, Listener(), Bidding()
    game.treachery, game.treachery_discards = [card("Lasgun")], [card("Family Atomics"), card("Stunner")]
    draw_cards(game, bidding, heard)
    assert bidding.cards == [card("Stunner"), card("Lasgun")]
    assert heard.heard[-1] == (None, CardsDrawn(2))
    assert game.treachery_discards == [card("Family Atomics")]


def test_the_phase_is_skipped_where_nobody_has_room() -> None:
    """DUN-4.5.1."""
    hands = {ATR: "Shield, Shield, Shield, Shield", EMP: "Snooper, Snooper, Snooper, Snooper"}
    table = auction(factions=(ATR, EMP), hands=hands, tanks={ATR: 1})
    assert table.told(CardsDrawn) == [CardsDrawn(0)]
    assert table.key == "revival.revivals"


def test_the_next_with_room_open_one_after_the_other() -> None:
    """DUN-TC-071, DUN-4.5.3: the First Player's hand is full."""
    table = auction(hands={ATR: FOUR})
    assert table.asked() == [HAR]
    assert table.told(AuctionOpened) == [AuctionOpened(1, fid(HAR))]
    table.do(HAR, Bid(1)).passes(FRE, EMP, GUI, BG)
    assert table.told(AuctionOpened)[1:] == [AuctionOpened(2, fid(FRE))]
    assert table.asked() == [FRE]


def test_openers_go_round_in_storm_order() -> None:
    """DUN-4.5.3, DUN-2.2.3: from the First Player counterclockwise."""
    table = auction(first=GUI)
    openers = []
    while table.key == "auction.bid":
        (opener,) = table.asked()
        openers.append(opener)
        table.do(opener, Bid(1))
        while table.key == "auction.bid" and len(table.told(AuctionOpened)) == len(openers):
            table.passes(*table.asked())
    assert openers == [GUI, BG, ATR, HAR, FRE, EMP]


# --- the auction --------------------------------------------------------------------------------


def test_a_bid_is_higher_and_covered() -> None:
    """DUN-TC-072, DUN-4.5.4: not 0, not equal to the standing bid, not above one's spice without an ally."""
    table = auction(spice={HAR: 6}).cannot(ATR, Bid(0)).do(ATR, Bid(4))
    for amount in (0, 3, 4, 7):
        table.cannot(HAR, Bid(amount))
    assert "amount must be 5 to 6" in str(table.refused(HAR, Bid(4)))
    assert "DUN-4.5.4" in str(table.refused(HAR, Bid(7)))
    table.can(HAR, Bid(5), Bid(6))


def test_whoever_cannot_cover_a_higher_bid_can_pass() -> None:
    """DUN-4.5.4, DUN-2.9.3: he is asked all the same, and told why he cannot bid."""
    table = auction(spice={HAR: 4}).do(ATR, Bid(4))
    assert table.asked() == [HAR]
    assert list(table.boxes(HAR)) == [PASS]
    assert "it must be 5 at least, and you have 4" in str(table.refused(HAR, Bid(5)))


def test_a_pass_is_not_final() -> None:
    """DUN-TC-073, DUN-4.5.5: DUN-R-27: who passed bids again as long as somebody raises."""
    table = auction(hands={EMP: FULL[EMP], GUI: FULL[ATR], BG: FOUR})
    table.do(ATR, Bid(1)).passes(HAR).do(FRE, Bid(2)).passes(ATR).do(HAR, Bid(3)).passes(FRE, ATR)
    assert table.told(CardSold) == [CardSold(fid(HAR), 3, karama=False)]
    assert table.told(BidMade) == [BidMade(fid(one), amount, 0) for one, amount in ((ATR, 1), (FRE, 2), (HAR, 3))]
    assert [passed.faction for passed in table.told(BidPassed)] == [fid(one) for one in (HAR, ATR, FRE, ATR)]


def test_who_bids_alone_wins_at_once() -> None:
    """DUN-TC-074, DUN-4.5.5: only one faction has room."""
    hands = {
        **FULL,
        GUI: "Crysknife, Stunner, Slip Tip, Maula Pistol",
        BG: "Chaumas, Chaumurky, Ellaca Drug, Gom Jabbar",
    }
    table = Table("bidding", first=ATR, factions=(ATR, FRE, EMP, GUI, BG), hands={**hands, EMP: "Cheap Hero"})
    assert table.asked() == [EMP]
    table.do(EMP, Bid(1))
    assert table.told(CardSold) == [CardSold(fid(EMP), 1, karama=False)]
    assert len(table.hand(EMP)) == 2


def test_cards_nobody_wanted_lie_in_unchanged_order() -> None:
    """DUN-TC-075, DUN-4.5.9: DUN-R-25: the passed card is uppermost."""
    table = Table(
        "bidding", first=FRE, factions=(ATR, FRE, EMP, GUI), deck="Lasgun, Crysknife, Stunner, Karama", tanks={ATR: 1}
    )
    table.do(FRE, Bid(1)).passes(EMP, GUI, ATR)
    assert number_of_auction(table) == 2
    table.passes(EMP, GUI, ATR, FRE)
    assert table.told(CardsReturned) == [CardsReturned(3)]
    assert table.game.treachery[::-1][:3] == [card("Crysknife"), card("Stunner"), card("Karama")]
    assert table.key == "revival.revivals"


def test_cards_nobody_wanted_are_shuffled_with_the_option() -> None:
    """DUN-O-24, DUN-R-25: shuffled they go on top of the deck, and nobody knows which one is uppermost."""
    position = {"factions": (ATR, FRE, EMP), "deck": "Lasgun, Crysknife, Stunner", "tanks": {ATR: 1}}
    table = auction(**position, passed_cards="shuffled").script(0, 0).passes(ATR, FRE, EMP)
    assert table.game.treachery[::-1][:3] != [card("Lasgun"), card("Crysknife"), card("Stunner")]
    assert sorted(table.game.treachery[-3:]) == sorted(card(one) for one in ("Lasgun", "Crysknife", "Stunner"))
    assert table.game.known_top == ["", "", ""]


def test_full_hands_drop_out_and_the_number_of_cards_stays() -> None:
    """DUN-TC-089, DUN-4.5.10."""
    hands = {ATR: "Shield, Shield, Snooper", EMP: FOUR}
    table = Table("bidding", first=ATR, factions=(ATR, FRE, EMP), hands=hands)
    assert table.told(CardsDrawn)[0].cards == 2
    table.do(ATR, Bid(1)).passes(FRE)
    assert len(table.hand(ATR)) == 4
    assert number_of_auction(table) == 2
    assert table.asked() == [FRE]
    table.do(FRE, Bid(1))
    assert len(table.told(CardSold)) == 2


def test_somebody_has_room_for_every_card() -> None:
    """DUN-4.5.10: DUN-R-26: also where the bonus card fills a hand."""
    hands = {
        HAR: "Crysknife, Stunner, Slip Tip, Maula Pistol, Chaumas, Chaumurky",
        EMP: "Shield, Shield, Shield",
    }
    table = Table("bidding", first=HAR, factions=(HAR, EMP), hands=hands, tanks={HAR: 1})
    table.do(HAR, Bid(1)).passes(EMP)
    assert len(table.hand(HAR)) == 8
    assert table.asked() == [EMP]
    table.do(EMP, Bid(1))
    assert len(table.hand(EMP)) == 4
    assert table.key == "revival.revivals"


def test_a_hand_that_gets_room_joins_in() -> None:
    """DUN-4.5.4: the Ghola card leaves a full hand while others bid; the turn comes to it from then on."""
    hands = {FRE: "Tleilaxu Ghola, Shield, Shield, Shield"}
    table = Table("bidding", first=ATR, factions=(ATR, FRE, EMP), hands=hands, tanks={FRE: 3})
    table.do(ATR, Bid(1))
    assert table.asked() == [EMP]
    table.do(FRE, GholaForces(2)).do(EMP, Bid(2)).passes(ATR)
    assert table.asked() == [FRE]
    table.passes(FRE)
    assert table.told(CardSold) == [CardSold(fid(EMP), 2, karama=False)]


def test_a_hand_that_gets_room_after_its_turn_does_not_hold_up_the_auction() -> None:
    """DUN-4.5.5: it ends when the turn comes back to the high bidder."""
    hands = {FRE: "Tleilaxu Ghola, Shield, Shield, Shield"}
    table = Table("bidding", first=ATR, factions=(ATR, FRE, EMP), hands=hands, tanks={FRE: 3})
    table.do(ATR, Bid(1)).do(FRE, GholaForces(2)).passes(EMP)
    assert table.told(CardSold) == [CardSold(fid(ATR), 1, karama=False)]


def test_who_misses_the_deadline_passes() -> None:
    """DUN-DK-09, DUN-2.8.1."""
    table = auction()
    assert play.default_of(table.game, 0) == PASS
    table.time_up(6)
    assert table.told(CardsReturned) == [CardsReturned(6)]


def test_standing_orders_bid_for_a_seat() -> None:
    """DUN-2.7.3: pass an auction above an amount: the first of these answers that is legal is given."""
    table = auction()
    seat = table.seat(HAR)
    play.order_standing(table.game, seat, "auction.bid", *(Bid(amount) for amount in (1, 2, 3)), PASS)
    table.do(ATR, Bid(1))
    assert table.told(BidMade)[-1] == BidMade(fid(HAR), 2, 0)
    table.do(FRE, Bid(3)).passes(EMP, GUI, BG, ATR)
    assert [passed.faction for passed in table.told(BidPassed)][-1] == fid(HAR)
    assert table.told(CardSold) == [CardSold(fid(FRE), 3, karama=False)]


def below(table: Table, faction: int, amount: int) -> None:
    """Order to pass as soon as so much is bid, as the pages do."""
    seat = table.seat(faction)
    (bids,) = (offer for offer in offers(table.view(faction)) if offer.key == "auction.bid")
    (dear,) = (wish for wish in bids.choices if wish.limit)
    assert dear.actions == (PASS,)
    play.order_standing(table.game, seat, bids.key, PASS, unless=dear.unless(amount))


@pytest.mark.parametrize(("bid", "asked"), [(1, True), (4, True), (5, False), (7, False)])
def test_a_standing_order_passes_above_an_amount(bid: int, asked: bool) -> None:
    """DUN-2.7.3: asked while 5 or less can be bid; once 5 are bid, passed without a question."""
    table = auction()
    below(table, HAR, 5)
    table.do(ATR, Bid(bid))
    assert table.asked() == [HAR if asked else FRE]
    assert [passed.faction for passed in table.told(BidPassed)] == ([] if asked else [fid(HAR)])


def test_who_cannot_bid_up_to_the_amount_is_not_asked() -> None:
    """DUN-2.7.3, DUN-4.5.4: 3 spice and nobody who helps: asked at 2, not at 3, though up to 9 were of interest."""
    for bid, asked in ((2, HAR), (3, FRE)):
        table = auction(spice={HAR: 3})
        below(table, HAR, 9)
        assert table.do(ATR, Bid(bid)).asked() == [asked]


def test_what_the_ally_lends_counts() -> None:
    """DUN-2.7.3, DUN-5.4.1: whoever can still bid with the ally's spice is asked, whatever share that takes."""
    for lent, asked in ((0, FRE), (2, HAR)):
        table = auction(spice={HAR: 3, EMP: 9}, allies=((HAR, EMP),))
        table.game.allowance[table.seat(EMP)] = lent
        below(table, HAR, 5)
        assert table.do(ATR, Bid(4)).asked() == [asked]


def test_an_amount_says_nothing_to_others() -> None:
    """DUN-2.7.3: private: a pass that was ordered looks like one that was made."""
    ordered, made = auction(), auction()
    below(ordered, HAR, 1)
    ordered.do(ATR, Bid(1))
    made.do(ATR, Bid(1)).do(HAR, PASS)
    for seen in (ATR, FRE, None):
        assert ordered.view(seen) == made.view(seen)
        assert ordered.told(BidPassed, seen) == made.told(BidPassed, seen)


def test_a_bid_can_be_named_without_the_allys_share() -> None:
    """DUN-2.7.3, DUN-DK-09: one kind for each amount."""
    (bids,) = (offer for offer in offers(auction().view(HAR)) if offer.key == "auction.bid")
    assert bids.choices[1].unless(2) == (Like("bid", {"amount": 1}), Like("bid", {"amount": 2}))


@pytest.mark.parametrize("seen", [ATR, None])
def test_only_the_buyer_and_the_seers_see_the_card(seen: int | None) -> None:
    """DUN-1.5, DUN-4.5.6: the buyer sees it when he gets it; the price is public."""
    table = auction(deck="Lasgun").do(ATR, Bid(1)).passes(HAR, FRE, EMP, GUI, BG)
    expected = [CardReceived(fid(ATR), card("Lasgun"))] if seen == ATR else []
    assert table.told(CardReceived, seen) == expected
    assert table.told(Paid, seen) == [Paid(fid(ATR), fid(EMP), 1, rule="DUN-4.5.6")]
    assert len(table.told(CardForeseen, seen)) == (2 if seen == ATR else 0)


def test_nobody_bids_out_of_turn() -> None:
    """DUN-4.5.4: in turn, counterclockwise."""
    table = auction()
    for faction in SIX[1:]:
        assert isinstance(table.refused(faction, Bid(1)), Refusal)
        table.cannot(faction, TakeByKarama())
