"""LOY-O38: on pages places have names; the terminal, typed words and records keep their numbers."""

from __future__ import annotations

import pytest

from turncoat.drawing.scene import Scene
from turncoat.games.loyalty.board import BOARD
from turncoat.games.loyalty.options import SAMPLE_MAP
from turncoat.games.loyalty.rules import RULES
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel.events import SILENCE

SEATS = ("Agatha", "Barney", "Celeste", "Darcy")
PLAIN = RULES.names(SEATS)


def view(**agreed: object) -> LoyaltyView:
    """A game that has just begun."""
    return RULES.view(RULES.start(RULES.read_options(agreed), 4, bytes(32), SILENCE), 0)


@pytest.mark.parametrize(
    ("agreed", "called"),
    [
        ({}, {"C": "Rome", "O1": "Avignon", "S1": "the road Rome–Avignon", "R4": "the road Avignon–Dublin"}),
        ({"city_names": "Kyiv, Lviv"}, {"C": "Kyiv", "O1": "Lviv", "O2": "O2", "S2": "the road Kyiv–O2"}),
        ({"city_names": "Kyiv, , Kyiv"}, {"C": "Kyiv", "O1": "O1", "O2": "O2"}),
        (
            {"board_mode": "custom", "custom_board": SAMPLE_MAP},
            {"Rome": "Rome", "Via Francigena": "Via Francigena", "R1": "the road Rome–Florence"},
        ),
    ],
)
def test_places_are_called_by_names(agreed: dict[str, object], called: dict[str, str]) -> None:
    """LOY-O38: as the table has agreed; roads by the cities at their ends; own names of LOY-O3 stay."""
    names = BOARD.names(view(**agreed), PLAIN)
    assert {place: names.label("place", place) for place in called} == called
    assert names.label("seat", 1) == "Barney"


def test_the_terminal_keeps_the_numbers() -> None:
    """LOY-O38: what is typed and recorded is the number."""
    assert PLAIN.label("place", "O1") == "O1"


def test_board_and_sentences_say_the_names() -> None:
    """LOY-O38: on the plates, and in what is read aloud."""
    now = view()
    names = BOARD.names(now, PLAIN)
    drawn = BOARD.draw(now, names, Scene(own=0))
    assert ">Avignon<" in drawn
    assert 'data-tip="Avignon, city, 5 VP.' in drawn
    assert ">O1<" not in drawn
    assert ">S1<" not in drawn
    assert any(line.startswith("The road Rome–Avignon, road, 2 VP.") for line in BOARD.in_text(now, names, Scene()))
