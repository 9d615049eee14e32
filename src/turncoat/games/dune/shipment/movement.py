"""DUN-4.7.6 to DUN-4.7.8, DUN-4.7.10: movement: destinations, ranges, and forces of allies that meet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import DESERT_RANGE, has, owner_of, takes_place
from turncoat.games.dune.sections import FactionTurn, ShipmentAndMovement
from turncoat.games.dune.shared.forces import (
    by_territory,
    closed_to,
    full_strongholds,
    kill,
    march,
    stacks_in,
    territories_of,
)
from turncoat.games.dune.shared.map import (
    IS_CITY_LOCATION,
    LOCATION,
    LOCATION_IDS,
    POLE,
    TERRITORY_IDS,
    TERRITORY_OF,
    reach,
)
from turncoat.games.dune.shipment import Move, UseHajr
from turncoat.games.dune.shipment.events import AlliesParted, Moved
from turncoat.games.dune.shipment.shipping import aims, arrive, landings
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id
from turncoat.kernel import Amounts, Box, Boxes, LazyBoxes, Tell, box, within
from turncoat.kernel.lazy_boxes import Group

GatheringKind = type[Ride] | type[Move] | type[UseHajr]
Route = tuple[Stacks, tuple[int, ...]]
"""Stacks of one territory that can all reach the same locations, and these locations."""
Routes = tuple[Route, ...]

ON_FOOT, ACROSS_THE_DESERT, BY_ORNITHOPTER = 1, 2, 3
"""DUN-4.7.7, DUN-6.1.4, DUN-4.7.8: territories that a move may cross."""


def has_ornithopters(stacks: Stacks) -> bool:
    """DUN-4.7.8: whether one of these forces is in a city when the move begins.

    It may have just been shipped there, need not be the one that moves, and the city may be contested (DUN-4.7.8).
    """
    return any(IS_CITY_LOCATION[place] for place, _ in stacks)


def range_of_move(game: Dune, seat: int, stacks: Stacks) -> int:
    """DUN-4.7.7, DUN-4.7.8, DUN-6.1.4: territories that a move may cross if its forces stand like this (DUN-R-48).

    The nomads (Fremen) move up to two, with ornithopters three; DUN-K-08 makes it one, with ornithopters still three.
    """
    if has_ornithopters(stacks):
        return BY_ORNITHOPTER
    return ACROSS_THE_DESERT if has(game, seat, DESERT_RANGE) else ON_FOOT


class Gathering:
    """Answers that send one or more forces from some stacks to one of several locations; the box is made when read."""

    def __init__(self, kind: GatheringKind, rule: str, stacks: Stacks, goals: tuple[int, ...]) -> None:
        self.kind, self.rule, self.stacks, self.goals = kind, rule, stacks, goals
        ways = 1
        for _, number in stacks:
            ways *= number + 1
        self.count = (ways - 1) * len(goals)

    @property
    def amounts(self) -> Amounts:
        """How many forces can be taken from each stack."""
        total = sum([number for _, number in self.stacks])
        return Amounts(tuple([(LOCATION_IDS[place], number) for place, number in self.stacks]), 1, total, "location")

    @property
    def boxes(self) -> tuple[Box[DuneAction], ...]:
        """The single box of this gathering."""
        return (box(self.kind, self.rule, forces=self.amounts, to=aims(self.goals)),)

    def nth(self, index: int) -> DuneAction:
        """The answer that moves nothing."""
        number, goal = divmod(index, len(self.goals))
        to = LOCATION_IDS[self.goals[goal]]
        if len(self.stacks) == 1:
            return self.kind({LOCATION_IDS[self.stacks[0][0]]: number + 1}, to)
        forces = self.amounts.nth(number)
        assert isinstance(forces, dict)
        return self.kind(forces, to)


@lru_cache(maxsize=64)
def to_pass(rule: str) -> Boxes[DuneAction]:
    """The answer that moves nothing."""
    return Boxes(box(Pass, rule))


def gathering_boxes(
    kind: GatheringKind, routes: Iterable[Route], rule: str = "", passing: bool = True
) -> Boxes[DuneAction]:
    """One box for each route: any number of its forces, at least one, to one of its destinations; and one box to pass.

    Args:
        kind: The type of the answer, with ``forces`` and ``to``.
        routes: The routes.
        rule: The rule that allows it; empty: that of the answer.
        passing: Whether the player may pass instead.
    """
    rule = rule or kind.usual_rule
    groups: list[Group[DuneAction]] = [Gathering(kind, rule, stacks, goals) for stacks, goals in routes]
    return LazyBoxes([to_pass(rule), *groups] if passing else groups)


def ride_goals(game: Dune, seat: int, devoured: int) -> tuple[int, ...]:
    """DUN-6.1.7: locations of other territories; only the destination is tested (DUN-R-16, DUN-O-29)."""
    havens, others = landings(closed_to(game, seat), game.storm)
    at_home = game.options.ride_at_home
    return tuple(sorted(place for place in (*havens, *others) if at_home or TERRITORY_OF[place] != devoured))


def move_routes(game: Dune, seat: int, stacks: Stacks, steps: int) -> Routes:
    """DUN-4.7.6, DUN-4.7.7: groups of stacks of one territory, with the locations that they can reach together.

    See DUN-R-42.

    A stack is not counted where it already is.
    """
    full, shut, storm = full_strongholds(game, seat), closed_to(game, seat), game.storm
    found: list[Route] = []
    for own in by_territory(stacks):
        if len(own) > 1:
            found += together(own, steps, storm, full, shut)
        elif goals := from_here(own[0][0], steps, storm, full, shut):
            found.append((own, goals))
    return tuple(found)


def can_move(game: Dune, seat: int, stacks: Stacks, steps: int) -> bool:
    """DUN-2.9.3: whether there is any move, as all can see."""
    if not stacks:
        return False
    full, shut, storm = full_strongholds(game, seat), closed_to(game, seat), game.storm
    return any(from_here(place, steps, storm, full, shut) for place, _ in stacks)


@lru_cache(maxsize=16384)
def from_here(start: int, steps: int, storm: int, full: frozenset[int], shut: frozenset[int]) -> tuple[int, ...]:
    """DUN-4.7.7: the locations that forces can reach; within their own territory they enter no other.

    No path touches a ``full`` stronghold, or ends in a territory that is ``shut``, such as one with forces of the ally;
    passing through that is allowed (DUN-2.1.7).
    """
    inside = reach(start, 0, storm)
    return tuple(
        goal
        for goal in reach(start, steps, storm, full)
        if goal != start and (TERRITORY_OF[goal] not in shut or goal in inside)
    )


@lru_cache(maxsize=16384)
def together(own: Stacks, steps: int, storm: int, full: frozenset[int], shut: frozenset[int]) -> Routes:
    """DUN-R-41: stacks of one territory with a common goal, each by its own path (DUN-4.7.7); equal groups are one."""
    coming: dict[int, list[tuple[int, int]]] = {}
    for place, number in own:
        for goal in from_here(place, steps, storm, full, shut):
            coming.setdefault(goal, []).append((place, number))
    groups: dict[Stacks, list[int]] = {}
    for goal in sorted(coming):
        groups.setdefault(tuple(coming[goal]), []).append(goal)
    return tuple((group, tuple(goals)) for group, goals in groups.items())


def open_routes(game: Dune, seat: int) -> Routes:
    """DUN-4.7.6 to DUN-4.7.8: every move that a faction can make now.

    A faction can move any number of its forces in one territory, from one or several of its locations at once, to one
    location of another territory or of the same (DUN-4.7.6).
    """
    stacks = game.forces[seat]
    return move_routes(game, seat, stacks, range_of_move(game, seat, stacks))


def mover(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.6: the faction whose turn it is, if it has forces that can move."""
    stacks = game.forces[turn.seat]
    return (turn.seat,) if can_move(game, turn.seat, stacks, range_of_move(game, turn.seat, stacks)) else ()


