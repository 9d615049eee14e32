"""Pieces of Thrice: dice of ten and of six sides, drops of blood, coins, and the tokens of both sides."""

from __future__ import annotations

from turncoat.drawing.svg import el, words

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a d6 are, in steps from its middle."""

DROP = "M0-9C4-3 6 0 6 3.500A6 6 0 0 1-6 3.500C-6 0-4-3 0-9Z"
"""The outline of a drop."""

_KITE = "M0-20L18-5V5L0 20L-18 5V-5Z"
_EDGES = "M0-20L11 4L0 20L-11 4ZM-18 5L-11 4M18 5L11 4M-18-5L0-20L18-5"
"""A d10 from the front: its outline, and the edges of its faces."""

HELM = "M-18-6C-18-17-9-21 0-21S18-17 18-6V8L10 20H-10L-18 8Z"
"""The outline of an opponent's token."""


def d6(face: int, kind: str = "") -> str:
    """A die of six sides, drawn round its own middle, 36 across."""
    pips = "".join(el("circle", class_="thr-pip", cx=9 * x, cy=9 * y, r=3.4) for x, y in _PIPS[face])
    return el("g", el("rect", class_="thr-cube", x=-17, y=-17, width=34, height=34, rx=7), pips, class_=kind or None)


def d10(face: int) -> str:
    """A die of ten sides, drawn round its own middle, 40 high."""
    number = el("text", str(face), class_="thr-d10-number", y=5, font_size=15, text_anchor="middle")
    return el("path", class_="thr-kite", d=_KITE) + el("path", class_="thr-kite-edge", d=_EDGES) + number


def die(name: str, face: int, sides: int, place: int) -> str:
    """A die as a picture of its own; one with a new name is thrown."""
    drawn = d6(face) if sides == 6 else d10(face)  # its sides
    return el(
        "svg",
        drawn,
        id=name,
        class_=f"thr-die thr-die-{sides} thr-throw-{place}",
        viewBox="-22 -22 44 44",
        role="img",
        aria_label=f"d{sides} shows {face}",
    )


def small(drawn: str, kind: str = "thr-small", box: str = "-20 -20 40 40") -> str:
    """A little picture that says nothing to those who do not see it."""
    return el("svg", drawn, class_=kind, viewBox=box, aria_hidden=True)


def drop(x: float, y: float, number: int) -> str:
    """A drop of blood with a number."""
    text = el("text", str(number), class_="thr-drop-number", y=6.5, font_size=10, text_anchor="middle")
    return el("g", el("path", class_="thr-drop", d=DROP, transform="scale(1.3)"), text,
              transform=f"translate({x:g} {y:g})", class_="thr-bleeds")  # fmt: skip


def disc(kind: str, x: float, y: float, text: str) -> str:
    """A little disc with a number."""
    size = 12.5 if len(text) < 3 else 10.0  # digits
    return el(
        "g",
        el("circle", r=9.5),
        el("text", words(text), y=4.4, font_size=size, text_anchor="middle"),
        class_=f"thr-disc {kind}",
        transform=f"translate({x:g} {y:g})",
    )


def helm(letter: str, kind: str) -> str:
    """The token of an opponent: a helmet with its letter; ``kind`` tells the GM's two kinds apart."""
    slit = el("path", class_="thr-slit", d="M-18-3H18M0-3V20")
    return el("path", class_=f"thr-helm thr-kind-{kind or 'none'}", d=HELM) + slit + el(
        "circle", class_="thr-boss", cy=1, r=11
    ) + el("text", words(letter), class_="thr-letter", y=6.5, font_size=16, text_anchor="middle")  # fmt: skip


def advantage_dice(advantage: int, most: int = 8) -> tuple[list[int], int]:
    """THR-6.6: advantage as d6 that lie on the sheet: as few as show it, and how many sixes there was no room for."""
    sixes, rest = divmod(advantage, 6)
    faces = [6] * min(sixes, most) + ([rest] if rest else [])
    return faces, max(0, sixes - most)
