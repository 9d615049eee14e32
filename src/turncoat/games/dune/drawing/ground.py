"""Finds room on the planet for the names of territories, for counters and for spice.

It is computed once for each set of names.

The planet is divided into cells of ``CELL`` units; for each cell the distance to the border is known. Units and axes
are those of ``geography``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import atan2, ceil, cos, degrees, hypot, inf, radians, sin, sqrt

from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.svg import width
from turncoat.games.dune.drawing.geography import geography
from turncoat.games.dune.drawing.shapes import Point
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.shared.map import LOCATION, LOCATION_IDS, LOCATIONS_OF, TERRITORY

CELL = 14
"""The side of a cell."""

SIZES = (50, 46, 43, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18)
"""Type sizes for names, the best first."""

LOOSE = 38
"""A name smaller than this may touch the borders instead of being made smaller still."""

CRAMPED = 31
"""A stronghold's name of at least this size is enlarged to ``READ``, over its borders."""

READ = 39
"""The smallest legible type size when the page shows the whole planet beside the other panes."""

TURNING = 1.15
"""How much larger a name must become for it to be turned."""

LEADING = 1.02
"""The distance between two lines of a name, in type sizes."""

WAYS = (
    *(("free", scale, 0.93) for scale in (1.9, 1.75, 1.6, 1.45)),
    ("free", 1.45, 0.68), ("free", 1.45, 0.45), ("whole", 1.45, 0.93), ("free", 1.45, 0.3), ("whole", 1.45, 0.6),
    ("whole", 1.45, 0.45),
)  # fmt: skip
"""Ways to place pieces in a territory, the best first.

Each has three parts: whether the pieces are beside the territory's name, their size, and the share of each that must
lie inside.
"""

HEAPED = 1.46
"""The size of pieces that must overlap."""

REACH = 22
"""Half the width of a counter of scale 1, plus a little space."""

Cell = tuple[int, int]


class Label(Struct, frozen=True):
    """A name on the map.

    Attributes:
        middle: The middle of its lines.
        slope: Its turn in degrees, clockwise.
    """

    lines: tuple[str, ...]
    middle: Point
    size: int
    slope: int

    def capsules(self) -> Iterable[tuple[Point, Point, float]]:
        """For each line its ends and half its height."""
        yield from _capsules(self.lines, self.middle, self.size, self.slope)


class Slots(Struct, frozen=True):
    """The positions of pieces in a location: their middles, and their size."""

    points: tuple[Point, ...]
    scale: float


# --- cells ------------------------------------------------------------------------------------


