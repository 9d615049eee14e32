"""The drawings of the pieces of Loyalty, and the units of a place as rows of figures.

Citizens, priests and militia differ in outline; there are also flags, dials and signs. Every piece is drawn round its
own middle.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from msgspec import Struct

from turncoat.drawing.pieces import COLOURS
from turncoat.drawing.svg import el
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import CITIZENS, KING, MILITIA, POPE, PRIESTS
from turncoat.games.loyalty.view import LoyaltyView, PlaceView

DIAL = 88.0
"""The radius of the middle line of a city's loyalty track."""

BAND = 17.0
"""The width of a track."""

READ = 20.0
"""The smallest type size: 11 px when a small window shows the whole large map beside the other panes."""

FIRST, SPAN = 152.0, 236.0
"""The angle of a track's end for the King, and its length to the Pope's end, in degrees clockwise from the right."""

FINE = 12
"""Longer tracks are drawn without a line for every tick."""

_FIGURES = {
    CITIZENS: "M0-12A5 5 0 1 1-.01-12ZM-7.500 11V6.500C-7.500 1 -4-1 0-1C4-1 7.500 1 7.500 6.500V11Z",
    PRIESTS: "M0-15L5-9V-4.500H-5V-9ZM-1-11.500V-9.500H-3V-8H-1V-5.500H1V-8H3V-9.500H1V-11.500Z"
    "M-3.500-3H3.500L9 11H-9Z",
    MILITIA: "M-6.500-5A4.500 5.500 0 0 1 2.500-5V-4H4V-2.500H-8V-4H-6.500ZM-7-1H3.500L5 11H-9Z"
    "M7.500-15L9.800-10H8.400V11H6.600V-10H5.200Z",
}
"""The figures: a pawn; a mitre above a gown; a helmet, a coat and a spear. About 18 across and 26 high."""

_CROWN = "M-9-5L-4.500 1L0-8L4.500 1L9-5L7 7H-7Z"
_MITRE = "M0-10L7-2V7H-7V-2ZM-1-6V-2H-4V0H-1V5H1V0H4V-2H1V-6Z"
_LOCK = "M-6-1H6V8H-6ZM-4-1V-4A4 4 0 0 1 4-4V-1H2.200V-4A2.200 2.200 0 0 0-2.200-4V-1Z"

SIGNS = {
    "owner": "M-7 7V-1L0-7.500L7-1V7H2V2H-2V7Z",
    "military": "M-9-8H-6L2.500.500L4.500-1.500L6 0L4 2L8.500 6.500L6.500 8.500L2 4L0 6L-1.500 4.500L.500 2.500L-9-6Z"
    "M9-8V-6L4-1L2.500-2.500L6-8ZM-2.500 2.500L-1 4L-6 9L-8.500 6.500L-4 2L-6 0L-4.500-1.500Z",
    "religious": "M-1.800-9H1.800V-4H6.500V-.5H1.800V9H-1.800V-.5H-6.500V-4H-1.800Z",
    "riot": "M0-10C4-5 2-3 5-1C7-4 6-6 6-6C10-1 9 8 0 9C-9 8-9 0-5-4C-5-1-3 0-2 0C-3-4-2-8 0-10Z",
}
"""A house for ownership, crossed swords for military control, a cross for religious control, a flame for a riot."""

TINTS = ("#7d2434", "#1c5a86", "#2f6b38", "#80571a", "#5c3d8a", "#0f6a68")
"""LOY-14.1: colours of flags; their letters tell them apart."""


@cache
def figure(kind: str, fill: str, x: float = 0, y: float = 0, scale: float = 1.0) -> str:
    """LOY-2.3: one unit."""
    place = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return el("path", class_="loy-unit", d=_FIGURES[kind], fill=fill, transform=place, fill_rule="evenodd")


def seat_fill(seat: int) -> str:
    """The colour of a player's pieces."""
    return COLOURS[seat % len(COLOURS)]


