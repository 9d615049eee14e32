"""THR-11 and THR-12: the tricks that are explained."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, DORA, HIGH, LOW, Table, sheet

from turncoat.games.thrice.actions import (
    DONE,
    Attack,
    Build,
    Counter,
    Disengage,
    Engage,
    Give,
    Intercept,
    SendIn,
    Swap,
    Swipe,
)
from turncoat.games.thrice.events import Declared, Rolled, Struck, TotalCounted
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed

# --- THR-11 -----------------------------------------------------------------------------------


def test_a_trick_costs_three_advantage() -> None:
    """THR-11.1, THR-D5: in the own turn, before the roll."""
    table = Table(advantage=7).go(ADAM).give(ADAM, "bleed", ADAM).give(ADAM, "direct", ADAM)
    assert table.game.advantage[ADAM] == 1
    table.cannot(ADAM, Give("swipe", ADAM))


def test_the_cost_can_be_agreed_on() -> None:
    """THR-O11: even nothing."""
    table = Table(trick_cost=0)
    table.game.advantage = [0] * 4
    table.go(ADAM).give(ADAM, "bleed", ADAM).give(ADAM, "direct", ADAM)
    assert table.game.advantage[ADAM] == 0


def test_a_trick_is_for_oneself_or_a_friend() -> None:
    """THR-11.2: any active character, never an opponent."""
    table = Table(advantage=9)
    table.game.condition[DORA] = 1
    table.turns(0, 1, 2, 3).blow(4, DORA, *HIGH[:2]).rest().go(ADAM)
    assert all(table.legal(ADAM, Give("bleed", who)) for who in (ADAM, BREE, CHARLIE))
    table.cannot(ADAM, Give("bleed", DORA), Give("bleed", 4))


def test_each_trick_once_a_turn() -> None:
    """THR-11.3, THR-R21, THR-E6: whoever receives it."""
    table = Table(advantage=99).go(ADAM).give(ADAM, "bleed", BREE)
    with pytest.raises(NotAllowed):
        table.give(ADAM, "bleed", ADAM)
    table.cannot(ADAM, Give("bleed", BREE))


def test_two_players_give_the_same_trick() -> None:
    """THR-11.3, THR-E5: a hit then leaves two marks."""
    table = Table(advantage=9).go(ADAM, Give("bleed", CHARLIE), DONE)
    table.go(BREE, Give("bleed", CHARLIE), DONE).go(CHARLIE).hit(CHARLIE, 4)
    assert table.game.bleeding[4] == 2


def test_a_coin_lies_until_it_is_used() -> None:
    """THR-11.4: no second one from the same giver meanwhile; over the rounds."""
    table = Table(advantage=99).go(ADAM, Give("counter", BREE), DONE).rest()
    assert table.coins("counter", BREE) == [ADAM]
    table.go(ADAM).cannot(ADAM, Give("counter", BREE)).can(ADAM, Give("counter", ADAM))


def test_coins_add_up() -> None:
    """THR-11.5: two of Direct are +4."""
    table = Table(advantage=9).go(ADAM, Give("direct", CHARLIE), DONE)
    table.go(BREE, Give("direct", CHARLIE), DONE).go(CHARLIE).miss(CHARLIE, 4)
    assert table.heard(TotalCounted)[-1].total == 3 + 1 + 4


def test_coins_of_the_helpless_are_lost() -> None:
    """THR-11.6, THR-15.5: what they gave to others is not."""
    table = Table(advantage=9)
    table.game.condition[BREE] = 1
    table.go(ADAM, Give("counter", BREE), DONE).go(BREE, Give("bleed", ADAM), DONE).foes_turn()
    table.blow(4, BREE, *HIGH[:2])
    assert table.coins("counter", BREE) == []
    assert table.coins("bleed", ADAM) == [BREE]


# --- Bleed and Direct -------------------------------------------------------------------------


@pytest.mark.parametrize(("wealth", "worth"), [(1, 1), (3, 2), (6, 3), (9, 4)])
def test_bleed_strikes_at_the_end_of_the_round(wealth: int, worth: int) -> None:
    """THR-12.1, THR-15.2, THR-R22: once, worth the giver's tier, on top of the hit."""
    table = Table(sheets=[sheet(wealth=wealth)], advantage=9).go(ADAM, Give("bleed", BREE), DONE)
    table.go(BREE).hit(BREE, 4)
    assert (table.game.condition[4], table.game.bleeding[4]) == (5, worth)
    table.rest()
    assert (table.game.condition[4], table.game.bleeding[4]) == (5 - worth, 0)


