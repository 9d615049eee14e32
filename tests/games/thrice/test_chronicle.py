"""A combat as a story to keep: a sentence for each turn, with who did what to whom, and what came of it."""

from __future__ import annotations

import pytest
from tests.games.thrice.story import ADAM, BREE, HIGH, LOW, PROFILES, Table, walk
from tests.games.thrice.test_story import begin
from tests.telling import Audience

from turncoat.games import ruleset
from turncoat.games.thrice.actions import DONE, Attack, Counter, Engage, Give, Hurt, Intercept
from turncoat.games.thrice.chronicle import PROLOGUE, chronicle
from turncoat.games.thrice.events import RoundBegan, TurnBegan

RULES = ruleset("thrice")
NAMES = RULES.names(["Agatha", "Barney", "Celeste", "The GM"])


def told(table: Table, ears: Audience) -> list[str]:
    """The sentences of the last round that has any."""
    return [line.text for line in chronicle(table.gm, ears.events, table.names)[-1].lines]


def test_a_turn_is_one_sentence() -> None:
    """THR-9.2, THR-10.4, THR-11.1: a trick, an engagement and a blow, without dice."""
    table, ears = begin(advantage=3)
    table.go(ADAM, Give("direct", ADAM), Engage(table.foe(0)))
    table.hit(ADAM, table.foe(0))
    assert told(table, ears) == ["Adam activates direct, engages Opponent A and hits Opponent A for 1 condition."]


def test_who_does_nothing_is_told_too() -> None:
    """THR-8.4: every combatant has a turn."""
    table, ears = begin()
    table.turns(ADAM)
    assert told(table, ears) == ["Adam does nothing."]


def test_a_blow_that_leaves_nothing_strikes_down() -> None:
    """THR-15.5."""
    table, ears = begin()
    table.game.condition[table.foe(0)] = 1
    table.go(ADAM).hit(ADAM, table.foe(0))
    assert told(table, ears)[0] == "Adam strikes down Opponent A with a hit for 1 condition."


def test_what_comes_before_the_fight_has_its_own_chapter() -> None:
    """THR-3, THR-5, THR-7.4."""
    table, ears = begin(after=(BREE,))
    first, *_ = chronicle(table.gm, ears.events, table.names)
    assert first.title == PROLOGUE
    assert first.lines[-1].text == "Adam acts before the opponents, Bree acts after them."


def test_what_the_gm_overrules_is_told_between_turns() -> None:
    """THR-17.3."""
    table, ears = begin(gm_overrules=True)
    table.turns(ADAM)
    table.do(table.gm, Hurt(ADAM, 1))
    assert told(table, ears) == ["Adam does nothing.", "The GM takes 1 off the condition of Adam."]


def test_a_counter_attack_belongs_to_the_turn_in_which_it_is_struck() -> None:
    """THR-12.2: each one's part of the sentence begins with the name."""
    table, ears = begin(advantage=9)
    table.go(BREE, Give("counter", BREE), DONE).foes_turn()
    foe = table.foe(0)
    table.blow(foe, BREE, *LOW[:2]).do(BREE, Counter()).roll(BREE, *HIGH)
    assert told(table, ears)[-1] == (
        "Opponent A misses Bree; Bree strikes back at Opponent A and hits Opponent A for 1 condition."
    )


def test_an_attack_that_somebody_steps_in_for_names_both() -> None:
    """THR-12.5: the one who was meant, and the one who was hit."""
    table, ears = begin(advantage=9)
    table.go(ADAM, Give("intercept", ADAM), DONE).foes_turn()
    foe = table.foe(0)
    table.send(foe).falls(*HIGH[:2]).do(table.gm, Attack(BREE)).do(ADAM, Intercept(BREE))
    assert told(table, ears)[-1].startswith(
        "Opponent A attacks Bree; Adam steps in the way of the attack on Bree and engages Opponent A; Opponent A hits"
    )


@pytest.mark.parametrize("profile", range(len(PROFILES)))
def test_every_turn_of_any_combat_is_told_once(profile: int) -> None:
    """THR-8.1, THR-8.4: a chapter for each round, and a sentence at least for each turn."""
    ears = Audience(RULES, None)
    for _ in walk(3, 3, ears, **PROFILES[profile]):
        pass
    chapters = chronicle(3, ears.events, NAMES)
    lines = [line for chapter in chapters for line in chapter.lines]
    rounds = [event for event in ears.events if isinstance(event, RoundBegan)]
    assert len(chapters) == len(rounds) + 1
    assert len(lines) >= sum(isinstance(event, TurnBegan) for event in ears.events)
    assert all(line.text.endswith(".") and line.rule.startswith("THR-") for line in lines)
    assert not [line.text for line in lines if "total" in line.text or "rolls" in line.text]
