"""The map with everything on it: rim, stacks, arrows, the storm."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi, sin

from turncoat.drawing.pieces import tools
from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, fit, words
from turncoat.games.dune.drawing.afar import said_afar
from turncoat.games.dune.drawing.ground import anchor, slots
from turncoat.games.dune.drawing.laid import HEAP, lying, spots
from turncoat.games.dune.drawing.moment import OFF_PLANET, TANKS, March, Moment
from turncoat.games.dune.drawing.shapes import RADIUS, Point, polar
from turncoat.games.dune.drawing.terrain import (
    Called,
    called,
    dial,
    land,
    lettering,
    numbers,
    signs,
    slug,
    targets,
    wall,
)
from turncoat.games.dune.drawing.tokens import badge, counter, placed, reserves, spice, worm
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.shared.map import (
    BLOOM,
    LOCATION,
    LOCATION_IDS,
    LOCATIONS_OF,
    TERRITORY,
    markers,
)
from turncoat.kernel import Names

SEATS_AT = RADIUS + 112
"""The distance of the players' markers from the middle."""

PLATE = (48, 0.68)
"""Half the depth of a player's plate on the rim, and half its length in sectors."""

ASIDE = 0.55
"""The distance of badge and reserves from the middle of the plate, in sectors."""

MARKED = 2.4
"""The size of the marks that script puts at a player's badge."""

TANKS_AT = (906, 962)
"""The position of the tanks, in the lower right corner."""


def marks(now: Moment) -> dict[str, float]:
    """DUN-2.2.1: the position of each faction's marker, in the middle of its sector."""
    circle = now.view.circle
    faction = {player.seat: player.faction for player in now.view.factions}
    return {faction[seat]: sector + 0.5 for seat, sector in zip(circle, markers(len(circle)), strict=True)}


def home(now: Moment, faction: str) -> Point:
    """The position of a faction's reserves."""
    return _beside(marks(now)[faction], last=True)


