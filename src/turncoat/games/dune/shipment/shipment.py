"""DUN-4.7.2 to DUN-4.7.5: shipment: forces from the reserves, their price, and the companion."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.advantages import (
    COMPANION,
    DESERT_RESERVES,
    SHIPPING_INCOME,
    TRANSFERS,
    has,
    owner_of,
    prevented,
    takes_place,
)
from turncoat.games.dune.anytime import ONLY_PASS, at_once, passing
from turncoat.games.dune.sections import FactionTurn, Sections
from turncoat.games.dune.shared.forces import kill, march, muster, recall
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import LOCATION, POLE, POLE_LOCATION, SECTOR_OF, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shared.spice import help_for, pay
from turncoat.games.dune.shipment import Accompany, Rally, Ship, Transfer, Withdraw
from turncoat.games.dune.shipment.entry import after_moving, after_shipping, binding, keeping_freights, wanted
from turncoat.games.dune.shipment.events import Accompanied, Rallied, Shipped, Transferred
from turncoat.games.dune.shipment.fares import Freight, Load, freights, liftable
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.games.dune.storm.events import StormStruck
from turncoat.games.dune.storm.rules import exposed
from turncoat.games.dune.truthtrance.promises import entered, shunned
from turncoat.kernel import Action, Boxes, LateBoxes, Pending, Tell, box
from turncoat.kernel import shut as why_shut
from turncoat.kernel.boxes import Closed
from turncoat.kernel.late import Group
from turncoat.kernel.play import reopen

SHUT_WAYS = (*why_shut(Ship), *why_shut(Transfer), *why_shut(Withdraw, rule="DUN-4.7.3"))

SHIPS_NOTHING = Closed(Ship, "DUN-6.1.3", "Your reserves are on the planet and are never shipped")

COMPANION_BOXES: Boxes[DuneAction] = ONLY_PASS + Boxes(box(Accompany))


def shipper(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.1: the faction whose turn it is, unless all can see that it has nothing to ship (DUN-2.9.3)."""
    return (turn.seat,) if could_ship(game, turn.seat) else ()


def could_ship(game: Dune, seat: int) -> bool:
    """DUN-2.9.3: whether a seat might ship something, for all that everybody knows."""
    ally, rallies = game.ally[seat], has(game, seat, DESERT_RESERVES)
    if game.reserves[seat] and rallies:
        return True
    if game.spice[seat] + (0 if ally == NOBODY else game.spice[ally]) == 0:
        return False
    across = has(game, seat, TRANSFERS) or has(game, ally, TRANSFERS)
    if across and liftable(game.forces[seat], game.storm):
        return True
    return game.reserves[seat] > 0 and not rallies


def ship_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-11: pass, or what the faction may do and pay for; promises are kept (TT-M1)."""
    stacks, passable = game.forces[seat], True
    ways = freights(game, seat, stacks)
    if game.promises and (left := binding(stacks, wanted(game, seat), after_shipping(game, seat))):
        moving = after_moving(game, seat)
        ways, passable = tuple(keeping_freights(stacks, ways, left, moving)), moving(stacks, left)
    own, helped = game.spice[seat], help_for(game, seat)
    groups: list[Group[DuneAction]] = [Load(one, own, helped) for one in ways]
    return LateBoxes([ONLY_PASS, *groups] if passable else groups, lambda opened: shut_ways(game, seat, opened))


def shut_ways(game: Dune, seat: int, opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
    """Why a faction cannot ship in other ways than those that are open."""
    ways = (SHIPS_NOTHING, *SHUT_WAYS[1:]) if has(game, seat, DESERT_RESERVES) else SHUT_WAYS
    return tuple(one for one in ways if one.action not in opened)


def no_shipment(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DK-11: pass; where a promise forbids it, the first choice in facts order, without a card (DUN-2.8.1)."""
    return first_choice(ship_boxes(game, turn, seat)) or passing(game, turn, seat)


