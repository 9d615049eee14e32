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

SOURCE = Path(__file__).resolve().parents[2] / "bench" / "baselines" / "plain_truce.py"
AGATHA, BARNEY, CELESTE, DARCY, EMMETT, FREJA = range(6)


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


def a_round(*texts: str, stash: int = 1, supplies: tuple[int, ...] = ()) -> tuple[Any, Any]:
    """The game and the record of one round in which player 0, 1, ... chose these; an empty text is no answer."""
    game = plain.Game.new(len(texts))
    game.stash = stash
    for player, supply in zip(game.players, supplies, strict=False):
        player.supply = supply
    for number, text in enumerate(texts):
        if text:
            game.submit(number, action(text))
    return game, game.reveal()


def test_x1_the_six_player_round_and_the_reward_after_it() -> None:
    """TRU-X1."""
    game, record = a_round("defend", "attack 4", "loot", "support 1", "attack 0", "support 4", stash=2)
    assert record.supporters == (0, 1, 0, 0, 1, 0)
    assert record.successful == {BARNEY, EMMETT}
    assert record.spoils == (0, 2, 2, 0, 0, 0)
    assert record.supplies == (2, 5, 5, 3, 2, 3)
    assert (game.stash, game.removed) == (
        1,
        0,
    )  # the next round's coin has come (TRU-2.1)
    game.give(BARNEY, DARCY, 1)
    assert game.players[BARNEY].supply == 4
    assert game.players[DARCY].spoils == 1


@pytest.mark.parametrize(("stash", "share"), [(5, 1), (2, 0)])
def test_x2_x3_three_looters(stash: int, share: int) -> None:
    """TRU-X2 and TRU-X3."""
    game, record = a_round("loot", "loot", "loot", stash=stash)
    assert record.spoils == (share, share, share)
    assert (game.stash, game.removed) == (1, 2)


@pytest.mark.parametrize("text", ["attack 0", "defend", "loot", "pass"])
def test_x4_support_is_passed_along(text: str) -> None:
    """TRU-X4."""
    _, record = a_round("support 1", text, "support 0")
    assert record.supporters == (0, 2, 0)


def test_x5_too_few_coins_for_two_attackers() -> None:
    """TRU-X5: the looter in the middle has Supply 1 and Spoils 3 when robbed."""
    game, record = a_round("attack 1", "loot", "attack 1", stash=3, supplies=(3, 1, 3))
    assert record.spoils == (1, 0, 1)
    assert record.supplies == (4, 0, 4)
    assert game.removed == 2


def test_x6_a_chain_of_attacks() -> None:
    """TRU-X6."""
    game, record = a_round("loot", "attack 0", "attack 1", "support 2", stash=2)
    assert record.spoils == (0, 0, 4, 0)
    assert record.supplies == (2, 2, 7, 3)
    assert game.removed == 0


def test_x7_attacks_on_each_other() -> None:
    """TRU-X7."""
    _, record = a_round("attack 1", "attack 0", "support 0", "support 1")
    assert record.successful == {AGATHA, BARNEY}
    assert record.spoils == (1, 1, 0, 0)
    assert record.supplies == (3, 3, 3, 3)


def test_support_in_a_circle_is_lost_with_what_feeds_it() -> None:
    """TRU-5.4."""
    _, record = a_round("support 1", "support 2", "support 0", "support 0", "pass", "support 4")
    assert record.supporters == (0, 0, 0, 0, 1, 0)


def test_equal_values_favour_the_defender() -> None:
    """TRU-8.2, TRU-6.3."""
    _, record = a_round("defend", "attack 0", "support 1", "support 0", "attack 5", "pass")
    assert record.successful == frozenset()


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 2, 0, 3)])
def test_a_circle_of_attacks_with_a_tail(seats: tuple[int, ...]) -> None:
    """TRU-9.6, TRU-9.7, TRU-15.5: a and b rob each other, c robs a in the same instant, d robs c afterwards."""
    a, b, c, d = seats
    attacks = {a: b, b: a, c: a, d: c}
    supplies = {a: 3, b: 1, c: 3, d: 3}
    texts = [*(f"attack {attacks[n]}" for n in range(4)), *(f"support {n}" for n in range(4))]
    game, record = a_round(*texts, supplies=tuple(supplies[n] for n in range(4)))
    assert record.successful == {0, 1, 2, 3}
    assert [record.spoils[n] for n in seats] == [1, 1, 0, 2]
    assert [record.supplies[n] for n in seats] == [2, 1, 2, 5]
    assert game.removed == 0


def test_whoever_hands_in_nothing_or_gave_the_last_coin_away_passes() -> None:
    """TRU-3.8, TRU-3.11, TRU-4.2."""
    game = plain.Game.new(3)
    game.submit(0, action("loot"))
    game.submit(1, action("attack 0"))
    game.submit(2, action("loot"))
    game.give(0, 1, 3)
    game.withdraw(2)
    assert not game.everybody_is_in
    record = game.reveal()
    assert [chosen.kind.value for chosen in record.actions] == [
        "pass",
        "attack",
        "pass",
    ]
    assert record.defaulted == {0, 2}
    assert record.supplies == (0, 6, 3)


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


@pytest.mark.parametrize(
    ("texts", "winners"),
    [
        (("pass", "pass", "pass"), {0, 1, 2}),
        (("pass", "support 0", "pass"), {0}),
        (("pass", "support 0", "loot"), {2}),
        (("support 1", "support 0", "support 1", "pass"), {0, 1, 2, 3}),
    ],
)
def test_the_winners(texts: tuple[str, ...], winners: set[int]) -> None:
    """TRU-11."""
    game = plain.Game.new(len(texts), rounds=1)
    for number, text in enumerate(texts):
        game.submit(number, action(text))
    game.reveal()
    assert game.finished
    assert game.winners() == winners


@pytest.mark.parametrize("players", [3, 6, 13])
def test_random_games_balance(players: int) -> None:
    """TRU-15.1, TRU-15.2 and TRU-15.7, at every moment of a game with gifts; a copy shares nothing that changes."""
    rng = Random(players)
    for _ in range(50):
        game = plain.Game.new(players)
        while not game.finished:
            giver, receiver = rng.sample(range(players), 2)
            if game.players[giver].supply:
                game.give(giver, receiver, 1)
            for number in range(players):
                chosen = rng.choice(game.legal_actions(number))
                assert game.is_allowed(number, chosen)
                game.submit(number, chosen)
            before = game.copy()
            game.reveal()
            assert len(before.history) < len(game.history)
            for now in (before, game):
                coins = sum(player.supply + player.spoils for player in now.players)
                assert coins + now.stash + now.removed == 3 * players + now.number
                assert min(player.supply for player in now.players) >= 0
            assert all(player.spoils == 0 for player in game.players)
            assert before.reveal() == game.history[-1]
            assert before == game


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