def test_bleed_is_used_up_by_a_miss() -> None:
    """THR-12.1, THR-12.8, THR-R22: it counts for the next roll, wanted or not; so does Direct."""
    table = Table(advantage=9).go(ADAM, Give("bleed", ADAM), Give("direct", ADAM)).miss(ADAM, 4)
    assert table.coins("bleed", ADAM) == table.coins("direct", ADAM) == []
    assert not any(table.game.bleeding)


def test_direct_is_two_more() -> None:
    """THR-12.3: on the next attack roll only."""
    table = Table(advantage=9).go(ADAM, Give("direct", ADAM)).attack(ADAM, 4).roll(ADAM, 3, 4, 1)
    assert table.heard(Struck)


# --- Counter ----------------------------------------------------------------------------------


def missed(**options: object) -> Table:
    """Bree, who holds Counter and Direct, was missed by an opponent."""
    table = Table(advantage=9, **options)  # type: ignore[arg-type]
    table.go(ADAM, Give("counter", BREE), Give("direct", BREE), DONE).foes_turn()
    table.blow(4, BREE, *LOW[:2])
    return table


def test_who_was_missed_strikes_back() -> None:
    """THR-12.2, THR-D8: an attack roll with swap, Direct and Bleed; the coin is used."""
    table = missed()
    assert table.waits_for(BREE)
    table.do(BREE, Counter()).roll(BREE, 1, 1, 6, swap=2)
    assert table.heard(Rolled)[-1].gain == 8
    assert table.heard(TotalCounted)[-1].total == 8 + 1 + 2
    assert table.heard(Struck)[-1].target == 4
    assert table.coins("counter", BREE) == []


def test_the_coin_can_be_kept() -> None:
    """THR-D8, THR-12.8, THR-R23: the holder chooses the miss; by default he keeps it."""
    table = missed()
    assert play.default_of(table.game, BREE) == DONE
    table.do(BREE, DONE)
    assert table.coins("counter", BREE) == [ADAM]
    table.do(table.gm, DONE).blow(5, BREE, *LOW[:2])
    assert table.waits_for(BREE)


def test_zones_do_not_limit_a_counter_attack() -> None:
    """THR-12.2: the holder is engaged with somebody else."""
    table = Table(advantage=9).go(BREE, Give("counter", BREE), Engage(5), DONE).foes_turn()
    table.blow(4, BREE, *LOW[:2]).do(BREE, Counter()).roll(BREE, *HIGH)
    assert table.heard(Struck)[-1].target == 4


def test_counter_attacks_are_not_countered() -> None:
    """THR-12.10, THR-R23, THR-O16: unless chains were agreed on."""
    for chain in (False, True):
        table = Table(advantage=9, counter_chain=chain, build=Build(0, 0, {"counter A": 1}))
        table.go(ADAM, Give("counter", BREE), DONE).foes_turn().send(4, Give("counter", 4))
        table.falls(*LOW[:2]).do(table.gm, Attack(BREE)).do(BREE, Counter()).roll(BREE, *LOW)
        assert table.legal(table.gm, Counter()) is chain


def test_opponents_counter_as_well() -> None:
    """THR-12.2, THR-D8: the GM decides for them."""
    table = Table(build=Build(0, 0, {"counter A": 1})).foes_turn().send(4, Give("counter", 4), DONE)
    table.rest().go(ADAM).miss(ADAM, 4)
    assert table.waits_for(table.gm)
    table.falls(10, 10).do(table.gm, Counter())
    assert table.game.condition[ADAM] == 3


def test_tricks_before_a_counter_attack() -> None:
    """THR-R20, THR-O12: with that option, each once for that roll; else in the own turn only."""
    table = missed(activation_window="any_roll").do(BREE, Counter()).give(BREE, "direct", BREE)
    table.cannot(BREE, Give("direct", ADAM)).do(BREE, DONE).roll(BREE, *LOW)
    assert table.heard(TotalCounted)[-1].total == 3 + 1 + 4
    assert missed().legal(BREE, Counter())
    missed().do(BREE, Counter()).can(BREE, Swap(0))


