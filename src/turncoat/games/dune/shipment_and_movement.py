"""DUN-4.7: Shipment and Movement: in storm order each faction first ships, then moves."""

from __future__ import annotations

from turncoat.games.dune.anytime import anytime, at_once
from turncoat.games.dune.events.movement import SpiceCardForeseen
from turncoat.games.dune.factions import of
from turncoat.games.dune.karama import prevented
from turncoat.games.dune.movement import move, move_boxes, mover, part_from_ally
from turncoat.games.dune.promises import drop
from turncoat.games.dune.questions import AskEntry
from turncoat.games.dune.sections import FactionTurn, ShipmentAndMovement
from turncoat.games.dune.shipment import accompany, companion_boxes, companions, ship, ship_boxes, shipper
from turncoat.games.dune.state import Dune, seats_of
from turncoat.games.dune.windows import everybody, in_window, pass_boxes, passing, shut
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import decide, each, flow


def foresee_spice(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """DUN-6.2.2: the seers see the top spice card, unless K-02 prevents it or there is none."""
    phase.left = list(game.order)
    for seat in seats_of(game):
        if of(game, seat).foresees_spice() and not prevented(game, "K-02"):
            card = game.spice_deck[-1] if game.spice_deck else ""
            game.known_spice[seat] = card
            tell.only((seat,), SpiceCardForeseen, "DUN-6.2.2", card)


def next_faction(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> FactionTurn | None:
    """DUN-4.7.1: the next faction in storm order."""
    if not phase.left:
        return None
    seat = phase.left.pop(0)
    phase.acted.append(seat)
    return FactionTurn(seat=seat)


def finish(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """TT-M1: promises of the phase end."""
    drop(game, AskEntry)


flow(
    ShipmentAndMovement,
    window=decide(pass_boxes, shut, default=passing, asked=everybody("W-6"), offer=True, beside=anytime, act=in_window),
    spice_card=foresee_spice,
    factions=each(next_faction),
    finish=finish,
)
flow(
    FactionTurn,
    ship=decide(ship_boxes, ship, default=passing, asked=shipper, beside=anytime, act=at_once),
    companion=decide(
        companion_boxes, accompany, default=passing, asked=companions, offer=True, beside=anytime, act=at_once
    ),
    move=decide(move_boxes, move, default=passing, asked=mover, beside=anytime, act=at_once),
    allies=part_from_ally,
)