def go(game: Dune, turn: FactionTurn, action: Move | UseHajr, tell: Tell) -> None:
    """DUN-4.7.6, DUN-7.10.1: forces of one territory go to one location."""
    seat, goal = turn.seat, LOCATION[action.to]
    origins = [(LOCATION[place], number) for place, number in action.forces.items()]
    flying, extra = has_ornithopters(game.forces[seat]), isinstance(action, UseHajr)
    march(game, seat, origins, goal)
    rule = "DUN-7.10.1" if extra else "DUN-4.7.6"
    tell.all(Moved, faction_id(game, seat), action.forces, action.to, hajr=extra, rule=rule)
    if seat == owner_of(game, DESERT_RANGE) and not flying:
        takes_place(game, DESERT_RANGE, tell)
    if TERRITORY_OF[origins[0][0]] != TERRITORY_OF[goal]:
        arrive(game, turn, goal)


def part_from_ally(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-4.7.10, DUN-5.3.2: in a territory shared by allies, forces of the one who acts second die (DUN-R-50).

    See DUN-R-22.

    It is checked after a faction's move. Allied factions that nevertheless stand in one territory, for example because
    they allied after the fact, must clear it: the forces of the second go to the tanks, the first loses nothing
    (DUN-5.3.2).
    """
    ally = game.ally[turn.seat]
    if ally == NOBODY:
        return
    second = ally in within(game, ShipmentAndMovement).acted
    shared = set(territories_of(game, turn.seat)) & set(territories_of(game, ally)) - {POLE}
    for territory in sorted(shared):
        if second or (game.options.ally_territory == "deadly" and territory in turn.entered):
            die_beside_ally(game, turn.seat, territory, tell)


def die_beside_ally(game: Dune, seat: int, territory: int, tell: Tell) -> None:
    """DUN-5.3.2, DUN-O-22: all forces of a seat in a territory go to the tanks."""
    stacks = stacks_in(game, seat, territory)
    for place, number in stacks:
        kill(game, seat, place, number)
    dead = sum(number for _, number in stacks)
    tell.all(AlliesParted, faction_id(game, seat), TERRITORY_IDS[territory], dead)
