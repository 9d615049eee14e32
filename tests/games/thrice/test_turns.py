"""THR-8 and THR-14: rounds and turns, of characters and of opponents."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, HIGH, Table

from turncoat.games.thrice.actions import DONE, Attack, Build, Disengage, Engage, Give, Send, Take
from turncoat.games.thrice.events import Activated, TurnEnded
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, NotYours


def test_the_order_of_a_round() -> None:
    """THR-8.1: before, opponents, after, everybody once."""
    table = Table(after=(BREE,))
    assert table.waits_for(0, 2, 3)
    table.turns(0, 2, 3)
    assert table.waits_for(table.gm)
    table.stand_down()
    assert table.waits_for(BREE)
    table.turns(BREE)
    assert table.game.round == 2
    assert len(table.heard(TurnEnded)) == 4 + 6


def test_any_of_the_field_may_take_the_turn() -> None:
    """THR-8.2, THR-D4: who takes it first has it; then the others are asked again."""
    table = Table().go(CHARLIE)
    assert table.waits_for(CHARLIE)
    with pytest.raises(NotYours):
        play.submit(table.game, ADAM, Take())
    table.do(CHARLIE, DONE)
    assert table.waits_for(0, 1, 3)


def test_where_nobody_speaks_up_the_lowest_seat_goes() -> None:
    """THR-D4: at the deadline."""
    table = Table().turns(ADAM)
    play.time_up(table.game)
    assert table.waits_for(BREE)


def test_the_gm_takes_opponents_in_any_order() -> None:
    """THR-8.3: each once."""
    table = Table().turns(0, 1, 2, 3).send(7, DONE)
    table.cannot(table.gm, Send(7)).can(table.gm, Send(4))


def test_every_part_of_a_turn_can_be_left_out() -> None:
    """THR-8.4, THR-D5, THR-D6: by default all of them are."""
    table = Table(advantage=9).go(ADAM)
    assert play.default_of(table.game, ADAM) == DONE
    table.do(ADAM, DONE)
    assert table.game.stack[-1].step != "act"


def test_engage_before_or_after_the_attack() -> None:
    """THR-8.4, THR-R14: once, on either side of it."""
    table = Table().go(ADAM, Engage(4)).cannot(ADAM, Engage(5)).hit(ADAM, 4)
    assert not table.waits_for(ADAM)
    table.go(BREE).hit(BREE, 5).do(BREE, Engage(6))
    assert table.engaged(BREE, 6)


def test_tricks_before_the_attack_even_after_engaging() -> None:
    """THR-8.4, THR-11.1: at any moment before the roll."""
    table = Table(advantage=9).go(ADAM, Engage(4), Give("bleed", ADAM)).hit(ADAM, 4)
    assert table.game.bleeding[4] == 1


def test_disengage_comes_before_the_rest() -> None:
    """THR-8.4, THR-R14: not after engaging."""
    table = Table(advantage=9).go(ADAM, Give("disengage", ADAM)).can(ADAM, Disengage())
    table.do(ADAM, Engage(4)).cannot(ADAM, Disengage())


def test_one_attack_a_turn() -> None:
    """THR-10.1: on one opponent."""
    Table().go(ADAM).hit(ADAM, 4).cannot(ADAM, Attack(5))


def test_the_helpless_take_no_turn() -> None:
    """THR-8.5: nor do those who have fled."""
    table = Table().turns(0, 1, 2, 3)
    table.game.condition[ADAM] = 1
    table.blow(4, ADAM, *HIGH[:2]).rest()
    assert table.waits_for(1, 2, 3)


# --- opponents --------------------------------------------------------------------------------


def test_an_opponents_turn_is_like_a_characters() -> None:
    """THR-14.1: it engages once and attacks once."""
    table = Table().turns(0, 1, 2, 3).send(4, Engage(ADAM))
    assert table.engaged(ADAM, 4)
    table.cannot(table.gm, Attack(BREE)).falls(1, 1).do(table.gm, Attack(ADAM))
    table.cannot(table.gm, Attack(ADAM))


def test_a_trick_for_a_whole_turn() -> None:
    """THR-14.2: for itself or another opponent; the turn is over."""
    table = Table().turns(0, 1, 2, 3).send(4, Give("direct", 5))
    assert table.heard(Activated)[-1].whole_turn
    table.can(table.gm, Send(5)).send(5, Engage(ADAM)).cannot(table.gm, Give("bleed", 5))
    assert table.view(None).combatants[5].coins[0].giver == 4


def test_disengage_for_a_whole_turn_is_a_move() -> None:
    """THR-14.3, THR-R32: at once, if it is for itself; for another it is a coin."""
    table = Table().turns(0, 1, 2, 3).send(4, Give("disengage", 4))
    assert table.game.distant == 1 << 4
    table.send(5, Give("disengage", 6))
    assert table.game.distant == 1 << 4
    table.send(6, Disengage())
    assert table.game.distant >> 6 & 1


def test_who_has_moved_by_a_coin_has_no_whole_turn_left() -> None:
    """THR-14.1, THR-14.2, THR-R32: neither to move again nor for another trick; what was bought is still free."""
    table = Table(build=Build(0, 0, {"bleed A": 1})).turns(0, 1, 2, 3).send(4, Give("disengage", 5))
    table.send(5, Disengage())
    table.cannot(table.gm, Give("disengage", 5), Give("direct", 6)).can(table.gm, Give("bleed", 5))


def test_bought_tricks_are_free() -> None:
    """THR-14.4, THR-R38: each once, at the beginning of each turn; then the turn goes on."""
    table = Table(build=Build(0, 0, {"bleed A": 1})).turns(0, 1, 2, 3).send(4, Give("bleed", 4))
    assert not table.heard(Activated)[-1].whole_turn
    table.cannot(table.gm, Give("bleed", 5)).can(table.gm, Give("direct", 5))
    table.do(table.gm, Engage(ADAM)).cannot(table.gm, Give("direct", 5))
    table.falls(*HIGH[:2]).do(table.gm, Attack(ADAM))
    assert table.game.bleeding[ADAM] == 1
    table.rest().turns(0, 1, 2, 3).send(4, Give("bleed", 5))


def test_coins_of_opponents_follow_the_same_rules() -> None:
    """THR-14.5: no second coin from the same giver on the same receiver, but from another one."""
    table = Table(build=Build(0, 0, {"direct A": 1})).turns(0, 1, 2, 3)
    table.send(4, Give("direct", 5), DONE).send(6, Give("direct", 5), DONE).rest().turns(0, 1, 2, 3)
    table.do(table.gm, Send(4)).cannot(table.gm, Give("direct", 5)).can(table.gm, Give("direct", 6))


def test_a_missing_gm_attacks_the_weakest() -> None:
    """THR-D9: opponents in order, each the lowest condition within reach, the lowest seat of several."""
    table = Table().turns(0, 1, 2, 3)
    assert play.default_of(table.game, table.gm) == Send(4)
    play.time_up(table.game)
    assert play.default_of(table.game, table.gm) == Attack(ADAM)
    table.game.condition[CHARLIE] = 2
    assert play.default_of(table.game, table.gm) == Attack(CHARLIE)
    table.falls(1, 1)
    play.time_up(table.game)
    table.do(table.gm, DONE).send(5, Engage(BREE))
    assert play.default_of(table.game, table.gm) == Attack(BREE)


def test_a_trick_nobody_can_pay_is_refused() -> None:
    """THR-11.1: in one sentence, and nothing has changed."""
    table = Table()
    table.game.advantage = [2] * 4
    table.go(ADAM)
    with pytest.raises(NotAllowed, match=r"^A trick costs 3 advantage \(THR-11\.1\)\.$"):
        table.do(ADAM, Give("bleed", ADAM))
    assert table.game.advantage == [2] * 4
