"""DUN-4.7.6, DUN-4.7.7, DUN-TT-M1: where forces can go, and what a promise to come leaves of that (DUN-7.12.3).

What is offered is narrowed to choices after which the promise can still be kept, by the shipment and the move that are
left; no card is counted on (DUN-R-96). A promise that cannot be kept any more lapses (DUN-7.12.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import DESERT_RANGE, has
from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.shared.forces import altered, by_territory, closed_to, full_strongholds
from turncoat.games.dune.shared.map import (
    IS_CITY_LOCATION,
    LOCATION,
    LOCATION_IDS,
    NOWHERE,
    TERRITORY,
    TERRITORY_OF,
    reach,
)
from turncoat.games.dune.shared.spice import help_for
from turncoat.games.dune.shipment import Move, UseHajr
from turncoat.games.dune.shipment.fares import Freight, Load, aims, freights, landings
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.state import NOBODY, Dune, Stacks, playing
from turncoat.games.dune.truthtrance.promises import sought
from turncoat.kernel import Amounts, Box, Boxes, LateBoxes, box
from turncoat.kernel.late import Group

GatheringKind = type[Ride] | type[Move] | type[UseHajr]
Route = tuple[Stacks, tuple[int, ...]]
"""Stacks of one territory that can all reach the same locations, with these."""
Routes = tuple[Route, ...]

ON_FOOT, ACROSS_THE_DESERT, BY_ORNITHOPTER = 1, 2, 3
"""DUN-4.7.7, DUN-6.1.4, DUN-4.7.8: territories that a move may cross."""


def has_ornithopters(stacks: Stacks) -> bool:
    """DUN-4.7.8: whether one of these forces is in a city."""
    return any(IS_CITY_LOCATION[place] for place, _ in stacks)


def range_of_move(game: Dune, seat: int, stacks: Stacks) -> int:
    """DUN-4.7.7, DUN-4.7.8, DUN-6.1.4: territories that a move may cross if its forces stand like this."""
    if has_ornithopters(stacks):
        return BY_ORNITHOPTER
    return ACROSS_THE_DESERT if has(game, seat, DESERT_RANGE) else ON_FOOT


class Gathering:
    """Any number of the forces of some stacks, at least one, to one of several locations; the box is made late.

    Args:
        kind: The type of the answer, with ``forces`` and ``to``.
        rule: The rule that allows it.
        stacks: Where the forces stand.
        goals: Where they can go.
    """

    def __init__(self, kind: GatheringKind, rule: str, stacks: Stacks, goals: tuple[int, ...]) -> None:
        self.kind, self.rule, self.stacks, self.goals = kind, rule, stacks, goals
        ways = 1
        for _, number in stacks:
            ways *= number + 1
        self.count = (ways - 1) * len(goals)

    @property
    def amounts(self) -> Amounts:
        """How many of which stacks."""
        total = sum([number for _, number in self.stacks])
        return Amounts(tuple([(LOCATION_IDS[place], number) for place, number in self.stacks]), 1, total, "location")

    @property
    def boxes(self) -> tuple[Box[DuneAction], ...]:
        """The one box."""
        return (box(self.kind, self.rule, forces=self.amounts, to=aims(self.goals)),)

    def nth(self, index: int) -> DuneAction:
        """The answer with this number, as the box numbers it."""
        number, goal = divmod(index, len(self.goals))
        to = LOCATION_IDS[self.goals[goal]]
        if len(self.stacks) == 1:
            return self.kind({LOCATION_IDS[self.stacks[0][0]]: number + 1}, to)
        forces = self.amounts.nth(number)
        assert isinstance(forces, dict)
        return self.kind(forces, to)


@lru_cache(maxsize=64)
def to_pass(rule: str) -> Boxes[DuneAction]:
    """Nothing, this time."""
    return Boxes(box(Pass, rule))


def gathering_boxes(
    kind: GatheringKind, routes: Iterable[Route], rule: str = "", passing: bool = True
) -> Boxes[DuneAction]:
    """One box for each route: any number of its forces, at least one, to one of the goals; and to pass.

    Args:
        kind: The type of the answer, with ``forces`` and ``to``.
        routes: The routes.
        rule: The rule that allows it; empty: that of the answer.
        passing: Whether one may pass.
    """
    rule = rule or kind.usual_rule
    groups: list[Group[DuneAction]] = [Gathering(kind, rule, stacks, goals) for stacks, goals in routes]
    return LateBoxes([to_pass(rule), *groups] if passing else groups)


def ride_goals(game: Dune, seat: int, devoured: int) -> tuple[int, ...]:
    """DUN-6.1.7: locations of other territories; only the destination is tested."""
    havens, others = landings(closed_to(game, seat), game.storm)
    at_home = game.options.ride_at_home
    return tuple(sorted(place for place in (*havens, *others) if at_home or TERRITORY_OF[place] != devoured))


def move_routes(game: Dune, seat: int, stacks: Stacks, steps: int) -> Routes:
    """DUN-4.7.6, DUN-4.7.7: groups of stacks of one territory, with the locations that they can reach together.

    A stack is not counted where it already is.

    Args:
        game: The game.
        seat: Whose forces they are.
        stacks: Where they stand.
        steps: Territories that may be entered.
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
    """DUN-4.7.7: the locations to which forces can go from one; within their own territory they enter nothing.

    Args:
        start: Where they stand.
        steps: Territories that may be entered.
        storm: The sector in storm.
        full: Strongholds that no path may touch.
        shut: Territories that no path may end in.
    """
    inside = reach(start, 0, storm)
    return tuple(
        goal
        for goal in reach(start, steps, storm, full)
        if goal != start and (TERRITORY_OF[goal] not in shut or goal in inside)
    )