def middle_of(cell: Cell) -> Point:
    """The middle of a cell."""
    return (cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL


def cell_at(x: float, y: float) -> Cell:
    """The cell that holds a point."""
    return int(x // CELL), int(y // CELL)


@cache
def cells(place: str) -> frozenset[Cell]:
    """All cells whose middles are in a location."""
    outline = geography().outlines[place]
    found: set[Cell] = set()
    edges = list(zip(outline, outline[1:] + outline[:1], strict=True))
    low, high = (pick(point[1] for point in outline) for pick in (min, max))
    for row in range(int(low // CELL), ceil(high / CELL)):
        y = (row + 0.5) * CELL
        cuts = sorted(a + (y - b) * (c - a) / (d - b) for (a, b), (c, d) in edges if (b <= y) != (d <= y))
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            found |= {(column, row) for column in range(ceil(start / CELL - 0.5), ceil(end / CELL - 0.5))}
    return frozenset(found)


def clearance(inside: Iterable[Cell]) -> dict[Cell, float]:
    """For each cell of a shape, the approximate distance to the nearest point outside, in units."""
    found = dict.fromkeys(sorted(inside), inf)
    forth = ((-1, 0, 1.0), (0, -1, 1.0), (-1, -1, sqrt(2)), (-1, 1, sqrt(2)))
    for order, sign in ((list(found), 1), (list(reversed(found)), -1)):
        for x, y in order:
            nearest = min(found.get((x + sign * dx, y + sign * dy), 0.0) + far for dx, dy, far in forth)
            found[x, y] = min(found[x, y], nearest)
    return {cell: (far - 0.5) * CELL for cell, far in found.items()}


@cache
def land(territory: str) -> dict[Cell, float]:
    """The cells of a territory, each with its distance to the border."""
    places = [LOCATION_IDS[place] for place in LOCATIONS_OF[TERRITORY[territory]]]
    return clearance(cell for place in places for cell in cells(place))


# --- names ------------------------------------------------------------------------------------


def _capsules(lines: Sequence[str], middle: Point, size: float, slope: float) -> Iterable[tuple[Point, Point, float]]:
    along, across = (cos(radians(slope)), sin(radians(slope))), (-sin(radians(slope)), cos(radians(slope)))
    for place, line in enumerate(lines):
        down = (place - (len(lines) - 1) / 2) * size * LEADING
        half = max(0.0, _long(line, size) / 2 - size * 0.2)
        x, y = middle[0] + across[0] * down, middle[1] + across[1] * down
        yield (x - along[0] * half, y - along[1] * half), (x + along[0] * half, y + along[1] * half), size * 0.5


@cache
def _long(line: str, size: float) -> float:
    return width(line, size) * 0.86


def _splits(name: str) -> list[tuple[str, ...]]:
    """A name in one, two or three lines, broken between words."""
    parts = name.split() or [name]
    cuts = range(1, len(parts))
    made: list[tuple[str, ...]] = [(name,)]
    made += [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in cuts]
    made += [(" ".join(parts[:cut]), " ".join(parts[cut:two]), " ".join(parts[two:])) for cut in cuts for two in cuts
             if cut < two]  # fmt: skip
    return made


@cache
def label(territory: str, name: str) -> Label:
    """The position of a territory's name: as large as it fits, and level unless that makes it much smaller."""
    level = _largest(territory, name, level=True)
    if FACTS.territories[TERRITORY[territory]].kind == "stronghold":
        return replace(level, size=READ) if CRAMPED <= level.size < READ else level
    if level.size >= LOOSE:
        return level
    turned = _largest(territory, name, level=False)
    return turned if turned.size > TURNING * level.size else level


def _largest(territory: str, name: str, *, level: bool) -> Label:
    room = land(territory)
    middle = middle_of(max(room, key=lambda cell: (room[cell], cell)))[0]
    spots = sorted((cell for cell in room if sum(cell) % 2), key=lambda cell: _unease(cell, middle))
    splits = _splits(name)
    for size in SIZES:
        for air in (0.95, 0.55) if size < LOOSE else (0.95,):
            open_spots = [cell for cell in spots if room[cell] > size * 0.42 * air]
            for lines in splits:
                for cell in open_spots:
                    for slope in _slopes(cell, level):
                        if _fits(room, lines, middle_of(cell), size, slope, air):
                            return Label(lines, middle_of(cell), size, slope)
    return Label(splits[-1], middle_of(spots[0]), SIZES[-1], 0)


def _slopes(cell: Cell, level: bool) -> tuple[int, ...]:
    """The angles to try: level, along the sector, or across it."""
    if level:
        return (0,)
    x, y = middle_of(cell)
    outward = round(degrees(atan2(y, x)))
    return _upright(outward), _upright(outward + 90)


def _upright(slope: int) -> int:
    return (slope + 90) % 180 - 90


def _unease(cell: Cell, middle: float) -> tuple[float, Cell]:
    """How bad a position is for a name: it should be high up and near the middle, so that pieces fit below."""
    x, y = middle_of(cell)
    return y + 0.7 * abs(x - middle), cell


def _fits(room: dict[Cell, float], lines: Sequence[str], middle: Point, size: float, slope: float, air: float) -> bool:
    """Whether this much of a name's height is free on both sides of its lines."""
    for (x, y), (u, v), half in _capsules(lines, middle, size, slope):
        parts = max(1, ceil(hypot(u - x, v - y) / max(half, CELL)))
        for part in range(parts + 1):
            at = cell_at(x + (u - x) * part / parts, y + (v - y) * part / parts)
            if room.get(at, 0.0) < half * air:
                return False
    return True


# --- pieces -----------------------------------------------------------------------------------


@cache
def slots(place: str, number: int, name: str) -> Slots:
    """The positions of this many pieces in a location, beside its territory's name if they are large enough there."""
    territory = name and LOCATION_IDS[LOCATION[place]].partition("/")[0]
    written = label(territory, name) if territory else None
    free = clearance(cell for cell in cells(place) if written is None or not _covered(cell, written))
    whole = clearance(cells(place))
    for kind, scale, share in WAYS:
        points = _packed(free if kind == "free" else whole, number, REACH * scale, share)
        if points:
            return Slots(points, scale)
    return _heaped(whole, number)


def _covered(cell: Cell, written: Label) -> bool:
    x, y = middle_of(cell)
    return any(_apart((x, y), one, other) < half + 2 for one, other, half in written.capsules())


def _apart(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a line between two others."""
    (x, y), (a, b), (c, d) = point, start, end
    long = (c - a) ** 2 + (d - b) ** 2
    part = max(0.0, min(1.0, ((x - a) * (c - a) + (y - b) * (d - b)) / long)) if long else 0.0
    return hypot(x - a - (c - a) * part, y - b - (d - b) * part)


def _packed(room: dict[Cell, float], number: int, reach: float, share: float) -> tuple[Point, ...]:
    """Middles of this many circles, packed round the position with most room; empty if they do not fit."""
    open_cells = [cell for cell, far in room.items() if far >= reach * share]
    if not open_cells:
        return ()
    first = middle_of(max(open_cells, key=lambda cell: (room[cell], cell)))
    spots = sorted(map(middle_of, open_cells), key=lambda spot: (hypot(spot[0] - first[0], spot[1] - first[1]), spot))
    chosen: list[Point] = []
    for x, y in spots:
        if all(hypot(x - u, y - v) >= 2 * reach * 0.98 for u, v in chosen):
            chosen.append((x, y))
            if len(chosen) == number:
                return _balanced(chosen)
    return ()


def _balanced(points: list[Point]) -> tuple[Point, ...]:
    """The pieces sorted from left to right and downwards, so that their order can be seen."""
    return tuple(sorted(points, key=lambda point: (round(point[1] / 60), point[0])))


def _heaped(room: dict[Cell, float], number: int) -> Slots:
    """Positions of too many pieces for a place: they overlap, in rows round the position with most room."""
    x, y = middle_of(max(room, key=lambda cell: (room[cell], cell)))
    across = ceil(sqrt(number))
    step = 36
    points = [(x + (place % across - (across - 1) / 2) * step, y + (place // across - (across - 1) / 2) * step)
              for place in range(number)]  # fmt: skip
    return Slots(tuple(points), HEAPED)


def anchor(place: str) -> Point:
    """The middle of the largest free part of a location, where arrows begin and end."""
    return _anchor(place)


@cache
def _anchor(place: str) -> Point:
    room = clearance(cells(place))
    return middle_of(max(room, key=lambda cell: (room[cell], cell)))


def territory_of(place: str) -> str:
    """The territory of a location: ``pale-mesa`` of ``pale-mesa/6``."""
    return place.partition("/")[0]
