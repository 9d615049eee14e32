"""DUN-4.7: Shipment and Movement: in storm order each faction first ships, then moves."""

from __future__ import annotations

from turncoat.games.dune.actions import NOTHING, DuneAction, Pass
from turncoat.games.dune.advantages import COMPANION, SPICE_SIGHT, has, owner_of, prevented, takes_place
from turncoat.games.dune.alliances.rules import sharing
from turncoat.games.dune.anytime import ONLY_PASS, act_with, ask, at_once, beside_with, passing, window
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.sections import FactionTurn, Sections, ShipmentAndMovement
from turncoat.games.dune.shared.cards import HAJR
from turncoat.games.dune.shared.forces import muster
from turncoat.games.dune.shared.hands import use
from turncoat.games.dune.shared.map import LOCATION, NOWHERE, POLE, POLE_LOCATION, TERRITORY_IDS
from turncoat.games.dune.shared.spice import help_for
from turncoat.games.dune.shipment import Accompany, Move, Rally, Ship, Transfer, UseHajr, Withdraw
from turncoat.games.dune.shipment.events import Accompanied, SpiceCardForeseen
from turncoat.games.dune.shipment.movement import gathering_boxes, go, mover, open_routes, part_from_ally
from turncoat.games.dune.shipment.promises import (
    after_moving,
    after_shipping,
    binding,
    end_promises,
    keeping_freights,
    keeping_routes,
    last_promise,
    promises_to_keep,
    routes_into,
    wanted,
    what_is_left,
)
from turncoat.games.dune.shipment.shipping import Load, arrive, could_ship, freights, land, lift, rally, shut_ways
from turncoat.games.dune.state import NOBODY, Dune, faction_id
from turncoat.games.dune.truthtrance import AskEntry
from turncoat.games.dune.truthtrance.promises import drop, entered, shunned
from turncoat.kernel import Boxes, LazyBoxes, Pending, Tell, always, box, each, flow, shut
from turncoat.kernel.lazy_boxes import Group
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
    """DUN-4.7.1, DUN-6.5.6: the next faction in storm order; the Guild has no special place.

    Atreides sees the top spice card before. Each faction first may ship once, then may move once, before the next
    faction acts (DUN-4.7.1).
    """
    if not phase.left:
        return None
    seat = phase.left.pop(0)
    phase.acted.append(seat)
    return FactionTurn(seat=seat)


