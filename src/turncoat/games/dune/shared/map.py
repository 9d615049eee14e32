"""DUN-2.1: the planet: territories, locations, and their neighbours. Locations and territories have small numbers.

The planet is a disc cut two ways: into territories, the unit of movement and battle, and into 18 equal sectors, the
unit of storms. Their intersections are locations; adjacency is given per location. The Polar Sink lies outside all
sectors (DUN-2.1.1).
"""

from __future__ import annotations

from functools import cache

from turncoat.games.dune.facts import FACTS, SECTORS

Forces = dict[str, int]
"""How many forces leave or reach each location, by its id, without zeros."""

TERRITORY_IDS = tuple(territory.id for territory in FACTS.territories)
TERRITORY = {name: number for number, name in enumerate(TERRITORY_IDS)}

NOWHERE = -1
"""The value for no territory, location or sector."""

_PLACES = tuple(
    (territory, sector) for territory, land in enumerate(FACTS.territories) for sector in (land.sectors or (NOWHERE,))
)

TERRITORY_OF = tuple(territory for territory, _ in _PLACES)
"""The territory of each location."""
SECTOR_OF = tuple(sector for _, sector in _PLACES)
"""The sector of each location; -1 for the one in the middle."""
LOCATION_IDS = tuple(
    TERRITORY_IDS[territory] if sector == NOWHERE else f"{TERRITORY_IDS[territory]}/{sector}"
    for territory, sector in _PLACES
)
LOCATION = {name: number for number, name in enumerate(LOCATION_IDS)}
LOCATIONS = tuple(range(len(LOCATION_IDS)))
LOCATIONS_OF = tuple(
    tuple(place for place in LOCATIONS if TERRITORY_OF[place] == territory) for territory in range(len(TERRITORY_IDS))
)
"""The locations of each territory, counterclockwise."""
LOCATIONS_IN = tuple(tuple(place for place in LOCATIONS if SECTOR_OF[place] == sector) for sector in range(SECTORS))
"""The locations of each sector."""

POLE = TERRITORY["pole"]
POLE_LOCATION = LOCATIONS_OF[POLE][0]
SHIELD_WALL = TERRITORY["shield-wall"]
SMUGGLERS_HAVEN, WEST_HAVEN, RIDGE_HAVEN = (
    TERRITORY[name] for name in ("smugglers-haven", "west-haven", "ridge-haven")
)
GREAT_FLAT = TERRITORY["great-flat"]


def _which(*kinds: str) -> frozenset[int]:
    return frozenset(number for number, territory in enumerate(FACTS.territories) if territory.kind in kinds)


STRONGHOLDS = tuple(sorted(_which("stronghold")))
IS_STRONGHOLD = tuple(territory.kind == "stronghold" for territory in FACTS.territories)
CITIES = tuple(number for number, territory in enumerate(FACTS.territories) if territory.city)
IS_CITY_LOCATION = tuple(FACTS.territories[territory].city for territory in TERRITORY_OF)
WALLED = frozenset(number for number, territory in enumerate(FACTS.territories) if territory.walled)
"""Territories that the storm reaches only when the Shield Wall is gone (DUN-7.9.3)."""
OPEN_SAND = _which("sand") - WALLED
"""DUN-2.1.3: territories where the storm always kills."""
DEVOURED = _which("sand")
"""DUN-2.1.3: territories where worms devour."""
BLOOM = {
    territory: (LOCATION[f"{land.id}/{land.spice[0]}"], land.spice[1])
    for territory, land in enumerate(FACTS.territories)
    if land.spice
}
"""DUN-2.1.3: the location where spice comes up, and how much, by territory."""
PRINTED_SPICE = tuple(
    BLOOM[territory][1] if territory in BLOOM and BLOOM[territory][0] == place else 0
    for place, territory in enumerate(TERRITORY_OF)
)
"""DUN-R-68: the amount printed on each location; 0 if none."""


def _neighbours(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in LOCATIONS]
    for one, other in pairs:
        found[LOCATION[one]].append(LOCATION[other])
        found[LOCATION[other]].append(LOCATION[one])
    return tuple(tuple(sorted(places)) for places in found)


BETWEEN = _neighbours(FACTS.between)
"""For each location its neighbours in other territories: a step to one of them costs 1."""
INSIDE = _neighbours(FACTS.inside)
"""For each location its neighbours in its own territory: a step to one of them costs nothing."""


def _bordering(territory: int) -> tuple[int, ...]:
    return tuple(sorted({TERRITORY_OF[other] for place in LOCATIONS_OF[territory] for other in BETWEEN[place]}))


BORDERING = tuple(_bordering(territory) for territory in range(len(TERRITORY_IDS)))
"""The neighbours of each territory."""


