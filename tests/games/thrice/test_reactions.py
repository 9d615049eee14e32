"""THR-12.2, THR-12.5: before a reaction its player reads attacker, chance, damage, engagements; also in a terminal."""

from __future__ import annotations

from tests.games.thrice.story import ADAM, BREE, LOW, Table

from turncoat.games.thrice.actions import DONE, Attack, Build, Counter, Engage, Give, Intercept
from turncoat.games.thrice.drawing.names import spoken
from turncoat.games.thrice.drawing.stakes import stakes
from turncoat.games.thrice.terminal import board


def said(table: Table, seat: int | None) -> tuple[str, ...]:
    """What the page says before the question; the terminal says the same with its own names."""
    view = table.view(seat)
    text = ["".join(words for words, _ in line).strip() for line in board(view, table.names)]
    own = [line for line in stakes(view, table.names) if line]
    assert [line for line in text if line in own] == own
    return stakes(view, spoken(view, table.names))


def test_stepping_in_says_what_becomes_of_engagements() -> None:
    """THR-12.5: the attacker leaves an engagement, or joins that of whoever steps in."""
    table = Table(3, advantage=9).go(ADAM, Give("intercept", ADAM), DONE).go(BREE, Engage(4), DONE).foes_turn()
    table.send(4).do(table.gm, Attack(BREE))
    first, *odds, tie = said(table, ADAM)
    assert first == "Opponent 2 attacks Bree."
    assert [line.partition(",")[0] for line in odds] == ["Bree", "Adam"]
    assert all(line.endswith("a hit takes 1 or 4.") for line in odds)
    assert tie == "If you step in, Opponent 2 leaves the engagement with Bree and is engaged with you."
    table = Table(3, advantage=9).go(ADAM, Give("intercept", ADAM), Engage(3), DONE).foes_turn()
    table.send(4).do(table.gm, Attack(BREE))
    assert said(table, ADAM)[-1] == "If you step in, Opponent 2 joins your engagement with Opponent 1."
    assert not [line for line in said(table, 2) if "step in" in line]


def test_the_gm_reads_the_same_of_opponents_who_may_step_in() -> None:
    """THR-12.5: for each opponent with a coin."""
    table = Table(3, advantage=9, build=Build(0, 0, {"intercept A": 1})).foes_turn()
    table.send(3, Give("intercept", 3), DONE).rest().go(ADAM).attack(ADAM, 4)
    assert said(table, table.gm) == (
        "Adam attacks Opponent 2.",
        "Opponent 2, armour 11: 86.2 % to hit; one swap 77.2 %, two 62.5 %; a hit takes 1 of 6.",
        "Opponent 1, armour 11: 86.2 % to hit; one swap 77.2 %, two 62.5 %; a hit takes 1 of 6.",
        "If Opponent 1 steps in, Adam is engaged with Opponent 1.",
    )


def test_who_may_strike_back_reads_the_own_chance_and_damage() -> None:
    """THR-12.2: not that of the attack, which has missed; and again before tricks for that roll (THR-R20)."""
    table = Table(3, advantage=9, activation_window="any_roll").go(BREE, Give("counter", BREE), DONE).foes_turn()
    table.blow(4, BREE, *LOW[:2])
    first, *odds, taken = said(table, BREE)
    assert first == "Opponent 2 has missed Bree, who may strike back."
    assert [line.partition(":")[0] for line in odds] == ["Opponent 2, if armour is 11", "Opponent 2, if armour is 14"]
    assert taken == "A hit takes 1."
    assert said(table, ADAM) == (first,)
    table.do(BREE, Counter())
    assert said(table, BREE) == ("Bree attacks Opponent 2.", *odds)


def test_the_gm_reads_the_chance_of_an_opponent_that_may_strike_back() -> None:
    """THR-12.2."""
    table = Table(3, build=Build(0, 0, {"counter A": 1})).foes_turn()
    table.send(3, Give("counter", 3), DONE).rest().go(ADAM).miss(ADAM, 3)
    first, odds = said(table, table.gm)
    assert first == "Adam has missed Opponent 1, who may strike back."
    assert odds == "Adam: 64.0 % to hit; loses 1 of 4."


def test_who_may_enforce_a_skill_reads_that_the_attack_is_over() -> None:
    """THR-13.4."""
    table = Table(3, advantage=9, profile="sheet").go(ADAM, Give("intercept", ADAM), DONE).foes_turn()
    table.send(4).falls(10, 10).do(table.gm, Attack(BREE)).do(ADAM, Intercept(BREE))
    assert said(table, ADAM) == ("The attack of Opponent 2 is over; Adam may enforce a skill.",)