@lru_cache(maxsize=16384)
def together(own: Stacks, steps: int, storm: int, full: frozenset[int], shut: frozenset[int]) -> Routes:
    """DUN-R-41: stacks of one territory with a common goal; groups of the same stacks are one."""
    coming: dict[int, list[tuple[int, int]]] = {}
    for place, number in own:
        for goal in from_here(place, steps, storm, full, shut):
            coming.setdefault(goal, []).append((place, number))
    groups: dict[Stacks, list[int]] = {}
    for goal in sorted(coming):
        groups.setdefault(tuple(coming[goal]), []).append(goal)
    return tuple((group, tuple(goals)) for group, goals in groups.items())


Wanted = tuple[int, ...]
"""Territories that must still be entered."""
Possible = Callable[[Stacks, Wanted], bool]
"""Whether these territories can still be entered if the faction's forces stand like this."""


def wanted(game: Dune, seat: int) -> Wanted:
    """Territories that a seat has promised to enter and has not yet entered, in the order of the promises."""
    if not game.promises:
        return ()
    turn = playing(game, FactionTurn)
    been = turn.entered if turn is not None and turn.seat == seat else []
    territories = dict.fromkeys(TERRITORY[name] for name in sought(game, seat))
    return tuple([territory for territory in territories if territory not in been])


def after_moving(game: Dune, seat: int) -> Possible:
    """Whether the one move that is left can keep the promises."""

    def possible(stacks: Stacks, left: Wanted) -> bool:
        return not left or (len(left) == 1 and within_reach(game, seat, stacks, left[0]))

    return possible


def within_reach(game: Dune, seat: int, stacks: Stacks, territory: int) -> bool:
    """Whether forces that stand like this can move into a territory from another one."""
    routes = move_routes(game, seat, stacks, range_of_move(game, seat, stacks))
    return bool(routes_into(routes, territory))


def routes_into(routes: Iterable[Route], territory: int) -> Routes:
    """Those that lead into a territory from outside."""
    coming = [(own, goals) for own, goals in routes if TERRITORY_OF[own[0][0]] != territory]
    found = [(own, tuple([goal for goal in goals if TERRITORY_OF[goal] == territory])) for own, goals in coming]
    return tuple([(own, goals) for own, goals in found if goals])


def after_shipping(game: Dune, seat: int) -> Possible:
    """Whether the shipment and the move that are left can keep the promises, without any card."""
    moving = after_moving(game, seat)

    def possible(stacks: Stacks, left: Wanted) -> bool:
        if moving(stacks, left):
            return True
        plain = [freight for freight in freights(game, seat, stacks) if freight.karama is None]
        own, helped = game.spice[seat], help_for(game, seat)
        return any(Load(freight, own, helped).count for freight in keeping_freights(stacks, plain, left, moving))

    return possible


