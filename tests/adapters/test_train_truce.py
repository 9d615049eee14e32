"""The example that learns Truce: it beats random players, and what it has learned plays at a live table."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import numpy as np
import pytest
from tests.serving import NAMES, gather, on_the_wire, open_services
from tests.test_examples import EXAMPLES

from turncoat.adapters.pettingzoo import Environments

GAMES = 400
"""So many games are enough to be better than random players; the example learns for five minutes."""


@pytest.fixture(scope="module")
def example() -> Any:
    """The example as a module."""
    scope: dict[str, Any] = {"__name__": "train_truce"}
    exec(compile((EXAMPLES / "train_truce.py").read_text(), "train_truce.py", "exec"), scope)
    return SimpleNamespace(**scope)


@pytest.fixture(scope="module")
def learned(example: Any) -> Any:
    return example.train(1000.0, GAMES)[0]


def test_it_beats_random_players(example: Any, learned: Any) -> None:
    """A random player of three would win one game of three: 67 of 200, and more than 90 once in 10,000 tries."""
    assert example.won(learned, 200) > 0.45


def test_one_that_has_learned_nothing_does_not(example: Any) -> None:
    assert example.won(example.train(1000.0, 0)[0], 200) < 0.45


def test_its_agent_sits_down_at_a_live_table(example: Any, learned: Any, tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = gather(client, NAMES[:3], pace={"begins": "full"})
        for seat in (1, 2):
            assert table.do("bot", seat=seat, bot="random").status_code == 204
        example.sit(learned.weights, address, table.keys[0])
        view = table.get()
        assert (view["phase"], view["seats"][0]["name"]) == ("finished", "Learner")
        answered = [one["event"]["actions"][0]["type"] for one in table.get("events") if "actions" in one["event"]]
        assert {*answered} & {"attack", "loot", "support", "defend"}


def test_an_answer_elsewhere_climbs_the_same_ladder() -> None:
    """The same numbers, masks and codes as in the environment lead to the same answer."""
    env = Environments("truce").raw_env(3)
    env.reset(seed=1)
    stepped = env.stepped
    told: list[Any] = []

    def choose(seen: Any, mask: Any) -> int:
        told.append((seen.copy(), mask))
        return int(np.flatnonzero(mask)[0])

    answer = env.answer(stepped.view(0), stepped.ladder(0).boxes, 0, choose)
    for seen, mask in told:
        here: Any = env.observe("player_0")
        assert np.array_equal(here["observation"], seen)
        assert np.array_equal(here["action_mask"], mask)
        env.step(int(np.flatnonzero(mask)[0]))
    assert env.stepped.rules.write_action(answer) == {"type": "attack", "target": 1}
