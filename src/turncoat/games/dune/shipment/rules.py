"""DUN-4.7: Shipment and Movement: in storm order each faction first ships, then moves."""

from __future__ import annotations

from turncoat.games.dune.advantages import SPICE_SIGHT, has, owner_of
from turncoat.games.dune.alliances.rules import sharing
from turncoat.games.dune.anytime import (
    act_with,
    ask,
    beside_with,
    window,
)
from turncoat.games.dune.karama import Prevent
from turncoat.games.dune.sections import FactionTurn, ShipmentAndMovement
from turncoat.games.dune.shipment import UseHajr
from turncoat.games.dune.shipment.events import SpiceCardForeseen
from turncoat.games.dune.shipment.movement import (
    end_promises,
    hajr_boxes,
    move,
    move_boxes,
    mover,
    no_move,
    part_from_ally,
    use_hajr,
)
from turncoat.games.dune.shipment.shipment import (
    accompany,
    companion_boxes,
    companions,
    no_shipment,
    prevent_companion,
    ship,
    ship_boxes,
    shipper,
)
from turncoat.games.dune.state import Dune
from turncoat.games.dune.truthtrance import AskEntry
from turncoat.games.dune.truthtrance.promises import drop
from turncoat.kernel import Tell, each, flow


def foresee_spice(game: Dune, phase: ShipmentAndMovement, tell: Tell) -> None:
    """DUN-6.2.2: the seers see the top spice card, unless K-02 prevents it or there is none."""
    phase.left = list(game.order)
    seers = owner_of(game, SPICE_SIGHT)
    if has(game, seers, SPICE_SIGHT):
        card = game.spice_deck[-1] if game.spice_deck else ""
        audience = sharing(game, seers)
        for seat in audience:
            game.known_spice[seat] = card
        tell.only(audience, SpiceCardForeseen, card)


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


WITH_HAJR, PLAYING_HAJR = beside_with(hajr_boxes), act_with({UseHajr: use_hajr})
"""DUN-7.10.1: what a faction can do in its own turn beside its decisions."""

SHIPMENT_AND_MOVEMENT = flow(
    ShipmentAndMovement,
    window=window("W-6"),
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
