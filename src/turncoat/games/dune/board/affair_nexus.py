"""DUN-4.3: the Nexus as a ring of factions: proposals as arrows, alliances as bonds."""

from __future__ import annotations

from math import cos, hypot, pi, sin

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, number, words
from turncoat.games.dune.board.counters import badge
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.standing import listing
from turncoat.games.dune.board.words_affair import nexus_words
from turncoat.kernel.space import Names

WIDE, HIGH = 150.0, 62.0
"""Half axes of the ring."""
NEAR = 27.0
"""How far an arrow keeps from the middle of a badge."""

Point = tuple[float, float]


def nexus(now: Moment, names: Names, scene: Scene) -> str:
    """The ring, and the same in words beside it."""
    seats = listing(now)
    places = {one: _place(number_, len(seats)) for number_, one in enumerate(seats)}
    view = now.view
    made = "".join(
        _bond(places[one.faction], places[one.ally], one.faction in view.bound)
        for one in view.factions
        if one.ally and one.faction < one.ally
    )
    made += "".join(_arrow(places[one], places[to], f"{scene.id}-proposal-{one}-{to}") for one, to in view.proposals)
    for one, (x, y) in places.items():
        made += badge(one, x, y, 0.85)
        made += el("text", words(names.label("faction", one)), class_="dune-ring-name", x=x, y=y + 32)
    head = el("path", d="M0 0L8 4L0 8Z", class_="dune-arrow-head")
    marker = el("marker", head, id=f"{scene.id}-arrow", viewBox="0 0 8 8", refX=6, refY=4, markerWidth=5,
                markerHeight=5, orient="auto")  # fmt: skip
    ring = el("svg", el("defs", marker), made, class_="dune-ring", viewBox="-200 -88 400 190", aria_hidden="true")
    lines = nexus_words(now, names)[1:] or ["Nobody has proposed anything yet."]
    return ring + el("ul", *(el("li", words(one)) for one in lines), class_="dune-note", id=f"{scene.id}-proposals")


def _place(number_: int, seats: int) -> Point:
    """Where a faction sits: the first one at the bottom, the next ones clockwise."""
    turn = pi / 2 + 2 * pi * number_ / seats
    return round(WIDE * cos(turn)), round(HIGH * sin(turn))


def _arrow(start: Point, end: Point, node: str) -> str:
    """A proposal: bent to its right, so that two that cross do not cover each other."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    (x, y), (u, v) = (start[0] + dx * NEAR, start[1] + dy * NEAR), (end[0] - dx * NEAR, end[1] - dy * NEAR)
    middle = (x + u) / 2 - dy * 16, (y + v) / 2 + dx * 16
    line = f"M{number(x)} {number(y)}Q{number(middle[0])} {number(middle[1])} {number(u)} {number(v)}"
    return el(
        "path", class_="dune-proposal", d=line, id=node, marker_end=f"url(#{node.partition('-proposal-')[0]}-arrow)"
    )


def _bond(one: Point, other: Point, bound: bool) -> str:
    """An alliance: a double line, heavier when it was made in this Nexus."""
    line = f"M{number(one[0])} {number(one[1])}L{number(other[0])} {number(other[1])}"
    return el("path", class_=f"dune-bond{' bound' if bound else ''}", d=line) + el(
        "path", class_="dune-bond-core", d=line
    )
