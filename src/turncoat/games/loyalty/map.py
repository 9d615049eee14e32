"""LOY-5: the map of cities and roads, and LOY-14.7: custom maps, read and checked.

A place is a number: first the cities, with the capital as 0, then the roads.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TypeVar

from msgspec import Struct

from turncoat.games.loyalty.options import Options

CAPITAL = 0
"""The place of the capital on every map."""

SMALL, LARGE = 4, 8
"""LOY-5.1, LOY-5.2: how many outer cities the small and the large map have."""

Row = tuple[int, ...]
"""A number for each seat, or for each colour in rows of militia with colours."""

T = TypeVar("T")
Picker = Callable[[tuple[int, ...]], tuple[int, ...]]
"""A function that picks some places' rows from the rows of all places."""

Rows = tuple[Row, ...]
"""Rows for all places, or for some of them."""

Around = tuple[Callable[[Rows], Rows], ...]
"""For each city a function that picks its roads' rows from the rows of all places."""

Road = tuple[str, int, int]
"""A road: its name and the cities at its ends, the lower number first."""


class Shape:
    """LOY-2.2: the surroundings of a place. Two surroundings are equal only if they are the same object.

    Attributes:
        near: The adjacent places; for a city all its roads, each of which can be crossed.
        beyond: For a city, the cities at the other ends of these roads, in the same order.
        fields: LOY-10.2.2: the battlefields that need no leave: the place itself, and the near places.
        goals_of: Picks the entries for ``near``, then for ``beyond``, from a list by place.
        roads_of: Picks the entries for the roads that can be crossed.
    """

    def __init__(self, names: tuple[str, ...], place: int, near: tuple[int, ...], beyond: tuple[int, ...]) -> None:
        self.name, self.names = names[place], names
        self.place, self.near, self.beyond = place, near, beyond
        self.fields: tuple[tuple[int, tuple[int, ...]], ...] = tuple((field, ()) for field in (place, *near))
        self.goals_of: Picker = _picker((*near, *beyond))
        self.roads_of: Picker = _picker(near if beyond else ())


