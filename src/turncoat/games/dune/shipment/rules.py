"""DUN-4.7: Shipment and Movement: in storm order each faction first ships, then moves."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.advantages import (
    COMPANION,
    DESERT_RANGE,
    DESERT_RESERVES,
    SHIPPING_INCOME,
    SPICE_SIGHT,
    TRANSFERS,
    has,
    owner_of,
    prevented,
    takes_place,
)
from turncoat.games.dune.alliances.rules import sharing
from turncoat.games.dune.anytime import ONLY_PASS, act_with, always, ask, at_once, beside_with, passing, window
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.sections import FactionTurn, Sections, ShipmentAndMovement
from turncoat.games.dune.shared.cards import HAJR
from turncoat.games.dune.shared.forces import kill, march, muster, recall, stacks_in, territories_of
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import (
    LOCATION,
    NOWHERE,
    POLE,
    POLE_LOCATION,
    SECTOR_OF,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.games.dune.shared.spice import help_for, pay
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.events import (
    Accompanied,
    AlliesParted,
    Moved,
    Rallied,
    Shipped,
    SpiceCardForeseen,
    Transferred,
)
from turncoat.games.dune.shipment.fares import Load, chosen, freights, liftable, shut_ways
from turncoat.games.dune.shipment.routes import (
    Routes,
    after_moving,
    after_shipping,
    binding,
    can_move,
    first_choice,
    gathering_boxes,
    has_ornithopters,
    keeping_freights,
    keeping_routes,
    last_promise,
    move_routes,
    promises_to_keep,
    range_of_move,
    routes_into,
    wanted,
    what_is_left,
)
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.games.dune.storm.events import StormStruck
from turncoat.games.dune.storm.rules import exposed
from turncoat.games.dune.truthtrance import AskEntry
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import drop, entered, shunned, sought
from turncoat.kernel import Boxes, LateBoxes, Pending, Tell, box, each, flow, shut, tag_of, within
from turncoat.kernel.late import Group
from turncoat.kernel.play import reopen


def foresee_spice(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """DUN-6.2.2: the seers see the top spice card, unless DUN-K-02 prevents it or there is none."""
    phase.left = list(game.order)
    seers = owner_of(game, SPICE_SIGHT)
    if has(game, seers, SPICE_SIGHT):
        card = game.spice_deck[-1] if game.spice_deck else ""
        audience = sharing(game, seers)
        for seat in audience:
            game.known_spice[seat] = card
        tell.only(audience, SpiceCardForeseen, card)


def next_faction(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> FactionTurn | None:
    """DUN-4.7.1, DUN-6.5.6: the next faction in storm order, the Guild like everybody else."""
    if not phase.left:
        return None
    seat = phase.left.pop(0)
    phase.acted.append(seat)
    return FactionTurn(seat=seat)


def finish(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """DUN-TT-M1: promises of the phase end."""
    drop(game, AskEntry)


companion_boxes = always(ONLY_PASS + Boxes[DuneAction](box(Accompany)))
"""DUN-DK-12: yes or no."""


# --- shipment ------------------------------------------------------------------------------------


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
    """DUN-DK-11: pass, or what the faction may do and pay for; promises are kept (DUN-TT-M1)."""
    stacks, passable = game.forces[seat], True
    ways = freights(game, seat, stacks)
    if game.promises and (left := binding(stacks, wanted(game, seat), after_shipping(game, seat))):
        moving = after_moving(game, seat)
        ways, passable = tuple(keeping_freights(stacks, ways, left, moving)), moving(stacks, left)
    own, helped = game.spice[seat], help_for(game, seat)
    groups: list[Group[DuneAction]] = [Load(way, own, helped) for way in ways]
    return LateBoxes([ONLY_PASS, *groups] if passable else groups, lambda opened: shut_ways(game, seat, opened))


def no_shipment(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DUN-DK-11: pass; where a promise forbids it, the first choice in facts order, without a card (DUN-2.8.1)."""
    return first_choice(ship_boxes(game, turn, seat)) or passing(game, turn, seat)


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
    """DUN-6.1.2: the reserves of the desert come up; DUN-O-26: in the storm they die where a storm kills."""
    place = LOCATION[action.to]
    muster(game, seat, place, action.forces)
    tell.all(Rallied, faction_id(game, seat), action.forces, action.to)
    if SECTOR_OF[place] == game.storm and exposed(game, TERRITORY_OF[place]):
        tell.still()
        kill(game, seat, place, action.forces)
        where = (TERRITORY_IDS[TERRITORY_OF[place]],)
        tell.all(StormStruck, game.storm, {faction_id(game, seat): action.forces}, 0, where, rule="DUN-O-26")


