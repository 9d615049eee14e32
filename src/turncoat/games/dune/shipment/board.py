"""DUN-4.7: drawing and text of Shipment and Movement, and the outlook for its answers."""

from __future__ import annotations

from functools import cache

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.advantages import ALLYS_HALF_PRICE, COMPANION, has
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.outlook import Foresight, Lines, arrivals, departures, forces
from turncoat.games.dune.drawing.tokens import standing
from turncoat.games.dune.drawing.words import everybody, name_of
from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.shared.forces import full_strongholds, march, muster, total_in
from turncoat.games.dune.shared.map import CITIES, IS_STRONGHOLD, LOCATION, NOWHERE, POLE_LOCATION, TERRITORY_OF, areas
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.events import Shipped, Transferred
from turncoat.games.dune.shipment.movement import go, has_ornithopters, range_of_move
from turncoat.games.dune.shipment.rules import escort
from turncoat.games.dune.shipment.shipping import chosen, land, lift, rally, rate_to
from turncoat.games.dune.spice_blow import Ride
from turncoat.games.dune.state import Dune, Stacks
from turncoat.kernel import Names, Tell


def shipment(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-4.7.1: the factions in storm order: done, acting, to come."""
    view = now.view
    made = ""
    for faction in view.order:
        acting, waits = faction == view.acting, faction in view.to_act
        state = "now" if acting else "later" if waits or not view.acting else "done"
        said = {"now": "acts now", "later": "to come", "done": "done"}[state]
        made += standing(now, faction, names, state, said, f"{scene.id}-turn-{faction}")
    return el("ol", made, class_="dune-turns dune-movers")


def shipment_words(now: Moment, names: Names) -> Lines:
    """DUN-4.7.1: whose turn it is, and who comes next."""
    view = now.view
    lines = (
        [f"It is the turn of {name_of(view.acting, names)}: first a shipment, then a move."]
        if view.acting
        else ["Shipment is about to begin."]
    )
    return lines + ([f"Then: {everybody(view.to_act, names)}."] if view.to_act else [])


@cache
def way(start: int, goal: int, steps: int, storm: int, blocked: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """DUN-4.7.7: a shortest path between two locations, by the rules of ``reach``: the territories that it enters.

    It is empty within a territory. Of several shortest paths it is the first in the order of the facts.

    Raises:
        LookupError: there is no path; ``reach`` says which places can be reached.
    """
    under = areas(storm)
    first, last = under.of[start], under.of[goal]
    came = {first: NOWHERE}
    edge = [first]
    for _ in range(steps):
        edge = [
            other
            for node in edge
            for other in under.next[node]
            if TERRITORY_OF[under.places[other][0]] not in blocked and came.setdefault(other, node) == node
        ]
    if NOWHERE in (first, last) or last not in came:
        raise LookupError(f"no way from {start} to {goal} with {steps} steps")
    found: list[int] = []
    while last != first:
        found.insert(0, TERRITORY_OF[under.places[last][0]])
        last = came[last]
    return tuple(found)


def foreseen(seen: Foresight, action: DuneAction) -> Lines:
    """DUN-4.7, DUN-6.1.7: sentences about a journey; empty for other answers."""
    match action:
        case Ship():
            return shipment_foreseen(seen, action)
        case Rally():
            return coming_up(seen, action)
        case Transfer() | Withdraw():
            return carried(seen, action)
        case Move() | UseHajr():
            return march_there(seen, action)
        case Ride():
            return ridden(seen, action)
        case Accompany():
            return companion(seen)
    return []


# --- ships --------------------------------------------------------------------------------------


def shipment_foreseen(seen: Foresight, action: Ship) -> Lines:
    """DUN-4.7.2, DUN-4.7.4, DUN-6.4.3: the price, who gets it, who may come along, and what the forces meet."""
    game, seat = seen.game, seen.seat
    after, happened = seen.shadow.after(lambda there, tell: land(there, seat, action, tell))
    cost = next(event.spice for event in happened if isinstance(event, Shipped))
    lines = [fare(seen, action, action.forces, cost), *seen.payments(happened, cost)]
    guest = escort(game, FactionTurn(seat))
    if has(game, guest, COMPANION):
        lines.append(f"{seen.who(guest)} may send a force along to {seen.place(POLE_LOCATION)}.")
    return [*lines, *arrivals(seen, after, LOCATION[action.to])]


def fare(seen: Foresight, action: Ship | Transfer | Withdraw, number: int, cost: int) -> str:
    """DUN-4.7.2, DUN-6.5.3, DUN-7.11.2: the price of each force, with the reason."""
    rate = chosen(seen.game, seen.seat, action).rate
    each = f"{seen.spice(rate.spice)} " + ("each" if rate.forces == 1 else f"for {rate.forces}")
    if isinstance(action, Withdraw):
        return f"{forces(number)} back home: {each}."
    territory = TERRITORY_OF[LOCATION[action.to]]
    where = "into a stronghold" if IS_STRONGHOLD[territory] else "outside the strongholds"
    half = "" if rate == rate_to(territory, half=False) else f", half the price{discount(seen, action)}"
    return f"{forces(number)} {where}: {each}{half}."


def discount(seen: Foresight, action: Ship | Transfer) -> str:
    """DUN-6.5.3, DUN-6.5.5, DUN-7.11.2: the advantage or card that halves the price."""
    if isinstance(action, Ship) and action.karama:
        return f" by {seen.cards([action.karama])}"
    return f", lent by {seen.who(seen.game.ally[seen.seat])}" if has(seen.game, seen.seat, ALLYS_HALF_PRICE) else ""


def carried(seen: Foresight, action: Transfer | Withdraw) -> Lines:
    """DUN-6.5.2: forces shipped across the planet, or back to the reserves."""
    seat = seen.seat
    after, happened = seen.shadow.after(lambda there, tell: lift(there, seat, action, tell))
    cost = next(event.spice for event in happened if isinstance(event, Transferred))
    origins = [LOCATION[place] for place in action.forces]
    lines = [fare(seen, action, sum(action.forces.values()), cost), *seen.payments(happened, cost)]
    lines += departures(seen, after, origins)
    if isinstance(action, Transfer):
        return [*lines, *arrivals(seen, after, LOCATION[action.to])]
    return [*lines, f"You have {forces(after.reserves[seat])} in reserve then."]


def coming_up(seen: Foresight, action: Rally) -> Lines:
    """DUN-6.1.2, DUN-O-26: reserves of the desert: free of charge; in the storm they die."""
    after, _ = seen.shadow.after(lambda there, tell: rally(there, seen.seat, action, tell))
    dead = after.tanks[seen.seat] - seen.game.tanks[seen.seat]
    if dead:
        return ["It costs nothing.", f"The storm kills all {dead} of them at once."]
    return ["It costs nothing.", *arrivals(seen, after, LOCATION[action.to])]


def companion(seen: Foresight) -> Lines:
    """DUN-6.4.3: one force sent to the middle of the map."""

    def comes(there: Dune, tell: Tell) -> None:
        muster(there, seen.seat, POLE_LOCATION, 1)

    after, _ = seen.shadow.after(comes)
    number = total_in(after, seen.seat, TERRITORY_OF[POLE_LOCATION])
    there = seen.place(POLE_LOCATION)
    return [f"It costs nothing. You have {forces(number)} in {there} then, {after.reserves[seen.seat]} in reserve."]


# --- moves --------------------------------------------------------------------------------------


def march_there(seen: Foresight, action: Move | UseHajr) -> Lines:
    """DUN-4.7.6 to DUN-4.7.8, DUN-7.10.1: the path, its greatest length and why, and what the forces leave and meet."""
    seat = seen.seat

    def gone(there: Dune, tell: Tell) -> None:
        go(there, FactionTurn(seat), action, tell)

    after, _ = seen.shadow.after(gone)
    origins = [LOCATION[place] for place in action.forces]
    lines = [*ways(seen, origins, LOCATION[action.to]), *departures(seen, after, origins)]
    if isinstance(action, UseHajr):
        lines.append("Your ordinary move is still to come.")
    return [*lines, *arrivals(seen, after, LOCATION[action.to])]


def ways(seen: Foresight, origins: list[int], goal: int) -> Lines:
    """DUN-4.7.7: the territories that the forces enter, with the reason if it is more than one."""
    game, seat = seen.game, seen.seat
    stacks = game.forces[seat]
    steps = range_of_move(game, seat, stacks)
    blocked = full_strongholds(game, seat)
    found = dict.fromkeys(way(origin, goal, steps, game.storm, blocked) for origin in origins)
    if found.keys() == {()}:
        return [f"The forces stay within {seen.land(TERRITORY_OF[goal])}."]
    return [_way(seen, entered, steps, stacks) for entered in found if entered]


def _way(seen: Foresight, entered: tuple[int, ...], steps: int, stacks: Stacks) -> str:
    number = len(entered)
    territories = "1 territory" if number == 1 else f"{number} territories"
    through = f", by way of {', '.join(map(seen.land, entered[:-1]))}" if number > 1 else ""
    far = f"{territories} away{through}"
    return f"This is {far}; these forces can move up to {steps}{reason(seen, steps, stacks)}."


def reason(seen: Foresight, steps: int, stacks: Stacks) -> str:
    """DUN-4.7.8, DUN-6.1.4: why the forces can go this far."""
    if has_ornithopters(stacks):
        held = {TERRITORY_OF[place] for place, _ in stacks}
        return f", by ornithopters from {' and '.join(seen.land(city) for city in CITIES if city in held)}"
    return f", as {seen.who(seen.seat)} does" if steps > 1 else ""


def ridden(seen: Foresight, action: Ride) -> Lines:
    """DUN-6.1.7: a ridden worm harms nobody where it arrives."""

    def gone(there: Dune, tell: Tell) -> None:
        march(there, seen.seat, [(LOCATION[place], number) for place, number in action.forces.items()], goal)

    goal = LOCATION[action.to]
    after, _ = seen.shadow.after(gone)
    lines = [f"The {seen.worm} carries {forces(sum(action.forces.values()))} there and does no harm."]
    lines += departures(seen, after, [LOCATION[place] for place in action.forces])
    return [*lines, *arrivals(seen, after, goal)]
