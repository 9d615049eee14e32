"""Compares two runs of different rules, options or versions, measure by measure, with intervals that hold all together.

Formulas: the difference of two means with the standard error √(s₁²/n₁ + s₂²/n₂) (B. L. Welch, 1947) in large samples;
Bonferroni's correction for the number of measures that are looked at: with m measures each interval is one of
1 − 0.05/m, so that all of them together hold in 95 of 100 comparisons (C. E. Bonferroni, 1936; O. J. Dunn, 1961).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import NormalDist

from msgspec import Struct

from turncoat.kernel.errors import BadSetup
from turncoat.lab.ask import ERROR
from turncoat.lab.groups import Group, grouped
from turncoat.lab.interval import Running
from turncoat.lab.measures import GENERAL, Measure, measure
from turncoat.lab.run_file import Head, Played

LEAST = 100
"""The least number of games in each run with a value of the measure, for its mean to be nearly normal."""


class Difference(Struct, frozen=True):
    """One measure in two runs.

    Attributes:
        words: The measure.
        share: Whether it is a share of games.
        first: Its mean in the first run.
        second: Its mean in the second run.
        low: The lower end of the interval of the second less the first.
        high: The upper end of the interval.
    """

    words: str
    share: bool
    first: float
    second: float
    low: float
    high: float

    @property
    def shown(self) -> bool:
        """Whether the interval does not contain 0."""
        return self.low > 0 or self.high < 0


class Comparison(Struct, frozen=True):
    """Two groups of games that differ only in the thing compared.

    Attributes:
        title: What was compared, and with which bots.
        games: The number of games in each group.
        differences: The measures that can be compared.
    """

    title: str
    games: tuple[int, int]
    differences: tuple[Difference, ...]


Run = tuple[Head, Sequence[Played]]


def compare(one: Run, other: Run) -> list[Comparison]:
    """Compare the second run with the first, for each kind of bots in both, variant by variant.

    Variants with the same name are compared; if each run has only one, these two.

    Raises:
        BadSetup: the runs are of different games, share no bots or variants, or have too few games.
    """
    games = {head.question.game for head, _ in (one, other)}
    if len(games) > 1:
        raise BadSetup(f"Only runs of one game can be compared, not of {' and '.join(sorted(games))}.")
    firsts, seconds = (grouped(head.question, played) for head, played in (one, other))
    pairs = list(_pairs(firsts, seconds))
    if not pairs:
        raise BadSetup("The runs cannot be compared: no bots played in both of them.")
    count = sum(len(list(_measures(one, first, second))) for first, second in pairs)
    return [_comparison(one, first, second, count) for first, second in pairs]


def _pairs(firsts: Sequence[Group], seconds: Sequence[Group]) -> Iterator[tuple[Group, Group]]:
    alone = len({group.arm for group in firsts}) == len({group.arm for group in seconds}) == 1
    for first in firsts:
        for second in seconds:
            if first.bots == second.bots and (alone or first.arm == second.arm):
                yield first, second


def _measures(run: Run, first: Group, second: Group) -> Iterator[tuple[Measure, Running, Running]]:
    """The measures with a value in enough games of both runs, that of the question first."""
    seats, bots = min(first.seats, second.seats), dict.fromkeys(first.games[0].seating)
    asked = measure(run[0].question.measure, seats, bots, [*first.results, *second.results])
    for measured in {
        asked.words: asked,
        "wins of seat 1": measure("wins of seat 1", seats, bots, []),
        **GENERAL,
    }.values():
        here, there = (_running(measured, group) for group in (first, second))
        if min(here.count, there.count) >= LEAST and here.variance + there.variance > 0:
            yield measured, here, there


def _running(measured: Measure, group: Group) -> Running:
    running = Running()
    for game in group.games:
        if (value := measured.value(game.seating, game.result)) is not None:
            running.add(value)
    return running


def _comparison(run: Run, first: Group, second: Group, count: int) -> Comparison:
    z = NormalDist().inv_cdf(1 - ERROR / max(1, count) / 2)
    found = list[Difference]()
    for measured, here, there in _measures(run, first, second):
        reach = z * sqrt(here.variance / here.count + there.variance / there.count)
        less = there.mean - here.mean
        found.append(Difference(measured.words, measured.share, here.mean, there.mean, less - reach, less + reach))
    arms = first.arm if first.arm == second.arm else f"{first.arm} and {second.arm}"
    return Comparison(f"{arms}, {first.bots}", (len(first.games), len(second.games)), tuple(found))
