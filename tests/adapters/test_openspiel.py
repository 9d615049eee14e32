"""Every game as OpenSpiel wants it, and its algorithms on small ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.kit import of_the_tree

from turncoat.games import ruleset

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr  # noqa: E402

from turncoat.adapters import openspiel  # noqa: E402

GAMES = of_the_tree()


def load(game: str, players: int | None = None, **others: Any) -> Any:
    """A game with which random play ends soon."""
    rules = ruleset(game)
    brief = {"players": players or min(rules.seats), "deals": 3, **rules.brief, **others}
    return pyspiel.load_game(openspiel.name_of(game), brief)


def states(game: Any, chance: Random, most: int = 60) -> Iterator[Any]:
    """The states of a game at random."""
    state = game.new_initial_state()
    for _ in range(most):
        if state.is_terminal():
            return
        state.apply_action(chance.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("game", GAMES)
def test_openspiel_plays_it_at_random(game: str) -> None:
    """Its own test: legal actions, masks, words of actions, clones, serialised states, returns, observations."""
    pyspiel.random_sim_test(load(game, max_length=300), num_sims=1, serialize=True, verbose=False)


def test_a_long_game_is_broken_off() -> None:
    game = load("conspiracy", max_length=40)
    *_, last = states(game, Random(1))
    assert last.is_terminal()
    assert last.returns() == pytest.approx([1 / 3] * 3)


def test_parameters_are_players_and_options() -> None:
    game = pyspiel.load_game("turncoat_truce(players=4,rounds=2,coins=5,deals=1)")
    state = game.new_initial_state()
    state.apply_action(0)
    assert game.num_players() == 4
    assert '"supplies":[5,5,5,5]' in state.observation_string(0)
    with pytest.raises(Exception, match="Coins at the start"):
        pyspiel.load_game("turncoat_truce(coins=-1)")


def test_actions_are_said_in_words() -> None:
    state = load("truce").new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "deal 2"
    state.apply_action(2)
    said = [state.action_to_string(0, action) for action in state.legal_actions()]
    assert said == ["attack", "defend", "support", "loot", "pass", "give"]
    state.apply_action(state.string_to_action("attack"))
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == [
        "target: player_1",
        "target: player_2",
    ]


def test_a_sealed_answer_is_told_to_nobody_else() -> None:
    """TRU-1.7: the next player sees the same after an attack and after a loot; whoever chose it knows."""
    after = []
    for words in (["attack", "target: player_2"], ["loot"]):
        state = load("truce").new_initial_state()
        state.apply_action(0)
        for said in words:
            state.apply_action(state.string_to_action(said))
        after.append(state)
    one, other = after
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_what_was_seen_and_chosen_is_remembered() -> None:
    """Two ways to the same table are two information states, and one observation."""
    after = []
    for words in (("pass", "pass", "pass"), ("defend", "pass", "pass")):
        state = load("truce", rounds=2).new_initial_state()
        state.apply_action(0)
        for said in words:
            state.apply_action(state.string_to_action(said))
        after.append(state)
    one, other = after
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_tensor(0) != other.information_state_tensor(0)


def known(state: Any, player: int) -> list[object]:
    """Everything that OpenSpiel tells a player."""
    return [
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.legal_actions(player),
    ]


def told_apart(game: str) -> int:
    """How often a player could tell a state from one in which all that is hidden from it was dealt again."""
    chance, found = Random(game), 0
    for state in states(load(game), chance):
        if state.is_terminal():
            break
        player = chance.randrange(state.num_players())
        other = state.resample_from_infostate(player, chance.random)
        other.position.now = [other.position.shown(seat) for seat in range(state.num_players())]
        found += known(state, player) != known(other, player)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_reaches_a_player(game: str) -> None:
    assert told_apart(game) == 0


def test_something_hidden_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted leak: the answers on file are part of what a player sees."""
    monkeypatch.setattr(openspiel.Position, "shown", lambda position, seat: position.stepped.saved().hex().encode())
    assert told_apart("truce") > 0


def test_a_clone_goes_its_own_way() -> None:
    state = load("truce").new_initial_state()
    state.apply_action(0)
    state.apply_action(state.string_to_action("attack"))
    before = state.observation_string(0)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.observation_string(0) == before
    assert clone.current_player() == 1
    assert state.legal_actions() == [3, 4]


def test_cfr_halves_the_exploitability_of_a_tiny_truce() -> None:
    """Within 200 iterations: 3 players with a coin each, 1 round, no gifts."""
    game = pyspiel.load_game("turncoat_truce(players=3,rounds=1,coins=1,deals=1,beside=0)")
    solver = cfr.CFRSolver(game)
    first = left = exploitability.nash_conv(game, solver.average_policy())
    for until in (5, 10, 20, 50, 100, 200):
        while solver._iteration < until:
            solver.evaluate_and_update_policy()
        left = exploitability.nash_conv(game, solver.average_policy())
        if left <= first / 2:
            break
    assert left <= first / 2


def test_outcome_sampling_runs_on_conspiracy_of_three() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("conspiracy", 3, rounds=1))
    for _ in range(3):
        solver.iteration()
    state = load("conspiracy", 3, rounds=1).new_initial_state()
    state.apply_action(0)
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


def test_ismcts_runs_on_conspiracy_of_three() -> None:
    game = load("conspiracy", 3, rounds=1)
    state = game.new_initial_state()
    state.apply_action(0)
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game=game, evaluator=rollouts, uct_c=2.0, max_simulations=5, random_state=chance)
    for _ in range(5):
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