def pay_for_shipment(game: Dune, seat: int, cost: int, help_: int, tell: Tell, *, to_bank: bool = False) -> None:
    """DUN-4.7.4: to the carriers, if another faction ships; their own share for their ally to the bank; DUN-K-15.

    Args:
        game: The game.
        seat: The shipper.
        cost: The whole price in spice.
        help_: How much of it the ally pays.
        tell: Who hears of it.
        to_bank: Whether a Karama card was played (DUN-R-44).
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
    """DUN-4.7.5, DUN-6.4.3: the seat that may send a force along; -1: nobody, or a promise forbids it (DUN-TT-M1)."""
    seat = owner_of(game, COMPANION)
    free = seat not in (NOBODY, turn.seat) and game.reserves[seat] > 0
    return seat if free and TERRITORY_IDS[POLE] not in shunned(game, seat) else NOBODY


def offer_companion(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-6.4.3: another faction has shipped from space: a force may go along; DUN-K-16."""
    turn.companion = escort(game, turn) != NOBODY and takes_place(game, COMPANION, tell)


def companions(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-6.4.3: who may send a force along."""
    return (escort(game, turn),) if turn.companion else ()


def accompany(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.3: one force goes to the middle of the map, free of charge; there are no advisors (DUN-1.4.2)."""
    ((seat, action),) = pending.answers.items()
    turn.companion = False
    if isinstance(action, Accompany):
        muster(game, seat, POLE_LOCATION, 1)
        tell.all(Accompanied, faction_id(game, seat))
        entered(game, seat, TERRITORY_IDS[POLE])


def prevent_companion(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-DK-21: Karama while a companion is offered: DUN-K-16 prevents that very one."""
    started = at_once(game, turn, seat, action, tell)
    if prevented(game, COMPANION):
        turn.companion = takes_place(game, COMPANION, tell)
        reopen(turn)
    return started


NOT_YOUR_TURN: Boxes[DuneAction] = Boxes(closed=shut(UseHajr))


# --- movement ------------------------------------------------------------------------------------


def open_routes(game: Dune, seat: int) -> Routes:
    """DUN-4.7.6 to DUN-4.7.8: every move that a faction can make now."""
    stacks = game.forces[seat]
    return move_routes(game, seat, stacks, range_of_move(game, seat, stacks))


def mover(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.6: the faction whose turn it is, if it has forces that can move."""
    stacks = game.forces[turn.seat]
    return (turn.seat,) if can_move(game, turn.seat, stacks, range_of_move(game, turn.seat, stacks)) else ()


def move_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-13: pass; or forces of one territory to one location. It is the last way to keep a promise (DUN-TT-M1)."""
    routes, promised = open_routes(game, seat), last_promise(game, seat)
    if promised != NOWHERE:
        return gathering_boxes(Move, routes_into(routes, promised), "DUN-7.12.3", passing=False)
    return gathering_boxes(Move, routes)


def no_move(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DUN-DK-13: pass; where a promise forbids it, the first choice in facts order (DUN-2.8.1)."""
    return first_choice(move_boxes(game, turn, seat)) or passing(game, turn, seat)


def move(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.6: the forces go to their common goal."""
    action = pending.answers[turn.seat]
    if isinstance(action, Move):
        go(game, turn, action, tell)


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


# --- Hajr ---------------------------------------------------------------------------------------


def hajr_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-14: in one's own turn, before the move has been made: the card and an extra move."""
    if HAJR not in game.hands[seat]:
        return NOTHING
    if seat != turn.seat:
        return NOT_YOUR_TURN
    routes = open_routes(game, seat)
    if game.promises and (left := promises_to_keep(game, turn)):
        routes = keeping_routes(game.forces[seat], routes, left, what_is_left(game, turn))
    return gathering_boxes(UseHajr, routes, passing=False)


def use_hajr(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-4.7.9, DUN-7.10.1: the card is discarded, the forces move at once; shipment and ordinary move follow."""
    assert isinstance(action, UseHajr)
    use(game, seat, HAJR, "DUN-7.10.1", tell)
    go(game, turn, action, tell)
    reopen(turn)
    return None


# --- after the move -----------------------------------------------------------------------------


def part_from_ally(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-4.7.10, DUN-5.3.2: forces of the ally who acts second die where they share a territory."""
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


def end_promises(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-7.12.4: whatever was promised and could not be done in this turn has lapsed.

    It is told publicly: whoever has not come has shown it.
    """
    lapsed = [TERRITORY_IDS[one] for one in wanted(game, turn.seat)]
    for territory in sought(game, turn.seat):
        entered(game, turn.seat, territory)
    for territory in lapsed:
        tell.all(PromiseLapsed, faction_id(game, turn.seat), tag_of(AskEntry), territory)


WITH_HAJR, PLAYING_HAJR = beside_with(hajr_boxes), act_with({UseHajr: use_hajr})
"""DUN-7.10.1: what a faction can do in its own turn beside its decisions."""

SHIPMENT_AND_MOVEMENT = flow(
    ShipmentAndMovement,
    window=window("DUN-W-6"),
    spice_card=foresee_spice,
    factions=each(next_faction),
    finish=finish,
)

FACTION_TURN = flow(
    FactionTurn,
    ship=ask(ship_boxes, ship, default=no_shipment, asked=shipper, beside=WITH_HAJR, act=PLAYING_HAJR),
    companion=ask(companion_boxes, accompany, asked=companions, offer=True, act=act_with({Prevent: prevent_companion})),
    move=ask(move_boxes, move, default=no_move, asked=mover, beside=WITH_HAJR, act=PLAYING_HAJR),
    allies=part_from_ally,
    promises=end_promises,
)
