"""What never moves on the map: sand, rock, strongholds, the Polar Sink, borders, names, where spice comes up.

Textures are patterns, coloured by the style sheet. The Shield Wall is the one part of the land that changes.
"""

from __future__ import annotations

from functools import cache

from turncoat.drawing.svg import el, words
from turncoat.games.dune.board.geography import RADIUS, Sort, geography, polar
from turncoat.games.dune.board.ground import Label, anchor, label, slots
from turncoat.games.dune.board.places import slug
from turncoat.games.dune.facts import FACTS, SECTORS, TerritoryFacts
from turncoat.games.dune.map import BORDERING, LOCATION_IDS, LOCATIONS_OF, TERRITORY, TERRITORY_IDS, TERRITORY_OF

TINTS = 3
"""Shades of sand, so that neighbouring territories differ."""

_TEXTURES = {
    "sand": (
        132, 66, 14,
        "M0 12C22 2 44 2 66 12S110 22 132 12M0 34C30 26 52 28 78 36S116 42 132 34M0 55C18 48 40 50 60 56S106 64 132 55",
    ),
    "rock": (
        92, 76, 0,
        "M6 26L18 8L26 20M34 60L48 40L60 58L66 52M60 22L72 6L86 26M2 66L12 54L20 64M40 22L46 14L52 22M76 66L84 56",
    ),
    "keep": (44, 28, 0, "M0 .500H44M0 14.500H44M12 0V14M34 14V28"),
    "ice": (120, 120, 20, "M0 40L34 30L52 54L90 44L120 62M52 54L46 96L70 120M90 44L98 14L84 0M46 96L14 108"),
}  # fmt: skip
"""For each texture the size of its tile, by how many degrees it is turned, and its lines."""

_BORDERS: tuple[Sort, ...] = ("sector", "sand", "pole", "rock", "wall", "rim")

_SIGNS = {
    "city": "M-44 40V-6H-34V-14H-24V-6H-16V-40H-10L0-56L10-40H16V-6H24V-14H34V-6H44V40H10V20A10 10 0 0 0-10 20V40Z",
    "haven": "M-48 40C-44 6-22-34 0-42C22-34 44 6 48 40H20C20 14 12 4 0 4C-12 4-20 14-20 40Z",
}
"""What stands in a stronghold: towers in a city, the mouth of a cave elsewhere."""


def sort_of(one: TerritoryFacts) -> str:
    """The texture of a territory, and for sand its shade: ``sand-2``."""
    kinds = {"rock": "rock", "stronghold": "keep", "polar": "ice"}
    return kinds.get(one.kind) or f"sand-{_tints()[TERRITORY[one.id]]}"


@cache
def _tints() -> tuple[int, ...]:
    """A shade for each territory, other than those of its neighbours as far as three are enough."""
    chosen: list[int] = []
    for territory in range(len(TERRITORY_IDS)):
        near = [chosen[one] for one in BORDERING[territory] if one < territory]
        chosen.append(min(range(TINTS), key=lambda tint: (near.count(tint), chosen.count(tint), tint)))
    return tuple(chosen)


def patterns(prefix: str) -> str:
    """The definitions that the land is drawn with; ids begin with the prefix."""
    made = ""
    for name, (wide, high, turned, lines) in _TEXTURES.items():
        for shade in range(TINTS) if name == "sand" else (None,):
            kind = name if shade is None else f"{name}-{shade}"
            turn = turned + (0 if shade is None else 23 * shade - 20)
            made += el(
                "pattern",
                el("rect", class_=f"dune-{kind}", width=wide, height=high),
                el("path", class_=f"dune-lines dune-lines-{name}", d=lines.replace(".500", ".5")),
                id=f"{prefix}-{kind}",
                width=wide,
                height=high,
                patternUnits="userSpaceOnUse",
                patternTransform=f"rotate({turn})" if turn else None,
            )
    return made


def shapes(prefix: str) -> str:
    """Every location and every kind of border once, for whatever is drawn with them."""
    made = "".join(el("path", id=f"{prefix}-p-{slug(place)}", d=geography().areas[place]) for place in LOCATION_IDS)
    made += "".join(el("path", id=f"{prefix}-b-{sort}", d=data) for sort, data in geography().borders.items())
    for kind in ("rock", "keep"):
        made += el("clipPath", *(_shape(prefix, place) for place in _places(kind)), id=f"{prefix}-in-{kind}")
    return made


def _light(prefix: str) -> str:
    """Daylight from the upper left, so that the planet is round."""
    stops = ((0, "day", 0.24), (0.55, "day", 0.0), (0.8, "night", 0.0), (1, "night", 0.34))
    made = "".join(
        el("stop", class_=f"dune-{kind}", offset=f"{at:g}", stop_opacity=f"{much:g}") for at, kind, much in stops
    )
    return el("radialGradient", made, id=f"{prefix}-light", cx=".36", cy=".3", r=".78")


def _shape(prefix: str, place: str) -> str:
    return el("use", href=f"#{prefix}-p-{slug(place)}")


def _border(prefix: str, sort: Sort, kind: str, inside: str = "") -> str:
    """A kind of border, drawn in some way, on one side of it only if ``inside`` says of which land."""
    return el("use", class_=f"dune-{kind}", href=f"#{prefix}-b-{sort}",
              clip_path=f"url(#{prefix}-in-{inside})" if inside else None)  # fmt: skip


