"""A border of the map: its corners in whole units, and the path data that draws it from either side.

Units: the planet's radius is ``RADIUS``; x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Literal

from msgspec import Struct

from turncoat.games.dune.facts import SECTORS

GRAIN = 4
"""Coordinates of corners are multiples of it."""

RADIUS = 1000
"""Of the planet."""

FIRST_ANGLE = 6
"""The sector that begins due east; angles grow counterclockwise."""

Point = tuple[float, float]
Pixel = tuple[int, int]
Node = tuple[float, float]
"""A corner of the wedge grid: radius (0 to 1), sector and part of it (0 to 18)."""

Sort = Literal["rim", "sector", "sand", "rock", "wall", "pole"]
"""What a border is: the planet's, of a sector inside a territory, or of territories of these kinds."""


def polar(radius: float, sector: float) -> Point:
    """A point by its distance from the middle and its sector (``9.5``: the middle of sector 9)."""
    angle = (sector - FIRST_ANGLE) * 2 * pi / SECTORS
    return radius * cos(angle), -radius * sin(angle)


class Chain(Struct, frozen=True):
    """A border between two locations (or a location and the void), from one meeting of borders to the next.

    Attributes:
        sort: What kind of border it is.
        points: Its corners, in whole units; the ends are shared with other chains.
    """

    sort: Sort
    points: tuple[Pixel, ...]

    def backwards(self) -> Chain:
        """The same border, seen from the other side."""
        return Chain(self.sort, self.points[::-1])

    def data(self) -> str:
        """Relative path data from its first point on."""
        return _data(self.sort, self.points)

    def line(self) -> tuple[Point, ...]:
        """Points along it, close to each other, without the last one."""
        return _line(self.sort, self.points)


def whole(x: float, y: float) -> Pixel:
    """The nearest point of a grid of ``GRAIN`` units: fewer different numbers make a smaller drawing."""
    return GRAIN * round(x / GRAIN), GRAIN * round(y / GRAIN)


def _half(one: Pixel, other: Pixel) -> Pixel:
    return whole((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def _data(sort: Sort, points: tuple[Pixel, ...]) -> str:
    """Relative commands: an arc on the rim, straight lines for sectors and rock, soft bends elsewhere."""
    if sort == "rim":
        (x, y), (u, v) = points
        sweep = int(x * v - y * u > 0)
        return f"a{RADIUS} {RADIUS} 0 0 {sweep} {_numbers((u - x, v - y))}"
    if sort in ("sector", "rock") or len(points) < 3:
        return "l" + _numbers(_steps(points))
    stops = _stops(points)
    steps: list[int] = []
    x, y = points[0]
    for bend, stop in zip(points[1:-1], stops, strict=True):
        steps += [bend[0] - x, bend[1] - y, stop[0] - x, stop[1] - y]
        x, y = stop
    return "q" + _numbers(steps)


def _stops(points: tuple[Pixel, ...]) -> list[Pixel]:
    """Where the bends of a soft border end: half way between two corners, and at last in its end."""
    return [*(_half(one, other) for one, other in pairwise(points[1:-1])), points[-1]]


def _steps(points: tuple[Pixel, ...]) -> list[int]:
    pairs = pairwise(points)
    return [number for (x, y), (u, v) in pairs for number in (u - x, v - y)]


def _numbers(values: Iterable[int]) -> str:
    """Numbers one behind the other, parted only where they must be."""
    text = ""
    for place, value in enumerate(values):
        text += f"{value}" if value < 0 or not place else f" {value}"
    return text


def _line(sort: Sort, points: tuple[Pixel, ...]) -> tuple[Point, ...]:
    if sort == "rim":
        return tuple(_round_rim(points[0], points[1]))
    if sort in ("sector", "rock") or len(points) < 3:
        return tuple(points[:-1])
    made: list[Point] = []
    start: Pixel = points[0]
    for bend, stop in zip(points[1:-1], _stops(points), strict=True):
        for part in (0.0, 0.34, 0.67):
            rest = 1 - part
            made.append(
                (
                    rest * rest * start[0] + 2 * rest * part * bend[0] + part * part * stop[0],
                    rest * rest * start[1] + 2 * rest * part * bend[1] + part * part * stop[1],
                )
            )
        start = stop
    return tuple(made)


def _round_rim(start: Pixel, end: Pixel) -> list[Point]:
    made: list[Point] = []
    for part in range(8):
        x = start[0] + (end[0] - start[0]) * part / 8
        y = start[1] + (end[1] - start[1]) * part / 8
        far = RADIUS / hypot(x, y)
        made.append((x * far, y * far))
    return made
