"""THR-8.6: the GM leads several opponents by one word."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, HIGH, Table

from turncoat.games.thrice.actions import DONE, Assault, Charge, Engage, Intercept, Send
from turncoat.games.thrice.board import BOARD
from turncoat.games.thrice.events import Declared, Engaged
from turncoat.games.thrice.state import Round, Thrice
from turncoat.kernel.errors import Refusal

GM = 4


def at_the_opponents(advantage: int = 0) -> Table:
    """THR-8.1: all characters have had their turn."""
    return Table(advantage=advantage).turns(0, 1, 2, 3)


def attacks(table: Table) -> list[tuple[int, int]]:
    """Who attacked whom."""
    return [(one.attacker, one.targets[0]) for one in table.heard(Declared)]


def test_several_attack_the_same_character_one_after_the_other() -> None:
    """THR-8.6: each has its turn, in order; nobody engages; the others are asked for after it."""
    table = at_the_opponents().falls(1, 1, 1, 1, 1, 1).do(GM, Assault(BREE, (4, 5, 7)))
    assert attacks(table) == [(4, BREE), (5, BREE), (7, BREE)]
    assert not table.heard(Engaged)
    assert table.waits_for(GM)
    table.cannot(GM, Send(4)).can(GM, Send(6))
    assert table.view(GM).again == BREE


def test_each_attacks_whoever_is_nearest() -> None:
    """THR-8.6: free before engaged, then the lowest condition, then the lowest seat."""
    table = Table().go(ADAM, Engage(4), DONE).turns(1, 2, 3)
    table.game.condition[ADAM], table.game.condition[CHARLIE] = 1, 2
    table.falls(*[1] * 4).do(GM, Charge((4, 5)))
    assert attacks(table) == [(4, ADAM), (5, CHARLIE)]


def test_who_can_no_longer_reach_the_character_keeps_the_turn() -> None:
    """THR-8.6, THR-10.5: the helpless are not attacked."""
    table = at_the_opponents()
    table.game.condition[BREE] = 1
    table.falls(*HIGH[:2]).do(GM, Assault(BREE, (4, 5, 6)))
    assert attacks(table) == [(4, BREE)]
    table.can(GM, Send(5)).can(GM, Send(6))


def test_a_friend_can_step_in_the_way_of_each_of_them() -> None:
    """THR-8.6, THR-D7: the players are asked as ever, and the others of the GM go on after it."""
    table = Table(advantage=9).go(ADAM).give(ADAM, "intercept", ADAM).do(ADAM, DONE).turns(1, 2, 3)
    table.do(GM, Assault(BREE, (4, 5)))
    assert table.waits_for(ADAM)
    table.falls(*[1] * 4).do(ADAM, Intercept(BREE))
    assert attacks(table) == [(4, BREE), (5, BREE)]
    assert table.engaged(ADAM, 4)


def test_only_the_gm_leads_and_only_who_waits() -> None:
    """THR-8.6, THR-8.3: nobody twice in a round; no player; nobody out of reach."""
    table = at_the_opponents().falls(1, 1).do(GM, Assault(BREE, (4,)))
    assert "at least 1 of Opponent B" in table.refused(GM, Assault(BREE, (4,))).sentence
    with pytest.raises(Refusal):
        table.do(ADAM, Charge((5,)))
    assert not table.beside(ADAM)


def test_all_of_them_may_go_by_one_word() -> None:
    """THR-8.6: the round goes on when nobody waits any more."""
    table = at_the_opponents().falls(*[1] * 12).do(GM, Charge(Table().foes))
    assert table.game.round == 2
    assert table.view(GM).again == -1


def ready(table: Table) -> list[str]:
    """The buttons of the GM."""
    return [one.title for one in BOARD.quick(table.view(GM), table.names)]


def test_buttons_say_the_same_again() -> None:
    """THR-8.6: after the first attack one press is enough for the next of them, and for all who are free."""
    table = at_the_opponents()
    assert ready(table) == ["All 6 attack the nearest"]
    table.falls(1, 1).do(GM, Assault(BREE, (6,)))
    assert ready(table) == [
        "Same again: Opponent A attacks Bree",
        "All 5 who are free attack Bree",
        "All 5 attack the nearest",
    ]
    assert not BOARD.quick(table.view(ADAM), table.names)


def test_who_was_attacked_last_is_part_of_the_round() -> None:
    """THR-8.6: a character's attack does not count, nor a counter-attack."""
    table = Table().go(ADAM).hit(ADAM, 4)
    assert rounds(table.game).again == -1


def rounds(game: Thrice) -> Round:
    """The round that is played."""
    return next(one for one in game.stack if isinstance(one, Round))
