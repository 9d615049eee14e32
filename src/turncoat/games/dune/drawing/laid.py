"""The contents of each location of the planet: spice and forces."""

from __future__ import annotations

from turncoat.games.dune.drawing.ground import slots, territory_of
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.shapes import Point
from turncoat.games.dune.drawing.terrain import Called
from turncoat.games.dune.shared.map import LOCATION, PRINTED_SPICE, TERRITORY

HEAP = "spice"
"""Stands for spice in a list of a location's contents."""


def lying(now: Moment) -> dict[str, dict[str, int]]:
    """The contents of each location: spice first, then forces in the order of the rulebook."""
    found: dict[str, dict[str, int]] = {}
    for place, amount in now.view.fields.items():
        found.setdefault(place, {})[HEAP] = amount
    for faction in now.factions:
        for place, number in now.faction(faction).forces.items():
            if number:
                found.setdefault(place, {})[faction] = number
    return found


def spots(place: str, what: list[str], territories: Called) -> tuple[dict[str, Point], float]:
    """The position and size of each piece in a location; the place where spice comes up is kept free for it."""
    name = territories[TERRITORY[territory_of(place)]]
    printed = bool(PRINTED_SPICE[LOCATION[place]])
    if printed and HEAP not in what:
        what = [HEAP, *what]
    laid = slots(place, len(what), name)
    points = list(laid.points)
    if HEAP in what and printed:
        first = slots(place, 1, name).points[0]
        points.sort(key=lambda point: ((point[0] - first[0]) ** 2 + (point[1] - first[1]) ** 2, point))
        points[1:] = sorted(points[1:])
    return dict(zip(what, points, strict=True)), laid.scale