def binding(stacks: Stacks, territories: Wanted, possible: Possible) -> Wanted:
    """DUN-7.12.4: the promises that can be kept together, in their order; the others lapse."""
    kept: Wanted = ()
    for territory in territories:
        if possible(stacks, (*kept, territory)):
            kept = (*kept, territory)
    return kept


def keeping_freights(stacks: Stacks, freights: Iterable[Freight], left: Wanted, possible: Possible) -> list[Freight]:
    """The shipments after which the promises can still be kept."""
    found: list[Freight] = []
    for freight in freights:
        if not freight.stacks:
            goals = [goal for goal in freight.goals if possible(altered(stacks, goal, 1), without(left, goal))]
            found += [replace(freight, goals=tuple(goals))] if goals else []
            continue
        for own, places in keeping_stacks(stacks, freight.stacks, freight.goals or (NOWHERE,), left, possible):
            most = sum([number for _, number in own])
            found.append(replace(freight, stacks=own, most=most, goals=places if freight.goals else ()))
    return found


def keeping_routes(stacks: Stacks, routes: Iterable[Route], left: Wanted, possible: Possible) -> Routes:
    """The moves after which the promises can still be kept."""
    return tuple([stack for own, goals in routes for stack in keeping_stacks(stacks, own, goals, left, possible)])


def keeping_stacks(
    stacks: Stacks, own: Stacks, goals: Iterable[int], left: Wanted, possible: Possible
) -> Iterator[Route]:
    """How many forces may leave their territory for which goals, so that the promises can still be kept.

    Where not all of them may leave, one stays at the first location from which the promise can be kept.

    Args:
        stacks: All forces of the faction on the map.
        own: Those that would leave.
        goals: Where they would go; ``NOWHERE``: back to the reserves.
        left: Territories that must still be entered.
        possible: Whether that can be done afterwards.
    """
    rest, home = tuple([stack for stack in stacks if stack not in own]), TERRITORY_OF[own[0][0]]
    found: dict[Stacks, list[int]] = {}
    for goal in goals:
        inside = goal == NOWHERE or TERRITORY_OF[goal] == home
        still = left if inside else without(left, goal)
        after = rest if goal == NOWHERE else altered(rest, goal, 1)
        leaving = own if possible(after, still) else _all_but_one(own, after, still, possible)
        if leaving:
            found.setdefault(leaving, []).append(goal)
    for leaving, places in found.items():
        yield leaving, tuple(places)


def _all_but_one(own: Stacks, after: Stacks, left: Wanted, possible: Possible) -> Stacks:
    for place, _ in own:
        if possible(altered(after, place, 1), left):
            return altered(own, place, -1)
    return ()


def without(left: Wanted, goal: int) -> Wanted:
    """What must still be entered once forces have come to a location."""
    return tuple([one for one in left if one != TERRITORY_OF[goal]])


def last_promise(game: Dune, seat: int) -> int:
    """DUN-TT-M1: the territory that the move must enter; -1: none."""
    if not game.promises:
        return NOWHERE
    stacks = game.forces[seat]
    return next((one for one in wanted(game, seat) if within_reach(game, seat, stacks, one)), NOWHERE)


def what_is_left(game: Dune, turn: FactionTurn) -> Possible:
    """What the faction can still do in its turn without a card: ship and move, or only move."""
    return (after_shipping if turn.at("ship") else after_moving)(game, turn.seat)


def promises_to_keep(game: Dune, turn: FactionTurn) -> Wanted:
    """DUN-TT-M1: the territories that can still be entered without Hajr, and must be."""
    return binding(game.forces[turn.seat], wanted(game, turn.seat), what_is_left(game, turn))


def first_choice(boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-2.8.1: the first choice in facts order of locations, numbers ascending; None where one may pass."""
    firsts = [box.nth(0) for box in boxes.boxes]
    if any(isinstance(one, Pass) for one in firsts):
        return None
    return min((one for one in firsts if getattr(one, "karama", None) is None), key=_by_goal)


def _by_goal(action: DuneAction) -> int:
    return LOCATION.get(getattr(action, "to", ""), NOBODY)
