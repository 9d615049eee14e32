"""Pieces on a table: badges, coins, seals, arrows; and the buttons that zoom a board.

Flat drawings coloured by the style sheet; ``static/js/zoom.js`` makes the buttons work.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt

from turncoat.drawing.ring import Point, path
from turncoat.drawing.svg import el, fit, width, words

COLOURS = (
    "#8f2430", "#1f5673", "#3f6b2f", "#7a4a12", "#5b3a86",
    "#136a63", "#a3420f", "#3b4a63", "#8a2c6a", "#5d5a1d",
)  # fmt: skip
"""Colours of seats; white letters are legible on them (contrast 4.5 or more)."""

_SHAPES = (
    "M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z",
    "M-17-18H17V3C17 13 9 18 0 22C-9 18-17 13-17 3Z",
    "M0-22L22 0L0 22L-22 0Z",
    "M-10-19H10L21 0L10 19H-10L-21 0Z",
    "M-17-17H17V17H-17Z",
    "M0-22L19-9V11L0 22L-19 11V-9Z",
)
"""Outlines of badges, about 40 units across: roundel, shield, lozenge, hexagon, square, standing hexagon."""

_ROOM = (27, 27, 23, 27, 27, 27)
"""The room that each outline has for letters: a lozenge is as broad as the others only in its middle."""


def initials(names: Sequence[str]) -> tuple[str, ...]:
    """One letter for each seat; two letters if an earlier seat has the first one.

    The letters of a seat depend on no later seat, so they stay when somebody sits down.
    """
    made: list[str] = []
    for name in ((name.strip() or "?").upper() for name in names):
        shared = any(letters[0] == name[0] for letters in made)
        parts = name.split()
        seconds = [*(word[0] for word in parts[1:]), *name[1:].replace(" ", "")] if shared else []
        tries = [name[0] + second for second in seconds] or [name[0]]
        made.append(next((letters for letters in tries if letters not in made), tries[0]))
    return tuple(made)


def colour(seat: int) -> str:
    """The colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


@lru_cache(maxsize=512)
def badge(seat: int, letters: str, x: float = 0, y: float = 0, scale: float = 1, *, letter: float = 0) -> str:
    """The badge of a seat: a shape, a colour and letters; 30 seats all have different badges.

    Args:
        seat: The seat whose badge it is.
        letters: The letters on the badge, one or two.
        x: The position of its middle from the left, in units of the drawing.
        y: The position of its middle from the top.
        scale: The size; 1 is about 40 units across.
        letter: The type size in units of the drawing around it, where letters must be larger than the badge has room
            for: they are then edged with its colour, and two of them stand closer.
    """
    room = _ROOM[seat % len(_ROOM)]
    size = letter / scale if letter else min(20.0, room / width(letters, 1))
    narrow = 1.25 * room if width(letters, size) > 1.25 * room else None
    shape = el("path", class_="badge-shape", d=_SHAPES[seat % len(_SHAPES)], fill=colour(seat))
    text = el("text", words(letters), class_="badge-letters", y=size * 0.36, font_size=size, text_anchor="middle",
              fill="#fff", stroke=colour(seat) if letter else None, textLength=narrow,
              lengthAdjust="spacingAndGlyphs" if narrow else None)  # fmt: skip
    return el("g", shape, text, class_="badge", transform=f"translate({x:.1f} {y:.1f}) scale({scale:.2f})")


def coin(name: str, x: float, y: float, radius: float, kind: str = "") -> str:
    """A coin with an id, so that it moves if the next drawing has it in another place."""
    return el("circle", id=name, class_=f"coin {kind}".strip(), cx=x, cy=y, r=radius)


def row(count: int, left: float, room: float, radius: float) -> list[float]:
    """The middles of overlapping coins in a row."""
    if not count:
        return []
    step = min(radius * 1.5, (room - 2 * radius) / max(1, count - 1))
    return [left + radius + place * step for place in range(count)]


def heap(count: int, middle: Point, spread: float) -> list[Point]:
    """The positions of the coins in a heap, from the middle outwards; no coin moves when another is added."""
    turn = pi * (3 - sqrt(5))
    return [
        (
            middle[0] + spread * sqrt(place) * cos(place * turn),
            middle[1] + spread * sqrt(place) * sin(place * turn),
        )
        for place in range(count)
    ]


_WAX = (
    "M0-15C4-17 8-13 11-12C15-9 14-5 16-1C17 4 13 7 12 10C9 15 5 13 1 16"
    "C-4 17-7 14-10 12C-15 10-13 5-15 1C-17-4-13-7-12-10C-9-15-5-13 0-15Z"
)
"""The outline of a drop of wax."""


