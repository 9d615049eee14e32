"""The planet divided into wedges, their borders as chains, and how these are bent."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise
from math import cos, exp, hypot, pi, sin
from typing import Literal
from zlib import crc32

from msgspec import Struct

from turncoat.games.dune.facts import FACTS, SECTORS
from turncoat.games.dune.shared.map import LOCATION_IDS

Patch = tuple[float, float, float, float]

_REDRAWN: dict[str, tuple[Patch, ...]] = {
    "shield-wall/8": ((0.25, 0.55, 0, 0.7), (0.55, 0.8, 0, 0.1)),
    "spring-ridge/8": ((0.55, 0.8, 0.1, 0.3), (0.8, 1, 0, 0.3)),
    "false-wall-west/15": ((0.32, 0.42, 0.5, 0.88), (0.42, 0.52, 0.5, 1), (0.52, 0.6, 0.9, 1)),
    "wind-pass/15": ((0.15, 0.32, 0, 1), (0.32, 0.42, 0.88, 1)),
    "greater-flat/15": ((0.52, 0.72, 0, 0.9), (0.32, 0.52, 0, 0.5), (0.72, 1, 0, 0.3)),
    "west-erg/15": ((0.72, 1, 0.3, 1), (0.6, 0.72, 0.9, 1)),
    "southland-west/17": ((0.26, 0.42, 0, 1), (0.42, 0.7, 0.5, 1), (0.7, 0.8, 0.88, 1)),
    "ridge-flat/17": ((0.7, 0.78, 0.5, 0.88), (0.78, 0.8, 0, 0.88), (0.8, 1, 0, 1)),
    "wind-pass-north/17": ((0.15, 0.26, 0, 1),),
    "pale-mesa/6": ((0.48, 0.85, 0, 1), (0.85, 1, 0.9, 1)),
    "red-chasm/6": ((0.85, 1, 0, 0.9),),
    "city-basin/10": ((0.4, 0.7, 0, 0.3), (0.7, 0.82, 0, 0.08)),
    "old-gap/10": ((0.88, 1, 0, 0.3), (0.82, 0.88, 0, 0.08)),
    "north-slope/10": ((0.7, 0.88, 0.08, 1),),
    "cliff-bight/14": ((0.74, 1, 0, 0.3),),
    "burial-plain/14": ((0.6, 0.74, 0, 0.3), (0.6, 1, 0.3, 0.6)),
}
"""Wedges that are cut differently for the drawing, so that only neighbouring locations share a border."""

_KIND = {territory.id: territory.kind for territory in FACTS.territories}


def patches(place: str) -> tuple[Patch, ...]:
    """The wedges of a location."""
    return _REDRAWN.get(place) or FACTS.patches[place]


class Wedges:
    """All wedges cut into cells, so that two neighbours always share whole edges."""

    def __init__(self) -> None:
        wedges = [(place, *patch) for place in LOCATION_IDS if place != "pole" for patch in patches(place)]
        self.radii = sorted({wedge[1] for wedge in wedges} | {wedge[2] for wedge in wedges})
        self.turns = sorted({turn_of(wedge[0], wedge[3]) % SECTORS for wedge in wedges}
                            | {turn_of(wedge[0], wedge[4]) % SECTORS for wedge in wedges})  # fmt: skip
        self.owner: dict[tuple[int, int], str] = {}
        for place, low, high, start, end in wedges:
            columns = self._columns(turn_of(place, start), turn_of(place, end))
            for row in range(self.radii.index(low), self.radii.index(high)):
                self.owner |= {(row, column): place for column in columns}
        self.next = self._half_edges()
        self.at: dict[Node, set[Node]] = {}
        for edges in self.next.values():
            for one, other in edges:
                self.at.setdefault(one, set()).add(other)
                self.at.setdefault(other, set()).add(one)
        self.beside = self._sides()

    def _columns(self, start: float, end: float) -> list[int]:
        turns = self.turns
        return [place for place, turn in enumerate(turns) if start <= turn < end or start <= turn + SECTORS < end]

    def _of(self, row: int, column: int) -> str:
        if row < 0:
            return "pole"
        return "" if row >= len(self.radii) - 1 else self.owner[row, column % len(self.turns)]

    def _half_edges(self) -> dict[str, list[tuple[Node, Node]]]:
        """The edges of each location (and of ``""``, the outside), counterclockwise."""
        found: dict[str, list[tuple[Node, Node]]] = {}
        turns, radii = self.turns, self.radii
        for column, turn in enumerate(turns):
            after = turns[(column + 1) % len(turns)]
            for row in range(len(radii)):
                one, other = self._of(row - 1, column), self._of(row, column)
                if one != other:
                    start, end = (radii[row], turn), (radii[row], after)
                    found.setdefault(one, []).append((start, end))
                    found.setdefault(other, []).append((end, start))
            for row in range(len(radii) - 1):
                one, other = self._of(row, column - 1), self._of(row, column)
                if one != other:
                    low, high = (radii[row], turn), (radii[row + 1], turn)
                    found.setdefault(one, []).append((high, low))
                    found.setdefault(other, []).append((low, high))
        return found

    def _sides(self) -> dict[tuple[Node, Node], str]:
        return {edge: place for place, edges in self.next.items() for edge in edges}

    def pair(self, start: Node, end: Node) -> tuple[str, str]:
        """The two locations along an edge."""
        return self.beside[start, end], self.beside[end, start]

    def meeting(self, node: Node) -> bool:
        """Whether more than two locations meet at this point."""
        around = self.at[node]
        return len(around) != 2 or len({frozenset(self.pair(node, other)) for other in around}) > 1

    def ring(self, place: str) -> list[tuple[Node, ...]]:
        """The border of a location, divided at the points where more than two locations meet."""
        after = dict(self.next[place])
        node = start = next(node for node in after if self.meeting(node))
        runs: list[tuple[Node, ...]] = []
        run = [node]
        while not runs or node != start:
            node = after[node]
            run.append(node)
            if self.meeting(node):
                runs.append(tuple(run))
                run = [node]
        return runs

    def sort(self, one: str, other: str) -> Sort:
        """The kind of border between two locations."""
        if not one or not other:
            return "rim"
        mine, yours = one.partition("/")[0], other.partition("/")[0]
        if mine == yours:
            return "sector"
        kinds = {_KIND[mine], _KIND[yours]}
        if "polar" in kinds:
            return "pole"
        return "wall" if "stronghold" in kinds else "rock" if "rock" in kinds else "sand"


def turn_of(place: str, part: float) -> float:
    """A sector and a part of it as one number."""
    return round(int(place.partition("/")[2]) + part, 3)


GRAIN = 4
"""Coordinates of corners are multiples of this number."""

RADIUS = 1000
"""The radius of the planet."""

FIRST_ANGLE = 6
"""The sector that begins due east; angles grow counterclockwise."""

Point = tuple[float, float]
Pixel = tuple[int, int]
Node = tuple[float, float]
"""A corner of the wedge grid: radius (0 to 1), sector and part of it (0 to 18)."""

Sort = Literal["rim", "sector", "sand", "rock", "wall", "pole"]
"""The kind of a border: the planet's rim, a sector border inside a territory, or a border of territories of these
kinds."""


def polar(radius: float, sector: float) -> Point:
    """A point by its distance from the middle and its sector (``9.5``: the middle of sector 9)."""
    angle = (sector - FIRST_ANGLE) * 2 * pi / SECTORS
    return radius * cos(angle), -radius * sin(angle)


class Chain(Struct, frozen=True):
    """A border between two locations (or a location and the outside), between two points where borders meet.

    Attributes:
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
        """Points along the border, close together, without the last one."""
        return _line(self.sort, self.points)


