"""The terrain, and everything printed on it."""

from __future__ import annotations

from functools import cache

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el, words
from turncoat.games.dune.drawing.geography import geography
from turncoat.games.dune.drawing.ground import LEADING, READ, Label, anchor, label, slots, territory_of
from turncoat.games.dune.drawing.moment import Moment
from turncoat.games.dune.drawing.shapes import RADIUS, Sort, polar
from turncoat.games.dune.facts import FACTS, SECTORS, TerritoryFacts
from turncoat.games.dune.shared.map import (
    BETWEEN,
    BLOOM,
    BORDERING,
    LOCATION,
    LOCATION_IDS,
    LOCATIONS_OF,
    SECTOR_OF,
    TERRITORY,
    TERRITORY_IDS,
    TERRITORY_OF,
)
from turncoat.kernel import Names

Called = tuple[str, ...]
"""The names of all territories, in the order of the facts."""

_KINDS = {"stronghold": "stronghold", "sand": "sand", "rock": "rock", "polar": "the pole"}
_GROUPS = (("stronghold", "Strongholds"), ("sand", "Sand"), ("rock", "Rock"), ("polar", "The pole"))


def called(names: Names) -> Called:
    """The names of all territories."""
    return tuple(names.label("territory", territory.id) for territory in FACTS.territories)


def slug(place: str) -> str:
    """The id of a location as text: ``pale-mesa-6``."""
    return place.replace("/", "-")


def targets(now: Moment, names: Names, scene: Scene, territories: Called) -> str:
    """All locations, strongholds first. The Tab key reaches the first one that can be tapped, or else the first."""
    told = _Told(now, names, territories)
    listed = [(title, [place for place in LOCATION_IDS if _kind(place) == kind]) for kind, title in _GROUPS]
    places = [place for _, inside in listed for place in inside]
    stop = next((place for place in places if _domains(place, scene)), places[0])
    made = "".join(
        el("g", *(_target(place, now, scene, told, stop == place) for place in inside), role="group", aria_label=title)
        for title, inside in listed
    )
    return el("g", made, class_="dune-places")


def _kind(place: str) -> str:
    return FACTS.territories[TERRITORY_OF[LOCATION[place]]].kind


def _domains(place: str, scene: Scene) -> list[tuple[str, str]]:
    """The values that a tap on a location can give: the location or its territory."""
    pairs = (("location", place), ("territory", territory_of(place)))
    return [(domain, value) for domain, value in pairs if value in scene.places.get(domain, frozenset())]


def _going_on(now: Moment, territory: str) -> str:
    """The matter that is being settled there: a battle (DUN-4.8.1), or what worms have left (DUN-4.2.2)."""
    if now.told:
        return ""
    if now.view.devoured == territory:
        return "worm"
    battle = now.view.battle
    return "battle" if battle is not None and battle.territory == territory else ""


def _target(place: str, now: Moment, scene: Scene, told: _Told, stop: bool) -> str:
    domains = _domains(place, scene)
    lit = now.lit.get(place) or now.lit.get(territory_of(place)) or _going_on(now, territory_of(place))
    state = ("dune-place", *(["target legal"] if domains else []), *([f"dune-lit dune-lit-{lit}"] if lit else []))
    return el(
        "use",
        id=f"{scene.id}-at-{slug(place)}",
        class_=" ".join(state),
        href=f"#{scene.id}-p-{slug(place)}",
        role="button" if domains else "img",
        tabindex=0 if stop else -1,
        aria_label=told.of(place),
        data_domain=domains[0][0] if domains else None,
        data_value=domains[0][1] if domains else None,
        data_or=" ".join(domains[1]) if len(domains) > 1 else None,
        data_why=f"location {place}" if "location" in scene.places and not domains else None,
        data_tip="",
    )


class _Told:
    """The texts about locations at one moment."""

    def __init__(self, now: Moment, names: Names, territories: Called) -> None:
        self.view, self.territories = now.view, territories
        self.forces: dict[str, list[str]] = {}
        for faction in now.view.factions:
            for place, number in faction.forces.items():
                self.forces.setdefault(place, []).append(f"{number} {names.label('faction', faction.faction)}")

    def of(self, place: str) -> str:
        """The contents of one location, in sentences."""
        here = self.forces.get(place, [])
        spice = self.view.fields.get(place)
        lies = [*here, *([f"{spice} spice"] if spice else [])]
        stormy = self.view.storm >= 0 and SECTOR_OF[LOCATION[place]] == self.view.storm
        head, tail = _standing(place, self.view.wall, self.territories)
        threat = " A worm would strike here." if territory_of(place) == self.view.latest else ""
        said = f"{head}{' The storm is here.' if stormy else ''} {_listed(lies) if lies else 'Nobody'} here.{threat}"
        return f"{said} {tail}"


@cache
def _standing(place: str, wall: bool, territories: Called) -> tuple[str, str]:
    """DUN-2.1.3: what stays the same while the Shield Wall stands: name, kind and dangers; then the neighbours."""
    number = LOCATION[place]
    territory = TERRITORY_OF[number]
    facts = FACTS.territories[territory]
    sector = f", sector {SECTOR_OF[number]}" if facts.sectors else ""
    bloom = BLOOM.get(territory)
    comes = f" Its spice card brings {bloom[1]}." if bloom and bloom[0] == number else ""
    head = f"{territories[territory]}{sector}: {_KINDS[facts.kind]}{' with ornithopters' if facts.city else ''}."
    near = sorted({territories[TERRITORY_OF[other]] for other in BETWEEN[number]})
    return f"{head} {_dangers(facts.kind, facts.walled, wall, territories)}", f"Borders on {_listed(near)}.{comes}"


