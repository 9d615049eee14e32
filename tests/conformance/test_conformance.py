"""Every registered game, at every step of random play, with all pairs of options and numbers of seats."""

from __future__ import annotations

from random import Random

import pytest
from tests.conformance import checks
from tests.conformance.walk import Walk, mixes, option_values, pairs, tables

from turncoat.games import game_ids, ruleset
from turncoat.kernel.errors import BadSetup

TABLES = [(game, seats, options) for game in game_ids() for seats, options in tables(ruleset(game))]
CALLED = [f"{game}-{number}" for number, (game, *_) in enumerate(TABLES)]
"""The tests of each table begin with its game, so that ``-k yourgame`` finds them."""


@pytest.mark.parametrize("number", range(len(TABLES)), ids=CALLED)
def test_a_game_keeps_its_promises_at_every_step(number: int) -> None:
    game, seats, options = TABLES[number]
    checks.at_every_step(Walk(ruleset(game), options, seats, Random(number)))


@pytest.mark.parametrize("game", game_ids())
def test_a_game_with_nothing_chosen_keeps_its_promises(game: str) -> None:
    rules = ruleset(game)
    checks.at_every_step(Walk(rules, {}, rules.suggested[0], Random(game)))


@pytest.mark.parametrize("game", game_ids())
def test_the_largest_table_can_be_played(game: str) -> None:
    rules = ruleset(game)
    walk = Walk(rules, {}, rules.seats[-1], Random(7))
    for state in walk.steps():
        checks.soundness(rules, state)
    checks.encoding(rules, walk.game)
    checks.replay(walk)


@pytest.mark.parametrize("game", game_ids())
def test_a_table_of_the_wrong_size_is_refused(game: str) -> None:
    rules = ruleset(game)
    for seats in (0, rules.seats[0] - 1, rules.seats[-1] + 1):
        with pytest.raises(BadSetup, match=str(seats)):
            Walk(rules, {}, seats, Random(1))


def test_every_two_values_of_two_options_meet() -> None:
    domains: dict[str, list[object]] = {"a": [1, 2, 3], "b": [True, False], "c": ["x", "y"], "d": [0, 9]}
    chosen = pairs(domains)
    assert len(chosen) < 3 * 2 * 2 * 2
    for one, other in (("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")):
        met = {(row[one], row[other]) for row in chosen}
        assert len(met) == len(domains[one]) * len(domains[other])


@pytest.mark.parametrize("game", game_ids())
def test_every_option_with_values_to_choose_from_occurs_in_a_mix(game: str) -> None:
    """Tests of one game take what is agreed on from its options, not from a list of their own."""
    schemas = {name: one for name, one in ruleset(game).option_schema.items() if name not in ruleset(game).brief}
    met = {name for row in mixes(ruleset(game), ruleset(game).suggested[0]) for name in row}
    assert {name for name, schema in schemas.items() if len(option_values(schema)) > 1} - met == set()


def test_the_tables_of_one_game_can_be_picked() -> None:
    """``pytest -k yourgame`` passes over no table of it: each is called after its game."""
    assert [one.rpartition("-")[0] for one in CALLED] == [game for game, *_ in TABLES]