def first_choice(boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-2.8.1: the first choice in facts order of locations, numbers ascending; None where one may pass."""
    firsts = [one.nth(0) for one in boxes.boxes]
    if any(isinstance(one, Pass) for one in firsts):
        return None
    return min((one for one in firsts if getattr(one, "karama", None) is None), key=_by_goal)


def _by_goal(action: DuneAction) -> int:
    return LOCATION.get(getattr(action, "to", ""), NOBODY)


def ship(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.2: the forces arrive and are paid for."""
    seat, action = turn.seat, pending.answers[turn.seat]
    if isinstance(action, Rally):
        rally(game, seat, action, tell)
    elif isinstance(action, Ship):
        land(game, seat, action, tell)
        offer_companion(game, turn, tell)
    elif isinstance(action, Transfer | Withdraw):
        lift(game, seat, action, tell)
    if isinstance(action, Ship | Rally | Transfer):
        arrive(game, turn, LOCATION[action.to])


def arrive(game: Dune, turn: FactionTurn, place: int) -> None:
    """Forces have come into a territory from elsewhere."""
    territory = TERRITORY_OF[place]
    turn.entered.append(territory)
    entered(game, turn.seat, TERRITORY_IDS[territory])


def land(game: Dune, seat: int, action: Ship, tell: Tell) -> None:
    """DUN-4.7.2, DUN-7.11.2: forces from off-planet reserves, perhaps with a Karama card."""
    cost = chosen(game, seat, action).rate.price(action.forces)
    if action.karama is not None:
        use(game, seat, action.karama, "DUN-7.11.2", tell)
    muster(game, seat, LOCATION[action.to], action.forces)
    tell.all(Shipped, faction_id(game, seat), action.forces, action.to, cost)
    pay_for_shipment(game, seat, cost, action.help, tell, to_bank=action.karama is not None)


def lift(game: Dune, seat: int, action: Transfer | Withdraw, tell: Tell) -> None:
    """DUN-6.5.2: forces are shipped across the planet, or back to the reserves."""
    cost = chosen(game, seat, action).rate.price(sum(action.forces.values()))
    origins = [(LOCATION[place], number) for place, number in action.forces.items()]
    goal = action.to if isinstance(action, Transfer) else ""
    if goal:
        march(game, seat, origins, LOCATION[goal])
    else:
        for place, number in origins:
            recall(game, seat, place, number)
    tell.all(Transferred, faction_id(game, seat), action.forces, goal, cost)
    pay_for_shipment(game, seat, cost, action.help, tell)


def rally(game: Dune, seat: int, action: Rally, tell: Tell) -> None:
    """DUN-6.1.2: the reserves of the desert come up; O-26: in the storm they die where a storm kills."""
    place = LOCATION[action.to]
    muster(game, seat, place, action.forces)
    tell.all(Rallied, faction_id(game, seat), action.forces, action.to)
    if SECTOR_OF[place] == game.storm and exposed(game, TERRITORY_OF[place]):
        tell.still()
        kill(game, seat, place, action.forces)
        where = (TERRITORY_IDS[TERRITORY_OF[place]],)
        tell.all(StormStruck, game.storm, {faction_id(game, seat): action.forces}, 0, where, rule="DUN-O-26")


def chosen(game: Dune, seat: int, action: Ship | Transfer | Withdraw) -> Freight:
    """The sort of shipment that an answer is."""
    karama, goal = getattr(action, "karama", None), LOCATION.get(getattr(action, "to", ""))
    return next(
        one
        for one in freights(game, seat, game.forces[seat])
        if isinstance(action, one.kind) and one.karama == karama and (goal is None or goal in one.goals)
    )


def pay_for_shipment(game: Dune, seat: int, cost: int, help_: int, tell: Tell, *, to_bank: bool = False) -> None:
    """DUN-4.7.4: to the carriers, if another faction ships; their own share for their ally to the bank; K-15.

    Args:
        game: The game.
        seat: The shipper.
        cost: The whole price in spice.
        help_: How much of it the ally pays.
        tell: Who hears of it.
        to_bank: Whether a Karama card was played (R-44).
    """
    ally = game.ally[seat]
    paid = owner_of(game, SHIPPING_INCOME)
    paid = NOBODY if to_bank or paid == seat else paid
    due = cost - help_ if ally == paid else cost
    if paid != NOBODY and due and not takes_place(game, SHIPPING_INCOME, tell):
        paid = NOBODY
    pay(game, seat, paid, cost - help_, "DUN-4.7.4", tell)
    if help_:
        pay(game, ally, NOBODY if ally == paid else paid, help_, "DUN-5.2.2", tell)


# --- the companion ------------------------------------------------------------------------------


def escort(game: Dune, turn: FactionTurn) -> int:
    """DUN-6.4.3: the seat that may send a force along; -1: nobody, or a promise forbids it (TT-M1)."""
    seat = owner_of(game, COMPANION)
    free = seat not in (NOBODY, turn.seat) and game.reserves[seat] > 0
    return seat if free and TERRITORY_IDS[POLE] not in shunned(game, seat) else NOBODY


def offer_companion(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-6.4.3: another faction has shipped from space: a force may go along; K-16."""
    turn.companion = escort(game, turn) != NOBODY and takes_place(game, COMPANION, tell)


def companions(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-6.4.3: who may send a force along."""
    return (escort(game, turn),) if turn.companion else ()


def companion_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-12: yes or no."""
    return COMPANION_BOXES


def accompany(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.3: one force goes to the middle of the map, free of charge."""
    ((seat, action),) = pending.answers.items()
    turn.companion = False
    if isinstance(action, Accompany):
        muster(game, seat, POLE_LOCATION, 1)
        tell.all(Accompanied, faction_id(game, seat))
        entered(game, seat, TERRITORY_IDS[POLE])


def prevent_companion(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DK-21: Karama while a companion is offered: K-16 prevents that very one."""
    started = at_once(game, turn, seat, action, tell)
    if prevented(game, COMPANION):
        turn.companion = takes_place(game, COMPANION, tell)
        reopen(turn)
    return started
