"""LOY-10.1: the action Move, and the units that a player can use in a place (LOY-14.1c).

``choices`` and ``leave`` decide where units can go.
"""

from __future__ import annotations

from turncoat.games.loyalty.actions import AskToMove, Move, Numbers
from turncoat.games.loyalty.coins import baggage
from turncoat.games.loyalty.events import Moved
from turncoat.games.loyalty.state import CITIZENS, MILITIA, Baggage, Loyalty, add, banner
from turncoat.kernel import Tell


def shift(game: Loyalty, seat: int, origin: int, goal: int, units: Numbers) -> None:
    """LOY-10.1.1: move all these units together."""
    for kind, number in units.items():
        rows, who = _rows(game, seat, kind)
        add(rows, origin, who, -number)
        add(rows, goal, who, number)


def _rows(game: Loyalty, seat: int, kind: str) -> tuple[list[tuple[int, ...]], int]:
    """The rows in which units of a kind are counted, with the player's place in each."""
    if kind == MILITIA:
        return game.militia, banner(game, seat)
    return (game.citizens if kind == CITIZENS else game.priests), seat


def move(game: Loyalty, seat: int, action: Move | AskToMove, tell: Tell) -> Baggage | None:
    """LOY-10.1: move the units, since all leave has been given; they can carry coins (LOY-14.8, LOY-10.1.1).

    Tolls are paid before the units take coins.
    """
    origin, goal = game.map.places[action.origin], game.map.places[action.to]
    shift(game, seat, origin, goal, action.units)
    tell.all(Moved, seat, action.origin, action.to, action.units)
    return baggage(game, seat, origin, goal)


def here(game: Loyalty, seat: int, place: int) -> tuple[int, int, int]:
    """The citizens, priests and militia that a player can use in a place (LOY-14.1c).

    With colours a player uses all militia of the player's present colour.
    """
    return (game.citizens[place][seat], game.priests[place][seat], game.militia[place][banner(game, seat)])
