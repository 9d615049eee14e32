"""An interval for a mean that may be checked after every game: play can stop as soon as it is narrow enough.

An interval for a fixed number of games is wrong more often than it says if somebody looks again and again and stops at
a good moment. This interval is correct at all moments at once.

Formula: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024), theorem 2.2, with the square of
their parameter rho such that the interval is tightest after ``TIGHTEST`` games.
"""

from __future__ import annotations

from math import inf, log, sqrt

from msgspec import Struct

LEAST = 30
"""The fewest games before the first check, for the mean to be nearly normal."""

TIGHTEST = 250
"""After this many games the interval is nearly as narrow as one for a number of games fixed beforehand."""

CERTAIN = 1000
"""A measure with the same value in this many games counts as certain."""

UNSEEN = 4
"""How many imaginary numbers, half a span from the mean, are added to the real ones."""


class Running(Struct):
    """The mean and variance of numbers that come one by one (Welford's method).

    Attributes:
        count: How many numbers there were.
        mean: Their mean; 0 if there are none.
        squares: Sum of the squared distances from the mean.
        least: The smallest number.
        most: The largest number.
    """

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    least: float = inf
    most: float = -inf

    def add(self, number: float) -> None:
        """Add a number."""
        self.count += 1
        distance = number - self.mean
        self.mean += distance / self.count
        self.squares += distance * (number - self.mean)
        self.least, self.most = min(self.least, number), max(self.most, number)

    @property
    def variance(self) -> float:
        """The variance of one number, unbiased; 0 before the second."""
        return self.squares / (self.count - 1) if self.count > 1 else 0.0


def reach(running: Running, span: float, error: float = 0.05) -> float:
    """How far the true mean can be from the present one, at all moments at once.

    Four numbers that are half a span off the mean are counted besides: what is rare has perhaps not been seen yet, and
    an interval must not become a point before it was. With them the interval holds the truth in 95 of 100 runs that
    stop early, down to rates of 1 % (a test plays them).

    Args:
        running: The numbers so far.
        span: The largest possible number less the smallest; if unknown, those seen.
        error: How often the interval may ever be wrong: 0.05 for 95 %.

    Returns: Half of the interval's width; infinite before the first check.
    """
    if running.count < LEAST:
        return inf
    if running.least == running.most and (span <= 0 or running.count >= CERTAIN):
        return 0.0 if running.count >= CERTAIN else inf
    variance = (running.squares + UNSEEN * (span / 2) ** 2) / running.count
    rate = (log(1 - 2 * log(error)) - 2 * log(error)) / TIGHTEST
    grown = running.count * rate + 1
    return sqrt(variance * 2 * grown / (running.count**2 * rate) * log(sqrt(grown) / error))
