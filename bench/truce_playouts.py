"""How fast are random playouts of Truce through the full kernel, against the plain version and the frameworks?

The job: 6 players, 10 rounds, every choice uniform among the legal ones, nobody gives anything, until the winners are
known. PettingZoo and OpenSpiel run the plain version inside, as their documentation shows. One command measures all::

    PYTHONPATH=src .bench-venv/bin/python bench/truce_playouts.py        (make bench)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from _measure import Case, Goal, main, rate
from baselines.plain_truce import random_game

if TYPE_CHECKING:
    from turncoat.games.truce.state import TruceAction
    from turncoat.kernel.boxes import Boxes

PLAYERS = 6
ROUNDS = 10


def plain() -> Callable[[int], object]:
    """The straightforward dataclass version."""
    rng = Random(1)

    def play(games: int) -> None:
        for _ in range(games):
            random_game(PLAYERS, ROUNDS, rng).winners()

    return play


def pettingzoo() -> Callable[[int], object]:
    """A PettingZoo ``ParallelEnv`` round the plain version, each agent drawing from its masked action space."""
    from baselines.pettingzoo_truce import TruceEnv  # noqa: PLC0415  # may be absent

    env = TruceEnv(PLAYERS, ROUNDS)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)

    def play(games: int) -> None:
        for _ in range(games):
            observations, _infos = env.reset()
            while env.agents:
                actions = {
                    agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents
                }
                observations, *_rest = env.step(actions)

    return play


def openspiel() -> Callable[[int], object]:
    """An OpenSpiel Python game with simultaneous nodes round the plain version."""
    from baselines.openspiel_truce import load  # noqa: PLC0415  # may be absent

    game = load(PLAYERS, ROUNDS)
    rng = Random(1)

    def play(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(PLAYERS)])
            state.returns()

    return play


def kernel() -> Callable[[int], object]:
    """The full kernel (flow, decisions, boxes) with trusted answers; nobody is told."""
    from turncoat.games.truce.rules import RULES  # noqa: PLC0415  # measured only when asked for
    from turncoat.kernel import play as game_play  # noqa: PLC0415
    from turncoat.kernel.events import SILENCE  # noqa: PLC0415

    options, key, draw = RULES.read_options({"rounds": ROUNDS}), bytes(32), Random(1).random

    def pick(boxes: Boxes[TruceAction]) -> TruceAction:
        answers = boxes.answers
        return answers[int(draw() * len(answers))]

    def play(games: int) -> None:
        for _ in range(games):
            game = RULES.start(options, PLAYERS, key, SILENCE)
            game_play.play_out(game, pick)
            RULES.winners(game)

    return play


def kernel_checked() -> Callable[[int], object]:
    """The full kernel through the checked auth: every answer is checked and sealed, every event is told."""
    from turncoat.games.truce.rules import RULES  # noqa: PLC0415  # measured only when asked for
    from turncoat.kernel import play as game_play  # noqa: PLC0415
    from turncoat.kernel.events import Listener  # noqa: PLC0415

    options, key, draw = RULES.read_options({"rounds": ROUNDS}), bytes(32), Random(1).random

    def play(games: int) -> None:
        for _ in range(games):
            listener = Listener()
            game = RULES.start(options, PLAYERS, key, listener)
            while not game_play.over(game):
                for seat in range(PLAYERS):
                    answers = game_play.boxes(game, seat).answers
                    game_play.submit(game, seat, answers[int(draw() * len(answers))], listener)
            RULES.winners(game)

    return play


CASES = {
    "plain": plain,
    "kernel": kernel,
    "kernel, checked and told": kernel_checked,
    "pettingzoo": pettingzoo,
    "openspiel": openspiel,
}

GOALS = (
    Goal("kernel", over="plain", floor=2.5, aim=4),
    Goal("kernel, checked and told", over="plain", floor=1),
    Goal("kernel", over="pettingzoo", floor=5),
    Goal("kernel", over="openspiel", floor=5),
)


def ask() -> int:
    """Measure every case whose packages this interpreter has."""
    cases: list[Case] = []
    left_out: dict[str, str] = {}
    for name, prepare in CASES.items():
        try:
            cases.append(Case(name, rate(prepare())))
        except ModuleNotFoundError as error:
            left_out[name] = str(error)
    question = f"Random playouts of Truce, {PLAYERS} players, {ROUNDS} rounds"
    return main(question, cases, unit="games/s", left_out=left_out, goals=GOALS)


if __name__ == "__main__":
    sys.exit(ask())
