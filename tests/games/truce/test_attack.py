"""TRU-6 and TRU-8: strength, and which attacks succeed."""

from __future__ import annotations

import pytest
from tests.games.truce.story import Story, truce

from turncoat.games.truce import events as happened

BACKERS = ["charles", "darcy", "emmett", "freja", "greta", "hugo"]


def duel(attackers: int, defenders: int, target: str = "defend") -> Story:
    """Agatha attacks Barney, with so many supporters on each side."""
    table = truce(f"agatha barney {' '.join(BACKERS)}")
    backing = ["support agatha"] * attackers + ["support barney"] * defenders
    return table.play(agatha="attack barney", barney=target, **dict(zip(BACKERS, backing, strict=False)))


@pytest.mark.parametrize("supporters", [0, 1, 3])
def test_an_attack_is_as_strong_as_it_has_supporters(supporters: int) -> None:
    """TRU-6.1: attack value = number of supporters; without any it is 0."""
    assert duel(supporters, 0).attack("agatha").attack == supporters


@pytest.mark.parametrize("supporters", [0, 1, 3])
def test_a_defence_is_as_strong_as_it_has_supporters(supporters: int) -> None:
    """TRU-6.2: defence value = number of supporters; without any it is 0."""
    assert duel(0, supporters).attack("agatha").defence == supporters


@pytest.mark.parametrize("move", ["attack charles", "support hugo", "loot", "pass"])
def test_nobody_else_has_a_defence(move: str) -> None:
    """TRU-6.3, TRU-R03, TRU-3.7: who does anything else has defence 0, however many stand behind."""
    table = duel(1, 3, move)
    assert table.attack("agatha").defence == 0
    assert table.coins()["barney"] == 2


@pytest.mark.parametrize("attackers", [0, 1, 2])
@pytest.mark.parametrize("defenders", [0, 1, 4])
def test_a_looter_loses_to_any_attack(attackers: int, defenders: int) -> None:
    """TRU-8.1: whatever the values are, even with attack value 0."""
    judged = duel(attackers, defenders, "loot").attack("agatha")
    assert (judged.success, judged.looting, judged.rule) == (True, True, "TRU-8.1")


@pytest.mark.parametrize("attackers", [0, 1, 2, 3])
@pytest.mark.parametrize("defenders", [0, 1, 2, 3])
def test_strictly_stronger_succeeds_and_equal_fails(attackers: int, defenders: int) -> None:
    """TRU-8.2: the attack succeeds if and only if its value is strictly greater than the defence value."""
    table = duel(attackers, defenders)
    assert table.attack("agatha").success == (attackers > defenders)
    assert table.coins()["barney"] == (2 if attackers > defenders else 3)


@pytest.mark.parametrize("move", ["attack charles", "support charles", "defend", "pass"])
def test_an_unsupported_attack_on_a_non_looter_fails(move: str) -> None:
    """TRU-8.2: 0 is not greater than 0."""
    table = duel(0, 0, move)
    assert not table.attack("agatha").success
    assert table.told(happened.VictimRobbed) == []


def test_attacks_on_one_target_neither_add_up_nor_hinder_each_other() -> None:
    """TRU-8.3: each is compared with the target by itself."""
    table = truce(f"agatha barney {' '.join(BACKERS)}")
    table.play(
        agatha="defend",
        charles="support agatha",
        barney="attack agatha",
        darcy="support barney",
        emmett="attack agatha",
        freja="support emmett",
        greta="support emmett",
        hugo="attack agatha",
    )
    assert [table.attack(who).success for who in ("barney", "emmett", "hugo")] == [False, True, False]
    assert table.coins()["agatha"] == 2
    assert table.coins()["emmett"] == 4


def test_all_attacks_are_judged_before_any_coin_moves() -> None:
    """TRU-8.4: an attacker who loses the last coin in this round still attacks."""
    table = truce("agatha barney charles darcy emmett", supplies={"agatha": 1})
    table.play(
        agatha="attack barney",
        darcy="support agatha",
        charles="attack agatha",
        emmett="support charles",
        barney="pass",
    )
    assert table.attack("agatha").success
    assert table.coins() == {"agatha": 0, "barney": 2, "charles": 5, "darcy": 3, "emmett": 3}
    kinds = [type(event) for _, event in table.listener.heard]
    last_judged = max(place for place, kind in enumerate(kinds) if kind is happened.AttackJudged)
    assert last_judged < kinds.index(happened.VictimRobbed)
