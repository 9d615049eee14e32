"""DUN-1.1.2: the places of forces: on the map, in reserve, in the tanks. Every movement of forces uses this module.

A force is always in exactly one of the three places: the sum of a faction is always twenty.
"""

from __future__ import annotations

from collections.abc import Iterable

from turncoat.games.dune.shared.map import IS_STRONGHOLD, LOCATIONS_OF, POLE, SECTOR_OF, TERRITORY, TERRITORY_OF
from turncoat.games.dune.state import Dune, Stacks, seats_of
from turncoat.games.dune.truthtrance.promises import shunned

NOWHERE_ELSE: frozenset[int] = frozenset()
IS_STRONGHOLD_LOCATION = tuple(IS_STRONGHOLD[territory] for territory in TERRITORY_OF)
"""DUN-2.1.6: strongholds have one location each, and two factions in it fill it for a third."""


def altered(stacks: Stacks, place: int, change: int) -> Stacks:
    """The stacks with this many more forces in a location; with a negative number, fewer.

    Raises:
        ValueError: if fewer than 0 forces would be left.
    """
    number = change + next((count for where, count in stacks if where == place), 0)
    if number < 0:
        raise ValueError(f"location {place} has fewer than {-change} forces to take away")
    rest = tuple(stack for stack in stacks if stack[0] != place)
    return tuple(sorted((*rest, (place, number)))) if number else rest


def at(game: Dune, seat: int, place: int) -> int:
    """How many forces of a seat stand in a location."""
    return next((count for where, count in game.forces[seat] if where == place), 0)


def stacks_in(game: Dune, seat: int, territory: int) -> Stacks:
    """A seat's forces in a territory, by location."""
    return tuple(stack for stack in game.forces[seat] if TERRITORY_OF[stack[0]] == territory)


def total_in(game: Dune, seat: int, territory: int) -> int:
    """How many forces of a seat stand in a territory."""
    return sum(count for place, count in game.forces[seat] if TERRITORY_OF[place] == territory)


def outside_storm(game: Dune, seat: int, territory: int) -> Stacks:
    """A seat's forces in a territory that are not in the storm sector."""
    return tuple(
        stack for stack in stacks_in(game, seat, territory) if SECTOR_OF[stack[0]] != game.storm or game.storm < 0
    )


def territories_of(game: Dune, seat: int) -> tuple[int, ...]:
    """The territories in which a seat has forces, ascending."""
    return tuple(sorted({TERRITORY_OF[place] for place, _ in game.forces[seat]}))


def occupants(game: Dune, territory: int) -> tuple[int, ...]:
    """The seats that have forces in a territory, ascending."""
    inside = LOCATIONS_OF[territory]
    first, last, found = inside[0], inside[-1], []
    for seat, stacks in enumerate(game.forces):
        for place, _ in stacks:
            if first <= place <= last:
                found.append(seat)
                break
    return tuple(found)


def by_territory(stacks: Stacks) -> list[Stacks]:
    """Stacks grouped by territory."""
    found: list[Stacks] = []
    last = -1
    for stack in stacks:
        territory = TERRITORY_OF[stack[0]]
        if territory == last:
            found[-1] = (*found[-1], stack)
        else:
            found.append((stack,))
            last = territory
    return found


def muster(game: Dune, seat: int, place: int, number: int) -> None:
    """Move forces from the reserves onto the map."""
    game.reserves[seat] -= number
    game.forces[seat] = altered(game.forces[seat], place, number)


def recall(game: Dune, seat: int, place: int, number: int) -> None:
    """Move forces from the map back to the reserves."""
    game.forces[seat] = altered(game.forces[seat], place, -number)
    game.reserves[seat] += number


def march(game: Dune, seat: int, origins: Iterable[tuple[int, int]], goal: int) -> None:
    """Move forces from locations of the map to another one."""
    stacks, total = game.forces[seat], 0
    for place, number in origins:
        stacks = altered(stacks, place, -number)
        total += number
    game.forces[seat] = altered(stacks, goal, total)


def kill(game: Dune, seat: int, place: int, number: int) -> None:
    """Move forces from the map to the tanks."""
    game.forces[seat] = altered(game.forces[seat], place, -number)
    game.tanks[seat] += number


def kill_all(game: Dune, places: Iterable[int], spared: Iterable[int] = ()) -> dict[int, int]:
    """Send all forces in these locations to the tanks; returns how many each seat lost."""
    struck, safe, lost = frozenset(places), frozenset(spared), dict[int, int]()
    for seat in seats_of(game):
        dead = sum(count for place, count in game.forces[seat] if place in struck)
        if dead and seat not in safe:
            game.forces[seat] = tuple(stack for stack in game.forces[seat] if stack[0] not in struck)
            game.tanks[seat] += dead
            lost[seat] = dead
    return lost


def revive(game: Dune, seat: int, number: int) -> None:
    """Move forces from the tanks to the reserves."""
    game.tanks[seat] -= number
    game.reserves[seat] += number


def holder(game: Dune, territory: int) -> int:
    """DUN-4.10.1: the seat that holds a stronghold alone; -1: nobody."""
    found = occupants(game, territory)
    return found[0] if len(found) == 1 else -1


def full_strongholds(game: Dune, seat: int) -> frozenset[int]:
    """DUN-2.1.6: strongholds with forces of two other factions, allies included (DUN-R-38).

    The stronghold restriction: no forces may be brought into or through them. For journeys without a path only the
    destination is checked (DUN-2.1.6).
    """
    met: list[int] = []
    full: list[int] = []
    for other, stacks in enumerate(game.forces):
        if other != seat:
            for place, _ in stacks:
                if IS_STRONGHOLD_LOCATION[place]:
                    (full if place in met else met).append(place)
    return frozenset([TERRITORY_OF[place] for place in full]) if full else NOWHERE_ELSE


def closed_to(game: Dune, seat: int) -> frozenset[int]:
    """DUN-2.1.6 to DUN-2.1.8, DUN-5.3.1: territories that a seat's forces may not enter, also by DUN-TT-M1 answered no.

    No entry into territories with forces of the ally, Polar Sink excepted (DUN-5.3.1).

    Except for this and full strongholds, other forces never hinder a shipment or a move (DUN-2.1.8).
    """
    shut, ally = full_strongholds(game, seat), game.ally[seat]
    if ally >= 0 and game.options.ally_territory == "closed":
        shut |= frozenset([TERRITORY_OF[place] for place, _ in game.forces[ally]]) - {POLE}
    if game.promises:
        shut |= frozenset([TERRITORY[name] for name in shunned(game, seat)])
    return shut
