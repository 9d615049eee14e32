"""How a game looks in a terminal: lines of texts, each with its role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from turncoat.kernel import Event, Names
from turncoat.kernel.message import kinds_in
from turncoat.kernel.space import Id

Span = tuple[str, str]
"""A text and its role: ``title name you coin gift seal good bad dim``, or none."""

Line = tuple[Span, ...]

V = TypeVar("V", bound=Struct)


def fields(view: Struct, names: Names) -> list[Line]:
    """A view as plain text, a line for each field."""
    data = cast("dict[str, object]", msgspec.to_builtins(view))
    width, kinds = max(map(len, data), default=0), kinds_in(view.__class__)
    said = {name: _said(value, kinds[name].domain if name in kinds else "", names) for name, value in data.items()}
    return [((f"  {name.ljust(width)}  ", "dim"), (text, "")) for name, text in said.items()]


def _said(value: object, kind: str, names: Names) -> str:
    """A value of a view in words: ids as names, lists with commas, numbers before the names they count."""
    if isinstance(value, dict):
        return ", ".join(f"{_said(key, kind, names)} {number}" for key, number in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_said(item, kind, names) for item in value) or "none"
    return names.label(kind, value) if kind and isinstance(value, int | str) else str(value)


def every(events: Sequence[Event]) -> Sequence[Event]:
    """All events, for games in which no event repeats another."""
    return events


def nowhere(view: Struct, names: Names) -> Mapping[str, Sequence[str]]:
    """Returns no neighbours of a place: for games without a map."""
    return {}


def nothing(view: Struct, names: Names) -> Mapping[str, str]:
    """Returns no contents: for games whose boards say what lies in each place."""
    return {}


def nobody(view: Struct, names: Names) -> Mapping[str, int]:
    """Returns no names of parts: for games in which seats have only players' names."""
    return {}


def unnamed(at: str, names: Names) -> str:
    """Returns no name: for games in which the terminal calls everything as the pages do."""
    return ""


def unexplained(view: Struct, names: Names, kind: str, value: Id) -> str:
    """Returns no meaning: for games in which the rules explain everything."""
    return ""


def ungrouped(view: Struct, names: Names) -> Mapping[str, Sequence[tuple[str, Id]]]:
    """Returns no groups: for games in which no things have a name together."""
    return {}


# --- drawn maps ---------------------------------------------------------------------------------

WIDE, TALL = 79, 0.45
"""The width of a drawn map in columns, and how many columns are as long as a row is high."""

Point = tuple[float, float]

Sign = tuple[str, str]
"""One character on the map, with its role."""


_NEAR = sorted(product(range(-24, 25), range(-6, 7)), key=lambda move: (abs(move[0]) + 3 * abs(move[1]), move))
"""Nearby positions to try if a place is taken, the nearest first: columns and rows."""


class Drawing:
    """A map of characters: ways first, then the labels of places, each moved to where there is room.

    Args:
        points: Every point that will be drawn; the map is scaled to fit them.
    """

    def __init__(self, points: Sequence[Point], wide: int = WIDE) -> None:
        across, down = ([point[way] for point in points] for way in (0, 1))
        self.left, self.top = min(across), min(down)
        self.wide, self.scale = wide, (wide - 1) / (max(across) - min(across) or 1)
        self.signs: dict[tuple[int, int], Sign] = {}
        self.taken = set[tuple[int, int]]()

    def spot(self, point: Point) -> tuple[int, int]:
        """The column and row of a point."""
        return round((point[0] - self.left) * self.scale), round((point[1] - self.top) * self.scale * TALL)

    def way(self, start: Point, end: Point) -> None:
        """Draw a dotted line."""
        (x, y), (u, v) = self.spot(start), self.spot(end)
        steps = max(abs(u - x) // 2, abs(v - y), 1)
        for step in range(steps + 1):
            at = round(x + (u - x) * step / steps), round(y + (v - y) * step / steps)
            self.signs[at] = ("·", "dim")

    def put(self, point: Point, spans: Sequence[Span]) -> None:
        """Write lines of text one below the other, at a point or as near to it as there is room."""
        wide, deep = max(len(text) for text, _ in spans), len(spans)
        left, above = self._room(self.spot(point), wide, deep)
        self.taken |= {(left + column, above + row) for column in range(wide) for row in range(deep)}
        for row, (text, role) in enumerate(spans):
            for place, sign in enumerate(text.center(wide)):
                self.signs[left + place, above + row] = (sign, role)

    def _room(self, spot: tuple[int, int], wide: int, deep: int) -> tuple[int, int]:
        """The upper left corner of a free area near a position, with a free column on either side."""
        first, top = min(max(0, spot[0] - wide // 2), self.wide - wide), spot[1] - deep // 2
        for right, down in _NEAR:
            left, above = first + right, top + down
            area = {(left + column, above + row) for column in range(-1, wide + 1) for row in range(deep)}
            if 0 <= left <= self.wide - wide and not area & self.taken:
                return left, above
        return first, top

    def lines(self) -> list[Line]:
        """The map, line by line."""
        rows = [row for _, row in self.signs]
        return [self._line(row) for row in range(min(rows), max(rows) + 1)]

    def _line(self, row: int) -> Line:
        signs = [self.signs.get((column, row), (" ", "")) for column in range(self.wide)]
        return tuple(("".join(sign for sign, _ in alike), role) for role, alike in groupby(signs, lambda sign: sign[1]))


@dataclass(frozen=True)
class Terminal(Generic[V]):
    """How a game looks in a terminal, and on pages if it has no board.

    Attributes:
        ledger: The rounds so far, from the events heard; None: every event is printed.
        told: Which of several consecutive events to print; usually all.
        beside: The neighbours of each place on its map, by name.
        there: What lies and stands in each place on its map, by name, in words.
        drawn: The map, drawn in characters, at most so many columns wide if that is possible; None: the game has no
            map.
        parts: The names of the seats' parts, such as a faction, by seat.
        pointed: The terminal's name of what a message points at, from its id on the board; empty: it has no other.
        means: What a thing does in the game, from its kind and id; empty: nothing more than its rules say.
        groups: Things that have a name together, such as the weapons: kind and id of each.
    """

    board: Callable[[V, Names], Sequence[Line]] = fields
    ledger: Callable[[Iterable[Event], Names], Sequence[Line]] | None = None
    told: Callable[[Sequence[Event]], Sequence[Event]] = every
    beside: Callable[[V, Names], Mapping[str, Sequence[str]]] = nowhere
    there: Callable[[V, Names], Mapping[str, str]] = nothing
    drawn: Callable[[V, Names, int], Sequence[Line]] | None = None
    parts: Callable[[V, Names], Mapping[str, int]] = nobody
    pointed: Callable[[str, Names], str] = unnamed
    means: Callable[[V, Names, str, Id], str] = unexplained
    groups: Callable[[V, Names], Mapping[str, Sequence[tuple[str, Id]]]] = ungrouped
