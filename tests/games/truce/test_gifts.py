"""TRU-4: gifts."""

from __future__ import annotations

import pytest
from tests.games.truce.story import truce

from turncoat.games.truce.events import GiftGiven
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, NotYours

FOUR = "agatha barney charles darcy"


@pytest.mark.parametrize("coins", [1, 2, 3])
def test_a_gift_is_one_coin_up_to_the_whole_supply(coins: int) -> None:
    """TRU-4.1: any whole number from 1 up to the giver's present Supply."""
    table = truce(FOUR).give("agatha", coins, "barney")
    assert table.coins()["agatha"] == 3 - coins


@pytest.mark.parametrize("coins", [0, -1, 4])
def test_other_amounts_are_refused(coins: int) -> None:
    """TRU-4.1: the refusal names the field, the possible amounts and the rule."""
    refusal = truce(FOUR).refused("agatha", f"give {coins} to barney")
    assert isinstance(refusal, NotAllowed)
    assert (refusal.rule, refusal.field, refusal.choices) == ("TRU-4.1", "coins", ("1 to 3",))


def test_as_many_gifts_as_wanted() -> None:
    """TRU-4.1, TRU-R29: until the Supply is empty."""
    table = truce(FOUR).give("agatha", 1, "barney").give("agatha", 1, "barney").give("agatha", 1, "charles")
    assert table.coins()["agatha"] == 0
    assert "it is empty" in table.refused("agatha", "give 1 to barney").sentence


def test_a_gift_leaves_the_supply_at_once_and_lies_in_spoils() -> None:
    """TRU-4.2: the coins enter the receiver's Spoils of the current round."""
    table = truce(FOUR).give("agatha", 2, "barney")
    assert (table.coins()["agatha"], table.coins()["barney"], table.spoils()["barney"]) == (1, 3, 2)


def test_coins_in_spoils_cannot_be_given_away() -> None:
    """TRU-4.3: a gift received this round cannot be passed on this round."""
    table = truce(FOUR, supplies={"barney": 0}).give("agatha", 2, "barney")
    assert table.refused("barney", "give 1 to charles").rule == "TRU-4.1"
    table.everybody("pass")
    assert table.give("barney", 2, "charles").spoils()["charles"] == 2


def test_a_gift_is_told_to_everybody() -> None:
    """TRU-4.4, TRU-12.4: who gave how many coins to whom, at once."""
    table = truce(FOUR).give("agatha", 2, "barney")
    assert table.listener.heard[-1] == (None, GiftGiven(0, 1, 2))


def test_no_gift_to_oneself() -> None:
    """TRU-4.5: the refusal names the others."""
    refusal = truce(FOUR).refused("agatha", "give 1 to agatha")
    assert (refusal.field, refusal.choices) == ("to", ("barney", "charles", "darcy"))


def test_no_gift_after_the_last_round() -> None:
    """TRU-4.5: there is no window any more."""
    table = truce(FOUR, last=True).everybody("pass")
    assert isinstance(table.refused("agatha", "give 1 to barney"), NotYours)
    assert not any(play.beside(table.game, seat) for seat in range(4))


def test_a_gift_cannot_be_taken_back() -> None:
    """TRU-4.5, TRU-R17: withdrawing an action gives no coin back."""
    table = truce(FOUR).submit(agatha="loot").give("agatha", 2, "barney").withdraw("agatha")
    assert table.spoils()["barney"] == 2


def test_a_successful_attacker_takes_given_coins() -> None:
    """TRU-4.6: gift coins are ordinary Spoils."""
    table = truce(FOUR).give("agatha", 2, "barney")
    table.play(barney="pass", charles="attack barney", darcy="support charles", agatha="pass")
    assert table.coins() == {"agatha": 1, "barney": 2, "charles": 6, "darcy": 3}


def test_a_reward_can_be_paid_in_the_next_round_at_the_earliest() -> None:
    """TRU-4.7, TRU-R16: a promised gift is never owed; when it is given, it lies in Spoils and can be stolen."""
    table = truce(FOUR).play(agatha="attack barney", charles="support agatha", barney="pass", darcy="pass")
    assert table.coins()["charles"] == 3
    table.give("agatha", 1, "charles")
    assert (table.round, table.spoils()["charles"]) == (2, 1)
    table.play(agatha="attack charles", barney="support agatha", charles="pass", darcy="pass")
    assert table.coins()["charles"] == 2


def test_a_gift_changes_neither_the_givers_nor_the_receivers_action() -> None:
    """TRU-4.2: sealed actions stay on file when coins move."""
    table = truce(FOUR).submit(agatha="defend", barney="loot").give("agatha", 1, "barney")
    assert (table.on_file("agatha"), table.on_file("barney")) == ("defend", "loot")