def tank(now: Moment, faction: str) -> Point:
    """The position of a faction's dead forces."""
    place = now.factions.index(faction)
    return TANKS_AT[0] + 40 + 84 * (place % 3), TANKS_AT[1] + 66 + 78 * (place // 3)


def seats(now: Moment, names: Names, scene: Scene) -> str:
    """DUN-2.2.1: all players round the rim."""
    return el("g", *(_seat(now, names, scene, faction, sector) for faction, sector in marks(now).items()),
              class_="dune-rim-seats", aria_hidden="true")  # fmt: skip


def _seat(now: Moment, names: Names, scene: Scene, faction: str, sector: float) -> str:
    known = now.faction(faction)
    order = now.view.order.index(faction) + 1 if faction in now.view.order else 0
    (x, y), (u, v) = _beside(sector, last=False), _beside(sector, last=True)
    made = el("path", class_="dune-seat-plate", d=_plate(sector))
    made += badge(faction, x, y, 1.6)
    if order:
        mark = el("circle", r=26) + el("text", str(order), y=14)
        made += el(
            "g",
            mark,
            class_=f"dune-order{' first' if order == 1 else ''}",
            transform=placed(*_beside(sector, ASIDE + 0.13, last=False)),
        )
    if known.reserves:
        kept = counter(faction, known.reserves, u, v, 1.6, node=f"{scene.id}-reserves-{faction}", state="reserve")
        made += reserves(kept, scene, own=faction == now.own)
    made += _name(names, faction, known.seat, sector)
    turn = now.view.acting == faction or (now.view.auction is not None and now.view.auction.bidder == faction)
    state = " ".join(("dune-seat", *(["own"] if faction == now.own else []), *(["turn"] if turn else []),
                      *([f"says dune-says-{now.speaking[faction]}"] if faction in now.speaking else [])))  # fmt: skip
    return el("g", made, id=f"{scene.id}-seat-mark-{faction}", class_=state, data_whose=known.seat,
              data_marks=f"{round(x)} {round(y)} {MARKED}")  # fmt: skip


def _beside(sector: float, aside: float = ASIDE, *, last: bool) -> Point:
    """The positions of the badge and the reserves on a plate: before and after the names."""
    return polar(SEATS_AT, sector + (aside if last == _upside_down(sector) else -aside))


def _upside_down(sector: float) -> bool:
    """Whether words along the rim are written counterclockwise there."""
    return polar(1, sector)[1] > 0.01


def _plate(sector: float) -> str:
    """A strip along the rim with a player's marks."""
    deep, half = PLATE
    low, high = SEATS_AT - deep, SEATS_AT + deep
    corners = ((low, sector - half), (low, sector + half), (high, sector + half), (high, sector - half))
    (a, b), (c, d), (e, f), (g, h) = (polar(far, at) for far, at in corners)
    return (f"M{round(a)} {round(b)}A{low} {low} 0 0 0 {round(c)} {round(d)}L{round(e)} {round(f)}"
            f"A{high} {high} 0 0 1 {round(g)} {round(h)}Z")  # fmt: skip


def _name(names: Names, faction: str, seat: int, sector: float) -> str:
    """The names of faction and player along the rim, never upside down."""
    called, player = names.label("faction", faction), names.label("seat", seat)
    slope = 90 - (sector - 6) * 20 + (180 if _upside_down(sector) else 0)
    x, y = polar(SEATS_AT, sector)
    lines = el("tspan", words(fit(called, 41, 350)), x=0, y=-5) + el("tspan", words(fit(player, 39, 350)), x=0, y=37)
    return el("text", lines, class_="dune-seat-name", transform=f"{placed(x, y)} rotate({slope:g})")


def tanks(now: Moment, names: Names, scene: Scene) -> str:
    """The Tleilaxu Tanks: dead forces of each faction."""
    made = el("rect", class_="dune-tanks-box", x=TANKS_AT[0], y=TANKS_AT[1], width=250, height=190, rx=26)
    made += el("text", "Tanks", class_="dune-tanks-title", x=TANKS_AT[0] + 125, y=TANKS_AT[1] - 12)
    for faction in now.factions:
        dead = now.faction(faction).tanks
        x, y = tank(now, faction)
        made += el("circle", class_="dune-tank", cx=round(x), cy=round(y), r=33)
        if dead:
            made += counter(faction, dead, x, y, 1.5, node=f"{scene.id}-tanks-{faction}", state="dead")
    return el("g", made, class_="dune-tanks", aria_hidden="true")


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
    """DUN-4.2.2: the place where a worm would strike, drawn as a mouth under the spice of the latest card."""
    territory = TERRITORY[now.view.latest]
    place = LOCATION_IDS[BLOOM[territory][0]]
    x, y = slots(place, 1, territories[territory]).points[0]
    return el("g", worm(x, y, 2), id=f"{scene.id}-lurking", class_="dune-lurking")


def worms(now: Moment, scene: Scene, territories: Called) -> str:
    """DUN-4.2.2: the worm in the territory that it strikes or would strike next."""
    struck = [where for where, what in now.lit.items() if what == "worm"]
    if not struck and now.view.devoured:
        struck = [now.view.devoured]
    made = _lurking(now, scene, territories) if now.view.latest and now.view.latest not in struck else ""
    for where in struck:
        place = where if where in LOCATION else LOCATION_IDS[LOCATIONS_OF[TERRITORY[where]][0]]
        x, y = anchor(place)
        made += worm(x, y, 2.5, node=f"{scene.id}-worm-{slug(where)}")
    return made


def arrows(now: Moment, scene: Scene, territories: Called) -> str:
    """The arrows for all moving forces of a moment."""
    made = [_arrow(now, march, f"{scene.id}-{_called(march)}", territories) for march in now.marches]
    return el("g", *made, class_="dune-marches", aria_hidden="true")


def _called(march: March) -> str:
    """A name for a group of moving forces that no other group has, so that each is animated."""
    return f"march-{march.faction}-{march.origin}-{march.to}".replace("/", "-")


def _end(now: Moment, faction: str, place: str, territories: Called) -> Point:
    """The end of an arrow: the faction's own counter, if it has one there, else the middle of the place."""
    if place == OFF_PLANET:
        return home(now, faction)
    if place == TANKS:
        return tank(now, faction)
    what = lying(now).get(place, {})
    return spots(place, list(what), territories)[0][faction] if faction in what else anchor(place)


def _spot(x: float, y: float) -> str:
    return f"M{round(x)} {round(y)}"


def _arrow(now: Moment, march: March, name: str, territories: Called) -> str:
    (x, y), (u, v) = (
        _end(now, march.faction, march.origin, territories),
        _end(now, march.faction, march.to, territories),
    )
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
        counter(march.faction, march.number, mx, my, 1.45, node=f"{name}-counter"),
        id=name,
        data_along=f"{name}-way",
        class_=f"dune-march dune-march-{march.kind} dune-f dune-f-{march.faction}",
    )


INNER = 152
"""The inner radius of the sectors."""
TRACK = RADIUS + 29
"""The middle of the rim, where the storm's path is drawn."""


def storm(now: Moment, scene: Scene) -> str:
    """The parts of the storm that cover the land."""
    swept = "".join(el("path", class_="dune-swept", d=_wedge(sector, sector + 1)) for sector in now.swept)
    at = now.view.storm
    if at < 0:
        return el("g", swept, id=f"{scene.id}-storm-layer", class_="dune-weather")
    body = el("path", class_="dune-storm-body", d=_wedge(-0.5, 0.5))
    swirls = el("path", class_="dune-storm-swirls", d=_swirls())
    eye = el("path", class_="dune-storm-rim", d=_arc(RADIUS + 29, -0.5, 0.5))
    wedge = el("g", body, swirls, eye, id=f"{scene.id}-storm", class_="dune-storm", transform=_turned(at + 0.5))
    return el("g", swept, wedge, id=f"{scene.id}-storm-layer", class_="dune-weather")


