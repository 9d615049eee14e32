"""Stills: what is seen after each step that told something, and nothing else (promise: a rule lives in one place)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
from tests.conformance.walk import Walk
from tests.telling import reel, stretch

from turncoat.games import game_ids, ruleset
from turncoat.games.truce.state import Attack, Gift, Loot, Pass, Support
from turncoat.kernel import play
from turncoat.kernel.still import Marks, Reel, Still, Watcher

RULES = ruleset("truce")


def round_of_four(*actions: Any, seat: int | None = None) -> list[Still[Any]]:
    """A first round of Truce with these actions, as stills."""
    film = reel(RULES, seat)
    game = RULES.start(RULES.read_options({}), 4, bytes(32), Watcher(film))
    for number, action in enumerate(actions):
        play.submit(game, number % 4, action, Watcher(film))
    return film.stills


def test_a_still_is_taken_after_each_step_that_told_something() -> None:
    """Named by its section and step, with what was heard in it and what is seen after it."""
    stills = round_of_four(Loot(), Attack(0), Support(1), Pass())
    assert [still.step for still in stills] == [
        *("round.stash", "round.choose", "round.support", "round.loot"),
        *("round.attack", "round.coins", "round.bank", "round.stash"),
    ]
    assert [still.view.stash for still in stills] == [1, 1, 1, 0, 0, 0, 0, 1]
    assert [still.view.spoils[1] for still in stills] == [0, 0, 0, 0, 0, 2, 0, 0]


def test_a_step_without_a_word_gives_no_still() -> None:
    """Nobody supports, loots or attacks."""
    stills = round_of_four(Pass(), Pass(), Pass(), Pass())
    assert [still.step for still in stills] == ["round.stash", "round.choose", "round.bank", "round.stash"]


def test_an_action_beside_a_decision_is_a_still_of_its_own() -> None:
    """TRU-4.2: the coins are in the Spoils at once."""
    last = round_of_four(Gift(to=1, coins=2))[-1]
    assert (last.step, last.view.spoils) == ("round.choose", (0, 2, 0, 0))


def test_a_step_can_be_several_pictures() -> None:
    """TRU-9.5: each settlement is seen by itself."""
    stills = round_of_four(Loot(), Attack(0), Loot(), Attack(2))
    assert [len(still.events) for still in stills if still.step == "round.coins"] == [1, 1]


def test_who_hears_nothing_gets_no_still() -> None:
    """What is told to others alone leaves no trace, and no count."""
    film = reel(RULES, 2)
    ears = Watcher(film)
    game = RULES.start(RULES.read_options({}), 4, bytes(32), ears)
    ears.enters(cast("Any", game), game.stack[-1])  # type: ignore[arg-type]
    ears.only((0, 1), type(ears.heard[0][1]), 1, 1, 1)
    ears.still()
    assert (len(film.stills), film.heard) == (1, 1)


@pytest.mark.parametrize("game", game_ids())
def test_a_stretch_is_what_lies_between(game: str) -> None:
    """Of a random game: the still before the stretch, those in it, and their events alone."""
    rules, chance = ruleset(game), Random(game)
    seats = rules.suggested[0]
    viewer = chance.choice([None, *range(seats)])
    whole, key = reel(rules, viewer), chance.randbytes(32)
    walk = Walk(rules, dict(rules.brief), seats, Random(1), key, listener=Watcher(whole))
    for _ in range(60):
        if not play.over(walk.game):
            walk.move()
    first, last = whole.heard // 3, whole.heard * 2 // 3

    def look(state: Any) -> Any:
        return rules.view(state, viewer)

    part, marks = Reel[Any](look, viewer, first, last), Marks[Any](look, viewer, [first, last])
    again = Walk(rules, dict(rules.brief), seats, Random(1), key, listener=Watcher(part, marks))
    while len(again.moves) < len(walk.moves):
        again.move()
    wanted = stretch(whole.stills, first, last)
    assert (part.before, tuple(part.stills)) == (wanted.before, wanted.stills)
    assert marks.views == [told.stills[-1].view for told in (stretch(whole.stills, 0, first), wanted)]
    assert (part.full, marks.full) == (True, True)
