"""THR-10: attacks."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, HIGH, Table, sheet

from turncoat.games.thrice.actions import DONE, Attack, Build, Engage, Give, Intercept, Swap
from turncoat.games.thrice.events import Declared, Intercepted, Missed, Rolled, Struck, TotalCounted
from turncoat.kernel import play


@pytest.mark.parametrize(("faces", "hits"), [((4, 5, 1), True), ((4, 4, 1), False)])
def test_equal_hits(faces: tuple[int, ...], hits: bool) -> None:
    """THR-10.4, THR-4.3, THR-6.4, THR-R12: 10 and weapon 1 reach an armour of 11; 9 do not."""
    table = Table().go(ADAM).attack(ADAM, 4).roll(ADAM, *faces)
    assert bool(table.heard(Struck)) is hits
    assert bool(table.heard(Missed)) is not hits
    assert table.game.condition[4] == (5 if hits else 6)


def test_every_hit_takes_the_damage() -> None:
    """THR-4.5, THR-10.4: at once, and unreduced by the penalty."""
    table = Table(sheets=[sheet(damage=3)])
    table.game.condition[ADAM] = 1
    table.go(ADAM).hit(ADAM, 4)
    assert table.game.condition[4] == 2


def test_condition_is_never_below_zero() -> None:
    """THR-4.1, THR-15.5: at 0 one is helpless."""
    table = Table(sheets=[sheet(wealth=3)], build=Build(0, 0, {"damage A": 3})).turns(0, 1, 2, 3)
    table.blow(4, ADAM, 10, 10)
    assert table.game.condition[ADAM] == 0
    assert table.view(None).combatants[ADAM].zone == "helpless"


def test_the_penalty_counts_in_attack_and_defence() -> None:
    """THR-4.2, THR-4.4: with condition 2 a total is two less, and an armour of 9 is reached."""
    table = Table()
    table.game.condition[ADAM] = 2
    table.go(ADAM).attack(ADAM, 4).roll(ADAM, 5, 5, 1)
    assert table.heard(TotalCounted)[-1].total == 11 + 1 - 2
    table.do(ADAM, DONE).turns(1, 2, 3).blow(5, ADAM, 4, 4)
    assert table.heard(Struck)[-1].target == ADAM


def test_opponents_have_no_penalty() -> None:
    """THR-4.2, THR-R6, THR-O10: unless that was agreed on."""
    for option, total in ((False, 11), (True, 9)):
        table = Table(enemy_condition_penalty=option)
        for seat in range(4):
            table.go(seat).hit(seat, 4)
            if table.waits_for(seat):
                table.do(seat, DONE)
        table.blow(4, ADAM, 5, 5)
        assert table.heard(TotalCounted)[-1].total == total


def test_the_order_of_an_attack() -> None:
    """THR-10.3: declared, intercepted, swapped, rolled, counted, hit."""
    table = Table(advantage=9).go(ADAM, Give("intercept", BREE), DONE).turns(1, 2, 3)
    table.blow(4, ADAM, *HIGH[:2])
    assert table.waits_for(BREE)
    table.do(BREE, Intercept(ADAM))
    kinds = (Declared, Intercepted, Rolled, TotalCounted, Struck)
    assert [type(event) for _, event in table.listener.heard if isinstance(event, kinds)] == list(kinds)


def test_the_swap_comes_after_the_declaration() -> None:
    """THR-D6, THR-10.3: none by default."""
    table = Table().go(ADAM, Attack(4))
    assert [box.tag for box in play.boxes(table.game, ADAM).boxes] == ["swap"]
    assert play.default_of(table.game, ADAM) == Swap(0)


def test_who_takes_no_part_cannot_be_attacked() -> None:
    """THR-10.5, THR-R19: neither the helpless nor those who have fled."""
    table = Table(sheets=[sheet(damage=9, wealth=4)]).go(ADAM).hit(ADAM, 4)
    assert not table.game.active >> 4 & 1
    table.do(ADAM, DONE).go(BREE).cannot(BREE, Attack(4), Engage(4))


def test_odds_before_the_roll_do_not_betray_armour() -> None:
    """THR-1.3: the GM sees the real ones, a player one line for each armour that is still possible."""
    table = Table(sheets=[sheet(wealth=2)], build=Build(0, 0, {"armour A": 1})).go(ADAM, Attack(4))
    real = table.view(table.gm).prospects
    assert [(prospect.armour, prospect.odds[0].ways) for prospect in real] == [(14, 400)]
    assert [prospect.armour for prospect in table.view(ADAM).prospects] == [11, 14, 17]
    table.roll(ADAM, 5, 5, 1)
    if table.waits_for(ADAM):
        table.do(ADAM, DONE)
    table.go(BREE, Attack(4))
    assert [prospect.armour for prospect in table.view(CHARLIE).prospects] == [14, 17]
    table.roll(BREE, 5, 5, 6)
    assert table.heard(Struck)