@cache
def land(prefix: str) -> str:
    """DUN-2.1.3: the ground in its kinds, and all borders."""
    made = el("circle", class_="dune-planet-ground", r=RADIUS)
    for kind in (*(f"sand-{tint}" for tint in range(TINTS)), "ice", "rock", "keep"):
        shapes_of = "".join(_shape(prefix, place) for place in _places(kind))
        if kind == "rock":
            made += _border(prefix, "sand", "shade") + el("g", shapes_of, class_="dune-fall")
        made += el("g", shapes_of, fill=f"url(#{prefix}-{kind})")
    made += _border(prefix, "rock", "crags", "rock") + _border(prefix, "wall", "crags", "rock")
    for kind in ("hachures", "cliffs"):
        made += _border(prefix, "rock", kind, "rock")
    for kind in ("rampart", "merlons"):
        made += _border(prefix, "wall", kind, "keep")
    for sort in _BORDERS:
        made += _border(prefix, sort, f"border dune-border-{sort}")
    made += el("circle", class_="dune-daylight", r=RADIUS, fill=f"url(#{prefix}-light)")
    return el("defs", patterns(prefix), shapes(prefix), _light(prefix)) + el("g", made, class_="dune-land")


def _places(kind: str) -> list[str]:
    return [
        LOCATION_IDS[place]
        for territory, one in enumerate(FACTS.territories)
        if sort_of(one) == kind
        for place in LOCATIONS_OF[territory]
    ]


@cache
def signs(names: tuple[str, ...]) -> str:
    """What stands in strongholds, and the amounts printed where spice comes up (DUN-2.1.3)."""
    made = ""
    for number, one in enumerate(FACTS.territories):
        if one.kind == "stronghold":
            x, y = anchor(LOCATION_IDS[LOCATIONS_OF[number][0]])
            made += el("path", class_="dune-sign", d=_SIGNS["city" if one.city else "haven"],
                       transform=f"translate({round(x)} {round(y)}) scale(1.25)")  # fmt: skip
        if one.spice:
            place = f"{one.id}/{one.spice[0]}"
            spot = slots(place, 1, names[number])
            x, y = spot.points[0]
            ring = el("path", d="M0-36L36 0L0 36L-36 0Z")
            made += el("g", ring, el("text", str(one.spice[1]), y=11), class_="dune-printed",
                       transform=f"translate({round(x)} {round(y)})")  # fmt: skip
    return el("g", made, class_="dune-signs")


def wall(stands: bool, prefix: str) -> str:
    """DUN-7.9.3: the Shield Wall as a chain of towers, or what is left of it."""
    line = geography().rampart
    made = el("path", class_="dune-bulwark", d=line) + el("path", class_="dune-towers", d=line)
    if not stands:
        (x, y), (u, v) = (anchor(LOCATION_IDS[place]) for place in LOCATIONS_OF[TERRITORY["shield-wall"]])
        a, b = (x + u) / 2, (y + v) / 2
        burst = "M-34-8L-12-14L-8-36L6-15L30-28L18-4L40 8L15 12L12 36L-4 17L-28 28L-16 6Z"
        made += el("path", class_="dune-crater", d=burst, transform=f"translate({round(a)} {round(b) - 24}) scale(1.5)")
    return el("g", made, id=f"{prefix}-shield-wall", class_=f"dune-wall {'whole' if stands else 'blown'}")


@cache
def lettering(names: tuple[str, ...]) -> str:
    """The names of all territories, in facts order."""
    made = ""
    for one, name in zip(FACTS.territories, names, strict=True):
        made += _written(label(one.id, name), one.kind)
    return el("g", made, class_="dune-names", aria_hidden="true")


def _written(one: Label, kind: str) -> str:
    x, y = one.middle
    turned = f" rotate({one.slope})" if one.slope else ""
    step = one.size * 1.02
    lines = [
        el("tspan", words(line), x=0, y=round((place - (len(one.lines) - 1) / 2) * step + one.size * 0.34))
        for place, line in enumerate(one.lines)
    ]
    return el("text", *lines, class_=f"dune-name dune-name-{kind}", font_size=one.size,
              transform=f"translate({round(x)} {round(y)}){turned}")  # fmt: skip


@cache
def dial() -> str:
    """DUN-2.1.1: the rim with its 18 sectors."""
    ticks = ""
    for sector in range(SECTORS):
        (x, y), (u, v) = (_rim(far, sector) for far in (RADIUS, RADIUS + 58))
        ticks += f"M{x} {y}L{u} {v}"
    return el("g", el("circle", class_="dune-rim", r=RADIUS + 29), el("path", class_="dune-ticks", d=ticks),
              el("circle", class_="dune-rim-line", r=RADIUS + 58))  # fmt: skip


@cache
def numbers() -> str:
    """The numbers of the sectors, on the rim."""
    made = ""
    for sector in range(SECTORS):
        x, y = _rim(RADIUS + 29, sector + 0.5)
        made += el("text", str(sector), x=x, y=y + 11)
    return el("g", made, class_="dune-dial", aria_hidden="true")


def _rim(far: float, sector: float) -> tuple[int, int]:
    x, y = polar(far, sector)
    return round(x), round(y)


__all__ = ["TERRITORY_OF", "dial", "land", "lettering", "patterns", "signs", "sort_of", "wall"]
