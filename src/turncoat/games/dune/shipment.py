"""DUN-4.7.2 to DUN-4.7.5: shipment: forces from the reserves, their price, and the companion."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.factions import of
from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.state import Dune
from turncoat.games.dune.windows import ONLY_PASS
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending


def shipper(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.1: the faction whose turn it is."""
    return (turn.seat,)


def ship_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-11: pass, or what the faction may do."""
    return ONLY_PASS + of(game, seat).shipment_boxes(game, seat)


def ship(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.2: the forces arrive and are paid for."""
    assert isinstance(pending.answers[turn.seat], Pass)


def companions(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-6.4.3: who may send a force along; K-16."""
    return ()


def companion_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-12: yes or no."""
    return ONLY_PASS


def accompany(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-6.4.3: one force goes to the middle of the map, free of charge."""
    turn.companion = False
