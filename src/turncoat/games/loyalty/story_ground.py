"""Who stands where, for a story: the rows of all places, changed one cell at a time."""

from __future__ import annotations

from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import KINDS
from turncoat.games.loyalty.view import LoyaltyView

Rows = tuple[Row, Row, Row]


class Ground:
    """An empty map that fills as a story is told."""

    def __init__(self, view: LoyaltyView) -> None:
        self.colours = colours(view.options)
        seats = len(view.coins)
        sizes = (seats, seats, len(self.colours) or seats)
        self._rows = {one.name: [[0] * size for size in sizes] for one in view.places}

    def add(self, place: str, kind: str, who: int, number: int) -> None:
        """So many more units of a kind in a place; with a negative number, fewer."""
        self._rows[place][KINDS.index(kind)][who] += number

    def rows(self, place: str) -> Rows:
        """Citizens, priests and militia of a place; rows are by seat, of militia with colours by colour."""
        citizens, priests, militia = self._rows[place]
        return tuple(citizens), tuple(priests), tuple(militia)

    def army(self, who: str) -> int:
        """LOY-14.1b: where the militia of a seat or of a colour stand in a row."""
        return self.colours.index(who) if self.colours else int(who)
