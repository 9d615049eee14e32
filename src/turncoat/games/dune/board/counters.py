"""Pieces of Dune as small drawings: factions told apart by colour, outline and emblem, never by colour alone.

Every piece is drawn round the origin, about 40 units across, and is moved and scaled by its ``transform``. Colours come
from the style sheet: whatever has the class ``of(faction)`` has ``--f`` (its colour) and ``--on`` (what can be read on
it).
"""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.drawing.svg import el, number
from turncoat.games.dune.facts import FACTION_IDS, FACTION_OF_LEADER, STRENGTH

_OUTLINES: Mapping[str, str] = {
    "seers": "M-18-18Q0-23 18-18V1C18 12 9 18 0 22C-9 18-18 12-18 1Z",
    "schemers": "M-19-19L-6-16H6L19-19L16-6V6L19 19L6 16H-6L-19 19L-16 6V-6Z",
    "nomads": "M0-24L20-6V6L0 24L-20 6V-6Z",
    "throne": "M-20-17L-10-11L0-21L10-11L20-17L17 19Q0 23-17 19Z",
    "carriers": "M0-20A20 20 0 1 1 0 20A20 20 0 1 1 0-20Z",
    "sisters": "M-12-20H12L21-7V7L12 20H-12L-21 7V-7Z",
}
"""Outlines: shield, barbed square, standing lozenge, crown, roundel, octagon."""

_EMBLEMS: Mapping[str, str] = {
    "seers": "M-13 0Q0-13 13 0Q0 13-13 0ZM0-5.5A5.5 5.5 0 1 0 0 5.5A5.5 5.5 0 1 0 0-5.5Z",
    "schemers": "M-11-11C-12-1-9 6-3 11L-5-2ZM11-11C12-1 9 6 3 11L5-2ZM0-12L4 0L0 13L-4 0Z",
    "nomads": "M0-15C4-7 9-2 9 5A9 9 0 0 1-9 5C-9-2-4-7 0-15ZM-3 2A5 5 0 0 0 2 10A7 7 0 0 1-3 2Z",
    "throne": "M-12-6L-6 1L0-9L6 1L12-6L9 8H-9ZM-9 10H9V13H-9Z",
    "carriers": "M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8ZM-15 6C-10 12 12-1 15-7C14 3-9 14-15 6Z",
    "sisters": "M5-13A13 13 0 1 0 11 8A11 11 0 0 1 5-13ZM7-3L9 1L13 2L10 5L11 9L7 7L3 9L4 5L1 2L5 1Z",
}
"""Emblems: eye, claws, drop, crown, a world and its ship's path, moon and star."""

_HEAP = "M-25 14C-17 10-15-3-9-9Q-5-14-1-8Q4-18 10-11C15-5 17 10 25 14Q0 21-25 14Z"
_WORM = (
    "M0-22A22 22 0 1 1 0 22A22 22 0 1 1 0-22ZM0-15L3-8L9-12L9-5L15-3L9 1L13 8L6 7L3 14L0 8L-4 14L-6 7L-13 8L-9 1L-15-3"
    "L-9-5L-9-12L-3-8Z"
)


def of(name: str) -> str:
    """The class that gives a drawing the colours of a faction: ``dune-f dune-f-seers``.

    Raises:
        KeyError: if there is no such faction.
    """
    if name not in FACTION_IDS:
        raise KeyError(name)
    return f"dune-f dune-f-{name}"


def placed(x: float, y: float, scale: float = 1) -> str:
    """A ``transform``: where, in whole units, and how large."""
    return f"translate({round(x)} {round(y)})" + (f" scale({scale:.3g})" if scale != 1 else "")


def outline(faction: str) -> str:
    """The outline of a faction's pieces, in its colour."""
    return el("path", class_="dune-shape", d=_OUTLINES[faction])


