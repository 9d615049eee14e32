"""DUN-4.7.6 to DUN-4.7.10: movement, Hajr, and allies who stand in one territory."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.advantages import DESERT_RANGE, owner_of, takes_place
from turncoat.games.dune.anytime import passing
from turncoat.games.dune.sections import FactionTurn, Sections, ShipmentAndMovement
from turncoat.games.dune.shared.cards import HAJR
from turncoat.games.dune.shared.forces import kill, march, stacks_in, territories_of
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import LOCATION, NOWHERE, POLE, TERRITORY_IDS, TERRITORY_OF
from turncoat.games.dune.shipment import Move, UseHajr
from turncoat.games.dune.shipment.entry import (
    Possible,
    Wanted,
    after_moving,
    after_shipping,
    binding,
    keeping_routes,
    routes_into,
    wanted,
    within_reach,
)
from turncoat.games.dune.shipment.events import AlliesParted, Moved
from turncoat.games.dune.shipment.routes import (
    Routes,
    can_move,
    gathering_boxes,
    has_ornithopters,
    move_routes,
    range_of_move,
)
from turncoat.games.dune.shipment.shipment import arrive, first_choice
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.games.dune.truthtrance import AskEntry
from turncoat.games.dune.truthtrance.events import PromiseLapsed
from turncoat.games.dune.truthtrance.promises import entered, sought
from turncoat.kernel import Boxes, Pending, Tell, shut, within
from turncoat.kernel.boxes import tag_of
from turncoat.kernel.play import reopen

SHIP = "ship"
"""The step of a faction's turn in which its shipment and its move are still to come."""

NOT_YOUR_TURN: Boxes[DuneAction] = Boxes(closed=shut(UseHajr))


def open_routes(game: Dune, seat: int) -> Routes:
    """DUN-4.7.6 to DUN-4.7.8: every move that a faction can make now."""
    stacks = game.forces[seat]
    return move_routes(game, seat, stacks, range_of_move(game, seat, stacks))


def mover(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.6: the faction whose turn it is, if it has forces that can move."""
    stacks = game.forces[turn.seat]
    return (turn.seat,) if can_move(game, turn.seat, stacks, range_of_move(game, turn.seat, stacks)) else ()


def move_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-13: pass; or forces of one territory to one location. It is the last way to keep a promise (TT-M1)."""
    routes, promised = open_routes(game, seat), last_promise(game, seat)
    if promised != NOWHERE:
        return gathering_boxes(Move, routes_into(routes, promised), "DUN-7.12.3", passing=False)
    return gathering_boxes(Move, routes)


def last_promise(game: Dune, seat: int) -> int:
    """TT-M1: the territory that the move must enter; -1: none."""
    if not game.promises:
        return NOWHERE
    stacks = game.forces[seat]
    return next((one for one in wanted(game, seat) if within_reach(game, seat, stacks, one)), NOWHERE)


def no_move(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DK-13: pass; where a promise forbids it, the first choice in facts order (DUN-2.8.1)."""
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
    """DK-14: in one's own turn, before the move has been made: the card and an extra move."""
    if HAJR not in game.hands[seat]:
        return NOTHING
    if seat != turn.seat:
        return NOT_YOUR_TURN
    routes = open_routes(game, seat)
    if game.promises and (left := promises_to_keep(game, turn)):
        routes = keeping_routes(game.forces[seat], routes, left, what_is_left(game, turn))
    return gathering_boxes(UseHajr, routes, passing=False)


def promises_to_keep(game: Dune, turn: FactionTurn) -> Wanted:
    """TT-M1: the territories that can still be entered without Hajr, and must be."""
    return binding(game.forces[turn.seat], wanted(game, turn.seat), what_is_left(game, turn))


def what_is_left(game: Dune, turn: FactionTurn) -> Possible:
    """What the faction can still do in its turn without a card: ship and move, or only move."""
    return (after_shipping if turn.step == SHIP else after_moving)(game, turn.seat)


def use_hajr(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-7.10.1: the card is discarded, the forces move at once; shipment and ordinary move follow."""
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
    """DUN-5.3.2, O-22: all forces of a seat in a territory go to the tanks."""
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
