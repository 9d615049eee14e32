"""Round the planet: where everybody sits, whose turn it is, who is first, what is in reserve; and the tanks."""

from __future__ import annotations

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, fit, words
from turncoat.games.dune.board.counters import badge, counter, placed
from turncoat.games.dune.board.geography import RADIUS, Point, polar
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.board.taps import reserves
from turncoat.games.dune.map import markers
from turncoat.kernel import Names

SEATS_AT = RADIUS + 112
"""How far from the middle players' marks are."""

PLATE = (48, 0.68)
"""Half the depth of a player's plate, and half its length in sectors."""

ASIDE = 0.55
"""How far from its middle, in sectors, badge and reserves lie on it."""

TANKS_AT = (906, 962)
"""Where the tanks begin, in the lower right corner."""


def marks(now: Moment) -> dict[str, float]:
    """DUN-2.2.1: the middle of the sector of each faction's marker."""
    circle = now.view.circle
    faction = {one.seat: one.faction for one in now.view.factions}
    return {faction[seat]: sector + 0.5 for seat, sector in zip(circle, markers(len(circle)), strict=True)}


def home(now: Moment, faction: str) -> Point:
    """Where the reserves of a faction are."""
    return _beside(marks(now)[faction], last=True)


def tank(now: Moment, faction: str) -> Point:
    """Where the dead of a faction are."""
    return _tank(now.factions.index(faction))


def _tank(place: int) -> Point:
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
        mark = el("circle", r=19) + el("text", str(order), y=9)
        made += el("g", mark, class_=f"dune-order{' first' if order == 1 else ''}", transform=placed(x + 26, y - 26))
    if known.reserves:
        kept = counter(faction, known.reserves, u, v, 1.45, node=f"{scene.id}-reserves-{faction}", state="reserve")
        made += reserves(kept, scene, own=faction == now.own)
    made += _name(names, faction, known.seat, sector)
    turn = now.view.acting == faction or (now.view.auction is not None and now.view.auction.bidder == faction)
    state = " ".join(("dune-seat", *(["own"] if faction == now.own else []), *(["turn"] if turn else []),
                      *([f"says dune-says-{now.speaking[faction]}"] if faction in now.speaking else [])))  # fmt: skip
    return el("g", made, id=f"{scene.id}-seat-mark-{faction}", class_=state)


def _beside(sector: float, *, last: bool) -> Point:
    """Where a plate carries its badge, and where its reserves: as its names are read, before and behind them."""
    return polar(SEATS_AT, sector + (-ASIDE if last == _upside_down(sector) else ASIDE) * (-1))


def _upside_down(sector: float) -> bool:
    """Whether words along the rim are read counterclockwise there."""
    return polar(1, sector)[1] > 0.01


def _plate(sector: float) -> str:
    """A strip along the rim that carries a player's marks."""
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
    lines = el("tspan", words(fit(called, 40, 350)), x=0, y=-4) + el("tspan", words(fit(player, 34, 350)), x=0, y=33)
    return el("text", lines, class_="dune-seat-name", transform=f"{placed(x, y)} rotate({slope:g})")


def tanks(now: Moment, names: Names, scene: Scene) -> str:
    """The Tleilaxu Tanks: dead forces of each faction."""
    made = el("rect", class_="dune-tanks-box", x=TANKS_AT[0], y=TANKS_AT[1], width=250, height=190, rx=26)
    made += el("text", "Tanks", class_="dune-tanks-title", x=TANKS_AT[0] + 125, y=TANKS_AT[1] - 12)
    for place, faction in enumerate(now.factions):
        dead = now.faction(faction).tanks
        x, y = _tank(place)
        made += el("circle", class_="dune-tank", cx=round(x), cy=round(y), r=33)
        if dead:
            made += counter(faction, dead, x, y, 1.3, node=f"{scene.id}-tanks-{faction}", state="dead")
    return el("g", made, class_="dune-tanks", aria_hidden="true")
