"""Our drawings of the piecepack: suits that differ in shape, coins with a pointer, tiles and dice.

Every piece is drawn round its own middle. This module does not know where pieces lie or who may see them.
"""

from __future__ import annotations

from functools import cache

from turncoat.drawing.svg import el
from turncoat.games.conspiracy.geometry import DIRECTIONS
from turncoat.games.conspiracy.pieces import RANK, SPIRAL, SUIT

SPACE = 80
"""The side of a space, in units of the drawing."""

CELL = 2 * SPACE
"""The side of a cell."""

COIN = 27.0
"""Radius of a coin."""

_SUITS = {
    "C": "M-11-6L-5.500.500L0-10L5.500.500L11-6L8.500 6H-8.500ZM-8.500 8H8.500V11H-8.500Z",
    "A": "M0-12L10-8.500V-1C10 5.500 5.500 9.500 0 12C-5.500 9.500-10 5.500-10-1V-8.500ZM-1.500-7V-2H-6V1H-1.500V8"
    "H1.500V1H6V-2H1.500V-7Z",
    "S": "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM-1.600-12H1.600L.8-7.500H-.8ZM-1.600 12H1.600L.8 7.500H-.8Z"
    "M-12-1.600V1.600L-7.500.8V-.8ZM12-1.600V1.600L7.500.8V-.8ZM-9.600-7.400L-7.400-9.600L-4.700-5.800L-5.800-4.700ZM9.600-7.400L7.400-9.600L4.700-5.800L5.800-4.700Z"
    "M-9.600 7.400L-7.400 9.600L-4.700 5.800L-5.800 4.700ZM9.600 7.400L7.400 9.600L4.700 5.800L5.800 4.700Z",
    "M": "M7-11A11.800 11.800 0 1 0 7 11A9.600 9.600 0 1 1 7-11Z",
}
"""CON-C.1: crown, shield with a cross, sun with eight rays, crescent; about 24 across."""

_SPIRAL = "M0 0A3.500 3.500 0 0 1 7 0A7 7 0 0 1-7 0A10.500 10.500 0 0 1 14 0A14 14 0 0 1 0 14"

TURN = {direction: 45 * number for number, direction in enumerate(DIRECTIONS)}
"""The turn of a coin for each direction, in degrees clockwise from north."""


@cache
def suit(letter: str, scale: float = 1.0, x: float = 0, y: float = 0) -> str:
    """CON-C.1: the sign of a suit, coloured by its class."""
    place = f"translate({x:g} {y:g}) scale({scale:g})"
    return el("path", class_=f"suit suit-{letter}", d=_SUITS[letter], transform=place, fill_rule="evenodd")


@cache
def number(rank: int, size: float = 32) -> str:
    """CON-C.2: the number side of a coin; a blank has only a thin ring, 1 is a spiral."""
    if rank == SPIRAL:
        return el("path", class_="con-spiral", d=_SPIRAL, transform=f"translate(-1.800 -2) scale({size / 32:g})")
    if not rank:
        return el("circle", class_="con-blank", r=size / 4)
    return el("text", str(rank), class_="con-number", y=size * 0.36, font_size=size, text_anchor="middle")


@cache
def pointer(direction: str) -> str:
    """CON-C.4: the mark at the rim, drawn as an arrow-head towards the space at which the coin points."""
    reach = -COIN - (20 if len(direction) == 2 else 15)
    head = f"M0 {reach:g}L15 {-COIN + 7:g}Q0 {-COIN - 5:g}-15 {-COIN + 7:g}Z"
    return el("path", class_="con-pointer", d=head, transform=f"rotate({TURN[direction]})")


@cache
def coin_face(
    rank: int | None, letter: str | None, direction: str, *, symbol_up: bool, radius: float = COIN, place: str = "NW"
) -> str:
    """CON-C.4: a coin.

    Args:
        rank: The coin's number; None: the drawing does not show it.
        letter: Its suit, if the viewer has seen it.
        direction: The direction in which it points; empty: it does not lie on the board.
        symbol_up: Whether the side with the symbol is up.
        radius: The radius of the coin in the drawing.
        place: The quarter of its tile on which it lies.
    """
    made = pointer(direction) if direction else ""
    at = memory_place(place, direction) if direction else "SE"
    if symbol_up and letter:
        made += el("circle", class_=f"con-disc con-side-{letter}", r=radius)
        made += el("circle", class_="con-rim", r=radius - 4)
        made += suit(letter, radius / 17)
        return made if rank is None else made + corner(number(rank, 15), radius, at)
    made += el("circle", class_="con-disc con-number-side", r=radius) + el("circle", class_="con-rim", r=radius - 4)
    made += number(rank or 0, radius * 1.2)
    return made + corner(suit(letter, 0.62), radius, at) if letter else made


