"""LOY-5, LOY-14.7: finds the positions of cities and roads in the drawing.

Maps that do not have the form of a wheel are laid out automatically.

Lengths are in units of the drawing. Roads are straight, and units on a road stand in its middle, so the layout needs
room for cities and for the middles of roads. The same map is laid out the same way for everybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import cos, hypot, pi, sin, sqrt

from msgspec import Struct

Point = tuple[float, float]

Ends = tuple[str, str, str]
"""A road: its name and the cities at its ends."""

CITY = (226.0, 256.0)
"""The room for a city with its dial and its plate."""

ROAD = (144.0, 104.0)
"""Room for the middle of a road."""

OWN = (152.0, 124.0)
"""The distance between the middle of a road and the cities at its ends."""

PASSING = 116.0
"""The distance between a road and the middle of a city that it does not lead to."""

WIDE, DEEP = 114.0, 104.0
"""The space beside, above and below the outermost middles of cities."""

BELOW = 38.0
"""How much lower a city's plate reaches than its dial."""

LOWER = 21.0
"""How far the middle of a steep road is moved down along it."""

LEAST = 760.0
"""The least width of a drawing, so that the first cities of a map that is being built are not too large."""

_SMALL: Sequence[Point] = ((-312, -288), (312, -288), (312, 288), (-312, 288))
_LARGE: Sequence[Point] = (
    *((0, -448), (345, -346), (446, 0), (345, 346)),
    *((0, 448), (-345, 346), (-446, 0), (-345, -346)),
)  # fmt: skip

ROUNDS = 160
"""How many times the layout of a map is improved, unless it is a wheel."""

TURNS = 36
"""In how many ways a map is turned round to find out how it fills the board best."""

BENT = 1.2
"""How many roads long a board is on which a map has this many cities, in square roots of their number."""

SHAPE = 1.3
"""How many times wider than high the room for a board is."""

WORK = 400_000
"""Very large maps are improved less often, so that no layout takes longer than about a second."""


class Layout(Struct, frozen=True):
    """A layout: the size of the drawing, and the middle of each city and road by name."""

    width: float
    height: float
    points: Mapping[str, Point]


@lru_cache(maxsize=64)
def layout(cities: tuple[str, ...], roads: tuple[Ends, ...]) -> Layout:
    """The layout of a map; the first city is the capital."""
    points = _wheel(cities, roads) or _spread(cities, roads)
    return _framed(cities, roads, points)


def _wheel(cities: tuple[str, ...], roads: tuple[Ends, ...]) -> dict[str, Point]:
    """LOY-5.1, LOY-5.2: a wheel: the capital and a rim of cities, clockwise from the top; None for other maps."""
    ring = {4: _SMALL, 8: _LARGE}.get(len(cities) - 1)
    if ring is None:
        return {}
    outer = cities[1:]
    spokes = {(cities[0], city) for city in outer}
    rim = {(outer[place - 1], city) for place, city in enumerate(outer)}
    joined = {(one, other) for _, one, other in roads}
    both = joined | {(other, one) for one, other in joined}
    if len(roads) != 2 * len(outer) or not (spokes | rim) <= both:
        return {}
    return {cities[0]: (0.0, 0.0), **dict(zip(outer, ring, strict=True))}


def _spread(cities: tuple[str, ...], roads: tuple[Ends, ...]) -> dict[str, Point]:
    """The best of several layouts: few crossings of roads, then the capital in the middle, then a small board."""
    ways = (True, False) if len(cities) <= SEARCHED else (False,)
    found = [_laid(cities, order, roads, held=held) for order in _orders(cities, roads) for held in ways]

    def faults(points: dict[str, Point]) -> tuple[int, float, float]:
        return crossings(points, roads), round(_aside(points, cities[0]), 1), _needed(list(points.values()))

    return min(found, key=faults)


