"""THR-12.7, THR-14: swipes, and what opponents do for each other."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, HIGH, Table, sheet

from turncoat.games.thrice.actions import (
    DONE,
    Attack,
    Build,
    Engage,
    Give,
    Send,
    Swipe,
)
from turncoat.games.thrice.events import Missed, Struck, TotalCounted
from turncoat.kernel.errors import NotAllowed

# --- Swipe ------------------------------------------------------------------------------------


def test_one_roll_for_all_free_opponents() -> None:
    """THR-12.7, THR-R26: one d6 of advantage, each compared by itself."""
    table = Table(sheets=[sheet(wealth=2)], build=Build(0, 3, {"armour B": 2}), advantage=3)
    table.go(ADAM, Give("swipe", ADAM)).attack(ADAM, 4, 5, 9).roll(ADAM, 5, 5, 2)
    assert [one.target for one in table.heard(Struck)] == [4, 5]
    assert [one.target for one in table.heard(Missed)] == [9]
    assert table.game.advantage[ADAM] == 2
    assert table.coins("swipe", ADAM) == []


def test_targets_of_one_zone_or_one_engagement() -> None:
    """THR-12.7: not the distant; not free and engaged together; two at least (THR-R36)."""
    table = Table(advantage=9, ambush=(9,)).go(BREE, Engage(4), DONE).go(CHARLIE, Engage(5), DONE)
    table.go(ADAM, Give("swipe", ADAM))
    table.can(ADAM, Swipe(6, (7, 8))).cannot(ADAM, Swipe(6, (9,)), Swipe(4, (6,)), Swipe(4, (5,)))
    table.cannot(ADAM, Swipe(6, ()))


def test_who_is_engaged_swipes_there() -> None:
    """THR-12.7: in his own engagement only."""
    table = Table(advantage=9).foes_turn().send(4, Engage(ADAM), DONE).send(5, Engage(ADAM), DONE)
    table.rest().go(ADAM, Give("swipe", ADAM))
    table.can(ADAM, Swipe(4, (5,))).cannot(ADAM, Swipe(6, (7,)))


def test_a_roll_for_each_target() -> None:
    """THR-R26, THR-O17: in the order named, a swap and a d6 each; Direct and Bleed in all of them."""
    table = Table(advantage=9, swipe_roll="per_target")
    table.go(ADAM, Give("swipe", ADAM), Give("direct", ADAM), Give("bleed", ADAM))
    table.attack(ADAM, 6, 4, 5).roll(ADAM, *HIGH).roll(ADAM, 1, 2, 3, swap=1)
    table.roll(ADAM, 4, 4, 4, swap=2)
    assert [one.target for one in table.heard(Struck)] == [6, 5]
    assert [one.total for one in table.heard(TotalCounted)] == [29, 9, 15]
    assert table.game.advantage[ADAM] == 6 + 5 + 12
    assert table.game.bleeding[4:7] == [0, 1, 1]
    assert table.coins("direct", ADAM) == []


def test_with_a_roll_for_each_the_order_of_naming_is_free() -> None:
    """THR-13.4, THR-R26, THR-R36: a taunter must be among the targets, at any place."""
    told = Table(profile="sheet", advantage=9, swipe_roll="per_target").turns(0, 1, 2, 3)
    told.send(5, Give("intercept", 5)).rest().go(ADAM, Give("swipe", ADAM))
    told.can(ADAM, Swipe(4, (6, 5)), Swipe(5, (6, 4))).cannot(ADAM, Swipe(4, (6,)))
    told.attack(ADAM, 4, 5)
    for _ in range(2):
        told.roll(ADAM, *HIGH)
    assert [one.target for one in told.heard(Struck)] == [4, 5]
    assert told.coins("intercept", 5) == []


def test_a_second_trick_of_a_kind_is_refused_by_its_rule() -> None:
    """THR-11.3: each trick at most once per turn and player."""
    table = Table(advantage=9).go(ADAM, Give("bleed", ADAM))
    with pytest.raises(NotAllowed, match=r"give: trick must be .* \(THR-11.3\)"):
        table.do(ADAM, Give("bleed", BREE))


# --- opponents among themselves ---------------------------------------------------------------


def test_four_bought_directs_for_one() -> None:
    """THR-E7, THR-11.5: +8 on its next attack."""
    table = Table(2, build=Build(0, 0, {"direct A": 1})).foes_turn()
    for who in (3, 4, 5):
        table.send(who, Give("direct", 2), DONE)
    table.send(2, Give("direct", 2)).falls(1, 1).do(table.gm, Attack(0))
    assert table.heard(TotalCounted)[-1].total == 2 + 1 + 8


def test_a_turn_wasted_for_a_friend() -> None:
    """THR-E8, THR-14.2: one has Bleed, another gives it Swipe."""
    table = Table().foes_turn().send(4, Give("bleed", 4)).send(5, Give("swipe", 4)).rest()
    table.foes_turn().do(table.gm, Send(4)).falls(10, 10).do(table.gm, Swipe(ADAM, (BREE,)))
    assert table.game.bleeding[:2] == [1, 1]
