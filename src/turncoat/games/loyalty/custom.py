"""LOY-14.7: maps written down by the players: a small text, read and checked with sentences."""

from __future__ import annotations

import re

from turncoat.games.loyalty.map import Map, Road, make_map
from turncoat.games.loyalty.options import Options

MOST_CITIES = 30
"""More cannot be drawn on a page."""

_NAME = re.compile(r"\w[\w'.]*(?: [\w'.]+)*")
_LINE = re.compile(r"(capital|city|road)\s+(.+)")


class BadMap(Exception):
    """A text is not a map; the sentence says where and why."""


def custom_map(options: Options) -> Map:
    """The map that the text of the option describes.

    Raises:
        BadMap: with one sentence that names the line, or what is missing.
    """
    reader = _Reader()
    for number, line in enumerate(re.split(r"[\n;]", options.custom_board), start=1):
        said = line.partition("#")[0].strip()
        if said:
            reader.read(number, said)
    reader.check()
    return make_map(tuple(reader.cities), tuple(reader.roads), options)


class _Reader:
    """Collects cities and roads. The capital comes first whatever line it stands in."""

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
            raise BadMap(f"line {number}: {name} cannot be the capital, because {self.capital} is")
        if kind == "capital":
            self.capital = name
            self.cities.insert(0, name)
        else:
            self.cities.append(name)

    def check(self) -> None:
        """Everything that can only be judged at the end."""
        if not self.capital:
            raise BadMap("it has no capital; one line must be “capital NAME”")
        if len(self.cities) > MOST_CITIES:
            raise BadMap(f"it has {len(self.cities)} cities, and at most {MOST_CITIES} can be drawn")
        for number, rest in self.later:
            self.add_road(number, rest)
        if lonely := self.unreached():
            raise BadMap(f"no way leads from {self.capital} to {lonely[0]}")

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
