"""DUN-4.5.6, DUN-5.2: who pays for a card, who is paid; Karama in an auction; what is seen and remembered."""

from __future__ import annotations

from tests.games.dune.story import ATR, BG, EMP, FRE, GUI, HAR, Table, card, fid
from tests.kit import sure

from turncoat.games.dune.actions import PASS, Pass
from turncoat.games.dune.alliances import Allow, Give
from turncoat.games.dune.bidding import Bid, TakeByKarama
from turncoat.games.dune.bidding.events import BidBacked, BonusTaken, CardForeseen, CardSold
from turncoat.games.dune.events import CardUsed, Paid
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.karama.events import PreventionEnded
from turncoat.games.dune.rules import RULES
from turncoat.games.dune.shared.spice import free_spice
from turncoat.games.dune.state import Promise
from turncoat.games.dune.truthtrance import AskFreely
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.kernel import play

KEY = bytes(range(1, 33))
TRUTHTRANCE_PASS = "ask_pass"


def auction(first: int = ATR, **position: object) -> Table:
    return Table("bidding", first=first, **position)  # type: ignore[arg-type]


def sold_to(table: Table, faction: int, amount: int, help_: int = 0) -> Table:
    """A faction bids in its turn, nobody else does."""
    while table.asked() != [faction]:
        table.passes(*table.asked())
    number = len(table.told(CardSold))
    table.do(faction, Bid(amount, help_))
    while len(table.told(CardSold)) == number:
        table.passes(*table.asked())
    return table


# --- payment ------------------------------------------------------------------------------------


def test_the_emperor_is_paid_by_the_others() -> None:
    """DUN-TC-076, DUN-4.5.6, DUN-6.6.1."""
    table = sold_to(auction(), GUI, 5)
    assert (table.spice(GUI), table.spice(EMP)) == (5, 15)


def test_the_emperor_pays_to_the_bank() -> None:
    """DUN-TC-077, DUN-4.5.6, DUN-6.6.2: and so does his ally for him."""
    table = auction(first=EMP, allies=((EMP, ATR),)).do(ATR, Allow(1))
    bank = table.game.bank
    sold_to(table, EMP, 4, 1)
    assert (table.spice(EMP), table.spice(ATR)) == (7, 9)
    assert bank - table.game.bank == 4


def test_the_emperor_gets_back_what_he_contributes() -> None:
    """DUN-TC-078, DUN-4.5.6, DUN-6.6.1: DUN-R-30."""
    table = auction(allies=((EMP, ATR),)).do(EMP, Allow(4))
    sold_to(table, ATR, 6, 4)
    assert (table.spice(ATR), table.spice(EMP)) == (8, 12)


def test_without_emperor_the_bank_is_paid() -> None:
    """DUN-1.2.1, DUN-4.5.6."""
    table = auction(factions=(ATR, HAR, GUI))
    bank = table.game.bank
    sold_to(table, GUI, 5)
    assert table.told(Paid) == [Paid(fid(GUI), "", 5, rule="DUN-4.5.6")]
    assert bank - table.game.bank == 5


def test_the_allys_share_is_within_allowance_and_spice() -> None:
    """DUN-TC-079, DUN-5.2.1."""
    table = auction(allies=((ATR, GUI),), spice={ATR: 2, GUI: 3}).cannot(ATR, Bid(1, 1))
    table.do(GUI, Allow(2)).can(ATR, Bid(2, 2), Bid(4, 2)).cannot(ATR, Bid(4, 1), Bid(5, 3))
    assert "DUN-4.5.4" in str(table.refused(ATR, Bid(3, 3)))
    table.do(GUI, Allow(3))
    table.game.spice[table.seat(GUI)] -= 1
    table.game.bank -= 1
    table.cannot(ATR, Bid(3, 3)).can(ATR, Bid(3, 2))


def test_nobody_pays_for_a_bid_that_is_overbid() -> None:
    """DUN-TC-080, DUN-5.2.1."""
    table = auction(allies=((ATR, GUI),)).do(GUI, Allow(5)).do(ATR, Bid(5, 3))
    assert (table.spice(ATR), table.spice(GUI)) == (10, 10)
    sold_to(table, HAR, 6)
    assert (table.spice(ATR), table.spice(GUI), table.spice(HAR)) == (10, 10, 4)


def test_one_may_overbid_ones_ally_with_the_spice_that_was_pledged_for_him() -> None:
    """DUN-2.3.2, DUN-5.2.1: what a bid pledges is free for the bid that replaces it."""
    table = auction(allies=((ATR, HAR),)).do(HAR, Allow(10)).do(ATR, Allow(10)).do(ATR, Bid(15, 5))
    table.can(HAR, Bid(20, 10)).do(HAR, Bid(16, 6))
    assert free_spice(table.game, table.seat(ATR)) == 4
    assert free_spice(table.game, table.seat(HAR)) == 0


