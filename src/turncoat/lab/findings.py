"""Combines the findings of many games: labels are counted, numbers averaged, each with its interval."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from math import sqrt

from msgspec import Struct

from turncoat.kernel.ruleset import Finding

Z95 = 1.959963984540054
"""The number of standard deviations around the mean that hold 95 % of a normal distribution."""


def wilson(wins: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The interval that contains the true rate with 95 % confidence (Wilson's score interval).

    Args:
        wins: How often it happened; a shared victory counts in part.
        trials: The number of times it could have happened.
        z: The half width of the interval in standard deviations.

    Raises:
        ValueError: there are no trials, or more wins than trials.
    """
    if trials < 1 or not 0 <= wins <= trials + 1e-9:
        raise ValueError(f"{wins} wins out of {trials} trials make no sense")
    rate = min(1.0, wins / trials)
    weight = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / weight
    reach = z / weight * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Found(Struct):
    """The findings under one heading.

    Attributes:
        labels: How often each label came up; a game with several labels counts for each in part.
        numbers: How often each number came up.
    """

    games: int = 0
    labels: dict[str, float] = {}
    numbers: dict[int, int] = {}

    def note(self, finding: Finding) -> None:
        """Count the findings of one game."""
        self.games += 1
        if isinstance(finding, int):
            self.numbers[finding] = self.numbers.get(finding, 0) + 1
            return
        labels = (finding,) if isinstance(finding, str) else finding
        for label in labels:
            self.labels[label] = self.labels.get(label, 0.0) + 1 / len(labels)

    def add(self, other: Found) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.numbers = dict(Counter(self.numbers) + Counter(other.numbers))
        for label, count in other.labels.items():
            self.labels[label] = self.labels.get(label, 0.0) + count


class Label(Struct, frozen=True):
    """One label under a heading.

    Attributes:
        rate: How often it came up, as a share of the games with this heading, 0 to 1.
        low: Lower end of the 95 % interval of the rate.
    """

    label: str
    games: float
    rate: float
    low: float
    high: float


class Spread(Struct, frozen=True):
    """The numbers under a heading.

    Attributes:
        low: Lower end of the 95 % interval of the average.
        median: Half of the games have at most this number.
    """

    mean: float
    low: float
    high: float
    least: int
    median: int
    most: int


class Heading(Struct, frozen=True):
    """Everything under one heading.

    Attributes:
        games: How many games have the heading.
        labels: The labels, the most frequent first.
        spread: The numbers, if the heading has numbers.
    """

    heading: str
    games: int
    labels: tuple[Label, ...]
    spread: Spread | None


def headings(found: dict[str, Found]) -> tuple[Heading, ...]:
    """All headings in the game's order."""
    return tuple(
        Heading(name, heading.games, labels(heading), spread(heading.numbers) if heading.numbers else None)
        for name, heading in found.items()
    )


def labels(found: Found) -> tuple[Label, ...]:
    """The labels under a heading with their rates."""
    ordered = sorted(found.labels.items(), key=lambda label: (-label[1], label[0]))
    return tuple(
        Label(label, count, min(1.0, count / found.games), *wilson(min(count, found.games), found.games))
        for label, count in ordered
    )


def spread(numbers: dict[int, int]) -> Spread:
    """The average, interval and range of counted numbers."""
    games = sum(numbers.values())
    mean = sum(number * count for number, count in numbers.items()) / games
    squares = sum(count * (number - mean) ** 2 for number, count in numbers.items())
    reach = Z95 * sqrt(squares / max(1, games - 1) / games)
    ordered = sorted(numbers)
    sums = accumulate(numbers[number] for number in ordered)
    median = next(number for number, count in zip(ordered, sums, strict=True) if 2 * count >= games)
    return Spread(mean, mean - reach, mean + reach, ordered[0], median, ordered[-1])
