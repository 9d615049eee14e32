"""PettingZoo's own tests, over every game with the least, the usual and the greatest number of players."""

from __future__ import annotations

import re
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import supersuit
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
from turncoat.adapters.pixels import WIDTH, plain_sheet
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


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_seed_gives_the_same_game(game: str, players: int) -> None:
    seed_test(partial(Environments(game).env, players), num_cycles=20)
    parallel_seed_test(partial(Environments(game).parallel_env, players), num_cycles=20)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_table_is_drawn(game: str, players: int) -> None:
    """Printed, as text, as SVG and as pixels; as spectators see it."""
    render_test(partial(Environments(game).env, players), custom_tests={"svg": lambda drawing: "<svg" in drawing})


@pytest.mark.parametrize("game", GAMES)
def test_pixels_have_the_colours_of_the_board(game: str) -> None:
    """Everything that a style sheet colours is coloured: little is black, and nothing is named and not known."""
    env = Environments(game).raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    shown: Any = env.render()
    assert (shown.dtype, shown.shape[1:]) == (np.uint8, (WIDTH, 3))
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 100
    assert (shown.max(axis=2) == 0).mean() < 0.02
    sheet = plain_sheet(game)
    assert "var(" not in sheet
    assert "@" not in sheet
    assert {*re.findall("--[a-z][a-z0-9-]*(?=:)", sheet)} == set()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_game_is_broken_off_after_as_many_steps_as_wanted(game: str, players: int) -> None:
    together = partial(Environments(game).parallel_env, players)

    def one_after_the_other(**arguments: Any) -> Any:
        return parallel_to_aec(together(**arguments))

    max_cycles_test(SimpleNamespace(parallel_env=together, env=one_after_the_other))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stack", [supersuit.frame_stack_v1, supersuit.frame_stack_v2])
def test_supersuit_stacks_observations(stack: Any, game: str) -> None:
    """Numbers alone, as it wants them: the masks are beside them."""
    env = stack(Environments(game).parallel_env(masks="info"), 4)
    observations, infos = env.reset(seed=1)
    for _ in range(20):
        codes = {agent: int(np.flatnonzero(infos[agent]["action_mask"])[0]) for agent in env.agents}
        observations, rewards, *_, infos = env.step(codes)
        assert min(rewards.values()) >= 0
        for agent in env.agents:
            assert observations[agent] in env.observation_space(agent)


@pytest.mark.parametrize("game", GAMES)
def test_supersuit_makes_a_vector_environment(game: str) -> None:
    env = Environments(game).parallel_env()
    agents = len(env.possible_agents)
    vector = supersuit.pettingzoo_env_to_vec_env_v1(env)
    observations, _ = vector.reset(seed=1)
    for _ in range(20):
        assert observations["observation"].shape == (agents, *vector.observation_space["observation"].shape)
        codes = np.array([int(np.flatnonzero(mask)[0]) for mask in observations["action_mask"]])
        observations, rewards, *_ = vector.step(codes)
        assert rewards.min() >= 0


def test_masks_beside_observations_are_the_same() -> None:
    inside, beside = (Environments("truce").raw_env(players=3, masks=where) for where in ("observation", "info"))
    for env in (inside, beside):
        env.reset(seed=1)
        env.step(0)
    agent = inside.agent_selection
    assert beside.agent_selection == agent
    both: Any = inside.observe(agent)
    numbers: Any = beside.observe(agent)
    assert np.array_equal(both["observation"], numbers)
    assert np.array_equal(both["action_mask"], beside.infos[agent]["action_mask"])
    with pytest.raises(ValueError, match="masks: 'nowhere' is not one of observation, info"):
        environments.truce_v1.env(masks="nowhere")


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
    with pytest.raises(ValueError, match="render_mode: 'film' is not one of human, ansi, svg, rgb_array"):
        environments.truce_v1.env(render_mode="film")
