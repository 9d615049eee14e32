"""The plain Truce as a PettingZoo ``ParallelEnv`` that offers and shows what ``truce_v1`` does, written the usual way.

An agent chooses the kind of its action first and then the target; it may also give coins before its action, in three
steps, at most 8 times a round. It is shown everything that its seat may know, turned to its own seat, as one array that
is put together for each agent in each step, and a mask. Check it with
``cd bench && ../.bench-venv/bin/python -m baselines.pettingzoo_choices``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from baselines.plain_truce import NEEDS_COINS, NEEDS_TARGET, Action, Game, Kind

KINDS = list(Kind)
GIFT = len(KINDS)
WIDTH = 32
GIFTS = 8


class Observation(TypedDict):
    """What an agent is shown, and 1 for each code that it may choose."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class TruceEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # no types there
    """Whoever has an action on file waits and sends 0; at the end the winners share a reward of 1."""

    metadata: ClassVar[dict[str, Any]] = {"name": "truce_choices_v0", "render_modes": []}
    render_mode = None

    def __init__(self, players: int = 6, rounds: int = 10) -> None:
        """Make the spaces; ``reset`` starts a game."""
        self.rounds = rounds
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        shown = spaces.Box(-np.inf, np.inf, (4 * players + 3 + 2 * WIDTH,), np.float32)
        mask = spaces.Box(0, 1, (WIDTH,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": shown, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(WIDTH) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what the agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The codes."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game; there is no chance in Truce, so the seed has nothing to do."""
        self.game = Game.new(len(self.possible_agents), self.rounds)
        self.agents = list(self.possible_agents)
        self.chosen: list[list[int]] = [[] for _ in self.agents]
        self.given = [0 for _ in self.agents]
        return {agent: self.observe(number) for number, agent in enumerate(self.agents)}, {a: {} for a in self.agents}

    def step(
        self, actions: Mapping[str, int | np.integer[Any]]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Let everybody choose on; when all actions are in, the round is played."""
        for number, agent in enumerate(self.agents):
            if self.game.players[number].choice is None:
                self.choose(number, int(actions[agent]))
        if self.game.everybody_is_in:
            self.game.reveal()
            self.given = [0 for _ in self.agents]
        over = self.game.finished
        rewards = dict.fromkeys(self.agents, 0.0)
        if over:
            winners = self.game.winners()
            for winner in winners:
                rewards[self.possible_agents[winner]] = 1 / len(winners)
        observations = {agent: self.observe(number) for number, agent in enumerate(self.agents)}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def choose(self, player: int, code: int) -> None:
        """One choice of one player; the action or gift is carried out when it is complete."""
        chosen = self.chosen[player]
        chosen.append(code)
        if chosen[0] == GIFT:
            if len(chosen) == 3:
                self.game.give(player, self.seat(player, chosen[1]), chosen[2] - 2)
                self.given[player] += 1
                self.chosen[player] = []
            return
        kind = KINDS[chosen[0]]
        if kind not in NEEDS_TARGET:
            self.game.submit(player, Action(kind))
        elif len(chosen) == 2:
            self.game.submit(player, Action(kind, self.seat(player, chosen[1])))
        else:
            return
        self.chosen[player] = []

    def seat(self, player: int, code: int) -> int:
        """The seat that a code names, counted from the player's own."""
        return (player + code - 2) % len(self.possible_agents)

    def legal(self, player: int) -> list[int]:
        """The codes that the player may choose now."""
        if self.game.finished or self.game.players[player].choice is not None:
            return [0]
        chosen, supply = self.chosen[player], self.game.players[player].supply
        if not chosen:
            kinds = [code for code, kind in enumerate(KINDS) if supply or kind not in NEEDS_COINS]
            return [*kinds, GIFT] if supply and self.given[player] < GIFTS else kinds
        if len(chosen) == 1:
            return list(range(3, 2 + len(self.possible_agents)))
        return list(range(3, min(3 + supply, WIDTH)))

    def observe(self, player: int) -> Observation:
        """What the player is shown, with its own seat first."""
        players = self.game.players
        supporters = self.game.history[-1].supporters if self.game.history else [0] * len(players)
        by_seat = np.array(
            [
                [other.supply for other in players],
                [other.spoils for other in players],
                [other.choice is not None for other in players],
                supporters,
            ],
            dtype=np.float32,
        )
        chosen = np.zeros((2, WIDTH), dtype=np.float32)
        for place, code in enumerate(self.chosen[player][:2]):
            chosen[place, code] = 1
        mask = np.zeros(WIDTH, dtype=np.int8)
        mask[self.legal(player)] = 1
        table = np.array([self.game.stash, self.game.removed, self.game.number], dtype=np.float32)
        turned = np.roll(by_seat, -player, axis=1)
        shown = np.concatenate([np.log1p(turned).ravel(), np.log1p(table), chosen.ravel()])
        return {"observation": shown, "action_mask": mask}


if __name__ == "__main__":
    from pettingzoo.test import parallel_api_test

    parallel_api_test(TruceEnv(), num_cycles=1000)
