"""How many steps a second does the PettingZoo environment of Truce take, against environments written by hand?

The job: 6 players, 10 rounds, all agents at once, every code uniform among those of the mask. A step asks every agent
once and gives all of them what they know. The choice of the codes is the same for all cases, and is counted.

*plain, same choices* is a ``ParallelEnv`` written the usual way that offers and shows what ``truce_v1`` does: kind,
then target; gifts; everything that a seat may know (``baselines/pettingzoo_choices.py``). *plain, a round a step* knows
no gifts, shows 8 numbers that are the same for all, and plays a round a step (``baselines/pettingzoo_truce.py``)::

    PYTHONPATH=src .bench-venv/bin/python bench/pettingzoo_steps.py        (make bench)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from _measure import Case, Goal, main, rate

PLAYERS = 6
ROUNDS = 10


def stepping(env: Any) -> Callable[[int], object]:
    """As many steps of an environment as are wanted, from game to game."""
    rng = Random(1)
    observations: dict[str, Any] = {}

    def steps(number: int) -> None:
        nonlocal observations
        for _ in range(number):
            if not env.agents:
                observations, _infos = env.reset(seed=1)
            codes = {}
            for agent, seen in observations.items():
                legal = np.flatnonzero(seen["action_mask"])
                codes[agent] = int(legal[rng.randrange(len(legal))])
            observations, *_rest = env.step(codes)

    return steps


def ask() -> int:
    """Measure all three, if this interpreter has PettingZoo."""
    question = f"Steps of Truce as a PettingZoo environment, {PLAYERS} players, {ROUNDS} rounds"
    try:
        from baselines import pettingzoo_choices, pettingzoo_truce  # noqa: PLC0415  # may be absent
        from turncoat.adapters.pettingzoo import Environments  # noqa: PLC0415
    except ModuleNotFoundError as error:
        return main(question, [], unit="steps/s", left_out={"all": str(error)})
    cases = [
        Case("plain, same choices", rate(stepping(pettingzoo_choices.TruceEnv(PLAYERS, ROUNDS)))),
        Case("plain, a round a step", rate(stepping(pettingzoo_truce.TruceEnv(PLAYERS, ROUNDS)))),
        Case("turncoat", rate(stepping(Environments("truce").parallel_env(PLAYERS, rounds=ROUNDS)))),
    ]
    return main(question, cases, unit="steps/s", goals=[Goal("turncoat", over="plain, same choices", floor=1, aim=3)])


if __name__ == "__main__":
    sys.exit(ask())
