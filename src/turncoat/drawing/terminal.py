"""How a game looks in a terminal: lines of texts, each with the role that it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from turncoat.kernel import Event, Names
from turncoat.kernel.message import kinds_in

Span = tuple[str, str]
"""A text and its role: ``title name you coin gift seal good bad dim``, or none."""

Line = tuple[Span, ...]

V = TypeVar("V", bound=Struct)


def fields(view: Struct, names: Names) -> list[Line]:
    """A view as it is, a line for each field."""
    data = cast("dict[str, object]", msgspec.to_builtins(view))
    width, kinds = max(map(len, data), default=0), kinds_in(view.__class__)
    said = {name: _said(value, kinds[name].domain if name in kinds else "", names) for name, value in data.items()}
    return [((f"  {name.ljust(width)}  ", "dim"), (text, "")) for name, text in said.items()]


def _said(value: object, kind: str, names: Names) -> str:
    """A value of a view in words: ids by their names, rows with commas, what is known of ids behind each."""
    if isinstance(value, dict):
        return ", ".join(f"{_said(key, kind, names)} {number}" for key, number in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_said(one, kind, names) for one in value) or "none"
    return names.label(kind, value) if kind and isinstance(value, int | str) else str(value)


def every(events: Sequence[Event]) -> Sequence[Event]:
    """All events; for games whose events do not repeat each other."""
    return events


def nowhere(view: Struct, names: Names) -> Mapping[str, Sequence[str]]:
    """Names no neighbours of a place: for games without a map."""
    return {}


def nobody(view: Struct, names: Names) -> Mapping[str, int]:
    """Names no seat: for games in which players play no part with a name of its own."""
    return {}


# --- drawn maps ---------------------------------------------------------------------------------

WIDE, TALL = 79, 0.45
"""The columns of a drawn map; a row is as long as this many columns are wide."""

Point = tuple[float, float]

Sign = tuple[str, str]
"""One character and its role."""


_NEAR = sorted(product(range(-24, 25), range(-6, 7)), key=lambda move: (abs(move[0]) + 3 * abs(move[1]), move))
"""How far something can be moved to a free place, the nearest first: columns and rows."""


class Drawing:
    """A map of characters: ways first, then what stands at its places, each moved to where there is room.

    Args:
        points: Every point that will be drawn; they fill the width.
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
        """A dotted line."""
        (x, y), (u, v) = self.spot(start), self.spot(end)
        steps = max(abs(u - x) // 2, abs(v - y), 1)
        for step in range(steps + 1):
            at = round(x + (u - x) * step / steps), round(y + (v - y) * step / steps)
            self.signs[at] = ("·", "dim")

    def put(self, point: Point, spans: Sequence[Span]) -> None:
        """Write lines of text one below the other, round a point or as near to it as there is room."""
        wide, deep = max(len(text) for text, _ in spans), len(spans)
        left, above = self._room(self.spot(point), wide, deep)
        self.taken |= {(left + one, above + row) for one in range(wide) for row in range(deep)}
        for row, (text, role) in enumerate(spans):
            for place, sign in enumerate(text.center(wide)):
                self.signs[left + place, above + row] = (sign, role)

    def _room(self, spot: tuple[int, int], wide: int, deep: int) -> tuple[int, int]:
        """The left upper corner of a free area near a spot, with a free column on either side."""
        first, top = min(max(0, spot[0] - wide // 2), self.wide - wide), spot[1] - deep // 2
        for right, down in _NEAR:
            left, above = first + right, top + down
            area = {(left + one, above + row) for one in range(-1, wide + 1) for row in range(deep)}
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
    """How a game looks in a terminal, and on a page where it draws no board.

    Attributes:
        ledger: The rounds so far, from what was heard; None: every event is said.
        told: What is told of several events in a row; usually all of them.
        beside: What lies beside each place of its map, all of them by name.
        drawn: Its map, drawn in characters; None: it has none.
        parts: What seats are called beside their players' names, such as a faction, by seat.
    """

    board: Callable[[V, Names], Sequence[Line]] = fields
    ledger: Callable[[Iterable[Event], Names], Sequence[Line]] | None = None
    told: Callable[[Sequence[Event]], Sequence[Event]] = every
    beside: Callable[[V, Names], Mapping[str, Sequence[str]]] = nowhere
    drawn: Callable[[V, Names], Sequence[Line]] | None = None
    parts: Callable[[V, Names], Mapping[str, int]] = nobody
