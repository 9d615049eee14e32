"""THR-13: the tricks of the sheet."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, CHARLIE, DORA, HIGH, LOW, Table, sheet
from tests.telling import Audience

from turncoat.games import ruleset
from turncoat.games.thrice.actions import (
    DONE,
    Attack,
    Build,
    Counter,
    Enforce,
    Give,
    Intercept,
    Lock,
    Neutralize,
    PushBack,
    Send,
    Swipe,
)
from turncoat.games.thrice.events import FieldChanged, LocksExpired, Rolled, Struck
from turncoat.games.thrice.view import LockSeen
from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed


def table(**facts: object) -> Table:
    """A combat by the sheet, with advantage for everybody."""
    return Table(profile="sheet", advantage=99, **facts)  # type: ignore[arg-type]


def foes_hold(told: Table, trick: str, *who: int) -> None:
    """These opponents spend their turns on a trick for themselves; the next round begins."""
    told.foes_turn()
    for one in who:
        told.send(one, Give(trick, one))
    told.rest()


def test_counter_is_the_same() -> None:
    """THR-13.1, THR-12.2: strike back at who missed."""
    told = table().go(ADAM, Give("counter", BREE), DONE).foes_turn().blow(4, BREE, *LOW[:2])
    told.do(BREE, Counter()).roll(BREE, *HIGH)
    assert told.heard(Struck)[-1].target == 4


# --- Enforce ----------------------------------------------------------------------------------


def test_a_step_in_a_skill() -> None:
    """THR-13.2, THR-13.8: initiative, damage, attack or defence, not condition; for oneself or a friend."""
    told = table().go(ADAM).cannot(ADAM, Enforce(BREE, "condition"))
    told.do(ADAM, Enforce(BREE, "damage"))
    assert told.game.damage[BREE] == 2
    told.cannot(ADAM, Enforce(ADAM, "weapon"))


def test_four_steps_are_a_token() -> None:
    """THR-13.2, THR-E13, THR-R27: attack 1 comes to 5 and falls back with a token; the value is 5 still."""
    told = table()
    for seat in range(4):
        told.go(seat, Enforce(ADAM, "weapon"), DONE)
    assert told.game.weapon[ADAM] == 5
    assert (told.game.steps["weapon"][ADAM], told.game.tokens["weapon"][ADAM]) == (0, 1)
    assert told.view(None).combatants[ADAM].tokens[0].tokens == 1


def test_a_token_can_be_worth_something_else() -> None:
    """THR-O18, THR-R27: on characters and on opponents."""
    told = table(token_value_character=2, token_value_enemy=5, build=Build(0, 0, {"weapon A": 1}))
    for seat in range(4):
        told.go(seat, Enforce(ADAM, "armour"), DONE)
    assert told.game.armour[ADAM] == 13
    told.send(4, Enforce(5, "weapon"))
    assert told.game.weapon[5] == 9


def test_a_high_default_needs_four_steps() -> None:
    """THR-13.9, THR-R27: 5 or more becomes a token at default + 4; 3 at 5 already."""
    told = table(sheets=[sheet(wealth=3, weapon=5, damage=2)])
    for seat in range(4):
        told.go(seat, Enforce(ADAM, "weapon"), DONE)
    assert told.game.tokens["weapon"][ADAM] == 1
    assert told.game.weapon[ADAM] == 10
    told.rest()
    for seat in range(2):
        told.go(seat, Enforce(ADAM, "damage"), DONE)
    assert told.game.damage[ADAM] == 7


def test_initiative_changes_the_advantage_only() -> None:
    """THR-13.10, THR-15.1: not the board."""
    told = table(after=(ADAM,)).go(BREE, Enforce(ADAM, "initiative"), DONE)
    told.game.advantage[ADAM] = 0
    told.rest()
    assert told.game.advantage[ADAM] == 2
    assert not told.game.before & 1


def test_opponents_enforce_bought_skills() -> None:
    """THR-13.2, THR-5.9: a token worth 3 at once; without a bought skill there is no Enforce."""
    told = table(build=Build(0, 2, {"armour A": 1})).foes_turn().send(4)
    told.can(told.gm, Enforce(5, "armour")).cannot(told.gm, Enforce(5, "weapon"))
    told.cannot(told.gm, Enforce(9, "armour")).do(told.gm, Enforce(5, "armour"))
    assert told.game.armour[5] == 17


# --- Flank ------------------------------------------------------------------------------------


def test_flanking_moves_up_after_the_turn() -> None:
    """THR-13.3, THR-R28: for the following rounds; nobody gains a turn."""
    told = table(after=(ADAM, BREE)).go(CHARLIE).cannot(CHARLIE, Give("flank", DORA))
    told.do(CHARLIE, Give("flank", ADAM)).do(CHARLIE, DONE).turns(DORA).stand_down()
    assert told.waits_for(ADAM, BREE)
    told.turns(ADAM)
    assert told.heard(FieldChanged)[-1].before
    assert told.waits_for(BREE)
    told.rest()
    assert told.waits_for(ADAM, CHARLIE, DORA)


def test_who_stands_before_already_keeps_the_coin_of_flank() -> None:
    """THR-13.3: it is for a character who stands after; pushed back later, he moves up by it."""
    told = table(after=(ADAM,)).go(BREE, Give("flank", ADAM), DONE)
    told.go(CHARLIE, Give("flank", ADAM), DONE).rest()
    assert told.game.before & 1
    assert told.coins("flank", ADAM) == [CHARLIE]
    told.rest()
    assert told.coins("flank", ADAM) == [CHARLIE]
    told.foes_turn().send(4, PushBack(ADAM)).rest()
    assert not told.game.before & 1
    told.rest()
    assert told.game.before & 1
    assert told.coins("flank", ADAM) == []


def test_opponents_push_back() -> None:
    """THR-13.3, THR-R28: from before to after, for the following rounds."""
    told = table().foes_turn().send(4, PushBack(ADAM))
    assert not any(told.legal(told.gm, PushBack(ADAM)) for _ in range(1))
    told.rest()
    assert told.waits_for(1, 2, 3)


# --- Intercept --------------------------------------------------------------------------------


def test_the_interceptor_may_enforce() -> None:
    """THR-13.4, THR-D10: after the attack, free, an own skill; none by default."""
    told = table().go(ADAM, Give("intercept", BREE), DONE).foes_turn().blow(4, ADAM, *HIGH[:2])
    told.do(BREE, Intercept(ADAM))
    assert told.waits_for(BREE)
    assert play.default_of(told.game, BREE) == DONE
    told.cannot(BREE, Enforce(ADAM, "weapon")).do(BREE, Enforce(BREE, "weapon"))
    assert told.game.weapon[BREE] == 2
    assert told.game.condition[BREE] == 5


def test_the_helpless_do_not_enforce() -> None:
    """THR-13.4: not if the attack was too much."""
    told = table()
    told.game.condition[BREE] = 1
    told.go(ADAM, Give("intercept", BREE), DONE).foes_turn().blow(4, ADAM, *HIGH[:2])
    told.do(BREE, Intercept(ADAM))
    assert not told.waits_for(BREE)


def test_a_taunt_must_be_among_the_targets() -> None:
    """THR-13.4, THR-R29: of several one; the first attack uses it up, then there is an Enforce."""
    told = table(build=Build(0, 0, {"weapon A": 1}))
    foes_hold(told, "intercept", 4, 5)
    told.go(ADAM)
    assert [told.legal(ADAM, Attack(who)) for who in (4, 5, 6)] == [True, True, False]
    told.do(ADAM, Attack(4)).roll(ADAM, *LOW)
    assert told.waits_for(told.gm)
    assert play.default_of(told.game, told.gm) == Enforce(4, "weapon")
    told.do(told.gm, Enforce(4, "weapon"))
    assert told.game.weapon[4] == 7
    assert told.coins("intercept", 4) == []
    assert told.coins("intercept", 5) == [5]


def test_a_swipe_includes_a_taunter() -> None:
    """THR-13.4, THR-13.7, THR-R36: who is named first; others as one likes, with one roll."""
    told = table()
    foes_hold(told, "intercept", 5)
    told.go(ADAM, Give("swipe", ADAM)).cannot(ADAM, Swipe(4, (6,))).attack(ADAM, 5, 4, 6)
    told.roll(ADAM, *HIGH)
    assert len(told.heard(Rolled)) == 1
    assert told.game.condition[4:8] == [5, 5, 5, 6]
    assert told.waits_for(told.gm)
    assert play.default_of(told.game, told.gm) == DONE


def test_a_counter_attack_is_no_answer_to_a_taunt() -> None:
    """THR-R36: the coin stays."""
    told = table().go(ADAM, Give("counter", BREE), DONE).foes_turn().send(5, Give("intercept", 5))
    told.blow(4, BREE, *LOW[:2]).do(BREE, Counter()).roll(BREE, *HIGH)
    assert told.coins("intercept", 5) == [5]


# --- Lock and Neutralize ----------------------------------------------------------------------


def test_a_lock_keeps_from_activating_and_from_coins() -> None:
    """THR-13.5, THR-R30: of any side; coins rest, and a locked taunt does not bind."""
    told = table()
    foes_hold(told, "intercept", 4)
    told.go(ADAM, Lock(4, "intercept")).can(ADAM, Attack(6)).do(ADAM, Give("counter", BREE))
    told.do(ADAM, DONE).go(CHARLIE, Lock(BREE, "counter"), DONE).go(BREE)
    told.cannot(BREE, Give("counter", BREE)).do(BREE, DONE).turns(DORA).blow(5, BREE, *LOW[:2])
    assert not told.waits_for(BREE)
    assert told.coins("counter", BREE) == [ADAM]


def test_nobody_is_locked_out_twice() -> None:
    """THR-R37: of one trick."""
    told = table().go(ADAM, Lock(4, "swipe"), DONE).go(BREE)
    told.cannot(BREE, Lock(4, "swipe")).can(BREE, Lock(4, "counter"))


def test_a_lock_can_be_renewed_where_that_prolongs_it() -> None:
    """THR-R30, THR-R37, THR-O19: in the next round, once."""
    told = table(lock_duration="round").go(ADAM, Lock(4, "swipe"), DONE).go(BREE)
    told.cannot(BREE, Lock(4, "swipe")).do(BREE, DONE).rest().go(ADAM, Lock(4, "swipe")).rest()
    assert told.view(None).combatants[4].locks
    told.rest()
    assert not told.view(None).combatants[4].locks


@pytest.mark.parametrize(("duration", "lasts"), [("combat", [True, True, True]), ("round", [True, True, False])])
def test_how_long_a_lock_lasts(duration: str, lasts: list[bool]) -> None:
    """THR-R30, THR-O19: for the combat, or until the end of the next round."""
    told = table(lock_duration=duration).go(ADAM, Lock(4, "swipe"), DONE)
    seen = []
    for _ in range(3):
        seen.append(bool(told.view(None).combatants[4].locks))
        told.rest()
    assert seen == lasts


def test_the_last_round_of_a_lock_can_be_seen() -> None:
    """THR-R30: the next one; in the last step of the present one too, in which older locks go."""
    ears = Audience(ruleset("thrice"))
    told = table(lock_duration="round", listener=ears)
    for target in (4, 5):
        told.go(ADAM, Lock(target, "swipe"), DONE)
        told.rest()
    (still,) = [one for one in ears.reel.stills if isinstance(one.events[-1], LocksExpired)]
    assert still.view.round == 2
    assert [combatant.locks for combatant in still.view.combatants[4:6]] == [(), (LockSeen("swipe", 3),)]
    assert told.view(None).combatants[5].locks == (LockSeen("swipe", 3),)


def test_neutralize_removes_one_token() -> None:
    """THR-13.6, THR-R31: a skill token, a coin or a lock, of anybody; nothing else."""
    told = table(build=Build(0, 0, {"armour A": 1}))
    told.go(ADAM, Give("counter", BREE), Lock(4, "swipe"), DONE).foes_turn()
    told.send(4, Enforce(5, "armour")).rest()
    for seat, (who, token) in enumerate([(BREE, "counter"), (4, "lock on swipe"), (5, "armour token")]):
        told.go(seat, Neutralize(who, token), DONE)
    assert told.coins("counter", BREE) == []
    assert not told.game.locks["swipe"]
    assert told.game.armour[5] == 14
    told.go(DORA)
    assert not any(box.tag == "neutralize" for box in play.boxes(told.game, DORA).boxes)


def test_there_is_no_limit_in_combat() -> None:
    """THR-13.8: beyond ten."""
    told = table(sheets=[sheet(wealth=4, weapon=9)]).go(BREE, Enforce(ADAM, "weapon"), DONE)
    assert told.game.weapon[ADAM] == 11


def test_opponents_lock_for_a_turn() -> None:
    """THR-13.5, THR-14.2: the same for them."""
    told = table().foes_turn().send(4, Lock(ADAM, "enforce"))
    told.can(told.gm, Send(5)).rest().go(ADAM)
    with pytest.raises(NotAllowed):
        told.do(ADAM, Enforce(ADAM, "weapon"))
