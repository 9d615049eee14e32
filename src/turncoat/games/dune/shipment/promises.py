"""DUN-TT-M1: how a promise to enter a territory restricts shipment and movement (DUN-7.12.3).

Only choices after which the promise can still be kept, by the remaining shipment and move, are offered; no card counts
for this (DUN-R-96). A promise that can no longer be kept is dropped (DUN-7.12.4), for example because of the storm,
lack of spice or the death of a leader. No promise compels the use of Karama, Hajr or another card outside a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.shared.forces import altered
from turncoat.games.dune.shared.map import NOWHERE, TERRITORY, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shared.spice import help_for
from turncoat.games.dune.shipment.movement import Route, Routes, move_routes, range_of_move
from turncoat.games.dune.shipment.shipping import Freight, Load, freights
from turncoat.games.dune.state import Dune, Stacks, faction_id, playing
from turncoat.games.dune.truthtrance import AskEntry
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import entered, sought
from turncoat.kernel import Tell, tag_of

Wanted = tuple[int, ...]
"""Territories that the faction must still enter."""


Possible = Callable[[Stacks, Wanted], bool]
"""A function that says whether these territories can still be entered from these positions of forces."""


def wanted(game: Dune, seat: int) -> Wanted:
    """Territories that a seat has promised to enter and has not yet entered, in the order of the promises."""
    if not game.promises:
        return ()
    turn = playing(game, FactionTurn)
    been = turn.entered if turn is not None and turn.seat == seat else []
    territories = dict.fromkeys(TERRITORY[name] for name in sought(game, seat))
    return tuple([territory for territory in territories if territory not in been])


def after_moving(game: Dune, seat: int) -> Possible:
    """Whether the remaining move can keep the promises."""

    def possible(stacks: Stacks, left: Wanted) -> bool:
        return not left or (len(left) == 1 and within_reach(game, seat, stacks, left[0]))

    return possible


def within_reach(game: Dune, seat: int, stacks: Stacks, territory: int) -> bool:
    """Whether forces in these positions can move into a territory from another one."""
    routes = move_routes(game, seat, stacks, range_of_move(game, seat, stacks))
    return bool(routes_into(routes, territory))


def routes_into(routes: Iterable[Route], territory: int) -> Routes:
    """The routes that lead into a territory from outside."""
    coming = [(own, goals) for own, goals in routes if TERRITORY_OF[own[0][0]] != territory]
    found = [(own, tuple([goal for goal in goals if TERRITORY_OF[goal] == territory])) for own, goals in coming]
    return tuple([(own, goals) for own, goals in found if goals])


def after_shipping(game: Dune, seat: int) -> Possible:
    """Whether the remaining shipment and move can keep the promises, without any card (DUN-R-96)."""
    moving = after_moving(game, seat)

    def possible(stacks: Stacks, left: Wanted) -> bool:
        if moving(stacks, left):
            return True
        plain = [freight for freight in freights(game, seat, stacks) if freight.karama is None]
        own, helped = game.spice[seat], help_for(game, seat)
        return any(Load(freight, own, helped).count for freight in keeping_freights(stacks, plain, left, moving))

    return possible


def binding(stacks: Stacks, territories: Wanted, possible: Possible) -> Wanted:
    """DUN-7.12.4: the promises that can be kept together, in their order; all others are dropped."""
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
    """How many forces may leave their territory for which destinations, so that the promises can still be kept.

    If not all may leave, one stays at the first location from which the promise can be kept.

    Args:
        stacks: All forces of the faction on the map.
        own: The forces that would leave.
        goals: The destinations; ``NOWHERE``: back to the reserves.
        left: Territories that must still be entered.
        possible: Says whether that can be done afterwards.
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
    """The territories left to enter after forces have come to a location."""
    return tuple([territory for territory in left if territory != TERRITORY_OF[goal]])


def last_promise(game: Dune, seat: int) -> int:
    """DUN-TT-M1: the territory that the move must enter; -1: none."""
    if not game.promises:
        return NOWHERE
    stacks = game.forces[seat]
    return next((territory for territory in wanted(game, seat) if within_reach(game, seat, stacks, territory)), NOWHERE)


def what_is_left(game: Dune, turn: FactionTurn) -> Possible:
    """What the faction can still do in its turn without a card: ship and move, or only move."""
    return (after_shipping if turn.at("ship") else after_moving)(game, turn.seat)


def promises_to_keep(game: Dune, turn: FactionTurn) -> Wanted:
    """DUN-TT-M1: the promised territories that can still be entered without Hajr."""
    return binding(game.forces[turn.seat], wanted(game, turn.seat), what_is_left(game, turn))


def end_promises(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-7.12.4: drop all promises that were not kept in this turn.

    This is public, because everybody has seen that the faction has not come.
    """
    lapsed = [TERRITORY_IDS[territory] for territory in wanted(game, turn.seat)]
    for territory in sought(game, turn.seat):
        entered(game, turn.seat, territory)
    for territory in lapsed:
        tell.all(PromiseLapsed, faction_id(game, turn.seat), tag_of(AskEntry), territory)
