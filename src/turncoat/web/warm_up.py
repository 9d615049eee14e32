"""What every page needs and is made once: templates, and what the boards keep of their drawings.

The first page would otherwise hold everybody for most of a second.
"""

from __future__ import annotations

from turncoat.bots.names import seat_names
from turncoat.drawing.scene import Scene, SeatMark
from turncoat.games import game_of, quickest_first, ruleset
from turncoat.kernel.events import SILENCE
from turncoat.web.render import environment


def warm() -> None:
    """Load the games, make all templates, then draw a table of each game as somebody sees it who watches."""
    games = quickest_first()
    made = environment()
    for name in made.list_templates():
        made.get_template(name)
    for game in games:
        draw(game)


def draw(game: str) -> str:
    """A table of this game at its beginning; empty if the game has no board."""
    rules, board = ruleset(game), game_of(game).board
    if board is None:
        return ""
    called, options = seat_names(rules.usual_seats), rules.read_options({})
    position = rules.start(options, len(called), bytes(32), SILENCE)
    marks = tuple(SeatMark(name, "person") for name in called)
    return board.draw(rules.view(position, None), rules.names(called, options), Scene("table", marks))