# --- Disengage --------------------------------------------------------------------------------


def test_several_coins_several_moves() -> None:
    """THR-12.4, THR-9.6: all before anything but tricks."""
    table = Table(advantage=9).go(ADAM, Give("disengage", CHARLIE), DONE)
    table.go(BREE, Give("disengage", CHARLIE), DONE).go(CHARLIE, Disengage(), Disengage())
    assert table.game.fled == 1 << CHARLIE
    assert table.waits_for(DORA)


# --- Intercept --------------------------------------------------------------------------------


def guarded(*helpers: int, target: int = ADAM, engaged: tuple[tuple[int, int], ...] = (), **options: object) -> Table:
    """Dora has given Intercept to helpers, with the help of others; the GM is next."""
    table = Table(advantage=9, **options)  # type: ignore[arg-type]
    givers = iter((DORA, CHARLIE, BREE))
    for helper in helpers:
        giver = next(givers)
        table.go(giver, Give("intercept", helper), *[Engage(foe) for who, foe in engaged if who == giver], DONE)
    for who, foe in engaged:
        if who not in (DORA, CHARLIE, BREE)[: len(helpers)]:
            table.go(who, Engage(foe), DONE)
    table.foes_turn()
    return table


def test_stepping_in_the_way() -> None:
    """THR-12.5, THR-D7, THR-R24: the holder becomes the target and is engaged with the attacker."""
    table = guarded(BREE).blow(4, ADAM, *HIGH[:2])
    assert play.default_of(table.game, BREE) == DONE
    table.do(BREE, Intercept(ADAM))
    assert (table.game.condition[ADAM], table.game.condition[BREE]) == (4, 3)
    assert table.engaged(BREE, 4)
    assert table.coins("intercept", BREE) == []


def test_the_attacker_leaves_his_engagement() -> None:
    """THR-12.5: for that of the holder."""
    table = guarded(BREE, engaged=((ADAM, 4), (BREE, 5))).blow(4, ADAM, *HIGH[:2])
    table.do(BREE, Intercept(ADAM))
    assert table.engaged(BREE, 4, 5)
    assert table.game.free & 1


def test_an_attacker_of_the_same_engagement_stays() -> None:
    """THR-R39: nothing changes."""
    table = guarded(BREE, engaged=((ADAM, 4), (BREE, 4))).blow(4, ADAM, *HIGH[:2])
    table.do(BREE, Intercept(ADAM))
    assert table.engaged(ADAM, BREE, 4)


def test_not_from_and_not_against_the_distance() -> None:
    """THR-12.5: neither a distant holder nor a distant attacker; nor for oneself."""
    table = guarded(BREE, ambush=(BREE, 5)).blow(4, ADAM, *LOW[:2])
    assert not table.waits_for(BREE)
    other = guarded(BREE, ambush=(5,)).blow(5, ADAM, *LOW[:2])
    assert not other.waits_for(BREE)
    own = guarded(ADAM).blow(4, ADAM, *LOW[:2])
    assert not own.waits_for(ADAM)


def test_at_most_one_interceptor_for_a_target() -> None:
    """THR-D7: the lowest seat of those who are willing."""
    table = guarded(BREE, CHARLIE).blow(4, ADAM, *HIGH[:2])
    assert table.waits_for(BREE, CHARLIE)
    table.do(CHARLIE, Intercept(ADAM)).do(BREE, Intercept(ADAM))
    assert table.game.condition[:3] == [4, 3, 4]
    assert table.coins("intercept", CHARLIE) == [CHARLIE]


def swiped(*helpers: int) -> Table:
    """An opponent swipes at Adam and Bree."""
    table = guarded(*helpers, build=Build(0, 0, {"swipe A": 1})).send(4, Give("swipe", 4))
    table.do(table.gm, Swipe(ADAM, (BREE,)))
    return table


def test_a_target_who_intercepts_is_compared_twice() -> None:
    """THR-12.9: in the place of one ally."""
    table = swiped(BREE).falls(10, 10).do(BREE, Intercept(ADAM))
    assert table.game.condition[:2] == [4, 2]