def finish(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """End the promises of the phase (DUN-TT-M1)."""
    drop(game, AskEntry)


companion_boxes = always(ONLY_PASS + Boxes[DuneAction](box(Accompany)))
"""DUN-DK-12: send a companion, or not."""


# --- shipment ------------------------------------------------------------------------------------


def shipper(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.1: the faction whose turn it is, unless it publicly has nothing to ship (DUN-2.9.3)."""
    return (turn.seat,) if could_ship(game, turn.seat) else ()


def ship_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-11: pass, or any shipment that the faction can pay for and that keeps its promises (DUN-TT-M1)."""
    stacks, passable = game.forces[seat], True
    ways = freights(game, seat, stacks)
    if game.promises and (left := binding(stacks, wanted(game, seat), after_shipping(game, seat))):
        moving = after_moving(game, seat)
        ways, passable = tuple(keeping_freights(stacks, ways, left, moving)), moving(stacks, left)
    own, helped = game.spice[seat], help_for(game, seat)
    groups: list[Group[DuneAction]] = [Load(way, own, helped) for way in ways]
    return LazyBoxes([ONLY_PASS, *groups] if passable else groups, lambda opened: shut_ways(game, seat, opened))


def no_shipment(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DUN-DK-11: pass; if a promise forbids it, the first choice in the facts' order, without a card (DUN-2.8.1)."""
    return first_choice(ship_boxes(game, turn, seat)) or passing(game, turn, seat)


def ship(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """Carry out a shipment and its payment (DUN-4.7.2)."""
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


# --- the companion ------------------------------------------------------------------------------


def escort(game: Dune, turn: FactionTurn) -> int:
    """DUN-4.7.5, DUN-6.4.3: the seat that may send a force along; -1: nobody, or a promise forbids it (DUN-TT-M1).

    A shipment onto Dune by another faction may trigger the free force; it is resolved before the shipper moves
    (DUN-4.7.5).
    """
    seat = owner_of(game, COMPANION)
    free = seat not in (NOBODY, turn.seat) and game.reserves[seat] > 0
    return seat if free and TERRITORY_IDS[POLE] not in shunned(game, seat) else NOBODY


def offer_companion(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-6.4.3: offer a companion after another faction's shipment from space; see DUN-K-16 (DUN-R-46).

    The ally's shipment counts, too; rallies, transfers and withdrawals do not, nor the sisters' (Bene Gesserit's) own
    shipment.
    """
    turn.companion = escort(game, turn) != NOBODY and takes_place(game, COMPANION, tell)


def companions(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-6.4.3: the player who may send a force along."""
    return (escort(game, turn),) if turn.companion else ()


def accompany(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.3: one force goes to the middle of the map, free of charge; there are no advisors."""
    ((seat, action),) = pending.answers.items()
    turn.companion = False
    if isinstance(action, Accompany):
        muster(game, seat, POLE_LOCATION, 1)
        tell.all(Accompanied, faction_id(game, seat))
        entered(game, seat, TERRITORY_IDS[POLE])


def prevent_companion(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-DK-21: Karama during the offer of a companion prevents this companion (DUN-K-16)."""
    started = at_once(game, turn, seat, action, tell)
    if prevented(game, COMPANION):
        turn.companion = takes_place(game, COMPANION, tell)
        reopen(turn)
    return started


NOT_YOUR_TURN: Boxes[DuneAction] = Boxes(closed=shut(UseHajr))


# --- movement ------------------------------------------------------------------------------------


def move_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-13: pass; or forces of one territory to one location.

    This is the last chance to keep a promise to enter a territory (DUN-TT-M1).
    """
    routes, promised = open_routes(game, seat), last_promise(game, seat)
    if promised != NOWHERE:
        return gathering_boxes(Move, routes_into(routes, promised), "DUN-7.12.3", passing=False)
    return gathering_boxes(Move, routes)


def no_move(game: Dune, turn: FactionTurn, seat: int) -> DuneAction:
    """DUN-DK-13: pass; if a promise forbids it, the first choice in the order of the facts (DUN-2.8.1)."""
    return first_choice(move_boxes(game, turn, seat)) or passing(game, turn, seat)


def move(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.6: move the forces to their common destination."""
    action = pending.answers[turn.seat]
    if isinstance(action, Move):
        go(game, turn, action, tell)


# --- Hajr ---------------------------------------------------------------------------------------


def hajr_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DUN-DK-14: in their turn, before the move, a player can use the card for an extra move (DUN-R-49)."""
    if HAJR not in game.hands[seat]:
        return NOTHING
    if seat != turn.seat:
        return NOT_YOUR_TURN
    routes = open_routes(game, seat)
    if game.promises and (left := promises_to_keep(game, turn)):
        routes = keeping_routes(game.forces[seat], routes, left, what_is_left(game, turn))
    return gathering_boxes(UseHajr, routes, passing=False)


def use_hajr(game: Dune, turn: FactionTurn, seat: int, action: DuneAction, tell: Tell) -> Sections | None:
    """DUN-4.7.9, DUN-7.10.1: discard the card and move the forces at once; shipment and ordinary move follow.

    The owner makes one extra move with the ornithopters he has at that moment; the same forces may move twice
    (DUN-7.10.1).
    """
    assert isinstance(action, UseHajr)
    use(game, seat, HAJR, "DUN-7.10.1", tell)
    go(game, turn, action, tell)
    reopen(turn)
    return None


WITH_HAJR, PLAYING_HAJR = beside_with(hajr_boxes), act_with({UseHajr: use_hajr})
"""DUN-7.10.1: the optional actions of a faction in its own turn."""

SHIPMENT_AND_MOVEMENT = flow(
    ShipmentAndMovement,
    # before Atreides sees the spice card; made for DUN-K-02, DUN-K-08, DUN-K-12 to DUN-K-16
    window=window("DUN-W-6"),
    spice_card=foresee_spice,
    factions=each(next_faction),
    finish=finish,
)

FACTION_TURN = flow(
    FactionTurn,
    ship=ask(ship_boxes, ship, default=no_shipment, asked=shipper, beside=WITH_HAJR, act=PLAYING_HAJR),
    companion=ask(
        companion_boxes, accompany, asked=companions, repeated=True, act=act_with({Prevent: prevent_companion})
    ),
    move=ask(move_boxes, move, default=no_move, asked=mover, beside=WITH_HAJR, act=PLAYING_HAJR),
    allies=part_from_ally,
    promises=end_promises,
)


def first_choice(boxes: Boxes[DuneAction]) -> DuneAction | None:
    """DUN-2.8.1: the first choice, in the order of the facts, with the least numbers; None if passing is possible.

    The rules play a default when the deadline passes (``play.time_up``), and the log marks it. It never uses a
    treachery card, except where a card is compulsory. Other defaults: the ``default`` of each ``ask``. See DUN-R-92.
    """
    firsts = [box.nth(0) for box in boxes.boxes]
    if any(isinstance(action, Pass) for action in firsts):
        return None
    return min((action for action in firsts if getattr(action, "karama", None) is None), key=_by_goal)


def _by_goal(action: DuneAction) -> int:
    return LOCATION.get(getattr(action, "to", ""), NOBODY)
