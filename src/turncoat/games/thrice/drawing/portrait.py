"""THR-3.1: the face of each kin. Kin changes no number; a face helps players to choose."""

from __future__ import annotations

from turncoat.drawing import pieces
from turncoat.drawing.svg import el
from turncoat.games.thrice.characters import HALF_BREED

SHOULDERS = "M-32 40C-30 24-18 19-9 17H9C18 19 30 24 32 40Z"
ROUND = "M0-24C14-24 18-13 17 0C16 12 9 20 0 20C-9 20-16 12-17 0C-18-13-14-24 0-24Z"
EYES = "M-9-2A2.4 2.4 0 1 0-9-1.9ZM9-2A2.4 2.4 0 1 0 9-1.9Z"

FACES: dict[str, tuple[tuple[str, str], ...]] = {
    "fäerun": (
        ("cloth-green", SHOULDERS),
        ("moss", "M-15-6L-33-19L-17 6ZM15-6L33-19L17 6Z"),
        ("moss", "M0-24C12-24 15-13 14-2C13 9 7 20 0 21C-7 20-13 9-14-2C-15-13-12-24 0-24Z"),
        ("leaf", "M0-14C-9-15-16-10-17 0C-24-18-12-33 0-30C12-33 24-18 17 0C16-10 9-15 0-14Z"),
        ("line", "M-4-28C-6-36-11-38-14-37M4-28C6-36 11-38 14-37"),
        ("dark", "M-11-2Q-6-8-3-1Q-7 1-11-2ZM11-2Q6-8 3-1Q7 1 11-2Z"),
        ("line", "M-4 11Q0 14 5 10"),
    ),
    "troll": (
        ("cloth-brown", "M-38 40C-36 18-24 14-14 13H14C24 14 36 18 38 40Z"),
        ("stone", "M-21-12C-32-14-32 0-21 2ZM21-12C32-14 32 0 21 2Z"),
        ("stone", "M0-25C13-25 20-18 21-7C26 6 22 21 0 22C-22 21-26 6-21-7C-20-18-13-25 0-25Z"),
        ("shade", "M-17-9Q-8-14 0-9Q8-14 17-9Q8-4 0-7Q-8-4-17-9Z"),
        ("dark", EYES),
        ("shade", "M-5 0Q0-3 5 0L7 6Q0 9-7 6Z"),
        ("line", "M-14 13Q0 9 14 13"),
        ("bone", "M-13 13L-10 3L-7 12ZM13 13L10 3L7 12Z"),
    ),
    "duarg": (
        ("cloth-rust", SHOULDERS),
        ("skin", ROUND),
        ("beard", "M-17 0C-8 6-6 3 0 3C6 3 8 6 17 0C19 18 12 33 0 36C-12 33-19 18-17 0Z"),
        ("iron", "M-19-6C-20-22-10-31 0-31C10-31 20-22 19-6Q0-12-19-6Z"),
        ("line", "M0-31V-10"),
        ("brass", "M-7-3m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M7-3m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0"),
        ("glass", "M-7-3m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M7-3m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"),
        ("line", "M-5 13Q0 10 5 13"),
    ),
    "human": (
        ("cloth-blue", SHOULDERS),
        ("skin", ROUND),
        ("hair", "M-18 0C-20-20-12-29 0-29C12-29 20-20 18 0C15-8 13-13 8-14C0-11-9-12-13-14C-15-10-16-5-18 0Z"),
        ("dark", EYES),
        ("line", "M0-2L-2 6H2M-6 12Q0 15 7 11"),
        ("scar", "M8-9L12 6"),
    ),
    "ancestor": (
        ("cloth-violet", "M-34 40C-34 20-27 6-25-8C-22-27-10-34 0-36C10-34 22-27 25-8C27 6 34 20 34 40Z"),
        ("dark", "M0-27C12-26 18-14 18-1C17 12 9 22 0 24C-9 22-17 12-18-1C-18-14-12-26 0-27Z"),
        ("bone", "M0-19C9-19 13-11 12-2C12 3 9 6 8 9L7 17H-7L-8 9C-9 6-12 3-12-2C-13-11-9-19 0-19Z"),
        ("dark", "M-9-3A4 4.5 0 1 1-1-3A4 4.5 0 1 1-9-3ZM1-3A4 4.5 0 1 1 9-3A4 4.5 0 1 1 1-3ZM0 3L-2 8H2Z"),
        ("line", "M-3 11V17M0 11V17M3 11V17"),
    ),
    HALF_BREED: (
        ("cloth-brown", SHOULDERS),
        ("stone", "M21-12C32-14 32 0 21 2L15 3V-9Z"),
        ("moss", "M-15-6L-33-19L-17 6Z"),
        ("moss", ROUND),
        ("skin", "M0-24C14-24 18-13 17 0C16 12 9 20 0 20Z"),
        ("hair", "M-18-2C-20-20-12-30 0-29C12-30 20-20 18-2C14-12 8-16 0-17C-8-16-14-12-18-2Z"),
        ("dark", EYES),
        ("line", "M0-3V5L3 6M-5 12Q1 14 6 10"),
        ("bone", "M9 12L11 5L13 11Z"),
    ),
}
"""Each kin as paths from back to front, each with its material."""


def portrait(kin: str) -> str:
    """The face of a kin; screen readers skip it, because the kin's name stands beside it."""
    return el("svg", _paths(kin), class_="thr-portrait", viewBox="-40 -40 80 80", aria_hidden=True)


def token(seat: int, letters: str, kin: str) -> str:
    """The token of a character: the face of its kin before the colour of the seat, and the seat's badge below."""
    ground = el("circle", class_="thr-ground", r=22, fill=pieces.colour(seat))
    head = el("g", _paths(kin), class_="thr-portrait", transform="translate(0 -4) scale(.5)")
    return ground + head + pieces.badge(seat, letters, 0, 14, 0.55, letter=16)


def _paths(kin: str) -> str:
    return "".join(el("path", class_=f"thr-{stuff}", d=line) for stuff, line in FACES[kin])
