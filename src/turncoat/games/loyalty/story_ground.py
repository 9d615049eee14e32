"""Who stands where, for a story: the rows of all places, changed one cell at a time."""

from __future__ import annotations

from turncoat.games.loyalty.majority import city_control, strict_most
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import KINDS
from turncoat.games.loyalty.view import LoyaltyView, PlaceView

Rows = tuple[Row, Row, Row]


class Ground:
    """An empty map that fills as a story is told."""

    def __init__(self, view: LoyaltyView) -> None:
        self.view, self.colours = view, colours(view.options)
        seats = len(view.coins)
        sizes = (seats, seats, len(self.colours) or seats)
        self._rows = {one.name: [[0] * size for size in sizes] for one in view.places}
        self._coins = {one.name: [0] * seats for one in view.places}
        self._coins_lie = view.options.coin_location == "city"

    def add(self, place: str, kind: str, who: int, number: int) -> None:
        """So many more units of a kind in a place; with a negative number, fewer."""
        self._rows[place][KINDS.index(kind)][who] += number

    def drop(self, place: str, seat: int, coins: int) -> None:
        """LOY-14.8: so many more coins of a player lie in a place; with a negative number, fewer."""
        self._coins[place][seat] += coins

    def rows(self, place: str) -> Rows:
        """Citizens, priests and militia of a place; rows are by seat, of militia with colours by colour."""
        citizens, priests, militia = self._rows[place]
        return tuple(citizens), tuple(priests), tuple(militia)

    def army(self, who: str) -> int:
        """LOY-14.1b: where the militia of a seat or of a colour stand in a row."""
        return self.colours.index(who) if self.colours else int(who)

    def places(self) -> tuple[PlaceView, ...]:
        """Every place with its owner and its controller."""
        return tuple(map(self.place, self.view.places))

    def place(self, one: PlaceView) -> PlaceView:
        """LOY-7.1 to LOY-7.6: a place as it is now."""
        citizens, priests, militia = self.rows(one.name)
        control = strict_most(militia) if one.ends else self.master(one.name)
        owner = strict_most(citizens)
        return PlaceView(
            name=one.name,
            ends=one.ends,
            worth=one.worth,
            citizens=citizens,
            priests=priests,
            militia=militia,
            coins=tuple(self._coins[one.name]) if self._coins_lie else (),
            owner=None if owner < 0 else owner,
            control=None if control < 0 else control,
            gatekeeper=None,
        )

    def master(self, city: str) -> int:
        """LOY-7.5, LOY-7.6: who controls a city."""
        inside = self.rows(city)[2]
        roads = tuple(self.rows(one.name)[2] for one in self.view.places if city in one.ends)
        return city_control(inside, roads, self.view.options.encirclement) if roads else strict_most(inside)