def counter(
    faction: str, amount: int, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None, state: str = ""
) -> str:
    """Forces of a faction: its outline in its colour, and how many they are.

    Args:
        faction: Whose they are.
        amount: How many; two digits still fit.
        x: Where, in units of the drawing around it.
        y: Likewise.
        scale: How large; 1 is about 40 units across.
        node: Its id, so that they glide when they are elsewhere in the next drawing.
        state: Further classes (``"own"``).
    """
    small = amount > 9
    text = el("text", str(amount), class_="dune-number", y=7.0 if small else 8.0, font_size=20 if small else 23)
    return el("g", outline(faction), text, id=node, class_=f"dune-counter {of(faction)} {state}".strip(),
              transform=placed(x, y, scale))  # fmt: skip


def badge(faction: str, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """The mark of a faction: its outline with its emblem."""
    emblem = el("path", class_="dune-emblem", d=_EMBLEMS[faction], transform="scale(.85)")
    return el("g", outline(faction), emblem, id=node, class_=f"dune-badge {of(faction)}",
              transform=placed(x, y, scale))  # fmt: skip


def badge_svg(faction: str, label: str = "") -> str:
    """The same as a picture of its own, to stand in a line of text; without a label it is only an ornament."""
    said = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return el("svg", badge(faction), class_="dune-badge-picture", viewBox="-25 -25 50 50", **said)


def blank_disc(faction: str, node: str | None = None) -> str:
    """What all leaders of a faction have: a disc in its colour, its emblem small."""
    disc = el("circle", class_="dune-disc", r=20) + el("circle", class_="dune-disc-ring", r=16.5)
    emblem = el("path", class_="dune-emblem", d=_EMBLEMS[faction], transform="translate(0 -8) scale(.42)")
    return el("g", disc, emblem, id=node)


def leader_disc(
    leader: str, x: float = 0, y: float = 0, scale: float = 1, *, dead: bool = False, blank: str = ""
) -> str:
    """A leader: the disc of the faction with the leader's strength; struck through when dead.

    Args:
        leader: Which one.
        x: Where.
        y: Likewise.
        scale: How large.
        dead: Whether in the tanks.
        blank: Id of a disc of the faction that is in the drawing already, which has its colours; empty: there is none.

    Raises:
        KeyError: if there is no such leader.
    """
    faction = FACTION_IDS[FACTION_OF_LEADER[leader]]
    disc = el("use", href=f"#{blank}") if blank else blank_disc(faction)
    text = el("text", str(STRENGTH[leader]), class_="dune-number", y=13, font_size=19)
    cross = el("path", class_="dune-cross", d="M-15 15L15-15") if dead else ""
    states = ["dune-leader", *(["dead"] if dead else []), *([] if blank else [of(faction)])]
    return el("g", disc, text, cross, class_=" ".join(states), transform=placed(x, y, scale))


def leader_svg(leader: str, label: str = "", *, dead: bool = False) -> str:
    """A leader as a picture of its own; without a label it is only an ornament."""
    said = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return el("svg", leader_disc(leader, dead=dead), class_="dune-leader-picture", viewBox="-23 -23 46 46", **said)


def spice(amount: int, x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """A heap of spice and how much it is."""
    heap = el("path", class_="dune-heap", d=_HEAP)
    text = el("text", str(amount), class_="dune-spice-number", y=11, font_size=21 if amount < 10 else 19)
    return el("g", heap, text, id=node, class_="dune-spice", transform=placed(x, y, scale))


def spice_svg(amount: int | None = None) -> str:
    """A small heap, to stand before a number of spice in a line of text; with a number where one is given."""
    heap = el("path", class_="dune-heap", d=_HEAP)
    text = "" if amount is None else el("text", str(amount), class_="dune-spice-number", y=11, font_size=21)
    return el("svg", heap, text, class_="dune-spice-picture", viewBox="-23 -17 46 36", aria_hidden="true")


def worm(x: float = 0, y: float = 0, scale: float = 1, *, node: str | None = None) -> str:
    """A sandworm, from above: nothing but a mouth."""
    mouth = el("path", class_="dune-mouth", d=_WORM, fill_rule="evenodd") + el("circle", class_="dune-throat", r=5)
    return el("g", el("circle", class_="dune-maw", r=22), mouth, id=node, class_="dune-worm",
              transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")  # fmt: skip
