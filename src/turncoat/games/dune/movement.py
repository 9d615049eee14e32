"""DUN-4.7.6 to DUN-4.7.10: movement, Hajr, and allies who stand in one territory."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction, Move
from turncoat.games.dune.events.movement import Moved
from turncoat.games.dune.factions import of
from turncoat.games.dune.forces import march
from turncoat.games.dune.map import LOCATION
from turncoat.games.dune.routes import gathering_boxes, move_routes
from turncoat.games.dune.sections import FactionTurn
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flow import Pending


def mover(game: Dune, turn: FactionTurn) -> tuple[int, ...]:
    """DUN-4.7.6: the faction whose turn it is, if it has forces on the map."""
    return (turn.seat,) if game.forces[turn.seat] else ()


def move_boxes(game: Dune, turn: FactionTurn, seat: int) -> Boxes[DuneAction]:
    """DK-13: pass; or forces of one territory to one location."""
    routes = move_routes(game, seat, of(game, seat).range_of_move(game, seat))
    return gathering_boxes(Move, "DUN-4.7.6", routes)


def move(game: Dune, turn: FactionTurn, pending: Pending[DuneAction], tell: Tell) -> None:
    """DUN-4.7.6: the forces go to their common goal."""
    action = pending.answers[turn.seat]
    turn.moved = True
    if isinstance(action, Move):
        origins = [(LOCATION[place], number) for place, number in action.forces.items()]
        march(game, turn.seat, origins, LOCATION[action.to])
        faction = faction_id(game, turn.seat)
        tell.all(Moved, "DUN-4.7.6", faction, action.forces, action.to, hajr=False)


def part_from_ally(game: Dune, turn: FactionTurn, tell: Tell) -> None:
    """DUN-4.7.10, DUN-5.3.2: forces of the ally who acts second die where they share a territory."""
