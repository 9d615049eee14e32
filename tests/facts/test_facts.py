"""What the games do stays the same: the same words give the same facts, whatever the rules look like inside.

Promise: a rule lives in one place; whoever rewrites it sees here whether it still does what it did. After a mended
fault ``python -m tests.facts --keep`` writes the facts down anew.
"""

from __future__ import annotations

from typing import cast

import pytest
from msgspec import Struct
from tests.facts import facts
from tests.kit import of_the_tree

from turncoat.games import ruleset
from turncoat.games.truce import attack
from turncoat.games.truce.state import Pass

PARTS = 4
"""The games of a kind are played in so many parts."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game_id", of_the_tree())
def test_the_same_words_give_the_same_facts(game_id: str, part: int) -> None:
    """Who is asked, which rules are cited, what everybody sees, who wins."""
    different = {
        number: found
        for number, game in enumerate(facts.read(game_id))
        if number % PARTS == part and (found := facts.differences(ruleset(game_id), game))
    }
    assert different == {}


@pytest.mark.parametrize("game_id", of_the_tree())
def test_there_are_enough_games(game_id: str) -> None:
    """Sixty of each kind and more, some of them played to the end, in which every option is met that there was then."""
    kept, schema = facts.read(game_id), ruleset(game_id).option_schema
    assert len(kept) >= 60
    assert sum(bool(game.scores and game.winners) for game in kept) >= 5
    for name in schema.keys() & kept[0].options.keys():
        option = schema[name]
        met = {str(game.options.get(name, option["default"])) for game in kept}
        wanted = {str(value) for value in cast("list[object]", option.get("enum", []))}
        assert wanted <= met, name


def test_another_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The detector sees a planted fault: whoever is attacked while looting resists after all (TRU-8.1)."""
    games = facts.read("truce")
    assert not any(facts.differences(ruleset("truce"), game) for game in games)
    monkeypatch.setattr(attack, "Loot", Pass)
    assert any(facts.differences(ruleset("truce"), game) for game in games)


def test_facts_have_no_names_of_fields() -> None:
    """A record gives what it holds, whatever its fields are called; a list keeps its order."""

    class Before(Struct):
        coins: tuple[int, ...]
        name: str

    class After(Struct):
        called: str
        gold: tuple[int, ...]
        note: str | None = None

    assert facts.plain(Before((2, 1), "Agatha")) == facts.plain(After("Agatha", (2, 1)))
    assert facts.plain(Before((2, 1), "Agatha")) != facts.plain(After("Agatha", (1, 2)))


def test_an_option_that_came_later_changes_no_facts() -> None:
    """What was seen before there was such an option is what is seen where it has its default."""

    class Before(Struct):
        rounds: int = 9

    class After(Struct):
        rounds: int = 9
        plague: str = "none"

    assert facts.plain(After(), frozenset({"plague"})) == facts.plain(Before())
    assert facts.plain(After()) != facts.plain(Before())