def test_pledged_spice_cannot_be_given_away() -> None:
    """DUN-TC-088, DUN-2.3.2: DUN-R-31."""
    table = auction(first=EMP, allies=((EMP, ATR),), spice={EMP: 8}).do(EMP, Bid(5))
    table.cannot(EMP, Give(4))
    assert "spice must be 1 to 3" in str(table.refused(EMP, Give(4)))
    table.do(EMP, Give(3))
    assert (table.spice(EMP), table.spice(ATR)) == (5, 13)
    assert "not pledged" in str(table.refused(EMP, Give(1)))


def test_an_allowance_is_not_lowered_below_what_is_pledged() -> None:
    """DUN-5.2.1: what is pledged for the ally, not what one has bid oneself."""
    table = auction(allies=((ATR, GUI),)).do(GUI, Allow(6)).do(ATR, Bid(5, 3))
    table.cannot(GUI, Allow(2)).can(GUI, Allow(3)).can(ATR, Allow(0))


# --- Karama -------------------------------------------------------------------------------------


def test_the_card_for_a_karama_card() -> None:
    """DUN-TC-081, DUN-4.5.7, DUN-7.11.1."""
    table = auction(hands={HAR: "", FRE: "Karama"}, deck="Lasgun").do(ATR, Bid(7)).passes(HAR)
    table.do(FRE, TakeByKarama())
    assert table.hand(FRE) == ("Lasgun",)
    assert table.told(CardSold) == [CardSold(fid(FRE), 0, karama=True)]
    assert table.told(CardUsed) == [CardUsed(fid(FRE), card("Karama"), rule="DUN-7.11.1")]
    assert not table.told(Paid)
    assert table.game.treachery_discards == [card("Karama")]
    assert table.asked() == [HAR]


def test_the_opener_may_take_the_card() -> None:
    """DUN-7.11.1: also as opening."""
    table = auction(hands={ATR: "Karama"}, deck="Lasgun").do(ATR, TakeByKarama())
    assert table.hand(ATR) == ("Lasgun",)


def test_karama_takes_a_card_only_in_turn_and_with_room() -> None:
    """DUN-TC-082, DUN-7.11.1: DUN-R-28."""
    full = "Karama, Shield, Shield, Shield"
    table = auction(hands={HAR: "Karama", FRE: full}).cannot(HAR, TakeByKarama())
    table.refused(HAR, TakeByKarama())
    table.do(ATR, Bid(1)).passes(HAR)
    assert table.asked() == [EMP]
    table.refused(FRE, TakeByKarama())


def test_bids_backed_by_karama_are_no_rule_of_the_book() -> None:
    """DUN-O-17: DUN-R-29."""
    auction(hands={ATR: "Karama"}).cannot(ATR, Bid(11))


def test_a_bid_backed_by_karama_costs_nothing() -> None:
    """DUN-O-17: it is higher than what can be paid; the card is discarded, nobody is paid, all know what it was."""
    table = auction(hands={ATR: "Karama"}, deck="Lasgun", karama_bids=True, allies=((ATR, GUI),)).do(GUI, Allow(2))
    table.cannot(ATR, Bid(12)).can(ATR, Bid(12, 2)).do(ATR, Bid(13))
    assert table.told(BidBacked, None) == [BidBacked(fid(ATR))]
    assert table.view(None).factions[0].known == (card("Karama"),)
    assert "backs the highest bid" in str(table.refused(ATR, Prevent("K-09")))
    assert free_spice(table.game, table.seat(ATR)) == 10
    table.passes(HAR, FRE, EMP, GUI, BG)
    assert (table.spice(ATR), table.spice(EMP)) == (10, 10)
    assert table.told(CardSold) == [CardSold(fid(ATR), 0, karama=True)]
    assert table.hand(ATR) == ("Lasgun",)


def test_a_bid_backed_by_karama_that_is_overbid_keeps_the_card() -> None:
    """DUN-O-17: the card is free again, but known."""
    table = auction(hands={ATR: "Karama"}, karama_bids=True, spice={HAR: 20}).do(ATR, Bid(11))
    sold_to(table, HAR, 12)
    assert table.hand(ATR) == ("Karama",)
    table.can(ATR, Prevent("K-09"))


# --- Harkonnen's bonus --------------------------------------------------------------------------


def test_the_bonus_card() -> None:
    """DUN-TC-083, DUN-6.3.4, DUN-4.5.8: with 3, 6 and 7 cards; DUN-R-32."""
    many = "Crysknife, Stunner, Slip Tip, Maula Pistol, Chaumas, Chaumurky, Ellaca Drug"
    for held, after in ((3, 5), (6, 8), (7, 8)):
        hand = ",".join(many.split(",")[:held])
        table = sold_to(auction(first=HAR, hands={HAR: hand}), HAR, 1)
        assert len(table.hand(HAR)) == after
        assert table.told(BonusTaken, None) == [BonusTaken(fid(HAR))] * (after - held - 1)


def test_the_bonus_card_after_karama() -> None:
    """DUN-6.3.4: DUN-R-33."""
    table = auction(first=HAR, hands={HAR: "Karama"}).do(HAR, TakeByKarama())
    assert len(table.hand(HAR)) == 2


# --- what is seen -------------------------------------------------------------------------------


