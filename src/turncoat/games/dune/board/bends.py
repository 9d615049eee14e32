"""How the straight edges of the wedges become a landscape. Everything here looks like chance and is none."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from math import exp, hypot, pi, sin
from zlib import crc32

from turncoat.games.dune.board.chains import RADIUS, Node, Pixel, Point, Sort, polar, whole
from turncoat.games.dune.board.wedges import patches, turn_of
from turncoat.games.dune.facts import FACTS, SECTORS

_STRETCH = ((0.0, 0.0), (0.15, 0.152), (0.26, 0.332), (0.42, 0.478), (0.6, 0.63), (0.8, 0.792), (0.88, 0.858),
            (0.94, 0.922), (1.0, 1.0))  # fmt: skip
"""Radii of the facts and where they are drawn: the crowded middle gets more room."""

GROWTH = 0.8
"""How much wider strongholds are drawn than their wedges, as a share."""

STEP = 46.0
"""The distance of two points of a border, about."""

_SWING: dict[Sort, tuple[float, float]] = {
    "sand": (11.0, 0.0), "rock": (8.0, 7.0), "wall": (3.0, 3.0), "pole": (7.0, 0.0), "rim": (0.0, 0.0),
    "sector": (0.0, 0.0),
}  # fmt: skip
"""How far borders of each sort swing, in waves and in jags."""


def refined(nodes: tuple[Node, ...]) -> list[Node]:
    """More corners between the corners of a run, about ``STEP`` apart."""
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
    """The middles of the strongholds, which get more room than the wedges give them."""
    found: list[Node] = []
    for one in FACTS.territories:
        if one.kind == "stronghold":
            place = f"{one.id}/{one.sectors[0]}"
            low, high, start, end = patches(place)[0]
            found.append(((low + high) / 2, turn_of(place, (start + end) / 2)))
    return tuple(found)


_HAVENS = _havens()


def _widened(radius: float, turn: float) -> Node:
    """A corner pushed away from the strongholds near it, sector lines along themselves."""
    out, aside = 0.0, 0.0
    within = turn % 1
    for low, middle in _HAVENS:
        up, over = radius - low, turn - middle
        weight = GROWTH * exp(-(up * up / 0.014) - over * over / 0.16)
        out += 1.4 * up * weight
        aside += over * weight * min(1.0, 9 * within * (1 - within))
    return radius + out * min(1.0, (1 - radius) * 12), turn + aside


def bent(radius: float, turn: float) -> Point:
    """A corner of the grid on the drawn planet: rings wave, spokes inside a sector meander, sector lines stay."""
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
    """Whole units; borders swing from side to side on their way, those of rock in a jagged line."""
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
    """A number from -1 to 1 that looks like chance and is none."""
    return crc32(f"{seed} {place}".encode()) % 2001 / 1000 - 1
