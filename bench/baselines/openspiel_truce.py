"""The plain Truce as an OpenSpiel Python game with simultaneous nodes, written as its documentation shows.

Check it with ``cd bench && ../.bench-venv/bin/python -m baselines.openspiel_truce``. A node is a round, so there are no
gifts: the interface has no place for a window in which everybody acts as often as wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyspiel

from baselines.numbered import Numbering
from baselines.plain_truce import Game

NAME = "python_turncoat_truce"

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Python Truce",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=30,
    min_num_players=3,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"players": 6, "rounds": 10},
)

_games: list[TruceGame] = []  # keeps the Python half alive as long as the library holds the other half


class TruceGame(pyspiel.Game):  # type: ignore[misc]  # no types there
    """The game, from which states are made."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the parameters and describe the game to the library."""
        parameters = {"players": 6, "rounds": 10, **(params or {})}
        self.players: int = parameters["players"]
        self.rounds: int = parameters["rounds"]
        self.numbering = Numbering(self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.numbering.actions),
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.rounds,
        )
        super().__init__(GAME_TYPE, info, parameters)
        _games.append(self)

    def new_initial_state(self) -> TruceState:
        """The first round's node."""
        return TruceState(self)


class TruceState(pyspiel.State):  # type: ignore[misc]
    """The node of one round; at the end the winners share 1."""

    def __init__(self, game: TruceGame) -> None:
        """Start a game."""
        super().__init__(game)
        self.numbering = game.numbering
        self.truce = Game.new(game.players, game.rounds)

    def current_player(self) -> int:
        """Everybody at once, or nobody."""
        return int(pyspiel.PlayerId.TERMINAL if self.truce.finished else pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the last round is over."""
        return self.truce.finished

    def returns(self) -> list[float]:
        """The winners' shares, once there are any."""
        shares = [0.0] * len(self.truce.players)
        if self.truce.finished:
            winners = self.truce.winners()
            for winner in winners:
                shares[winner] = 1 / len(winners)
        return shares

    def _legal_actions(self, player: int) -> list[int]:
        """The numbers of what the player may choose."""
        return self.numbering.legal(self.truce, player)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Play a round."""
        for player, number in enumerate(actions):
            self.truce.submit(player, self.numbering.actions[number])
        self.truce.reveal()

    def _action_to_string(self, player: int, number: int) -> str:
        """An action in words."""
        action = self.numbering.actions[number]
        return action.kind.value if action.target is None else f"{action.kind.value} {action.target}"

    def __str__(self) -> str:
        """Round, Stash and Supplies, for people who look for a mistake."""
        supplies = [player.supply for player in self.truce.players]
        return f"round {self.truce.number} stash {self.truce.stash} supplies {supplies}"


pyspiel.register_game(GAME_TYPE, TruceGame)


def load(players: int = 6, rounds: int = 10) -> Any:
    """The registered game for so many players and rounds."""
    return pyspiel.load_game(NAME, {"players": players, "rounds": rounds})


if __name__ == "__main__":
    for seats in (3, 6):
        pyspiel.random_sim_test(load(seats), num_sims=20, serialize=False, verbose=False)
    print("passed")
