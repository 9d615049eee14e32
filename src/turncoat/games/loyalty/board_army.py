"""Who stands in a place, as rows of figures: how many are drawn, and how wide that is."""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import CITIZENS, MILITIA, PRIESTS
from turncoat.games.loyalty.view import LoyaltyView, PlaceView

STACK = 3
"""So many figures of a kind are drawn at most, one behind the other; the number says how many there are."""


GROWN = 1.3
"""So much larger figures are drawn at most where there is room."""

STEP = 9
"""How far apart figures of a stack stand."""


class Group(Struct, frozen=True):
    """The units of a kind that a player, or a colour, has in a place.

    Attributes:
        kind: Which units.
        number: How many there are.
        colour: LOY-14.1b: the colour of militia; None where they belong to a player.
        most: So many figures are drawn at most.
    """

    kind: str
    number: int
    colour: int | None = None
    most: int = STACK

    @property
    def shown(self) -> int:
        """How many figures are drawn."""
        return min(self.number, self.most)

    @property
    def width(self) -> float:
        """Room for figures and number, in units of the drawing."""
        return 23 + STEP * (self.shown - 1) + (0 if self.number < 2 else 12 if self.number < 10 else 22)


class Line(Struct, frozen=True):
    """What a player, or a colour, has in a place; LOY-14.8: coins, where they lie there."""

    who: int
    colour: int | None
    groups: tuple[Group, ...]
    coins: int = 0

    @property
    def width(self) -> float:
        """Room for the badge, all groups and coins."""
        return 24 + sum(group.width for group in self.groups) + (26 if self.coins else 0)


class Army:
    """Everybody in a place, players in the order of seats, then colours; one figure of a kind where room is short."""

    def __init__(self, now: LoyaltyView, one: PlaceView, room: tuple[float, float]) -> None:
        self.place, self.room = one.name, room
        self.lines = _lines(now, one, STACK)
        if self.width > room[0]:
            self.lines = _lines(now, one, 1)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.lines)

    @property
    def width(self) -> float:
        """The width of the widest row."""
        return max((line.width for line in self.lines), default=0.0)

    def scale(self, line: float) -> float:
        """How much the rows, each of this height, must shrink, or may grow, to fill the room."""
        if not self.lines:
            return 1.0
        return min(GROWN, self.room[0] / self.width, self.room[1] / (line * self.rows))


def _lines(now: LoyaltyView, one: PlaceView, most: int) -> tuple[Line, ...]:
    made = [
        Line(seat, None, _groups(one, seat, most, own=not colours(now.options)), one.coins[seat] if one.coins else 0)
        for seat in range(len(now.coins))
    ]
    made += [
        Line(colour, colour, (Group(MILITIA, one.militia[colour], colour, most),) if one.militia[colour] else ())
        for colour in range(len(colours(now.options)))
    ]
    return tuple(line for line in made if line.groups or line.coins)


def _groups(one: PlaceView, seat: int, most: int, *, own: bool) -> tuple[Group, ...]:
    found = [(CITIZENS, one.citizens[seat]), (PRIESTS, one.priests[seat])]
    if own:
        found.append((MILITIA, one.militia[seat]))
    return tuple(Group(kind, number, None, most) for kind, number in found if number)
