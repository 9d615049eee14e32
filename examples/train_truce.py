"""An agent learns Truce from nothing but games, with numpy alone, and sits down at a live table.

python examples/train_truce.py learn agent.npy                             5 minutes against random players
python examples/train_truce.py sit agent.npy http://localhost:8000 KEY     plays a seat of a table with 3 players

It chooses each code with a chance of softmax(weights @ observation), and learns by REINFORCE (Williams, 1992): what it
chose in a game that it won gets likelier, what it chose in one that it lost gets rarer.
"""

import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from turncoat.adapters.pettingzoo import Environments
from turncoat.client import Client, Refused

PLAYERS = 3
SECONDS = 300.0
STEP = 0.02
SMOOTH = 0.995
"""How slowly the mean of the rewards follows, with which the reward of a game is compared."""


class Agent:
    """A row of weights for each code; and what it has chosen since it learned last."""

    def __init__(self, env: Any, weights: Any = None, seed: int = 1) -> None:
        self.weights = np.zeros((env.stepped.codes.width, env.stepped.seen.places)) if weights is None else weights
        self.rng, self.mean = np.random.default_rng(seed), 1 / PLAYERS
        self.chosen: list[Any] = []

    def choose(self, seen: Any, mask: Any) -> int:
        """A code, by chance."""
        legal = np.flatnonzero(mask)
        places = np.flatnonzero(seen)
        weighed = self.weights[np.ix_(legal, places)] @ seen[places]
        chances = np.exp(weighed - weighed.max())
        chances /= chances.sum()
        code = int(self.rng.choice(len(legal), p=chances))
        self.chosen.append((legal, places, seen[places], chances, code))
        return int(legal[code])

    def learn(self, reward: float) -> None:
        """Make what was chosen in this game likelier or rarer."""
        better, self.mean = reward - self.mean, SMOOTH * self.mean + (1 - SMOOTH) * reward
        for legal, places, seen, chances, code in self.chosen:
            slope = -chances
            slope[code] += 1
            self.weights[np.ix_(legal, places)] += STEP * better * np.outer(slope, seen)
        self.chosen.clear()


def game(env: Any, agent: Agent, rng: Any) -> float:
    """Play a game against random players, at a seat by chance; what the agent got."""
    observations, _ = env.reset()
    own = env.possible_agents[rng.integers(PLAYERS)]
    got = 0.0
    while env.agents:
        codes = {}
        for player, told in observations.items():
            mask = told["action_mask"]
            asked = mask.sum() > 1 or not mask[0]
            mine = player == own and asked
            codes[player] = agent.choose(told["observation"], mask) if mine else int(rng.choice(np.flatnonzero(mask)))
        observations, rewards, *_ = env.step(codes)
        got += rewards[own]
    return got


def train(seconds: float, most: int = sys.maxsize, seed: int = 1) -> tuple[Agent, int]:
    """An agent that has learned for so long, or in so many games; and in how many."""
    env, rng, start = Environments("truce").parallel_env(PLAYERS), np.random.default_rng(seed), monotonic()
    env.reset(seed=seed)
    agent, games = Agent(env, seed=seed), 0
    while games < most and monotonic() - start < seconds:
        agent.learn(game(env, agent, rng))
        games += 1
    return agent, games


def won(agent: Agent, games: int, seed: int = 2) -> float:
    """The share of so many games that it wins; a random player wins one of ``PLAYERS``."""
    env, rng = Environments("truce").parallel_env(PLAYERS), np.random.default_rng(seed)
    env.reset(seed=seed)
    return sum(game(env, agent, rng) for _ in range(games)) / games


def sit(weights: Any, server: str, key: str) -> None:
    """Play a seat of a live table until its game is over."""
    env = Environments("truce").parallel_env(PLAYERS)
    agent = Agent(env, weights)
    with Client(server, key) as me:
        for held in me.who().held:
            me.table(held.table, held.seat).sit("Learner")
        for table, seen in me.turns():
            with suppress(Refused):
                table.answer(env.answer(seen.view, seen.boxes, seen.shown.seat or 0, agent.choose), seen.request)


if __name__ == "__main__":
    if sys.argv[1:2] == ["learn"] and len(sys.argv) == 3:
        learned, played = train(SECONDS)
        np.save(sys.argv[2], learned.weights)
        print(f"After {played} games it wins {won(learned, 2000):.0%}; a random player would win {1 / PLAYERS:.0%}.")
    elif sys.argv[1:2] == ["sit"] and len(sys.argv) == 5:
        sit(np.load(Path(sys.argv[2])), *sys.argv[3:])
    else:
        sys.exit(__doc__)