def whole(x: float, y: float) -> Pixel:
    """The nearest point of a grid of ``GRAIN`` units: fewer different numbers make a smaller drawing."""
    return GRAIN * round(x / GRAIN), GRAIN * round(y / GRAIN)


def _half(pixel: Pixel, other: Pixel) -> Pixel:
    return whole((pixel[0] + other[0]) / 2, (pixel[1] + other[1]) / 2)


def _data(sort: Sort, points: tuple[Pixel, ...]) -> str:
    """Relative path commands: an arc on the rim, straight lines for sectors and rock, curves elsewhere."""
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
    """The ends of a border's curves: halfway between two corners, and the border's end."""
    return [*(_half(one, other) for one, other in pairwise(points[1:-1])), points[-1]]


def _steps(points: tuple[Pixel, ...]) -> list[int]:
    pairs = pairwise(points)
    return [number for (x, y), (u, v) in pairs for number in (u - x, v - y)]


def _numbers(values: Iterable[int]) -> str:
    """Numbers one after the other, with separators only where they are needed."""
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


_STRETCH = ((0.0, 0.0), (0.15, 0.152), (0.26, 0.332), (0.42, 0.478), (0.6, 0.63), (0.8, 0.792), (0.88, 0.858),
            (0.94, 0.922), (1.0, 1.0))  # fmt: skip
"""Radii in the facts, and the radii at which they are drawn; the middle, which has many names, gets more room."""

GROWTH = 0.8
"""How much larger strongholds are drawn than their wedges, as a share."""

STEP = 46.0
"""The approximate distance between two points of a border."""

