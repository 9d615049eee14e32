"""PettingZoo's own tests, over every game with the least, the usual and the greatest number of players."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec
from tests.kit import of_the_tree

import turncoat.adapters.pettingzoo as environments
from turncoat.adapters.pettingzoo import MISTAKE, Environments, TurnEnv
from turncoat.games import ruleset
from turncoat.games.truce.state import Attack
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup
from turncoat.kernel.ladder import FIRST

pytestmark = pytest.mark.filterwarnings("ignore")
"""The tests of PettingZoo warn of what it calls unusual: observations that are dicts, spaces without bounds."""

GAMES = of_the_tree()
TABLES = [
    (game, seats)
    for game in GAMES
    for seats in sorted({min(ruleset(game).seats), ruleset(game).usual_seats, max(ruleset(game).seats)})
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_one_after_the_other_as_pettingzoo_wants_it(game: str, players: int) -> None:
    api_test(Environments(game).env(players), num_cycles=100)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_all_at_once_as_pettingzoo_wants_it(game: str, players: int) -> None:
    parallel_api_test(Environments(game).parallel_env(players), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_game(game: str) -> None:
    seed_test(Environments(game).env, num_cycles=20)
    parallel_seed_test(Environments(game).parallel_env, num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_drawn(game: str) -> None:
    """Printed, as text and as SVG; as spectators see it."""
    render_test(Environments(game).env, custom_tests={"svg": lambda drawing: "<svg" in drawing})


def test_a_game_is_broken_off_after_as_many_steps_as_wanted() -> None:
    def one_after_the_other(**arguments: Any) -> Any:
        return parallel_to_aec(Environments("truce").parallel_env(**arguments))

    max_cycles_test(SimpleNamespace(parallel_env=Environments("truce").parallel_env, env=one_after_the_other))


def turns(env: TurnEnv, seed: int) -> dict[str, float]:
    """Play a game at random, and give what each agent got in all."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        got[agent] += reward
        env.step(None if ended or cut else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return got


@pytest.mark.parametrize("game", GAMES)
def test_winners_share_a_reward_of_1(game: str) -> None:
    rules = ruleset(game)
    brief: dict[str, Any] = dict(rules.brief)
    env = Environments(game).raw_env(**brief)
    got = turns(env, 7)
    winners = rules.winners(env.stepped.game)
    assert [agent for agent, share in got.items() if share] == [f"player_{seat}" for seat in winners]
    assert sum(got.values()) == pytest.approx(1 if winners else 0)


def test_a_code_that_the_mask_forbids_costs_1_and_the_rules_answer() -> None:
    """TRU-3.7: whoever hands in nothing passes."""
    env = Environments("truce").raw_env(players=3)
    env.reset(seed=1)
    asked = env.agent_selection
    env.step(env.stepped.codes.width - 1)
    assert env.rewards[asked] == MISTAKE
    assert env.agent_selection != asked


def test_seats_are_counted_from_the_own_one() -> None:
    """The same code attacks the next seat, whoever chooses it; the own numbers come first."""
    env = Environments("truce").raw_env(players=3)
    env.reset(seed=1)
    tag = env.stepped.codes.tags.index("attack")
    game = env.stepped.game
    for seat in (0, 1):
        env.step(tag)
        env.step(FIRST + 1)
        assert play.answer_of(game, seat) == Attack(seat + 1)


def test_an_agent_knows_what_its_seat_sees() -> None:
    env = Environments("truce").raw_env(players=3, coins=5)
    env.reset(seed=1)
    view = env.view("player_1")
    assert view["seat"] == 0
    assert view["supplies"] == [5, 5, 5]


def test_environments_are_found_by_game_and_version() -> None:
    assert environments.truce_v1.name == "truce_v1"
    with pytest.raises(AttributeError, match="there are no environments called truce_v0; there are conspiracy_v1, "):
        _ = environments.truce_v0
    with pytest.raises(BadSetup, match="Coins at the start"):
        environments.truce_v1.env(coins=-1)
    with pytest.raises(ValueError, match="render_mode: 'film' is not one of human, ansi, svg"):
        environments.truce_v1.env(render_mode="film")