def _within(start: int, steps: int) -> frozenset[int]:
    found = {start}
    for _ in range(steps):
        found |= {other for territory in found for other in BORDERING[territory]}
    return frozenset(found)


RALLY_STEPS = 2
RALLY_AREA = tuple(sorted(_within(GREAT_FLAT, RALLY_STEPS)))
"""Territories at most two from the Great Flat, ignoring storm and forces (DUN-6.1.2)."""


class Areas:
    """DUN-4.7.7: the planet under a storm: locations connected by free steps form one area.

    Each step into another territory costs 1; ``shipment.movement.range_of_move`` says how many a move may take.

    Args:
        storm: The sector of the storm, whose locations belong to no area; -1: none.

    Attributes:
        of: The area of each location; -1 in the storm.
        next: For each area, the areas that can be entered from it at a cost of 1.
    """

    def __init__(self, storm: int) -> None:
        self.places: list[tuple[int, ...]] = []
        self.of = [NOWHERE for _ in LOCATIONS]
        for place in LOCATIONS:
            if self.of[place] == NOWHERE and not in_storm(place, storm):
                self._spread(place, storm)
        self.next = [
            tuple(sorted({self.of[other] for place in own for other in BETWEEN[place]} - {NOWHERE}))
            for own in self.places
        ]

    def _spread(self, start: int, storm: int) -> None:
        own = [start]
        for place in own:
            own += [other for other in INSIDE[place] if other not in own and not in_storm(other, storm)]
        for place in own:
            self.of[place] = len(self.places)
        self.places.append(tuple(sorted(own)))


@cache
def areas(storm: int) -> Areas:
    """The areas under a storm, computed once."""
    return Areas(storm)


@cache
def reach(start: int, steps: int, storm: int, blocked: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """DUN-4.7.7: the locations that forces can reach from a location, ascending, itself included (DUN-2.1.1).

    Args:
        start: The location; from inside the storm nothing can be reached.
        steps: How many territories may be entered.
        storm: The sector in storm, which no path may touch; -1: none.
        blocked: Territories that no path may touch (strongholds of two others, DUN-2.1.6).
    """
    under = areas(storm)
    if under.of[start] == NOWHERE:
        return ()
    seen = [under.of[start]]
    edge = seen
    for _ in range(steps):
        edge = list(dict.fromkeys([other for node in edge for other in under.next[node] if other not in seen]))
        edge = [node for node in edge if TERRITORY_OF[under.places[node][0]] not in blocked]
        seen = seen + edge
    return tuple(sorted([place for node in seen for place in under.places[node]]))


@cache
def connected(territory: int, storm: int) -> tuple[tuple[int, ...], ...]:
    """DUN-4.8.1: the parts of a territory divided by the storm: groups of connected locations outside it."""
    return tuple(own for own in areas(storm).places if TERRITORY_OF[own[0]] == territory)


def in_storm(place: int, storm: int) -> bool:
    """DUN-2.1.5: whether a location lies in the storm's sector; -1: there is no storm (DUN-2.1.4).

    Except before its first placement and while it moves, the storm is in exactly one sector: forces there cannot fight
    (``can_meet``), and nothing moves out of it, into it or through it (``reach``). The other locations of a territory
    stay usable. For journeys without a path only the two ends are checked: shipment, rally, worm ride (``landings``,
    ``liftable``; DUN-2.1.5).
    """
    return SECTOR_OF[place] == storm != NOWHERE


@cache
def near_the_wall(storm: int) -> frozenset[int]:
    """Locations from which Family Atomics can be used (DUN-7.9.1).

    On the Shield Wall, next to one of its locations, or in a bordering territory at range 1 of it round the storm.
    """
    wall = LOCATIONS_OF[SHIELD_WALL]
    touching = {other for place in wall for other in BETWEEN[place]}
    border = [place for territory in BORDERING[SHIELD_WALL] for place in LOCATIONS_OF[territory]]
    in_range = {place for place in border if any(goal in wall for goal in reach(place, 1, storm))}
    return frozenset(wall) | touching | in_range


def markers(seats: int) -> tuple[int, ...]:
    """DUN-2.2.1: the sectors of the markers, by seat round the map (``_circle``); with six: 1, 4, 7, 10, 13, 16."""
    return tuple(SECTORS * seat // seats + 1 for seat in range(seats))


def first_after(storm: int, seats: int) -> int:
    """DUN-2.2.2: the seat whose marker the storm comes to next; one in its own sector comes last (DUN-R-05).

    This player, the First Player, owns the first marker ahead of the storm, counterclockwise.
    """
    return min(range(seats), key=lambda seat: (markers(seats)[seat] - storm - 1) % SECTORS)
