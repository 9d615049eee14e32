"""Whether a choice matters, and whether players who can no longer win choose the winner.

A moment of a game is played on many times after each of a few answers, with the same chance after each of them
(common random numbers). The best and the worst answer are chosen by one half of these futures and compared in the
other half: a difference that was only luck in the first half is not there in the second.

Sources: judging on a separate half is cross-validation (M. Stone, "Cross-validatory choice and assessment of
statistical predictions", 1974); common random numbers as in A. M. Law, "Simulation Modeling and Analysis", chapter 11.
Kingmaking is meant as designers use the word: a player who wins in no future decides who wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from msgspec import Struct

from turncoat.lab.findings import Z95
from turncoat.lab.interval import Running

FUTURES = 32
"""How often the game continues from a moment after each answer; half of these choose the answers, half judge them."""

Futures = Sequence[Sequence[Sequence[float]]]
"""For each answer and each future, the share of the victory by seat."""


class Choice(Struct, frozen=True):
    """The effect of one choice.

    Attributes:
        at: The moment, as a part of the game's decisions, 0 to 1.
        stake: How much more often the best answer wins than the worst for the chooser, 0 to 1; it can be below 0 by
            chance.
        matters: Whether the stake is certain: 1.96 standard errors above 0.
        hopeless: Whether the chooser won in none of the futures.
        kingmaker: Whether the chooser was hopeless and decided how often another player wins.
    """

    at: float
    stake: float
    matters: bool
    hopeless: bool
    kingmaker: bool


def weigh(at: float, seat: int, futures: Futures) -> Choice:
    """How much a choice mattered for this seat; at least two answers, each played on at least four times."""
    stake, matters = _stake(futures, seat)
    hopeless = not any(shares[seat] for answer in futures for shares in answer)
    others = [other for other in range(len(futures[0][0])) if other != seat]
    crowned = max(others, key=lambda other: _gap(futures, other)) if others else seat
    return Choice(at, stake, matters, hopeless, hopeless and _stake(futures, crowned)[1])


def played_on(
    answers: Sequence[object], play: Callable[[int, int], Sequence[float]], futures: int = FUTURES
) -> Futures:
    """The futures of each answer; ``play`` gets the answer's place and the future's number."""
    return [[play(place, number) for number in range(futures)] for place in range(len(answers))]


def _extremes(futures: Futures, seat: int) -> tuple[int, int, float]:
    """The best and the worst answer for a seat by the first half, and the difference there."""
    half = len(futures[0]) // 2
    means = [sum(shares[seat] for shares in answer[:half]) / half for answer in futures]
    best, worst = means.index(max(means)), means.index(min(means))
    return best, worst, means[best] - means[worst]


def _gap(futures: Futures, seat: int) -> float:
    return _extremes(futures, seat)[2]


def _stake(futures: Futures, seat: int) -> tuple[float, bool]:
    """The difference in the second half, and whether it is certain."""
    best, worst, _ = _extremes(futures, seat)
    half, running = len(futures[0]) // 2, Running()
    for good, bad in zip(futures[best][half:], futures[worst][half:], strict=True):
        running.add(good[seat] - bad[seat])
    return running.mean, running.mean > Z95 * sqrt(running.variance / running.count)
