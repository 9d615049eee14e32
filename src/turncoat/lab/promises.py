"""What promises bring and how long alliances last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

from msgspec import Struct

from turncoat.bots.result import Result, Vow
from turncoat.kernel.promise import Fate
from turncoat.lab.findings import Z95


class Worth(Struct, frozen=True):
    """How many points of score each promise brings, with 95 % intervals.

    Attributes:
        kept: Points for each kept promise.
        kept_reach: Half of the interval's width.
        broken: Points for each broken promise.
        broken_reach: Half of the interval's width.
    """

    kept: float
    kept_reach: float
    broken: float
    broken_reach: float


def worth(results: Iterable[Result]) -> Worth | None:
    """The value of each promise to the seat that gave it; None if too few were kept or broken.

    Formula: ordinary least squares of score on promises kept and broken, each less its mean in that game, so that
    seats are compared only within a game (the "within" estimator; J. M. Wooldridge, "Introductory Econometrics",
    chapter 14). It shows correlation, not cause.
    """
    rows = [row for result in results for row in _within(result)]
    kk, bb, kb = (sum(row[i] * row[j] for row in rows) for i, j in ((0, 0), (1, 1), (0, 1)))
    determinant = kk * bb - kb * kb
    if determinant <= 1e-9 * max(1.0, kk * bb) or len(rows) < 4:
        return None
    ky, by = (sum(row[i] * row[2] for row in rows) for i in (0, 1))
    kept, broken = (bb * ky - kb * by) / determinant, (kk * by - kb * ky) / determinant
    rest = sum((y - kept * k - broken * b) ** 2 for k, b, y in rows) / (len(rows) - 3)
    return Worth(kept, Z95 * sqrt(rest * bb / determinant), broken, Z95 * sqrt(rest * kk / determinant))


def _within(result: Result) -> list[tuple[float, float, float]]:
    """Kept and broken promises and score of every seat, each less its mean in this game."""
    columns = [_centred(column) for column in (result.kept, result.broken, result.scores)]
    return list(zip(*columns, strict=True))


def _centred(numbers: Sequence[int]) -> list[float]:
    mean = sum(numbers) / len(numbers)
    return [number - mean for number in numbers]


def alliances(result: Result) -> list[int]:
    """How many decisions each alliance lasted.

    Two players are allied while a promise that one gave to the other alone, or to the other among a few, has not been
    judged. If the next is given at the latest one decision after the last was judged, it is the same alliance, unless
    the last was broken.
    """
    spans = defaultdict[tuple[int, int], list[Vow]](list)
    for vow in result.vows:
        for other in vow.to:
            if other != vow.who:
                spans[min(vow.who, other), max(vow.who, other)].append(vow)
    return [length for vows in spans.values() for length in _lengths(vows, result.questions)]


def _lengths(vows: list[Vow], end: int) -> list[int]:
    ordered = sorted(vows, key=lambda vow: vow.since)
    found, since, until, broken = list[int](), ordered[0].since, ordered[0].since, False
    for vow in ordered:
        if broken or vow.since > until + 1:
            found.append(until - since)
            since, until, broken = vow.since, vow.since, False
        until = max(until, end if vow.until is None else vow.until)
        broken = vow.fate is Fate.BROKEN
    return [*found, until - since]