class Map(Struct, frozen=True, dict=True):
    """A map, with the points and the income of its places. Everything else is computed once from these fields.

    A place is a city or a road; nothing limits the units of any players that can stand in it (LOY-2.1).

    Attributes:
        cities: The names of the cities, the capital first.
        roads: Name and ends of each road.
        worth: LOY-5.3: victory points by place.
        income: LOY-5.6: printed income in coins by city.
    """

    cities: tuple[str, ...]
    roads: tuple[Road, ...]
    worth: tuple[int, ...]
    income: tuple[int, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all places."""
        return (*self.cities, *(name for name, _, _ in self.roads))

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each name."""
        return {name: place for place, name in enumerate(self.names)}

    @cached_property
    def size(self) -> int:
        """The number of places."""
        return len(self.names)

    @cached_property
    def city_count(self) -> int:
        """The number of cities; the numbers of roads begin here."""
        return len(self.cities)

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two cities of each road, by place; for a city its own place twice."""
        cities = tuple((city, city) for city in range(len(self.cities)))
        return (*cities, *((one, other) for _, one, other in self.roads))

    @cached_property
    def roads_at(self) -> tuple[tuple[int, ...], ...]:
        """The roads at each city."""
        count = len(self.cities)
        return tuple(
            tuple(count + number for number, (_, one, other) in enumerate(self.roads) if city in (one, other))
            for city in range(count)
        )

    @cached_property
    def rows_around(self) -> Around:
        """For each city a function that picks the rows of its roads."""
        return tuple(_picker(roads) for roads in self.roads_at)

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """LOY-2.2: the places adjacent to each place: a road and the cities at its ends; never two cities or roads."""
        return (*self.roads_at, *((one, other) for _, one, other in self.roads))

    @cached_property
    def across(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """LOY-2.2: for each city its roads, each with the city at its other end; for a road nothing."""
        cities = range(self.city_count)
        beyond = tuple(tuple((road, sum(self.ends[road]) - city) for road in self.roads_at[city]) for city in cities)
        return (*beyond, *(() for _ in self.roads))

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The surroundings of each place."""
        return tuple(
            Shape(self.names, place, near, tuple(city for _, city in across))
            for place, (near, across) in enumerate(zip(self.next_to, self.across, strict=True))
        )

    @cached_property
    def road_between(self) -> dict[tuple[int, int], int]:
        """The road that joins two cities."""
        return {
            pair: self.city_count + number
            for number, (_, one, other) in enumerate(self.roads)
            for pair in ((one, other), (other, one))
        }

    @cached_property
    def majority(self) -> int:
        """The fewest victory points that are more than half of the board's (LOY-13.2)."""
        return sum(self.worth) // 2 + 1


def _picker(places: tuple[int, ...]) -> Callable[[tuple[T, ...]], tuple[T, ...]]:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda by_place: tuple([by_place[place] for place in places])


def make_map(cities: tuple[str, ...], roads: tuple[Road, ...], options: Options) -> Map:
    """LOY-5.3 to LOY-5.6, LOY-5.8: the map with the agreed points and income (LOY-O5, LOY-O6, LOY-O8).

    A city is worth 5, a road 2; an outer city yields 2 coins, the capital 4, unless ``options`` say otherwise. The
    capital is worth as much as the others unless more was agreed on (LOY-5.4); so the small board is worth 41, the
    large one 77 (LOY-5.5). Other maps than the two wheels come from ``custom_map`` (LOY-5.8). Games with the same
    options share one map and its cached results. See LOY-R3, LOY-R5, LOY-R8, LOY-R9.
    """
    outer = len(cities) - 1
    worth = (options.capital_vp, *(outer * (options.city_vp,)), *(len(roads) * (options.road_vp,)))
    return _the_map(cities, roads, worth, (options.income_capital, *(outer * (options.income_city,))))


_the_map = lru_cache(maxsize=256)(Map)


def outer_cities(options: Options, seats: int) -> int:
    """LOY-3.1: the number of outer cities on the board of this size (LOY-O1)."""
    if options.board_size == "auto":
        return SMALL if seats <= SMALL else LARGE
    return SMALL if options.board_size == "small" else LARGE


def wheel(outer: int, options: Options) -> Map:
    """LOY-5.1, LOY-5.2: the capital in the middle, spokes to all outer cities, and a rim that joins them (LOY-R4).

    The small board has five cities and eight roads; the large board is the same with eight outer cities: nine cities,
    sixteen roads.
    """
    rim = range(1, outer + 1)
    cities = ("C", *(f"O{number}" for number in rim))
    spokes = tuple((f"S{number}", CAPITAL, number) for number in rim)
    tyre = tuple((f"R{number}", number, number + 1) for number in range(1, outer))
    return make_map(cities, (*spokes, *tyre, (f"R{outer}", 1, outer)), options)


MOST_CITIES = 30
"""The most cities that a page can draw."""

_NAME = re.compile(r"\w[\w'.]*(?: [\w'.]+)*")
_LINE = re.compile(r"(capital|city|road)\s+(.+)")


class BadMap(Exception):
    """The text does not describe a map; the sentence says where and why."""


def custom_map(options: Options) -> Map:
    """The map that the text of the option describes (LOY-O3).

    Raises:
        BadMap: the text is wrong; the sentence names the line, or what is missing.
    """
    reader = _Reader()
    for number, line in enumerate(re.split(r"[\n;]", options.custom_board), start=1):
        said = line.partition("#")[0].strip()
        if said:
            reader.read(number, said)
    reader.check()
    return make_map(tuple(reader.cities), tuple(reader.roads), options)


class _Reader:
    """Reads cities and roads line by line. The capital comes first, no matter which line names it."""

    def __init__(self) -> None:
        self.cities: list[str] = []
        self.roads: list[Road] = []
        self.capital = ""
        self.later: list[tuple[int, str]] = []

    def read(self, number: int, said: str) -> None:
        found = _LINE.fullmatch(said)
        if found is None:
            raise BadMap(f"line {number} must begin with capital, city or road and name something, not “{said}”")
        kind, rest = found.groups()
        if kind == "road":
            self.later.append((number, rest))
        else:
            self.add_city(number, kind, rest)

    def add_city(self, number: int, kind: str, name: str) -> None:
        if not _NAME.fullmatch(name):
            raise BadMap(f"line {number}: “{name}” is not a name of letters, digits and single spaces")
        if name in self.cities:
            raise BadMap(f"line {number}: {name} is named twice")
        if kind == "capital" and self.capital:
            raise BadMap(f"line {number}: {name} cannot be the capital, because {self.capital} is the capital already")
        if kind == "capital":
            self.capital = name
            self.cities.insert(0, name)
        else:
            self.cities.append(name)

    def check(self) -> None:
        """Check the whole map after the last line."""
        if not self.capital:
            raise BadMap("it has no capital; one line must be “capital NAME”")
        if len(self.cities) > MOST_CITIES:
            raise BadMap(f"it has {len(self.cities)} cities, and at most {MOST_CITIES} can be drawn")
        for number, rest in self.later:
            self.add_road(number, rest)
        if lonely := self.unreached():
            raise BadMap(f"no roads lead from {self.capital} to {lonely[0]}")

    def add_road(self, number: int, rest: str) -> None:
        named, _, way = rest.rpartition(":")
        ends = [end.strip() for end in re.split(r"\s+-\s+", way.strip())]
        if len(ends) != 2:
            raise BadMap(f"line {number}: a road is written “road CITY - CITY”, not “road {rest}”")
        for end in ends:
            if end not in self.cities:
                raise BadMap(f"line {number}: there is no city {end}")
        one, other = sorted(map(self.cities.index, ends))
        if one == other:
            raise BadMap(f"line {number}: a road cannot lead from {ends[0]} to itself")
        if any((one, other) == (first, last) for _, first, last in self.roads):
            raise BadMap(f"line {number}: {ends[0]} and {ends[1]} are joined twice")
        name = named.strip() or f"R{len(self.roads) + 1}"
        taken = {*self.cities, *(known for known, _, _ in self.roads)}
        if not _NAME.fullmatch(name) or name in taken:
            raise BadMap(f"line {number}: the road cannot be called {name}")
        self.roads.append((name, one, other))

    def unreached(self) -> list[str]:
        """The cities to which no way leads from the capital."""
        reached, news = {0}, [0]
        while news:
            city = news.pop()
            for _, one, other in self.roads:
                if city in (one, other) and (beyond := one + other - city) not in reached:
                    reached.add(beyond)
                    news.append(beyond)
        return [name for place, name in enumerate(self.cities) if place not in reached]