def tint(colour: int) -> str:
    """LOY-14.1b: the colour of the militia of a public colour."""
    return TINTS[colour % len(TINTS)]


@cache
def flag(colour: int, letters: str) -> str:
    """LOY-14.1: the flag of a public colour."""
    cloth = el("path", class_="loy-flag", d="M-15-17H17L11-5L17 8H-12V20H-15Z", fill=tint(colour))
    return cloth + el("text", letters, class_="badge-letters", x=0, y=3, font_size=READ / MARK, text_anchor="middle",
                      fill="#fff", stroke=tint(colour))  # fmt: skip


@cache
def sign(name: str, x: float = 0, y: float = 0, scale: float = 1.0) -> str:
    """The sign of ownership, of a kind of control, or of a riot."""
    return el("path", class_=f"loy-sign loy-sign-{name}", d=SIGNS[name],
              transform=f"translate({x:g} {y:g}) scale({scale:g})")  # fmt: skip


@cache
def emblem(faction: str, x: float = 0, y: float = 0, scale: float = 1.0) -> str:
    """LOY-4.1: a mitre for the Pope, a crown for the King."""
    shape = _MITRE if faction == POPE else _CROWN
    return el("path", class_=f"loy-emblem loy-{faction}", d=shape, fill_rule="evenodd",
              transform=f"translate({x:g} {y:g}) scale({scale:g})")  # fmt: skip


def spot(angle: float, radius: float) -> tuple[float, float]:
    """A point at this angle, clockwise from the right."""
    return radius * cos(angle * pi / 180), radius * sin(angle * pi / 180)


def angle_of(marker: int, length: int) -> float:
    """LOY-5.7: the angle of a marker position on the dial: the King's end on the left, the Pope's on the right."""
    return FIRST + SPAN * (marker + length + 0.5) / (2 * length + 1)


def _arc(one: float, other: float, radius: float = DIAL) -> str:
    (x, y), (u, v) = spot(one, radius), spot(other, radius)
    return f"M{x:.1f} {y:.1f}A{radius:g} {radius:g} 0 {int(other - one > 180)} 1 {u:.1f} {v:.1f}"


@cache
def dial(marker: int, length: int, *, locked: bool) -> str:
    """LOY-5.7, LOY-11.1: a loyalty track as a dial, filled from the middle to its marker; locked with a padlock."""
    half = SPAN / (4 * length + 2)
    made = el("path", class_="loy-track", d=_arc(FIRST, FIRST + SPAN))
    if marker:
        ends = sorted((angle_of(0, length), angle_of(marker, length)))
        outer = (ends[0], ends[1] + half) if marker > 0 else (ends[0] - half, ends[1])
        made += el("path", class_=f"loy-swing loy-swing-{POPE if marker > 0 else KING}", d=_arc(*outer))
    if length <= FINE:
        lines = "".join(_tick(FIRST + SPAN * place / (2 * length + 1)) for place in range(1, 2 * length + 1))
        made += el("path", class_="loy-ticks", d=lines)
    made += _end(KING, FIRST) + _end(POPE, FIRST + SPAN)
    x, y = spot(angle_of(marker, length), DIAL)
    inside = el("path", class_="loy-lock", d=_LOCK, fill_rule="evenodd") if locked else el(
        "text", str(abs(marker)), class_="loy-marker-count", y=7, font_size=READ, text_anchor="middle")  # fmt: skip
    kind = f"loy-marker loy-marker-{POPE if marker > 0 else KING if marker else 'none'}{' locked' if locked else ''}"
    return made + el("g", el("circle", class_="loy-marker-disc", r=15), inside, class_=kind,
                     transform=f"translate({x:.1f} {y:.1f})")  # fmt: skip


def _tick(angle: float) -> str:
    (x, y), (u, v) = spot(angle, DIAL - BAND / 2), spot(angle, DIAL + BAND / 2)
    return f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"


