"""Bots with budgets: how much they think over one decision."""

from __future__ import annotations

import pytest

from turncoat.bots import BUDGETS, bot_factory, bots_for
from turncoat.bots.lineup import lineup
from turncoat.games import game_ids, ruleset
from turncoat.kernel.chance import Chance
from turncoat.kernel.errors import BadSetup
from turncoat.lab.batches import Batch, play_game


@pytest.mark.parametrize("game", game_ids())
def test_every_bot_takes_a_budget(game: str) -> None:
    seats = ruleset(game).usual_seats
    for name in bots_for(game):
        assert bot_factory(game, name)(0, seats, Chance(bytes(32))).effort == 1.0
        for budget, effort in BUDGETS.items():
            assert bot_factory(game, f"{name}:{budget}")(0, seats, Chance(bytes(32))).effort == effort


@pytest.mark.parametrize("game", game_ids())
def test_a_fast_bot_plays_a_whole_game(game: str) -> None:
    usual = ruleset(game).usual_seats
    names = [f"{name}:fast" for name in lineup(game, None, usual)]
    assert play_game(Batch(game, {}, tuple(names), 1, "fast"), 0).faults == []


def test_a_budget_is_written_behind_the_name() -> None:
    assert lineup("truce", "schemer:fast,random*2", 3) == ["schemer:fast", "random", "random"]


def test_an_unknown_budget_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadSetup, match="schemer has no budget 'slow'; the budgets are fast, deep"):
        bot_factory("truce", "schemer:slow")
