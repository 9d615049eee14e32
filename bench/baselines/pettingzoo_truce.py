"""The plain Truce as a PettingZoo ``ParallelEnv``, written as its documentation shows.

Check it with ``cd bench && ../.bench-venv/bin/python -m baselines.pettingzoo_truce``. A step is a round, so there are
no gifts: the interface has no place for a window in which everybody acts as often as wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from baselines.numbered import Numbering
from baselines.plain_truce import Game


class Observation(TypedDict):
    """What an agent is shown: every Supply, the Stash and the round; and 1 for each action it may choose."""

    observation: NDArray[np.int32]
    action_mask: NDArray[np.int8]


class TruceEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # no types there
    """Every agent hands in one action a round; at the end the winners share a reward of 1."""

    metadata: ClassVar[dict[str, Any]] = {"name": "truce_v0", "render_modes": []}
    render_mode = None

    def __init__(self, players: int = 6, rounds: int = 10) -> None:
        """Make the spaces; ``reset`` starts a game."""
        self.rounds = rounds
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        self.numbering = Numbering(players)
        count = len(self.numbering.actions)
        most = 3 * players + rounds
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, most, (players + 2,), np.int32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what the agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of what the agent may hand in."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; there is no chance in Truce, so the seed has nothing to do."""
        self.game = Game.new(len(self.possible_agents), self.rounds)
        self.agents = list(self.possible_agents)
        return self.observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int | np.integer[Any]]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play a round; whoever hands in nothing passes, and an action that is not allowed is an error."""
        for number, agent in enumerate(self.possible_agents):
            if agent in actions:
                self.game.submit(number, self.numbering.actions[actions[agent]])
        self.game.reveal()
        over = self.game.finished
        rewards = dict.fromkeys(self.agents, 0.0)
        if over:
            winners = self.game.winners()
            for winner in winners:
                rewards[self.possible_agents[winner]] = 1 / len(winners)
        observations = self.observe()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def observe(self) -> dict[str, Observation]:
        """What every agent is shown now; all but the mask is public."""
        supplies = [player.supply for player in self.game.players]
        public = np.array([*supplies, self.game.stash, self.game.number], dtype=np.int32)
        return {
            agent: {"observation": public, "action_mask": self.mask(number)}
            for number, agent in enumerate(self.possible_agents)
        }

    def mask(self, player: int) -> NDArray[np.int8]:
        """1 for each action the player may choose now."""
        mask = np.zeros(len(self.numbering.actions), dtype=np.int8)
        mask[self.numbering.legal(self.game, player)] = 1
        return mask


if __name__ == "__main__":
    from pettingzoo.test import parallel_api_test

    parallel_api_test(TruceEnv(), num_cycles=1000)
