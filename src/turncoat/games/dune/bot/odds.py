"""Chances and distances that a mentat reckons with."""

from __future__ import annotations

from math import exp

from msgspec import Struct

from turncoat.games.dune.map import BORDERING, IS_CITY_LOCATION, TERRITORY_OF

SOFT = 2.4
"""How many points of strength make a battle about three to one."""


Holding = dict[int, float]
"""How likely a stronghold is held alone, by territory."""


class Outlook(Struct, frozen=True):
    """A side's chances.

    Attributes:
        seats: Who it is.
        own: Whether it is this seat's side.
        needed: Strongholds it needs.
        value: What its victory is worth to this seat.
        chances: How likely it keeps each stronghold, as far as it depends on others.
        foes: Who of it defends each stronghold; empty for the own side of one.
    """

    seats: tuple[int, ...]
    own: bool
    needed: int
    value: float
    chances: Holding
    foes: dict[int, int]


def likely(strength: float) -> float:
    """How likely a battle is won with so much more strength than the enemy."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, strength / SOFT))))


def enough(chances: list[float], number: int) -> float:
    """How likely at least so many of some independent things happen."""
    counts = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for size in range(len(chances), 0, -1):
            counts[size] = counts[size] * (1 - chance) + counts[size - 1] * chance
        counts[0] *= 1 - chance
    return sum(counts[number:]) if number < len(counts) else 0.0


def _distances(start: int) -> dict[int, int]:
    """Territories to be entered from one to each other one, on the bare map."""
    found, edge = {start: 0}, [start]
    for territory in edge:  # it grows as it is read
        for other in BORDERING[territory]:
            if other not in found:
                found[other] = found[territory] + 1
                edge.append(other)
    return found


DISTANCE = tuple(_distances(territory) for territory in range(len(BORDERING)))
"""For each territory how far it is to the others."""
IS_CITY_OF = {TERRITORY_OF[place]: city for place, city in enumerate(IS_CITY_LOCATION)}
"""Whether a territory is a city."""
