"""CON-5.e: advancing a column."""

from __future__ import annotations

from turncoat.games.conspiracy.answers import AdvanceColumn, ConspiracyAction
from turncoat.games.conspiracy.geometry import NUMBERS, column_of
from turncoat.games.conspiracy.march import advance_column, heights, roll_for
from turncoat.games.conspiracy.state import Conspiracy, Turn
from turncoat.kernel import Tell


def try_column(game: Conspiracy, turn: Turn, action: ConspiracyAction, tell: Tell) -> None:
    """CON-5.e.ii: roll for one column and advance it if successful; the points are spent either way."""
    assert isinstance(action, AdvanceColumn)
    turn.points -= game.options.advance_column_cost  # CON-5.e.i
    column = column_of(NUMBERS[f"{action.column}P"])
    if roll_for(game, column, heights(game)[column], "CON-5.e.ii", tell):
        advance_column(game, column, turn.seat, tell)
