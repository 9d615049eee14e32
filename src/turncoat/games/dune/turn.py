"""DUN-1.4.1: the nine phases of a turn, and turn after turn."""

from __future__ import annotations

from turncoat.games.dune.charity import charity
from turncoat.games.dune.events.storm import TurnBegan
from turncoat.games.dune.karama import ANY, BATTLES, BIDDING, BLOW, REVIVAL, SHIPPING, new_phase
from turncoat.games.dune.sections import (
    Battles,
    Bidding,
    Collection,
    Match,
    Mentat,
    Revival,
    Setup,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
    Turn,
)
from turncoat.games.dune.state import Dune
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import each, flow


def setup(game: Dune, match: Match, tell: Tell) -> Setup:
    """DUN-3: before the first turn."""
    return Setup()


def next_turn(game: Dune, match: Match, tell: Tell) -> Turn:
    """DUN-4.10.10: if the game goes on, the next turn begins; the last one ends in Mentat."""
    game.turn += 1
    tell.all(TurnBegan, "DUN-1.4.1", game.turn)
    return Turn()


def storm(game: Dune, turn: Turn, tell: Tell) -> Storm:
    """DUN-4.1."""
    new_phase(game, ANY, tell)
    return Storm()


def spice_blow(game: Dune, turn: Turn, tell: Tell) -> SpiceBlow:
    """DUN-4.2, DUN-4.3."""
    new_phase(game, BLOW, tell)
    return SpiceBlow()


def give_charity(game: Dune, turn: Turn, tell: Tell) -> None:
    """DUN-4.4."""
    new_phase(game, ANY, tell)
    charity(game, turn, tell)


def bidding(game: Dune, turn: Turn, tell: Tell) -> Bidding:
    """DUN-4.5."""
    new_phase(game, BIDDING, tell)
    return Bidding()


def revival(game: Dune, turn: Turn, tell: Tell) -> Revival:
    """DUN-4.6."""
    new_phase(game, REVIVAL, tell)
    return Revival()


def shipment_and_movement(game: Dune, turn: Turn, tell: Tell) -> ShipmentAndMovement:
    """DUN-4.7."""
    new_phase(game, SHIPPING, tell)
    return ShipmentAndMovement()


def battles(game: Dune, turn: Turn, tell: Tell) -> Battles:
    """DUN-4.8."""
    new_phase(game, BATTLES, tell)
    return Battles()


def collection(game: Dune, turn: Turn, tell: Tell) -> Collection:
    """DUN-4.9."""
    new_phase(game, ANY, tell)
    return Collection()


def mentat(game: Dune, turn: Turn, tell: Tell) -> Mentat:
    """DUN-4.10."""
    new_phase(game, ANY, tell)
    return Mentat()


flow(Match, setup=setup, turns=each(next_turn))
flow(
    Turn,
    storm=storm,
    spice_blow=spice_blow,
    charity=give_charity,
    bidding=bidding,
    revival=revival,
    shipment_and_movement=shipment_and_movement,
    battles=battles,
    collection=collection,
    mentat=mentat,
)