def test_atreides_sees_each_card_and_who_bought_it() -> None:
    """DUN-TC-084, DUN-6.2.1, DUN-1.5."""
    table = sold_to(auction(deck="Lasgun, Crysknife"), HAR, 1)
    for faction in (HAR, GUI, None):
        shown = sure(table.view(faction).auction)
        assert shown.card == ""
    own = sure(table.view(ATR).auction)
    assert own.card == card("Crysknife")
    sold_to(table, GUI, 1)
    assert table.view(ATR).factions[table.seat(GUI)].known == (card("Crysknife"),)
    assert table.view(HAR).factions[table.seat(GUI)].known == ()
    assert table.view(None).factions[table.seat(GUI)].known == ()
    assert [foreseen.card for foreseen in table.told(CardForeseen, ATR)][:2] == [card("Lasgun"), card("Crysknife")]
    assert not table.told(CardForeseen, HAR)


def test_the_bonus_card_is_not_seen() -> None:
    """DUN-6.2.1, DUN-1.5: that one was taken is public, but not which."""
    table = sold_to(auction(first=HAR, deck="Lasgun"), HAR, 1)
    assert len(table.hand(HAR)) == 2
    assert table.view(ATR).factions[table.seat(HAR)].known == (card("Lasgun"),)


def test_a_card_that_was_seen_and_came_back_is_known() -> None:
    """DUN-1.5, DUN-4.5.9: until it is drawn; then as the first card of the auction, DUN-K-01 or not."""
    table = Table("bidding", first=ATR, factions=(ATR, HAR), deck="Lasgun, Crysknife", tanks={HAR: 1}, stops="W-4")
    table.passes(ATR, HAR).passes(ATR, HAR)
    own = sure(table.view(ATR).own)
    assert own.top_card == card("Lasgun")
    assert RULES.redeal(table.game, 0, KEY).treachery[-1] == card("Lasgun")
    assert RULES.redeal(table.game, 1, KEY).known_top[0] == RULES.redeal(table.game, 1, KEY).treachery[-1]
    table.until("auction.window")
    shown, other = table.view(ATR).auction, table.view(HAR).auction
    assert shown is not None
    assert other is not None
    assert (shown.card, other.card) == (card("Lasgun"), "")
    assert RULES.view(RULES.redeal(table.game, 0, KEY), 0) == table.view(ATR)


# --- promises (DUN-TT-C1) ---------------------------------------------------------------------------


def promise(table: Table, faction: int, *, yes: bool) -> Table:
    """A faction has answered whether it will pass when it is next its turn."""
    table.game.promises.append(Promise(table.seat(faction), TRUTHTRANCE_PASS, yes=yes))
    return table


def test_who_promised_to_pass_must() -> None:
    """DUN-TT-C1, DUN-7.12.3: every bid is removed; the promise ends with the turn."""
    table = promise(auction(hands={HAR: "Karama, Truthtrance"}), HAR, yes=True).do(ATR, Bid(1))
    assert list(table.boxes(HAR)) == [PASS]
    assert "promised to pass" in str(table.refused(HAR, Bid(2)))
    assert "promised to pass" in str(table.refused(HAR, TakeByKarama()))
    table.passes(HAR, FRE, EMP, GUI).do(BG, Bid(2)).passes(ATR)
    table.can(HAR, Bid(3), AskFreely(fid(ATR), "Why?"))


def test_who_promised_not_to_pass_must_bid() -> None:
    """DUN-TT-C1, DUN-7.12.3, DUN-2.8.1: the default is the lowest bid then."""
    table = promise(auction(), HAR, yes=False).do(ATR, Bid(3)).cannot(HAR, Pass())
    assert "promised not to pass" in str(table.refused(HAR, PASS))
    assert play.default_of(table.game, table.seat(HAR)) == Bid(4)


def test_a_promise_to_bid_lapses_openly_where_all_see_that_it_cannot_be_kept() -> None:
    """DUN-TT-C1, DUN-7.12.4, DUN-R-96: also for one who holds a Karama card."""
    table = promise(auction(spice={HAR: 3}, hands={HAR: "Karama"}), HAR, yes=False).do(ATR, Bid(3))
    assert table.told(PromiseLapsed, None) == [PromiseLapsed(fid(HAR), TRUTHTRANCE_PASS, "")]
    table.can(HAR, PASS)
    assert table.game.promises == []


def test_a_promise_to_bid_lapses_silently_for_a_reason_that_only_allies_know() -> None:
    """DUN-TT-C1, DUN-7.12.4: the ally has spice, but allows none of it (DUN-R-95)."""
    table = promise(auction(spice={HAR: 3}, allies=((HAR, GUI),)), HAR, yes=False).do(ATR, Bid(3))
    assert table.told(PromiseLapsed, None) == []
    table.can(HAR, PASS).passes(HAR)
    assert table.game.promises == []


def test_promises_end_with_the_auction() -> None:
    """DUN-TT-C1: in this auction."""
    table = promise(auction(factions=(ATR, HAR)).do(ATR, Bid(1)), ATR, yes=True).passes(HAR)
    assert table.game.promises == []
    assert not table.told(PreventionEnded)
