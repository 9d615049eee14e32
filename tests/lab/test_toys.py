"""Measures of a report on toy games whose answer is known: a coin is all luck, Nim all skill, seat 1 always wins."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from turncoat.bots.result import Result, Vow
from turncoat.kernel.promise import Fate
from turncoat.lab.choices import FUTURES, played_on, weigh
from turncoat.lab.groups import Group, mean_of
from turncoat.lab.luck import Cell, explained
from turncoat.lab.measures import GENERAL, decided_at, lead_at, measure
from turncoat.lab.promises import alliances, worth
from turncoat.lab.run_file import Played
from turncoat.lab.sections import seats

Heaps = list[int]
Move = tuple[int, int]
Player = Callable[[Heaps, Random], Move]


def moves(heaps: Heaps) -> list[Move]:
    return [(heap, take) for heap, size in enumerate(heaps) for take in range(1, size + 1)]


def any_move(heaps: Heaps, rng: Random) -> Move:
    return rng.choice(moves(heaps))


def best_move(heaps: Heaps, rng: Random) -> Move:
    """Whoever leaves a nim-sum of 0 wins (C. L. Bouton, 1901)."""
    for move in moves(heaps):
        left = after(heaps, move)
        if left[0] ^ left[1] ^ left[2] == 0:
            return move
    return any_move(heaps, rng)


def after(heaps: Heaps, move: Move) -> Heaps:
    return [size - move[1] * (heap == move[0]) for heap, size in enumerate(heaps)]


def nim(heaps: Heaps, players: list[Player], rng: Random, turn: int = 0) -> int:
    """Who takes the last one."""
    while True:
        heaps = after(heaps, players[turn](heaps, rng))
        if not any(heaps):
            return turn
        turn = 1 - turn


def played(winner: Callable[[int, list[str]], int], bots: list[str], deals: int = 30) -> list[Cell]:
    """Every deal with the bots at all seats."""
    cells: list[Cell] = []
    for deal in range(deals):
        for turn in range(len(bots)):
            seated = bots[turn:] + bots[:turn]
            won = winner(deal, seated)
            cells += [Cell(deal, seat, bot, float(seat == won)) for seat, bot in enumerate(seated)]
    return cells


def test_a_coin_is_all_cards() -> None:
    found = explained(played(lambda deal, _: Random(deal).randrange(2), ["wise", "fool"], 200))
    assert found is not None
    assert found.cards + found.seat == pytest.approx(1)
    assert found.seat < 0.05
    assert found.bot == 0


def test_nim_is_all_skill() -> None:
    def winner(deal: int, seated: list[str]) -> int:
        rng = Random(deal)
        heaps = [rng.randint(5, 20) for _ in range(3)]
        return nim(heaps, [best_move if bot == "wise" else any_move for bot in seated], rng)

    found = explained(played(winner, ["wise", "fool"]))
    assert found is not None
    assert found.bot is not None
    assert found.bot > 0.95
    assert found.seat + found.cards < 0.05


def test_where_seat_1_always_wins_all_is_the_seat() -> None:
    found = explained(played(lambda _, __: 0, ["wise", "fool", "fool"]))
    assert found is not None
    assert found.seat == pytest.approx(1)
    assert found.cards + (found.bot or 0) < 1e-9


def test_pure_chance_anew_each_time_is_explained_by_nothing() -> None:
    """A planted fault, sums of squares as they are, would say that the cards explain half of it."""
    rng = Random(5)
    found = explained(played(lambda _, __: rng.randrange(3), ["a", "b", "b"], 200))
    assert found is not None
    assert found.seat + found.cards + (found.bot or 0) < 0.15


def test_with_one_kind_of_bots_skill_cannot_be_told() -> None:
    assert explained(played(lambda deal, _: deal % 2, ["a"] * 2, 9)) is not None
    assert explained([Cell(0, 0, "a", 1.0), Cell(0, 1, "a", 0.0)]) is None


def test_nothing_hangs_on_a_call_of_a_coin_that_falls_anyway() -> None:
    def coin(_: int, number: int) -> list[float]:
        fell = Random(number).random() < 0.5
        return [float(fell), float(not fell)]

    choice = weigh(0.5, 0, played_on(["heads", "tails"], coin))
    assert (choice.stake, choice.matters, choice.hopeless, choice.kingmaker) == (0, False, False, False)


def test_all_hangs_on_the_last_move_of_nim() -> None:
    """From a single heap of 2, taking both wins at once, and taking one loses."""

    def future(place: int, number: int) -> list[float]:
        heaps = after([2, 0, 0], [(0, 2), (0, 1)][place])
        winner = nim(heaps, [any_move, any_move], Random(number), turn=1) if any(heaps) else 0
        return [float(winner == seat) for seat in range(2)]

    choice = weigh(0.9, 0, played_on(["both", "one"], future))
    assert (choice.stake, choice.matters) == (1, True)


def test_a_loser_who_names_the_winner_makes_a_king() -> None:
    def named(place: int, _: int) -> list[float]:
        return [0.0, float(place == 0), float(place == 1)]

    choice = weigh(0.9, 0, played_on(["the second", "the third"], named))
    assert (choice.stake, choice.hopeless, choice.kingmaker) == (0, True, True)
    assert not weigh(0.9, 1, played_on(["the second", "the third"], named)).hopeless


def test_a_loser_whom_nobody_asks_makes_no_king() -> None:
    def drawn(_: int, number: int) -> list[float]:
        second = Random(number).random() < 0.5
        return [0.0, float(second), float(not second)]

    choice = weigh(0.9, 0, played_on(["this", "that"], drawn))
    assert (choice.hopeless, choice.kingmaker) == (True, False)


def test_luck_of_half_of_the_futures_is_no_stake() -> None:
    """Without the held-out half (the planted fault) the best of three equal answers looks better every time."""
    rng = Random(1)
    weighed = []
    for _ in range(300):
        futures = [[[float(rng.random() < 0.5)] for _ in range(FUTURES)] for _ in range(3)]
        means = [sum(one[0] for one in answer) / FUTURES for answer in futures]
        assert max(means) >= min(means)
        weighed.append((weigh(0.5, 0, futures), max(means) - min(means)))
    assert abs(sum(choice.stake for choice, _ in weighed)) / 300 < 0.03
    assert sum(choice.matters for choice, _ in weighed) < 0.06 * 300
    assert sum(seen for _, seen in weighed) / 300 > 0.1


def result(scores: list[int], winners: list[int], **more: object) -> Result:
    nothing = [0] * len(scores)
    given = {"kept": nothing, "broken": nothing, **more}
    return Result(winners, scores, 10, 10, [{} for _ in scores], nothing, faults=[], **given)  # type: ignore[arg-type]


def test_a_promise_is_worth_what_the_toy_pays_for_it() -> None:
    """Every promise kept costs a coin, every one broken brings two; what else a game pays is the same for all seats."""
    rng, results = Random(2), []
    for game in range(40):
        kept, broken = ([rng.randrange(4) for _ in range(4)] for _ in range(2))
        scores = [5 * game - k + 2 * b for k, b in zip(kept, broken, strict=True)]
        results.append(result(scores, [0], kept=kept, broken=broken))
    found = worth(results)
    assert found is not None
    assert found.kept == pytest.approx(-1)
    assert found.broken == pytest.approx(2)
    assert found.kept_reach == pytest.approx(0, abs=1e-6)
    assert worth([result([1, 2], [1])]) is None


def test_an_alliance_lasts_until_a_promise_is_broken_or_none_is_open() -> None:
    def lasts(*vows: Vow) -> list[int]:
        return alliances(result([0, 0, 0], [0], vows=list(vows)))

    kept, broken = Fate.KEPT, Fate.BROKEN
    assert lasts(Vow(0, (1,), 2, 3, kept), Vow(1, (0,), 3, 5, kept)) == [3]
    assert lasts(Vow(0, (1,), 2, 3, kept), Vow(1, (0,), 6, 7, kept)) == [1, 1]
    assert lasts(Vow(0, (1,), 2, 3, broken), Vow(1, (0,), 3, 5, kept)) == [1, 2]
    assert lasts(Vow(0, (1, 2), 4, None, Fate.OPEN)) == [6, 6]
    assert lasts(Vow(0, (), 1, 2, kept)) == []


def test_the_lead_over_time_and_the_leader_at_half_time() -> None:
    game = result([3, 9], [1], course=[(0, [0, 0]), (2, [4, 0]), (6, [4, 9]), (9, [3, 9])])
    assert [lead_at(game, part) for part in (0, 0.2, 0.5, 0.6, 1)] == [0, 4, 4, 5, 6]
    halfway = GENERAL["leader at half-time wins"].value
    assert halfway([], game) == 0
    assert halfway([], result([9, 0], [0], course=[(0, [0, 0]), (5, [9, 0])])) == 1
    assert halfway([], result([9, 0], [0], course=[(0, [0, 0])])) is None
    assert decided_at([], game) == 0.6


def test_seat_1_that_always_wins_has_an_advantage_and_a_coin_has_none() -> None:
    def told(winner: Callable[[int], int]) -> str:
        games = [Played("", "a", True, one, ("a", "a"), result([0, 0], [winner(one)])) for one in range(200)]
        (section,) = seats([Group("", "", "a", True, tuple(games))])
        return section.said[0][1]

    assert told(lambda _: 0) == "Seat 1 wins 100% of the games (98% to 100%), more than an equal share of 50%."
    assert "no visible difference" in told(lambda game: game % 2)
    assert "less than" in told(lambda _: 1)


def test_a_mean_has_the_interval_of_the_textbook() -> None:
    found = mean_of([1, 2, None, 3, 4])
    assert found is not None
    assert (found.mean, found.games) == (2.5, 4)
    assert found.high - found.mean == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2, rel=1e-4)
    assert mean_of([1, None]) is None


def test_keepers_and_those_who_do_most_of_something_are_compared_with_the_others() -> None:
    game = result([9, 5, 3, 1], [0], kept=[2, 0, 1, 0], broken=[0, 1, 1, 0])
    keepers = GENERAL["lead of who keeps promises"].value
    assert keepers([], game) == 9 - (5 + 3) / 2
    assert keepers([], result([1, 2], [1])) is None
    game.actions = [{"loot": 2}, {"loot": 2}, {}, {"loot": 1}]
    looters = measure("lead of who loot most", 4, ["a"], [game]).value
    assert looters([], game) == (9 + 5) / 2 - (3 + 1) / 2
    assert looters([], result([1, 2], [1])) is None
