"""Forces and spice where they lie: a counter for each faction in a location, none on another, gliding by their ids."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.board.counters import counter, spice, worm
from turncoat.games.dune.board.geography import Point
from turncoat.games.dune.board.ground import anchor, slots, territory_of
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.places import Called, slug
from turncoat.games.dune.map import BLOOM, LOCATION, LOCATION_IDS, LOCATIONS_OF, PRINTED_SPICE, TERRITORY

HEAP = "spice"
"""Stands for spice in a list of what lies somewhere."""


def lying(now: Moment) -> dict[str, dict[str, int]]:
    """By location what lies there: spice first, then forces in the order of the rulebook."""
    found: dict[str, dict[str, int]] = {}
    for place, amount in now.view.fields.items():
        found.setdefault(place, {})[HEAP] = amount
    for faction in now.factions:
        for place, number in now.faction(faction).forces.items():
            if number:
                found.setdefault(place, {})[faction] = number
    return found


def spots(place: str, what: list[str], territories: Called) -> tuple[dict[str, Point], float]:
    """Where each thing lies, and how large it is; where spice comes up, its place is kept free for it."""
    name = territories[TERRITORY[territory_of(place)]]
    printed = bool(PRINTED_SPICE[LOCATION[place]])
    if printed and HEAP not in what:
        what = [HEAP, *what]
    laid = slots(place, len(what), name)
    points = list(laid.points)
    if HEAP in what and printed:
        first = slots(place, 1, name).points[0]
        points.sort(key=lambda one: ((one[0] - first[0]) ** 2 + (one[1] - first[1]) ** 2, one))
        points[1:] = sorted(points[1:])
    return dict(zip(what, points, strict=True)), laid.scale


def stacks(now: Moment, scene: Scene, territories: Called) -> str:
    """DUN-1.5: all spice and all forces on the map."""
    heaps, forces = "", ""
    for place, what in lying(now).items():
        where, scale = spots(place, list(what), territories)
        for kind, number in what.items():
            x, y = where[kind]
            if kind == HEAP:
                heaps += spice(number, x, y, scale, node=f"{scene.id}-spice-{slug(place)}")
            else:
                forces += counter(kind, number, x, y, scale, node=f"{scene.id}-force-{kind}-{slug(place)}",
                                  state="own" if kind == now.own else "")  # fmt: skip
    return el("g", worms(now, scene, territories), heaps, forces, class_="dune-stacks", aria_hidden="true")


def _lurking(now: Moment, scene: Scene, territories: Called) -> str:
    """DUN-4.2.2: where a worm would strike: a mouth under the spice of the latest card."""
    territory = TERRITORY[now.view.latest]
    place = LOCATION_IDS[BLOOM[territory][0]]
    x, y = slots(place, 1, territories[territory]).points[0]
    return el("g", worm(x, y, 2), id=f"{scene.id}-lurking", class_="dune-lurking")


def worms(now: Moment, scene: Scene, territories: Called) -> str:
    """DUN-4.2.2: the worm, in the territory that it strikes, or would strike next."""
    struck = [where for where, what in now.lit.items() if what == "worm"]
    if not struck and now.view.devoured:
        struck = [now.view.devoured]
    made = _lurking(now, scene, territories) if now.view.latest and now.view.latest not in struck else ""
    for where in struck:
        place = where if where in LOCATION else LOCATION_IDS[LOCATIONS_OF[TERRITORY[where]][0]]
        x, y = anchor(place)
        made += worm(x, y, 2.5, node=f"{scene.id}-worm-{slug(where)}")
    return made