DIAGONALS = ("NW", "NE", "SE", "SW")


def memory_place(place: str, direction: str) -> str:
    """The place for a mark at a coin's edge, away from its pointer and from the middle of its tile."""
    free = [diagonal for diagonal in DIAGONALS if direction not in diagonal]
    return min(free, key=lambda one: (one == DIAGONALS[DIAGONALS.index(place) - 2], one != place, one))


def corner(inside: str, radius: float, at: str) -> str:
    """The hidden side of a coin, in a small disc at its edge, if the viewer has seen it."""
    x, y = 0.74 * radius * (1 if "E" in at else -1), 0.74 * radius * (1 if "S" in at else -1)
    return el("g", el("circle", class_="con-memory", r=10.5), inside, class_="con-known",
              transform=f"translate({x:g} {y:g})")  # fmt: skip


def whole_coin(coin: str, radius: float = COIN) -> str:
    """A coin in a hand, with both of its sides."""
    return coin_face(RANK[coin], SUIT[coin], "", symbol_up=False, radius=radius)


@cache
def tile_face(tile: str, side: float = CELL - 8) -> str:
    """CON-C.3: a tile that lies face up."""
    half, letter, rank = side / 2, SUIT[tile], RANK[tile]
    made = el(
        "rect", class_=f"con-tile-face con-tint-{letter}", x=-half, y=-half, width=side, height=side, rx=side / 14
    )
    made += el("rect", class_="con-tile-line", x=-half + side / 20, y=-half + side / 20, width=side * 0.9,
               height=side * 0.9, rx=side / 20)  # fmt: skip
    if rank == 1:
        return made + suit(letter, side / 30)
    made += suit(letter, side / 46, -side * 0.17)
    if not rank:
        return made + el("circle", class_="con-blank", cx=side * 0.24, r=side / 9)
    made += el("text", str(rank), class_="con-value", x=side * 0.25, y=side * 0.16, font_size=side * 0.42,
               text_anchor="middle")  # fmt: skip
    return made


@cache
def tile_back(known: str | None, side: float = CELL - 8) -> str:
    """CON-C.3: a tile that lies face down, divided into four; its middle shows the face if the viewer has seen it."""
    half = side / 2
    made = el("rect", class_="con-tile-back", x=-half, y=-half, width=side, height=side, rx=side / 14)
    made += el("path", class_="con-quarters", d=f"M0 {-half + 6:g}V{half - 6:g}M{-half + 6:g} 0H{half - 6:g}")
    if known is None:
        return made
    rank = RANK[known]
    plate = el("rect", class_="con-plate", x=-29, y=-15, width=58, height=30, rx=15)
    return made + el("g", plate, suit(SUIT[known], 0.8, -12),
                     el("text", str(rank) if rank else "–", class_="con-plate-value", x=13, y=10, font_size=28,
                        text_anchor="middle"), class_="con-peek")  # fmt: skip


def die(letter: str, face: int, *, good: bool | None) -> str:
    """CON-C.5: a die; ``good`` says whether it is a success, None if the roll cannot succeed or fail."""
    verdict = "" if good is None else " con-good" if good else " con-bad"
    shown = suit(letter, 1.0) if face == 1 and letter else _die_face(face)
    sign = suit(letter, 0.5, 13, -13) if letter and face != 1 else ""
    body = el("rect", class_="con-die-body", x=-21, y=-21, width=42, height=42, rx=9)
    tick = "M-8 27L-3 32L8 22" if good else "M-6 22L6 32M6 22L-6 32"
    mark = "" if good is None else el("path", class_="con-verdict", d=tick)
    return el("g", el("g", body, shown, sign, class_="con-tumble"), mark, class_=f"con-die{verdict}")


def _die_face(face: int) -> str:
    if face == 1:
        return el(
            "path", class_="con-star", d="M0-12L3.500-3.500L12 0L3.500 3.500L0 12L-3.500 3.500L-12 0L-3.500-3.500Z"
        )
    return el("text", str(face), class_="con-number", y=9, font_size=26, text_anchor="middle") if face else ""