def test_several_interceptors_are_one_engagement() -> None:
    """THR-12.9, THR-R41: those who are left are asked again while a target is uncovered."""
    table = swiped(CHARLIE, DORA).do(CHARLIE, Intercept(ADAM)).do(DORA, Intercept(ADAM))
    assert table.waits_for(DORA)
    table.falls(10, 10).do(DORA, Intercept(BREE))
    assert table.engaged(CHARLIE, DORA, 4)
    assert table.game.condition == [4, 4, 3, 3, *[6] * 6]


def test_opponents_step_in_for_each_other() -> None:
    """THR-12.5, THR-D7: the GM decides for them."""
    table = Table(build=Build(0, 0, {"intercept A": 1})).foes_turn()
    table.send(5, Give("intercept", 5), DONE).rest().go(ADAM, Attack(4))
    assert table.waits_for(table.gm)
    table.do(table.gm, SendIn(5, 4)).roll(ADAM, *HIGH)
    assert table.game.condition[4:6] == [6, 5]
    assert table.engaged(ADAM, 5)


def test_a_standing_answer_to_interceptions() -> None:
    """THR-D7: whoever always says no need not be asked."""
    table = guarded(BREE)
    play.order_standing(table.game, BREE, "interception.choose", DONE)
    table.blow(4, ADAM, *LOW[:2])
    assert not table.waits_for(BREE)


def test_counter_attacks_are_not_intercepted() -> None:
    """THR-12.10: not even by opponents."""
    table = Table(advantage=9, build=Build(0, 0, {"intercept A": 1}))
    table.go(ADAM, Give("counter", BREE), DONE).foes_turn().send(5, Give("intercept", 5), DONE)
    table.blow(4, BREE, *LOW[:2]).do(BREE, Counter()).can(BREE, Swap(0))


# --- Strengthen -------------------------------------------------------------------------------


def test_strengthen_goes_above_the_start() -> None:
    """THR-12.6, THR-R25: by the giver's tier, at once; up to 15."""
    table = Table(sheets=[sheet(wealth=9)], advantage=99).go(ADAM).give(ADAM, "strengthen", BREE)
    assert table.game.condition[BREE] == 8
    table.do(ADAM, DONE)
    table.game.condition[BREE] = 14
    table.rest().go(ADAM).give(ADAM, "strengthen", BREE)
    assert table.game.condition[BREE] == 15


def test_who_is_at_the_end_of_the_scale_cannot_be_strengthened() -> None:
    """THR-R37, THR-15.5: nor can the helpless."""
    table = Table(advantage=99)
    table.game.condition[BREE] = 15
    table.go(ADAM).cannot(ADAM, Give("strengthen", BREE)).can(ADAM, Give("strengthen", ADAM))


def test_opponents_are_strengthened_without_limit() -> None:
    """THR-R25, THR-R7, THR-14.5: by the party wealth."""
    table = Table(sheets=[sheet(wealth=6)], build=Build(0, 0, {"condition A": 3})).foes_turn()
    table.send(4, Give("strengthen", 5))
    assert table.game.condition[5] == 18


# --- swipes that are intercepted or countered (others: test_swipe) ------------------------------


def test_whoever_is_helpless_by_then_is_passed_over() -> None:
    """THR-R26: somebody who steps in for another can be a target twice; coins are used up all the same."""
    table = swiped_one_by_one().do(BREE, Intercept(ADAM))
    assert not table.game.active >> BREE & 1
    assert len([one for one in table.heard(Rolled) if one.who == 4]) == 1
    assert table.coins("direct", 4) == []


def swiped_one_by_one() -> Table:
    """Bree, hardly standing, may step in for Adam although she is a target herself."""
    table = guarded(BREE, build=Build(1, 0, {"swipe A": 1, "direct A": 1}), swipe_roll="per_target")
    table.game.condition[BREE] = 1
    table.send(4, Give("swipe", 4), Give("direct", 4)).falls(10, 10)
    table.do(table.gm, Swipe(ADAM, (BREE,)))
    return table


def test_no_swipe_in_a_counter_attack() -> None:
    """THR-12.7: it has one target."""
    table = missed().do(BREE, Counter())
    assert table.heard(Declared)[-1].targets == (4,)
