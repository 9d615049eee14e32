"""DUN-1.4.1: the nine phases of a turn, DUN-4.1 to DUN-4.10, and turn after turn."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.dune.charity import charity
from turncoat.games.dune.karama.rules import new_phase
from turncoat.games.dune.sections import (
    Battles,
    Bidding,
    Collection,
    Match,
    Mentat,
    Phase,
    Revival,
    Setup,
    ShipmentAndMovement,
    SpiceBlow,
    Storm,
    Turn,
)
from turncoat.games.dune.state import Dune
from turncoat.games.dune.storm.events import TurnBegan
from turncoat.kernel import Tell, each, flow


def setup(game: Dune, match: Match, tell: Tell) -> Setup:
    """DUN-3: play setup before the first turn."""
    return Setup()


def next_turn(game: Dune, match: Match, tell: Tell) -> Turn:
    """DUN-4.10.10: if the game goes on, the next turn begins; the last one ends in Mentat."""
    return Turn()


def phase(section: type[Phase]) -> Callable[[Dune, Turn, Tell], Phase]:
    """DUN-7.11.4: begin a phase; preventions that cannot apply in it end."""

    def enter(game: Dune, turn: Turn, tell: Tell) -> Phase:
        new_phase(game, section, tell)
        return section()

    return enter


def begin(game: Dune, turn: Turn, tell: Tell) -> Storm:
    """DUN-1.4.1: begin a turn with the storm; all preventions end."""
    game.turn += 1
    tell.all(TurnBegan, game.turn)
    new_phase(game, None, tell)
    return Storm()


def give_charity(game: Dune, turn: Turn, tell: Tell) -> None:
    """DUN-4.4: everybody with less than 2 spice gets 2 at once."""
    new_phase(game, None, tell)
    charity(game, turn, tell)


MATCH = flow(Match, setup=setup, turns=each(next_turn))

TURN = flow(
    Turn,
    storm=begin,
    spice_blow=phase(SpiceBlow),
    charity=give_charity,
    bidding=phase(Bidding),
    revival=phase(Revival),
    shipment_and_movement=phase(ShipmentAndMovement),
    battles=phase(Battles),
    collection=phase(Collection),
    mentat=phase(Mentat),
)
"""DUN-1.4.1: the nine phases, in this order; ``mentat.rules.check`` ends the last of at most ten turns (DUN-O-02)."""