def _laid(cities: tuple[str, ...], order: Sequence[str], roads: tuple[Ends, ...], *, held: bool) -> dict[str, Point]:
    """Put cities apart by the lengths of the ways between them, then push them apart until nothing overlaps.

    The others begin on a circle in this order round the capital, which stays in the middle if it is ``held``.
    """
    far = _distances(cities, roads)
    count, step = len(cities), STEP
    rim = {city: 2 * pi * (place + 1) / (count - 1) for place, city in enumerate(order)}
    points = [(step * cos(rim[city]), step * sin(rim[city])) if city in rim else (0.0, 0.0) for city in cities]
    for _ in range(min(ROUNDS, max(8, WORK // max(1, count * count)))):
        points = [
            point if held and not place else _pulled(place, points, far[place], step)
            for place, point in enumerate(points)
        ]
    turned: list[Point] = min(_turned(points), key=_needed)
    named = dict(zip(cities, turned, strict=True))
    _push_apart(named, roads)
    return named


STEP = 330.0
"""The length of a road before cities are pushed apart."""

SEARCHED, TRIED = 8, 5
"""Maps of at most so many cities are laid out from several circular orders; how many of the best."""


def _orders(cities: tuple[str, ...], roads: tuple[Ends, ...]) -> list[tuple[str, ...]]:
    """The orders of the other cities round the capital with the fewest crossings; of a large map only the given one."""
    capital, *others = cities
    if not 3 < len(cities) <= SEARCHED:
        return [tuple(others)]
    joined = [(one, other) for _, one, other in roads if capital not in (one, other)]
    spokes = [one if other == capital else other for _, one, other in roads if capital in (one, other)]

    def crossed(order: Sequence[str]) -> int:
        at = {city: place for place, city in enumerate(order)}
        chords = [sorted((at[one], at[other])) for one, other in joined]
        both = sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(chords, 2))
        return both + sum(_cuts(a, b, at[spoke], len(order)) for a, b in chords for spoke in spokes)

    rounds = [(others[0], *rest) for rest in permutations(others[1:])]
    return sorted(rounds, key=crossed)[:TRIED]


def _cuts(start: int, end: int, spoke: int, count: int) -> bool:
    """Whether a chord between two places of a circle lies between its middle and a third place."""
    inside = start < spoke < end
    return inside if 2 * (end - start) < count else not inside and spoke not in (start, end)


def crossings(points: Mapping[str, Point], roads: tuple[Ends, ...]) -> int:
    """How many pairs of roads cross each other."""

    def side(a: Point, b: Point, c: Point) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    found = 0
    for (_, *one), (_, *other) in combinations(roads, 2):
        if not set(one) & set(other):
            a, b, c, d = (points[city] for city in (*one, *other))
            found += side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)
    return found


def _aside(points: Mapping[str, Point], city: str) -> float:
    """How far a city is from the middle of the board, as a share of the board."""
    shares = []
    for way in (0, 1):
        low, high = min(one[way] for one in points.values()), max(one[way] for one in points.values())
        shares.append(abs(points[city][way] - (low + high) / 2) / (high - low or 1.0))
    return max(shares)


def _turned(points: Sequence[Point]) -> list[list[Point]]:
    """The same points turned round, a little further each time."""
    angles = [pi * step / TURNS for step in range(TURNS)]
    return [[(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in points] for angle in angles]


def _needed(points: Sequence[Point]) -> float:
    """How large a board of the usual shape must be to hold these points."""
    width, height = (max(point[way] for point in points) - min(point[way] for point in points) for way in (0, 1))
    return max(width + 2 * WIDE, (height + 2 * DEEP) * SHAPE)


def _distances(cities: tuple[str, ...], roads: tuple[Ends, ...]) -> list[list[float]]:
    """How many roads lie between any two cities, but no more than fit on the board: a long coast is bent, not straight.

    Where no road leads to a city, it is as far as the board is wide.
    """
    farthest = max(2.0, BENT * sqrt(len(cities)))
    number = {city: place for place, city in enumerate(cities)}
    near: list[list[int]] = [[] for _ in cities]
    for _, one, other in roads:
        near[number[one]].append(number[other])
        near[number[other]].append(number[one])
    found = []
    for start in range(len(cities)):
        row, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in near[here]:
                if there not in row:
                    row[there] = row[here] + 1
                    queue.append(there)
        found.append([min(row.get(place, farthest), farthest) for place in range(len(cities))])
    return found


def _pulled(place: int, points: list[Point], far: list[float], step: float) -> Point:
    """The position of a city as the average of what all others suggest; near ones count more."""
    x, y = points[place]
    sums, weight = [0.0, 0.0], 0.0
    for other, (u, v) in enumerate(points):
        if other == place:
            continue
        wanted = far[other] * step
        gap = hypot(x - u, y - v) or 1.0
        share = 1.0 / (far[other] * far[other])
        sums[0] += share * (u + wanted * (x - u) / gap)
        sums[1] += share * (v + wanted * (y - v) / gap)
        weight += share
    return (sums[0] / weight, sums[1] / weight) if weight else (x, y)


def _push_apart(points: dict[str, Point], roads: tuple[Ends, ...]) -> None:
    """Move cities until the areas of cities and of the middles of roads do not overlap."""
    holders: list[tuple[tuple[str, ...], Point]] = [((city,), CITY) for city in points]
    holders += [((one, other), ROAD) for _, one, other in roads]
    for _ in range(max(4, min(ROUNDS, WORK // (len(holders) * len(holders) + 1)))):
        moved = False
        for number, (one, room) in enumerate(holders):
            for other, other_room in holders[:number]:
                own = len(one) != len(other) and set(one) & set(other)
                both = OWN if own else ((room[0] + other_room[0]) / 2, (room[1] + other_room[1]) / 2)
                moved |= _part(points, (one, other), both)
        for _, start, end in roads:
            for city in points:
                moved |= city not in (start, end) and _pass(points, (start, end), city)
        if not moved:
            return


def _part(points: dict[str, Point], pair: tuple[tuple[str, ...], tuple[str, ...]], room: Point) -> bool:
    """Push two middles apart in the shorter direction; returns whether anything moved."""
    (x, y), (u, v) = (_middle(points, names) for names in pair)
    over = (room[0] - abs(x - u), room[1] - abs(y - v))
    if min(over) <= 0:
        return False
    sideways = over[0] <= over[1]
    push = (over[0] if sideways else over[1]) / 2 + 0.5
    sign = 1 if (x >= u if sideways else y >= v) else -1
    for names, direction in zip(pair, (sign, -sign), strict=True):
        for name in names:
            dx, dy = (push * direction, 0.0) if sideways else (0.0, push * direction)
            points[name] = (points[name][0] + dx, points[name][1] + dy)
    return True


def _pass(points: dict[str, Point], road: tuple[str, str], city: str) -> bool:
    """Push a road and a city in its way apart; returns whether anything moved."""
    (x, y), (u, v), (a, b) = points[road[0]], points[road[1]], points[city]
    long = hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / long, (v - y) / long
    along, aside = (a - x) * dx + (b - y) * dy, (a - x) * dy - (b - y) * dx
    if not 0 < along < long or abs(aside) >= PASSING:
        return False
    push = ((PASSING - abs(aside)) / 2 + 0.5) * (1 if aside >= 0 else -1)
    points[city] = (a + dy * push, b - dx * push)
    for end in road:
        points[end] = (points[end][0] - dy * push, points[end][1] + dx * push)
    return True


def _middle(points: Mapping[str, Point], names: tuple[str, ...]) -> Point:
    x, y = (sum(points[name][way] for name in names) / len(names) for way in (0, 1))
    return x, y


def _framed(cities: tuple[str, ...], roads: tuple[Ends, ...], points: dict[str, Point]) -> Layout:
    """Move everything to the middle of the drawing, which begins at its upper left corner."""
    left, top = (min(points[city][way] for city in cities) for way in (0, 1))
    right, bottom = (max(points[city][way] for city in cities) for way in (0, 1))
    width, height = max(LEAST, right - left + 2 * WIDE), max(LEAST * 0.75, bottom - top + 2 * DEEP + BELOW)
    dx, dy = (width - left - right) / 2, (height - BELOW - top - bottom) / 2
    found = {city: (round(x + dx, 1), round(y + dy, 1)) for city, (x, y) in points.items()}
    for name, one, other in roads:
        x, y = _middle(found, (one, other))
        (a, b), (c, d) = found[one], found[other]
        if abs(d - b) > 0.8 * abs(c - a):  # clear of the plate of the city above
            x, y = x + LOWER * (c - a) / (d - b), y + LOWER
        found[name] = (round(x, 1), round(y, 1))
    return Layout(width, height, found)