def forecast(now: Moment, scene: Scene) -> str:
    """DUN-4.1.3: the path of the storm's next move, on the rim, for viewers who know it."""
    at, far = now.view.storm, now.view.movement
    if far is None or at < 0 or not far:
        return ""
    end = at + 0.5 + far
    (x, y), (u, v) = polar(TRACK + 30, end), polar(TRACK - 30, end)
    a, b = polar(TRACK, end + 0.32)
    head = f"M{round(x)} {round(y)}L{round(a)} {round(b)}L{round(u)} {round(v)}Z"
    line = el("path", class_="dune-forecast-line", d=_arc(TRACK, at + 1, end))
    last = el("path", class_="dune-forecast-end", d=_wedge(at + far, at + far + 1))
    return el("g", last, line, el("path", class_="dune-forecast-head", d=head), id=f"{scene.id}-forecast",
              class_="dune-forecast", aria_hidden="true")  # fmt: skip


def note(now: Moment) -> str:
    """A note on the storm in the upper right corner: that there is none yet, or how far it will move."""
    at, far = now.view.storm, now.view.movement
    if at < 0:
        said = "No storm yet"
    elif far is None:
        return ""
    else:
        said = "The storm stays" if not far else f"Storm moves {far}, to {(at + far) % SECTORS}"
    return el("text", said, class_="dune-note", x=1150, y=-1110, aria_hidden="true")


def _turned(sector: float) -> str:
    """The turn of the storm from the east as a matrix, which browsers animate the short way round."""
    angle = (sector - 6) * 2 * pi / SECTORS
    c, s = round(cos(angle), 4), round(sin(angle), 4)
    return f"matrix({c:g} {-s:g} {s:g} {c:g} 0 0)"


def _at(far: float, sector: float) -> str:
    x, y = polar(far, sector)
    return f"{round(x)} {round(y)}"


def _arc(far: float, start: float, end: float) -> str:
    """An arc along the rim, counterclockwise; sector 6 begins in the east."""
    shift = 6 if start < 0 else 0
    large = int(end - start > SECTORS / 2)
    return f"M{_at(far, start + shift)}A{far} {far} 0 {large} 0 {_at(far, end + shift)}"


def _wedge(start: float, end: float) -> str:
    shift = 6 if start < 0 else 0
    one, other = start + shift, end + shift
    return (
        f"M{_at(INNER, one)}L{_at(RADIUS, one)}A{RADIUS} {RADIUS} 0 0 0 {_at(RADIUS, other)}L{_at(INNER, other)}"
        f"A{INNER} {INNER} 0 0 1 {_at(INNER, one)}Z"
    )


def _swirls() -> str:
    """Curls that show sand in the wind, larger towards the rim."""
    made = ""
    for place in range(7):
        far = 230 + place * 112
        size = 0.105 * far
        y = (-1) ** place * far * 0.05
        made += (
            f"M{round(far - size)} {round(y)}c{round(size * 0.1)}{round(-size)} {round(size * 1.5)}{round(-size)} "
            f"{round(size * 1.6)} 0s{round(-size * 1.1)} {round(size * 0.8)} {round(-size)} 0"
        )
    return made


EDGE = 1178
"""Half the side of the drawing."""


TIP = "Point at a place, or tap it, to read what lies there."


class Map:
    """The map of the planet with everything that lies on it."""

    def __init__(self, now: Moment, names: Names, scene: Scene) -> None:
        self.now, self.names, self.scene = now, names, scene

    def frame(self) -> str:
        """The map in a box that can be zoomed, with the description of the chosen place."""
        name = f"{self.scene.id}-planet"
        box = el("div", self.svg(), class_="dune-box", id=f"{name}-box", data_zoom="dune", data_zoom_first=True)
        tip = el("p", TIP, class_="dune-tip", data_tip_line=True, aria_hidden="true", id=f"{name}-tip")
        return box + tools("dune", name, "dune-zoom") + tip

    def svg(self) -> str:
        """The map as an SVG element."""
        now, scene = self.now, self.scene
        territories = called(self.names)
        still = " still" if scene.still else ""
        return el(
            "svg",
            self.fixed("ground", lambda: dial() + land(scene.id)),
            wall(now.view.wall, scene.id),
            self.fixed("signs", lambda: signs(territories)),
            storm(now, scene),
            targets(now, self.names, scene, territories),
            self.fixed("names", lambda: lettering(territories)),
            forecast(now, scene),
            note(now),
            self.fixed("numbers", numbers),
            seats(now, self.names, scene),
            tanks(now, self.names, scene),
            stacks(now, scene, territories),
            said_afar(now, territories, scene.id),
            arrows(now, scene, territories),
            id=f"{scene.id}-map",
            class_=f"dune-map{still}{' told' if now.told else ''}",
            viewBox=f"{-EDGE} {-EDGE} {2 * EDGE} {2 * EDGE}",
            role="group",
            aria_label="The planet: arrow keys go from place to place",
            data_travel=True,
        )

    def fixed(self, name: str, drawn: Callable[[], str]) -> str:
        """The parts that never change during a game; a page that has them does not get them again."""
        inside = "" if self.scene.drawn else drawn()
        return el("g", inside, id=f"{self.scene.id}-{name}", aria_hidden="true", hx_morph_skip_children=True)
