"""The plain Truce that the figures are measured against plays by the rules (``bench/baselines/plain_truce.py``)."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.kit import sure

from turncoat.games.truce import attack
from turncoat.games.truce.rules import RULES
from turncoat.games.truce.state import Gift, Options, Truce
from turncoat.kernel import play
from turncoat.kernel.events import SILENCE

SOURCE = Path(__file__).resolve().parents[2] / "bench" / "baselines" / "plain_truce.py"


def load() -> ModuleType:
    """Import the file by its path: ``bench`` is not part of the package."""
    spec = sure(importlib.util.spec_from_file_location("plain_truce_under_test", SOURCE))
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


plain = load()


def action(text: str) -> Any:
    """``attack 0`` or ``loot`` as an action."""
    kind, _, target = text.partition(" ")
    return plain.Action(plain.Kind(kind), int(target) if target else None)


def both(number: int, rng: Random) -> tuple[Any, Truce]:
    """A plain game and one by the rules of the program, at their beginning; some are poor."""
    coins = rng.choice((1, 2, 3))
    return plain.Game.new(number, coins=coins), RULES.start(Options(coins=coins), number, bytes(32), SILENCE)


def a_round(mine: Any, theirs: Truce, rng: Random) -> None:
    """The same round in both: a few gifts, an action of nearly everybody, and the reveal."""
    number = len(mine.players)
    for _ in range(rng.randrange(3)):
        giver, receiver = rng.sample(range(number), 2)
        if coins := mine.players[giver].supply:
            coins = rng.randint(1, coins)
            mine.give(giver, receiver, coins)
            play.submit(theirs, giver, Gift(receiver, coins))
    for seat in range(number):
        legal = mine.legal_actions(seat)
        assert len(legal) == play.boxes(theirs, seat).count
        near = [one for one in legal if one.target in ((seat + 1) % number, (seat + 2) % number)]
        if (chosen := rng.choice([*legal, *near * (number // 2), None])) is not None:
            mine.submit(seat, chosen)
            answer = {"type": chosen.kind.value, **({} if chosen.target is None else {"target": chosen.target})}
            play.submit(theirs, seat, RULES.read_action(answer))
    if not mine.everybody_is_in:
        play.time_up(theirs)
    mine.reveal()


@pytest.mark.parametrize("players", [3, 4, 5, 6, 13])
def test_it_plays_as_the_rules_of_the_program_do(players: int) -> None:
    """TRU-2 to TRU-11: after each round of random games all numbers are the same, at the end the winners."""
    rng = Random(players)
    for _ in range(30):
        mine, theirs = both(players, rng)
        while not mine.finished:
            a_round(mine, theirs, rng)
            assert [player.supply for player in mine.players] == theirs.supplies
            assert list(mine.history[-1].supporters) == theirs.supporters
            assert (mine.stash, mine.removed) == (theirs.stash, theirs.removed)
        assert play.over(theirs)
        assert sorted(mine.winners()) == RULES.winners(theirs)


@pytest.mark.parametrize("text", ["attack 0", "support 0", "attack 3", "support -1", "support"])
def test_a_bad_action_is_refused_and_the_good_one_stays(text: str) -> None:
    """TRU-3.2, TRU-R12, TRU-R21."""
    game = plain.Game.new(3)
    game.submit(0, action("defend"))
    with pytest.raises(plain.RuleError):
        game.submit(0, action(text))
    assert game.players[0].choice == action("defend")


@pytest.mark.parametrize("gift", [(0, 0, 1), (0, 1, 0), (0, 1, 4), (0, 3, 1)])
def test_a_bad_gift_is_refused(gift: tuple[int, int, int]) -> None:
    """TRU-4.1, TRU-4.5."""
    game = plain.Game.new(3)
    with pytest.raises(plain.RuleError):
        game.give(*gift)
    assert [player.supply for player in game.players] == [3, 3, 3]


def test_a_chain_that_is_settled_from_the_wrong_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRU-9.5: the fault is planted: with the order of settlement turned round, the numbers differ."""
    right = attack.settlements
    monkeypatch.setattr(attack, "settlements", lambda robs: right(robs)[::-1])
    with pytest.raises(AssertionError):
        test_it_plays_as_the_rules_of_the_program_do(13)


def test_random_game() -> None:
    """A whole random game, the same for the same seed, with the number of legal answers of TRU-D3."""
    game = plain.random_game(6, 10, Random(1))
    assert len(game.history) == 10
    assert game == plain.random_game(6, 10, Random(1))
    start = plain.Game.new(6)
    assert len(start.legal_actions(0)) == 2 * 5 + 3
    start.players[0].supply = 0
    assert len(start.legal_actions(0)) == 5 + 1
    assert len(start.legal_actions(1)) == 2 * 5 + 3  # who has nothing can still be a target (TRU-R13)
