"""What a seat may not know does not reach it, in any game, at any step, on any channel."""

from __future__ import annotations

from random import Random

import pytest
from tests.conformance.walk import Walk, tables
from tests.leaks import hunt

from turncoat.games import game_ids, ruleset

TABLES = [(game, seats, options) for game in game_ids() for seats, options in tables(ruleset(game))]
CALLED = [f"{game}-{number}" for number, (game, *_) in enumerate(TABLES)]
"""The tests of each table begin with its game, so that ``-k yourgame`` finds them."""


@pytest.mark.parametrize("number", range(len(TABLES)), ids=CALLED)
def test_nothing_hidden_reaches_a_seat(number: int) -> None:
    game, seats, options = TABLES[number]
    hunt.at_every_step(Walk(ruleset(game), options, seats, Random(number)))


@pytest.mark.parametrize("game", game_ids())
def test_there_is_something_to_hide(game: str) -> None:
    """A hunt in which no deal ever differs from the truth would find nothing.

    One more than the least sit down: alone with a single player, a game master knows everything.
    """
    walk = Walk(ruleset(game), {}, ruleset(game).seats[:2][-1], Random(3))
    differing = set()
    for state in walk.steps():
        truth = hunt.secret_of(walk.rules, state)
        for seat in range(walk.seats):
            other = walk.rules.redeal(state, seat, walk.chance.randbytes(32))
            if hunt.secret_of(walk.rules, other) != truth:
                differing.add(seat)
    assert differing == set(range(walk.seats))


@pytest.mark.parametrize("game", game_ids())
def test_dealing_again_is_the_same_for_the_same_key(game: str) -> None:
    """Search bots and these tests can be repeated."""
    rules = ruleset(game)
    walk = Walk(rules, {}, rules.seats[0], Random(4))
    for state in walk.steps():
        key = walk.chance.randbytes(32)
        assert rules.encode(rules.redeal(state, 0, key)) == rules.encode(rules.redeal(state, 0, key))