def _end(faction: str, angle: float) -> str:
    x, y = spot(angle, DIAL)
    side = -1 if faction == KING else 1
    x, y = x - 2 * side, y + 6
    disc = el("circle", class_=f"loy-end loy-end-{faction}", cx=x, cy=y, r=13)
    return disc + emblem(faction, x, y + 0.5, 0.86)


STACK = 3
"""The most figures of a kind that are drawn; a number tells how many there are."""


GROWN = 1.3
"""How much larger figures are drawn at most if there is room."""

STEP = 9
"""The distance between two figures of a kind."""

MARK = 0.8
"""The size of badges and flags beside figures and signs; their letters are always as large as ``READ``."""

MARKED = 36.0
"""The space for a badge."""

LINE = 34.0
"""The height of one player's row of figures."""


class Group(Struct, frozen=True):
    """The units of a kind that a player, or a colour, has in a place.

    Attributes:
        colour: LOY-14.1b: the colour of militia; None if they belong to a player.
        most: The most figures that are drawn.
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
    def figures(self) -> float:
        """The width of the figures, in units of the drawing."""
        return 23.0 + STEP * (self.shown - 1)

    @property
    def counted(self) -> float:
        """The width of the number of units, which does not shrink with the figures."""
        return 0.0 if self.number < 2 else 14.0 * len(str(self.number))


class Line(Struct, frozen=True):
    """The units of a player or a colour in a place; LOY-14.8: with the coins there."""

    who: int
    colour: int | None
    groups: tuple[Group, ...]
    coins: int = 0

    def width(self, scale: float) -> float:
        """The width of the badge, all groups with figures of this scale, and coins."""
        groups = sum(group.figures * scale + group.counted for group in self.groups)
        return MARKED + groups + (32 if self.coins else 0)


class Army:
    """All units in a place, by player in the order of seats, then by colour; one figure of a kind if room is short."""

    def __init__(self, now: LoyaltyView, place: PlaceView, room: tuple[float, float]) -> None:
        self.place, self.room = place.name, room
        self.lines = _lines(now, place, STACK)
        if self.across(1) > room[0]:
            self.lines = _lines(now, place, 1)

    def across(self, scale: float) -> float:
        """The width of the widest row with figures of this scale."""
        return max((line.width(scale) for line in self.lines), default=0.0)

    @property
    def pitch(self) -> float:
        """The distance between rows."""
        return min(LINE, self.room[1] / max(1, len(self.lines)))

    @property
    def deep(self) -> float:
        """The height of all rows."""
        return self.pitch * len(self.lines)

    @property
    def scale(self) -> float:
        """The scale of figures that fills the space with all rows; badges and numbers do not shrink with them."""
        fixed, one = self.across(0), self.across(1)
        wide = (self.room[0] - fixed) / (one - fixed) if one > fixed else GROWN
        return max(0.4, min(GROWN, wide, self.pitch / 27))


def _lines(now: LoyaltyView, place: PlaceView, most: int) -> tuple[Line, ...]:
    made = [
        Line(
            seat,
            None,
            _groups(place, seat, most, own=not colours(now.options)),
            place.coins[seat] if place.coins else 0,
        )
        for seat in range(len(now.coins))
    ]
    made += [
        Line(colour, colour, (Group(MILITIA, place.militia[colour], colour, most),) if place.militia[colour] else ())
        for colour in range(len(colours(now.options)))
    ]
    return tuple(line for line in made if line.groups or line.coins)


def _groups(place: PlaceView, seat: int, most: int, *, own: bool) -> tuple[Group, ...]:
    found = [(CITIZENS, place.citizens[seat]), (PRIESTS, place.priests[seat])]
    if own:
        found.append((MILITIA, place.militia[seat]))
    return tuple(Group(kind, number, None, most) for kind, number in found if number)