_SWING: dict[Sort, tuple[float, float]] = {
    "sand": (11.0, 0.0), "rock": (8.0, 7.0), "wall": (3.0, 3.0), "pole": (7.0, 0.0), "rim": (0.0, 0.0),
    "sector": (0.0, 0.0),
}  # fmt: skip
"""How far each kind of border swings, in waves and in jags."""


def refined(nodes: tuple[Node, ...]) -> list[Node]:
    """Additional corners between the corners of a chain, about ``STEP`` apart."""
    made: list[Node] = []
    for (low, turn), (high, other) in pairwise(nodes):
        way = (other - turn + SECTORS / 2) % SECTORS - SECTORS / 2
        length = abs(_stretched(high) - _stretched(low)) + abs(way) * 2 * pi / SECTORS * _stretched(low)
        parts = max(1, round(length * RADIUS / STEP))
        made += [(low + (high - low) * part / parts, turn + way * part / parts) for part in range(parts)]
    return [*made, nodes[-1]]


def _stretched(radius: float) -> float:
    place = min(bisect_right(_STRETCH, (radius, 2.0)), len(_STRETCH) - 1)
    (low, start), (high, end) = _STRETCH[place - 1], _STRETCH[place]
    return start + (end - start) * (radius - low) / (high - low)


def _havens() -> tuple[Node, ...]:
    """The middles of the strongholds, which are drawn larger than their wedges."""
    found: list[Node] = []
    for territory in FACTS.territories:
        if territory.kind == "stronghold":
            place = f"{territory.id}/{territory.sectors[0]}"
            low, high, start, end = patches(place)[0]
            found.append(((low + high) / 2, turn_of(place, (start + end) / 2)))
    return tuple(found)


_HAVENS = _havens()


def _widened(radius: float, turn: float) -> Node:
    """A corner moved away from nearby strongholds; corners on sector lines move along them."""
    out, aside = 0.0, 0.0
    within = turn % 1
    for low, middle in _HAVENS:
        up, over = radius - low, turn - middle
        weight = GROWTH * exp(-(up * up / 0.014) - over * over / 0.16)
        out += 1.4 * up * weight
        aside += over * weight * min(1.0, 9 * within * (1 - within))
    return radius + out * min(1.0, (1 - radius) * 12), turn + aside


def bent(radius: float, turn: float) -> Point:
    """A corner of the grid on the drawn planet: rings become waves, lines inside a sector bend, sector lines stay."""
    if radius > 0.3:
        radius, turn = _widened(radius, turn)
    within = turn % 1
    angle = turn * 2 * pi / SECTORS
    wave = 0.55 * sin(3 * angle + 9 * radius) + 0.45 * sin(7 * angle + 1.3 - 6 * radius) + 0.4 * sin(13 * angle + 2.1)
    loose = max(0.0, min(1.0, (radius - 0.1) * 5, (1 - radius) * 9))
    sway = sin(11 * radius + 1.9 * int(turn)) + 0.6 * sin(23 * radius + int(turn))
    far = _stretched(radius) + 0.02 * loose * wave
    return polar(RADIUS * far, turn + 0.09 * 4 * within * (1 - within) * sway)


def finished(sort: Sort, points: list[Point], nodes: tuple[Node, ...]) -> tuple[Pixel, ...]:
    """A chain in whole units; borders swing from side to side, those of rock in jags."""
    if sort in ("rim", "sector"):
        ends = (points[0], points[-1])
        return tuple(whole(x, y) for x, y in ends)
    seed = crc32(repr(min(nodes, nodes[::-1])).encode())
    forward = nodes <= nodes[::-1]
    run = points if forward else points[::-1]
    moved = [_swung(run, place, sort, seed) for place in range(len(run))]
    made = tuple(whole(x, y) for x, y in moved)
    return made if forward else made[::-1]


def _swung(run: list[Point], place: int, sort: Sort, seed: int) -> Point:
    x, y = run[place]
    if place in (0, len(run) - 1):
        return x, y
    (a, b), (c, d) = run[place - 1], run[place + 1]
    far = hypot(c - a, d - b) or 1.0
    waves, jags = _SWING[sort]
    ease = min(1.0, place / 3, (len(run) - 1 - place) / 3)
    wave = 0.7 * sin(place * 0.83 + seed % 628 / 100) + 0.5 * sin(place * 1.71 + seed % 311 / 50)
    swing = waves * ease * wave + jags * _dice(seed, place)
    return x - (d - b) / far * swing, y + (c - a) / far * swing


def _dice(seed: int, place: int) -> float:
    """A number from -1 to 1 that looks random but is always the same."""
    return crc32(f"{seed} {place}".encode()) % 2001 / 1000 - 1