def seal(name: str, x: float, y: float, state: str) -> str:
    """A wax seal; ``state`` is ``set`` or ``broken``."""
    inside = (
        el("path", class_="wax", d=_WAX)
        + el("circle", class_="wax-ring", r=10.5)
        + el("path", class_="wax-stamp", d="M-5-6L5 6M5-6L-5 6M0-8V8")
    )
    if state == "broken":
        inside += el("path", class_="wax-crack", d="M-4-16L2-6L-3 0L4 7L0 17")
    return el("g", el("g", inside, class_="seal-body"), id=name, class_=f"seal seal-{state}",
              transform=f"translate({x:.1f} {y:.1f}) scale(.86)")  # fmt: skip


def arrow(
    name: str, kind: str, state: str, points: Sequence[Point], middle: Point, short: float = 10, late: float = 0
) -> str:
    """A curved arrow over the table through these points, bending towards the middle.

    Args:
        name: The id of the arrow in the drawing.
        kind: The meaning of the arrow (``attack``), for its colour and dashes in the style sheet.
        state: The state of the arrow (``aim``, ``flow``, ``won``, ``lost``).
        points: The start, the points on the way, and the end.
        middle: The middle of the table.
        short: The distance from its end to the last point.
        late: The distance from the first point to its beginning.
    """
    legs = [_leg(one, other, middle) for one, other in pairwise(points)]
    end, before = points[-1], legs[-1]
    (dx, dy), (tip, start) = _way(before, end), (_towards(end, before, short), _towards(points[0], legs[0], late))
    line = f"M{start[0]:.1f} {start[1]:.1f}"
    for (cx, cy), (x, y) in zip(legs, [*points[1:-1], tip], strict=True):
        line += f"Q{cx:.1f} {cy:.1f} {x:.1f} {y:.1f}"
    return el(
        "g",
        el("path", class_="arrow-under", d=line),
        el("path", class_="arrow-line", d=line),
        el("path", class_="arrow-head", d=_head(tip, (dx, dy))),
        id=name,
        class_=f"arrow arrow-{kind} arrow-{state}",
    )


def _way(one: Point, other: Point) -> Point:
    """The direction from one point to the other, of length 1."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = hypot(dx, dy) or 1
    return dx / far, dy / far


def _towards(one: Point, other: Point, far: float) -> Point:
    """The point at this distance from one point on the way to the other."""
    dx, dy = _way(one, other)
    return one[0] + dx * far, one[1] + dy * far


def _leg(point: Point, other: Point, middle: Point) -> Point:
    """The control point of a curve: halfway between both ends and pulled to the middle."""
    x, y = (point[0] + other[0]) / 2, (point[1] + other[1]) / 2
    pull = 0.38
    return x + (middle[0] - x) * pull, y + (middle[1] - y) * pull


def _head(tip: Point, way: Point) -> str:
    (x, y), (dx, dy) = tip, way
    long, half = 17, 8.5
    back = (x - dx * 4, y - dy * 4)
    front = (x + dx * (long - 8), y + dy * (long - 8))
    left = (back[0] - dx * 6 - dy * half, back[1] - dy * 6 + dx * half)
    right = (back[0] - dx * 6 + dy * half, back[1] - dy * 6 - dx * half)
    return path([front, left, back, right]) + "Z"


def label(text: str, x: float, y: float, size: float, room: float, *, kind: str) -> str:
    """Words in the middle of a space, shortened if they do not fit."""
    return el("text", words(fit(text, size, room)), class_=kind, x=x, y=y, font_size=size, text_anchor="middle")


_STEPS = (
    ("closer", "+", "Look closer", "1.5"),
    ("further", "−", "Zoom out", ".6667"),
    ("whole", "○", "All of it", "0"),
)  # fmt: skip


def tools(name: str, prefix: str, kind: str) -> str:
    """Buttons to zoom in, to zoom out and to show the whole board.

    Args:
        name: The name of the box in ``data-zoom``.
        prefix: The beginning of the ids, different for each board on the page.
        kind: The class of the group.
    """
    made = [
        el("button", words(sign), type="button", class_="icon-button", id=f"{prefix}-{key}", aria_label=label,
           title=label, data_closer=step)
        for key, sign, label, step in _STEPS
    ]  # fmt: skip
    return el("div", *made, class_=f"zoom-tools {kind}", id=f"{prefix}-zoom", role="group",
              aria_label="Zoom", data_zoomed=name)  # fmt: skip
