"""THR-6 and THR-21: rolls, swaps, advantage, and the odds against an enumeration of their own."""

from __future__ import annotations

import re
from itertools import product

import pytest
from tests.games.thrice.story import ADAM, BREE, HIGH, Table
from tests.kit import sure

from turncoat.games.thrice.actions import DONE, TABLE_ROLLS, Attack, Build, Dice, Send, Swap, Take, TwoDice
from turncoat.games.thrice.dice import attack_odds, dice, expected_advantage, opponent_odds
from turncoat.games.thrice.events import InitiativeRolled, Rolled
from turncoat.games.thrice.rules import RULES
from turncoat.kernel import play

CATALOGUE = {
    3: (600, 360, 216, 99),
    4: (599, 359, 215, 97),
    10: (517, 278, 135, 64),
    13: (400, 180, 56, 36),
    14: (351, 145, 35, 28),
    15: (300, 112, 20, 21),
    17: (200, 56, 4, 10),
    18: (155, 35, 1, 6),
    20: (83, 10, 0, 1),
    26: (1, 0, 0, 0),
    27: (0, 0, 0, 0),
}


def fallen(sides: tuple[int, ...]) -> list[int]:
    """The sum of every way in which dice can fall."""
    return [sum(faces) for faces in product(*(range(1, most + 1) for most in sides))]


@pytest.mark.parametrize("swaps", range(3))
@pytest.mark.parametrize("need", range(-3, 30))
def test_the_odds_are_those_of_every_way_to_fall(need: int, swaps: int) -> None:
    """THR-6.1, THR-6.2, THR-6.4: counted here one by one."""
    every = fallen(dice(swaps))
    odds = attack_odds(need, swaps)
    assert (odds.ways, odds.of) == (sum(one >= need for one in every), len(every))


@pytest.mark.parametrize("need", range(-3, 24))
def test_the_odds_of_opponents(need: int) -> None:
    """THR-6.5: two d10."""
    every = fallen((10, 10))
    assert (opponent_odds(need).ways, opponent_odds(need).of) == (sum(one >= need for one in every), 100)


@pytest.mark.parametrize("need", CATALOGUE)
def test_the_printed_table_of_odds(need: int) -> None:
    """THR-6.4: exact counts out of 600, 360, 216 and 100; the rulebook prints the same."""
    counts = (*(attack_odds(need, swaps).ways for swaps in range(3)), opponent_odds(need).ways)
    assert counts == CATALOGUE[need]
    line = sure(re.search(rf"^\| {need} \|.*$", RULES.rulebook, re.MULTILINE))
    assert re.findall(r"\| (\d+) \(", line[0]) == [str(count) for count in counts]


def test_the_average_gain() -> None:
    """THR-6.3: 3.5, 7 and 10.5."""
    assert [expected_advantage(swaps) for swaps in range(3)] == [3.5, 7, 10.5]
    assert attack_odds(10, 0).chance == pytest.approx(0.8617, abs=5e-5)


@pytest.mark.parametrize(("swap", "faces", "gain"), [(0, (9, 8, 5), 5), (1, (9, 4, 5), 9), (2, (3, 4, 5), 12)])
def test_the_pips_of_all_d6_are_advantage(swap: int, faces: tuple[int, ...], gain: int) -> None:
    """THR-6.1 to THR-6.3: none, one or both d10 replaced; they count for the roll as well."""
    table = Table().go(ADAM, Attack(4))
    before = table.game.advantage[ADAM]
    table.roll(ADAM, *faces, swap=swap)
    assert table.game.advantage[ADAM] == before + gain
    (rolled,) = table.heard(Rolled)
    assert (rolled.dice, rolled.gain, rolled.swaps) == (faces, gain, swap)


def test_opponents_roll_two_dice() -> None:
    """THR-6.5: and gain nothing."""
    table = Table().turns(0, 1, 2, 3).blow(4, ADAM, 1, 1)
    (rolled,) = table.heard(Rolled)
    assert (rolled.dice, rolled.gain) == ((1, 1), 0)
    assert len(table.game.advantage) == 4


def test_advantage_has_no_upper_limit() -> None:
    """THR-6.6: it stays until it is spent."""
    table = Table(advantage=1000).go(ADAM, DONE).rest()
    assert table.game.advantage[ADAM] == 1001


def test_advantage_of_the_roll_is_for_later() -> None:
    """THR-6.7: after the attack roll nothing can be activated; that of initiative serves in the first turn."""
    table = Table()
    assert table.game.advantage[ADAM] == 6
    table.go(ADAM).give(ADAM, "direct", BREE).attack(ADAM, 4).roll(ADAM, *HIGH)
    assert not any(box.tag == "give" for box in play.boxes(table.game, ADAM).boxes)


def test_dice_rolled_by_hand() -> None:
    """THR-O24: first the swap, then what fell; two d6 after one swap, two d10 for the GM."""
    table = Table(1, dice="hand").do(0, Dice(10, 10, 1))
    (rolled,) = table.heard(InitiativeRolled)
    assert rolled.dice == (10, 10, 1)
    table.go(0, Attack(1), Swap(1)).cannot(0, Dice(1, 7, 1)).do(0, Dice(10, 6, 3))
    assert table.game.advantage[0] == 1 + 9
    table.do(0, DONE).do(1, Send(1)).do(1, Attack(0)).cannot(1, Dice(1, 1, 1)).do(1, TwoDice(1, 2))
    assert table.heard(Rolled)[-1].dice == (1, 2)


def test_the_table_can_roll_after_all() -> None:
    """THR-O24: for whoever is missing, or wants it."""
    table = Table(1, dice="hand", build=Build(0, 0, {})).falls(3, 4, 5)
    assert play.default_of(table.game, 0) == TABLE_ROLLS
    play.time_up(table.game, table.listener)
    assert table.heard(InitiativeRolled)[0].dice in ((10, 10, 6), (3, 4, 5))
    assert table.legal(0, Take()) or table.waits_for(1)
