"""Names on a planet that is drawn small, as on a phone: strongholds, and places with forces.

There all pieces are ``NEARER`` times as large and leave room for few names: each is written beside the pieces of its
place, where it covers least; a name that would cover too much is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from turncoat.drawing.svg import el, width, words
from turncoat.games.dune.drawing.ground import LEADING, REACH, label, territory_of
from turncoat.games.dune.drawing.laid import HEAP, lying, spots
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.shapes import RADIUS, Point
from turncoat.games.dune.drawing.terrain import Called
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.shared.map import TERRITORY

SIZE = 75
"""The type size: 11 px where the planet is 344 px wide."""

NEARER = 1.65
"""How many times larger pieces are on the small planet; the style sheet has the same number."""

LOOSELY = 0.86
"""The usual width of words, compared with the width that is kept free for them elsewhere."""

LONG = 9
"""A name with more letters than this takes two lines."""

COVERED = 0.12
"""The share of a name that may cover something else."""


class Box(Struct, frozen=True):
    """A rectangle: its middle, and half of its width and height."""

    x: float
    y: float
    wide: float
    high: float

    def over(self, other: Box) -> float:
        """The area that two rectangles share."""
        across = min(self.x + self.wide, other.x + other.wide) - max(self.x - self.wide, other.x - other.wide)
        down = min(self.y + self.high, other.y + other.high) - max(self.y - self.high, other.y - other.high)
        return max(0.0, across) * max(0.0, down)

    def covers(self, others: Iterable[Box]) -> float:
        """The share of this rectangle that covers others, or lies outside the planet."""
        beyond = max(0.0, abs(self.x) + self.wide - RADIUS * 1.12) * 2 * self.high
        return (sum(map(self.over, others)) + beyond) / (4 * self.wide * self.high)


def said_afar(now: Moment, territories: Called, scene: str) -> str:
    """All names on the small planet; strongholds first, then places by their forces."""
    pieces = {place: _pieces(place, what, territories) for place, what in lying(now).items()}
    taken = [box for boxes in pieces.values() for box in boxes]
    made = ""
    for territory, places in _named(now):
        name = territories[TERRITORY[territory]]
        lines = _lines(name)
        spot = _spot(territory, name, lines, [box for place in places for box in pieces[place]], taken)
        if spot is not None:
            taken.append(spot)
            made += _written(lines, spot, strong=_strong(territory))
    return el("g", made, class_="dune-afar", id=f"{scene}-afar", aria_hidden="true")


def _named(now: Moment) -> list[tuple[str, list[str]]]:
    """Territories whose names are written on the small planet, with the locations of forces."""
    strong = [territory.id for territory in FACTS.territories if territory.kind == "stronghold"]
    found: dict[str, list[str]] = {territory: [] for territory in strong}
    forces = dict.fromkeys(strong, 0)
    for place, what in lying(now).items():
        number = sum(amount for kind, amount in what.items() if kind != HEAP)
        if number:
            territory = territory_of(place)
            found.setdefault(territory, []).append(place)
            forces[territory] = forces.get(territory, 0) + number
    return sorted(found.items(), key=lambda place: (place[0] not in strong, -forces[place[0]], place[0]))


def _pieces(place: str, what: dict[str, int], territories: Called) -> list[Box]:
    """The space that the pieces of a location take."""
    where, scale = spots(place, list(what), territories)
    half = REACH * scale * NEARER * 0.9
    return [Box(x, y, half, half) for kind, (x, y) in where.items() if kind in what]


def _lines(name: str) -> Sequence[str]:
    """A name in a line, or in two of about the same length."""
    parts = name.split()
    if len(name) <= LONG or len(parts) < 2:
        return (name,)
    halves = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    return min(halves, key=lambda two: max(map(len, two)))


def _spot(territory: str, name: str, lines: Sequence[str], own: list[Box], taken: list[Box]) -> Box | None:
    """The position where a name covers least: beside its pieces, or at its usual place."""
    wide = max(width(line, SIZE) for line in lines) * LOOSELY / 2
    high = len(lines) * SIZE * LEADING / 2
    places: list[Point] = [] if own else [label(territory, name).middle]
    for box in own:
        beside, above = box.wide + wide + 6, box.high + high
        places += [(box.x, box.y + above), (box.x, box.y - above), (box.x + beside, box.y), (box.x - beside, box.y)]
    found = min((Box(x, y, wide, high) for x, y in places), key=lambda box: box.covers(taken))
    return found if _strong(territory) or found.covers(taken) <= COVERED else None


def _strong(territory: str) -> bool:
    return FACTS.territories[TERRITORY[territory]].kind == "stronghold"


def _written(lines: Sequence[str], spot: Box, *, strong: bool) -> str:
    spans = [
        el("tspan", words(line), x=0, y=f"{(place - (len(lines) - 1) / 2) * LEADING + 0.34:.2f}em")
        for place, line in enumerate(lines)
    ]
    return el("text", *spans, class_=f"dune-afar-name{' dune-afar-strong' if strong else ''}", font_size=SIZE,
              transform=f"translate({round(spot.x)} {round(spot.y)})")  # fmt: skip