def _dangers(kind: str, walled: bool, wall: bool, territories: Called) -> str:
    """DUN-2.1.3, DUN-7.9.3: the dangers from storm and worms there."""
    shield = territories[TERRITORY["shield-wall"]]
    if walled and wall:
        return f"Safe from storms while the {shield} stands (DUN-2.1.3)."
    if walled:
        return f"The {shield} is gone: storms kill here (DUN-7.9.3)."
    if kind == "sand":
        return "Storms kill and worms devour here (DUN-2.1.3)."
    return "Safe from storms and worms (DUN-2.1.3)."


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


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
"""The sign of a stronghold: towers for a city, a cave's mouth for any other."""


def sort_of(territory: TerritoryFacts) -> str:
    """The texture of a territory, and for sand its shade: ``sand-2``."""
    kinds = {"rock": "rock", "stronghold": "keep", "polar": "ice"}
    return kinds.get(territory.kind) or f"sand-{_tints()[TERRITORY[territory.id]]}"


@cache
def _tints() -> tuple[int, ...]:
    """A shade for each territory, different from its neighbours' as far as three shades are enough."""
    chosen: list[int] = []
    for territory in range(len(TERRITORY_IDS)):
        near = [chosen[other] for other in BORDERING[territory] if other < territory]
        chosen.append(min(range(TINTS), key=lambda tint: (near.count(tint), chosen.count(tint), tint)))
    return tuple(chosen)


def patterns(prefix: str) -> str:
    """The textures of the land as SVG definitions; their ids begin with the prefix."""
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
    """The shapes of all locations and borders, each defined once."""
    made = "".join(el("path", id=f"{prefix}-p-{slug(place)}", d=geography().areas[place]) for place in LOCATION_IDS)
    made += "".join(el("path", id=f"{prefix}-b-{sort}", d=data) for sort, data in geography().borders.items())
    for kind in ("rock", "keep"):
        made += el("clipPath", *(_shape(prefix, place) for place in _places(kind)), id=f"{prefix}-in-{kind}")
    return made


def _light(prefix: str) -> str:
    """Light from the upper left, which makes the planet look round."""
    stops = ((0, "day", 0.24), (0.55, "day", 0.0), (0.8, "night", 0.0), (1, "night", 0.34))
    made = "".join(
        el("stop", class_=f"dune-{kind}", offset=f"{at:g}", stop_opacity=f"{much:g}") for at, kind, much in stops
    )
    return el("radialGradient", made, id=f"{prefix}-light", cx=".36", cy=".3", r=".78")


def _shape(prefix: str, place: str) -> str:
    return el("use", href=f"#{prefix}-p-{slug(place)}")


def _border(prefix: str, sort: Sort, kind: str, inside: str = "") -> str:
    """A border drawn in some way; with ``inside`` only on the side of that land."""
    return el("use", class_=f"dune-{kind}", href=f"#{prefix}-b-{sort}",
              clip_path=f"url(#{prefix}-in-{inside})" if inside else None)  # fmt: skip


@cache
def land(prefix: str) -> str:
    """DUN-2.1.3: the ground by kinds, and all borders."""
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
    """The signs of strongholds, and the amounts printed where spice comes up (DUN-2.1.3)."""
    made = ""
    for number, territory in enumerate(FACTS.territories):
        if territory.kind == "stronghold":
            x, y = anchor(LOCATION_IDS[LOCATIONS_OF[number][0]])
            made += el("path", class_="dune-sign", d=_SIGNS["city" if territory.city else "haven"],
                       transform=f"translate({round(x)} {round(y)}) scale(1.25)")  # fmt: skip
        if territory.spice:
            place = f"{territory.id}/{territory.spice[0]}"
            spot = slots(place, 1, names[number])
            x, y = spot.points[0]
            ring = el("path", d="M0-36L36 0L0 36L-36 0Z")
            made += el("g", ring, el("text", str(territory.spice[1]), y=11), class_="dune-printed",
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
    """The names of all territories on the map, in the order of the facts."""
    made = ""
    for territory, name in zip(FACTS.territories, names, strict=True):
        made += _written(label(territory.id, name), territory.kind)
    return el("g", made, class_="dune-names", aria_hidden="true")


def _when_seen(size: int) -> str:
    """Which names are hidden on small windows, where the reader points at their places instead."""
    return " dune-name-least" if size < 28 else " dune-name-less" if size < READ else ""


def _written(label: Label, kind: str) -> str:
    x, y = label.middle
    turned = f" rotate({label.slope})" if label.slope else ""
    lines = [
        el("tspan", words(line), x=0, y=f"{(place - (len(label.lines) - 1) / 2) * LEADING + 0.34:.2f}em")
        for place, line in enumerate(label.lines)
    ]
    return el("text", *lines, class_=f"dune-name dune-name-{kind}{_when_seen(label.size)}", font_size=label.size,
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
