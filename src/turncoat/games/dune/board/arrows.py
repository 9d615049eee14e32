"""Forces on their way: curved arrows with their number, within the map, from the rim, and into the tanks."""

from __future__ import annotations

from math import hypot

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.board import rim
from turncoat.games.dune.board.counters import counter
from turncoat.games.dune.board.geography import Point
from turncoat.games.dune.board.ground import anchor
from turncoat.games.dune.board.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.board.places import Called
from turncoat.games.dune.board.stacks import lying, spots


def arrows(now: Moment, scene: Scene, territories: Called) -> str:
    """All marches of a moment."""
    made = [_arrow(now, one, f"{scene.id}-{_called(one)}", territories) for one in now.marches]
    return el("g", *made, class_="dune-marches", aria_hidden="true")


def _called(one: March) -> str:
    """A name for a march that no other one has, so that each sets out anew."""
    return f"march-{one.faction}-{one.origin}-{one.to}".replace("/", "-")


def _end(now: Moment, faction: str, place: str, territories: Called) -> Point:
    """Where an arrow begins or ends: at the faction's own counter, if it has one there."""
    if place == OFF_PLANET:
        return rim.home(now, faction)
    if place == TANKS:
        return rim.tank(now, faction)
    what = lying(now).get(place, {})
    return spots(place, list(what), territories)[0][faction] if faction in what else anchor(place)


def _spot(x: float, y: float) -> str:
    return f"M{round(x)} {round(y)}"


def _arrow(now: Moment, one: March, name: str, territories: Called) -> str:
    (x, y), (u, v) = _end(now, one.faction, one.origin, territories), _end(now, one.faction, one.to, territories)
    far = hypot(u - x, v - y) or 1.0
    bend = min(0.22 * far, 160)
    cx, cy = (x + u) / 2 + (v - y) / far * bend, (y + v) / 2 - (u - x) / far * bend
    near = hypot(u - cx, v - cy) or 1.0
    dx, dy = (u - cx) / near, (v - cy) / near
    tx, ty = u - dx * 54, v - dy * 54
    line = f"{_spot(x, y)}Q{_spot(cx, cy)[1:]} {_spot(tx, ty)[1:]}"
    head = f"{_spot(tx + dx * 26, ty + dy * 26)}L{_spot(tx - dx * 16 - dy * 26, ty - dy * 16 + dx * 26)[1:]}"
    head += f"L{_spot(tx - dx * 16 + dy * 26, ty - dy * 16 - dx * 26)[1:]}Z"
    mx, my = (x + 2 * cx + u) / 4, (y + 2 * cy + v) / 4
    return el(
        "g",
        el("path", class_="dune-march-under", d=line),
        el("path", class_="dune-march-line", d=line, id=f"{name}-way"),
        el("path", class_="dune-march-head", d=head),
        counter(one.faction, one.number, mx, my, 1.45, node=f"{name}-counter"),
        id=name,
        data_along=f"{name}-way",
        class_=f"dune-march dune-march-{one.kind} dune-f dune-f-{one.faction}",
    )
