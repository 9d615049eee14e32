"""On pages places are called by row, column and corner; terminal, typed words and records keep the notation."""

from __future__ import annotations

from turncoat.games.conspiracy.board import BOARD
from turncoat.games.conspiracy.rules import RULES
from turncoat.kernel.events import SILENCE

PLAIN = RULES.names(("Agatha", "Barney", "Celeste", "Darcy"))


def test_places_are_called_by_what_they_are() -> None:
    """CON-G.2: the four positions of a cell by the corner in which they lie."""
    view = RULES.view(RULES.start(RULES.read_options({}), 4, bytes(32), SILENCE), 0)
    names = BOARD.names(view, PLAIN)
    assert names.label("space", "c2F1.NW") == "Future 1 of column 2 (north-west)"
    assert names.label("space", "c3P.SE") == "the Present of column 3 (south-east)"
    assert names.label("cell", "c10F12") == "Future 12 of column 10"
    assert names.label("seat", 2) == "Celeste"
    assert PLAIN.label("space", "c2F1.NW") == "c2F1.NW"
