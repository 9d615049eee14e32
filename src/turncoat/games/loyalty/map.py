"""LOY-5: the map of cities and roads. A place is a number: cities first, the capital is 0, then the roads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import TypeVar

from msgspec import Struct

from turncoat.games.loyalty.options import Options

CAPITAL = 0
"""The place of the capital on every map."""

SMALL, LARGE = 4, 8
"""LOY-5.1, LOY-5.2: outer cities of the two wheels."""

Row = tuple[int, ...]
"""A number for each seat; of militia with colours, for each colour."""

T = TypeVar("T")
Picker = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Picks what belongs to some places out of what belongs to all."""

Rows = tuple[Row, ...]
"""The rows of all places, or of some of them."""

Around = tuple[Callable[[Rows], Rows], ...]
"""For each city what picks the rows of the roads at it out of those of all places."""

Road = tuple[str, int, int]
"""A road: its name and the cities at its ends, the lower number first."""


class Shape:
    """LOY-2.2: the surroundings of a place. Two shapes are the same only if they are one object.

    Attributes:
        name: What the place is called.
        names: What all places are called.
        place: The place.
        near: What is adjacent; of a city all roads at it, each of which can be skipped.
        beyond: For a city, the cities at the other ends of these roads, in the same order.
        fields: LOY-10.2.2: the battlefields for which nobody must be asked: the place, and what is near.
        goals_of: Picks what is written at ``near``, then at ``beyond``, from a list by place.
        roads_of: The same at the roads that can be skipped.
    """

    def __init__(self, names: tuple[str, ...], place: int, near: tuple[int, ...], beyond: tuple[int, ...]) -> None:
        self.name, self.names = names[place], names
        self.place, self.near, self.beyond = place, near, beyond
        self.fields: tuple[tuple[int, tuple[int, ...]], ...] = tuple((field, ()) for field in (place, *near))
        self.goals_of: Picker = _picker((*near, *beyond))
        self.roads_of: Picker = _picker(near if beyond else ())


class Map(Struct, frozen=True, dict=True):
    """A map and what its places are worth. Everything else is worked out from these once.

    Attributes:
        cities: Names, the capital first.
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
        """How many places there are."""
        return len(self.names)

    @cached_property
    def city_count(self) -> int:
        """How many cities there are; roads have this number and above."""
        return len(self.cities)

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two cities of each road, by place; for cities their own place twice."""
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
        """For each city what picks the rows of the roads at it."""
        return tuple(_picker(roads) for roads in self.roads_at)

    @cached_property
    def next_to(self) -> tuple[tuple[int, ...], ...]:
        """LOY-2.2: the places adjacent to each place."""
        return (*self.roads_at, *((one, other) for _, one, other in self.roads))

    @cached_property
    def across(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """LOY-2.2: for each city the pairs of a road and the city at its other end; for a road nothing."""
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
        """LOY-13.2: the fewest victory points that are more than half of the board's."""
        return sum(self.worth) // 2 + 1


def _picker(places: tuple[int, ...]) -> Callable[[tuple[T, ...]], tuple[T, ...]]:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda by_place: tuple([by_place[place] for place in places])


def make_map(cities: tuple[str, ...], roads: tuple[Road, ...], options: Options) -> Map:
    """LOY-5.3 to LOY-5.6, LOY-5.8: the map with the worth and the income that were agreed on.

    Games that agree on the same share it, with all that has been worked out about it.
    """
    outer = len(cities) - 1
    worth = (options.capital_vp, *(outer * (options.city_vp,)), *(len(roads) * (options.road_vp,)))
    return _the_map(cities, roads, worth, (options.income_capital, *(outer * (options.income_city,))))


_the_map = lru_cache(maxsize=256)(Map)


def outer_cities(options: Options, seats: int) -> int:
    """LOY-3.1: how many outer cities the board of this size has."""
    if options.board_size == "auto":
        return SMALL if seats <= SMALL else LARGE
    return SMALL if options.board_size == "small" else LARGE


def wheel(outer: int, options: Options) -> Map:
    """LOY-5.1, LOY-5.2: the capital in the middle, spokes to all outer cities, and a rim that joins them."""
    rim = range(1, outer + 1)
    cities = ("C", *(f"O{number}" for number in rim))
    spokes = tuple((f"S{number}", CAPITAL, number) for number in rim)
    tyre = tuple((f"R{number}", number, number + 1) for number in range(1, outer))
    return make_map(cities, (*spokes, *tyre, (f"R{outer}", 1, outer)), options)
