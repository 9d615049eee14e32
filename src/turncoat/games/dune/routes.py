"""DUN-4.7.6, DUN-4.7.7: boxes for forces of one territory that go to one location together, and where they can go."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from turncoat.games.dune.actions import DuneAction, Move, Pass, Ride, UseHajr
from turncoat.games.dune.forces import closed_to, full_strongholds
from turncoat.games.dune.map import (
    LOCATION_IDS,
    LOCATIONS,
    NOWHERE,
    POLE,
    SECTOR_OF,
    TERRITORY_OF,
    reach,
)
from turncoat.games.dune.state import Dune, Stacks
from turncoat.kernel.box import Box, Boxes, box
from turncoat.kernel.space import Amounts, OneOf

Gathering = type[Ride] | type[Move] | type[UseHajr]
Routes = tuple[tuple[Stacks, tuple[int, ...]], ...]
"""Groups of stacks of one territory that can all reach the same locations, with these. Immutable: keys the cache."""


def ride_goals(game: Dune, seat: int, devoured: int) -> tuple[int, ...]:
    """DUN-6.1.7: locations of other territories; only the destination is tested."""
    shut = closed_to(game, seat) | (frozenset() if game.options.ride_at_home else {devoured})
    return tuple(place for place in LOCATIONS if TERRITORY_OF[place] not in shut and _calm(place, game.storm))


def _calm(place: int, storm: int) -> bool:
    return SECTOR_OF[place] != storm or storm == NOWHERE


@lru_cache(maxsize=8192)
def gathering_boxes(kind: Gathering, rule: str, routes: Routes, passing: bool = True) -> Boxes[DuneAction]:
    """One box for each group: any number of its forces, at least one, to one of the goals; and to pass.

    Args:
        kind: The type of the answer, with ``forces`` and ``to``.
        rule: The rule that allows it.
        routes: The groups.
        passing: Whether one may pass.
    """
    found: list[Box[DuneAction]] = [box(Pass, rule)] if passing else []
    for stacks, goals in routes:
        caps = tuple((LOCATION_IDS[place], number) for place, number in stacks)
        total = sum(number for _, number in stacks)
        aims = OneOf(tuple(LOCATION_IDS[place] for place in goals), "location")
        found.append(box(kind, rule, forces=Amounts(caps, 1, total, "location"), to=aims))
    return Boxes(*found)


def move_routes(game: Dune, seat: int, steps: int) -> Routes:
    """DUN-4.7.6, DUN-4.7.7: for each location that can be reached, the stacks of one territory that can go there.

    Groups with the same stacks are one. A stack is not counted where it already is.
    """
    full, shut = full_strongholds(game, seat), closed_to(game, seat)
    return _routes(game.forces[seat], steps, game.storm, full, shut)


@lru_cache(maxsize=8192)
def _routes(stacks: Stacks, steps: int, storm: int, full: frozenset[int], shut: frozenset[int]) -> Routes:
    groups: dict[Stacks, list[int]] = {}
    for own in _by_territory(stacks):
        aims: dict[int, list[tuple[int, int]]] = {}
        for place, number in own:
            for goal in reach(place, steps, storm, full):
                if goal != place and (TERRITORY_OF[goal] not in shut or TERRITORY_OF[goal] == POLE):
                    aims.setdefault(goal, []).append((place, number))
        for goal in sorted(aims):
            groups.setdefault(tuple(aims[goal]), []).append(goal)
    return tuple((group, tuple(goals)) for group, goals in groups.items())


def _by_territory(stacks: Stacks) -> Iterable[Stacks]:
    found: dict[int, list[tuple[int, int]]] = {}
    for place, number in stacks:
        found.setdefault(TERRITORY_OF[place], []).append((place, number))
    return [tuple(own) for own in found.values()]
