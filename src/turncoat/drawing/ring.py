"""Seats round a table, placed so that they do not overlap.

All lengths are in units of the drawing. Up to six seats sit closer together, so that a phone shows them larger; with
many seats the drawing is higher.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import pairwise
from math import copysign, cos, exp, hypot, log, pi, sin

from msgspec import Struct

FEW, CLOSE = 6, (600, 484)
"""Tables of up to this many seats have this width and height."""
WIDTH = 740
MAT_WIDTH = 152
MAT_HEIGHT = 68
GAP = 9
"""The smallest gap between two mats."""

LOW_MAT_HEIGHT = 52
"""The height of a mat at a crowded table."""

EDGE = 12
"""The gap between the mats and the edge of the drawing."""

ROUND = 12
"""Up to this many seats sit round an oval; more sit along its sides."""

POUCH = 23
"""Radius of the place beside a mat where a seat's gains lie."""

Point = tuple[float, float]


class Place(Struct, frozen=True):
    """A seat's place: the middle of its mat, the point where arrows end, and the point for its gains."""

    mat: Point
    anchor: Point
    pouch: Point


class Ring(Struct, frozen=True):
    """A table for a number of seats. The first place is at the bottom, the next ones follow clockwise.

    Attributes:
        rim: Outline of the table's wood, as path data.
        line: Outline of the stitching.
        middle: The position of the Stash; there is room for text between it and the player's own seat.
    """

    width: int
    height: int
    mat_height: int
    middle: Point
    places: tuple[Place, ...]
    rim: str
    felt: str
    line: str

    def of(self, seat: int, own: int | None) -> Place:
        """The place of a seat when the own seat (None: the first one) sits at the bottom."""
        return self.places[(seat - (own or 0)) % len(self.places)]


@cache
def ring(seats: int) -> Ring:
    """The table for this number of seats."""
    mat_height = MAT_HEIGHT if seats <= 16 else LOW_MAT_HEIGHT
    width = WIDTH
    if seats <= ROUND:
        (width, height), power = CLOSE if seats <= FEW else (WIDTH, 620), 2.6 if seats <= 8 else 3.2
        mats = _oval(seats, width, height, power)
    else:
        height, mats, power = *_rows(seats, mat_height), 5.0
    centre = (width / 2, height / 2)
    middle = (centre[0], centre[1] - 18) if seats <= FEW else centre
    places, pouches = [], list[Point]()
    for mat in mats:
        pouch = _pouch(mat, mat_height, mats, pouches, middle)
        pouches.append(pouch)
        places.append(Place(mat, _anchor(mat, mat_height, pouch), pouch))
    rx, ry = _radii(width, height)

    def outline(more: float) -> str:
        return path([_point(centre, rx + more, ry + more, power, 2 * pi * step / 96) for step in range(96)]) + "Z"

    return Ring(width, height, mat_height, middle, tuple(places), outline(24), outline(0), outline(-12))


def path(points: list[Point]) -> str:
    """Path data for a line through these points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _radii(width: int, height: int) -> tuple[float, float]:
    return (width - MAT_WIDTH) / 2 - 10, (height - MAT_HEIGHT) / 2 - 24


def _point(middle: Point, rx: float, ry: float, power: float, angle: float) -> Point:
    """A point of the oval; a greater power makes its corners fuller."""

    def bend(value: float) -> float:
        return copysign(exp(log(abs(value)) * 2 / power) if value else 0.0, value)

    return middle[0] + rx * bend(cos(angle)), middle[1] + ry * bend(sin(angle))


def _oval(seats: int, width: int, height: int, power: float) -> list[Point]:
    """Walk round the oval from the bottom, clockwise, in steps that take up equal parts of a mat."""
    rx, ry = _radii(width, height)
    fine = 720
    walk = [_point((width / 2, height / 2), rx, ry, power, pi / 2 + 2 * pi * step / fine) for step in range(fine + 1)]
    way = [0.0]
    for (x, y), (u, v) in pairwise(walk):
        way.append(way[-1] + hypot((u - x) / (MAT_WIDTH + GAP), (v - y) / (MAT_HEIGHT + GAP)))
    return [walk[bisect_left(way, way[-1] * seat / seats)] for seat in range(seats)]


def _rows(seats: int, mat_height: int) -> tuple[int, list[Point]]:
    """Many seats: three at the bottom, three or four at the top, the others in a column on either side."""
    top = 3 if seats % 2 == 0 else 4
    side = (seats - 3 - top) // 2
    step = mat_height + GAP
    height = max(620, 2 * EDGE + (side + 2) * step - GAP)
    first, last = EDGE + mat_height / 2, height - EDGE - mat_height / 2
    middle, apart = WIDTH / 2, MAT_WIDTH + 24
    column = [first + (last - first) * (place + 1) / (side + 1) for place in range(side)]
    left, right = EDGE + MAT_WIDTH / 2, WIDTH - EDGE - MAT_WIDTH / 2
    row = [(middle + apart * (place - (top - 1) / 2), first) for place in range(top)]
    bottom = [(middle, last), (middle - apart, last)]
    sides = [(left, y) for y in reversed(column)], [(right, y) for y in column]
    return height, [*bottom, *sides[0], *row, *sides[1], (middle + apart, last)]


def _pouch(mat: Point, mat_height: int, mats: list[Point], pouches: list[Point], middle: Point) -> Point:
    """The point beside the mat, towards the middle, where there is room."""
    x, y = mat
    across = MAT_WIDTH / 2 + POUCH + 4
    down = mat_height / 2 + POUCH + 4
    inward = 1 if x < middle[0] else -1
    below = 1 if y < middle[1] else -1
    lean = 0 if len(mats) <= ROUND else abs(x - middle[0]) / 2
    vertical = [(x + inward * aside, y + below * down) for aside in (lean, 0, 44, 88, -44)]
    horizontal = [(x + inward * across, y + below * aside) for aside in (0, 18, -18)]
    upright = abs(x - middle[0]) < MAT_WIDTH * 0.9 or y in (min(mats, key=_high)[1], max(mats, key=_high)[1])
    tries = vertical + horizontal if upright else horizontal + vertical
    return next((place for place in tries if _free(place, mat_height, mats, pouches)), tries[0])


def _high(point: Point) -> float:
    return point[1]


def _free(pouch: Point, mat_height: int, mats: list[Point], pouches: list[Point]) -> bool:
    x, y = pouch
    clear = all(abs(x - u) > MAT_WIDTH / 2 + POUCH or abs(y - v) > mat_height / 2 + POUCH for u, v in mats)
    return clear and all(hypot(x - u, y - v) > 2 * POUCH for u, v in pouches)


def _anchor(mat: Point, mat_height: int, pouch: Point) -> Point:
    """The point of the mat's edge nearest to the pouch."""
    x, y = mat
    dx, dy = pouch[0] - x, pouch[1] - y
    scale = min(MAT_WIDTH / 2 / abs(dx) if dx else 9, mat_height / 2 / abs(dy) if dy else 9)
    return x + dx * scale, y + dy * scale
