"""Every location as a target of its own: where it is, what a tap on it stands for, and what there is to say of it."""

from __future__ import annotations

from functools import cache

from turncoat.drawing.scene import Scene
from turncoat.drawing.svg import el
from turncoat.games.dune.board.ground import territory_of
from turncoat.games.dune.board.moment import Moment
from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.map import BETWEEN, BLOOM, LOCATION, LOCATION_IDS, SECTOR_OF, TERRITORY, TERRITORY_OF
from turncoat.kernel import Names

Called = tuple[str, ...]
"""The names of all territories, in facts order."""

_KINDS = {"stronghold": "stronghold", "sand": "sand", "rock": "rock", "polar": "the pole"}
_GROUPS = (("stronghold", "Strongholds"), ("sand", "Sand"), ("rock", "Rock"), ("polar", "The pole"))


def called(names: Names) -> Called:
    """The names of all territories."""
    return tuple(names.label("territory", one.id) for one in FACTS.territories)


def slug(place: str) -> str:
    """A location for an id: ``pale-mesa-6``."""
    return place.replace("/", "-")


def targets(now: Moment, names: Names, scene: Scene, territories: Called) -> str:
    """All locations, strongholds first. One of them is met by Tab: the first that can be tapped, or else the first."""
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
    """What a tap on a location stands for: the location, its territory, or either, as the answer wants it."""
    pairs = (("location", place), ("territory", territory_of(place)))
    return [(domain, value) for domain, value in pairs if value in scene.places.get(domain, frozenset())]


def _going_on(now: Moment, territory: str) -> str:
    """What is being settled there: a battle (DUN-4.8.1), or what worms have left (DUN-4.2.2)."""
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
    """What is said of locations at one moment."""

    def __init__(self, now: Moment, names: Names, territories: Called) -> None:
        self.view, self.territories = now.view, territories
        self.forces: dict[str, list[str]] = {}
        for one in now.view.factions:
            for place, number in one.forces.items():
                self.forces.setdefault(place, []).append(f"{number} {names.label('faction', one.faction)}")

    def of(self, place: str) -> str:
        """One location in sentences."""
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
    """DUN-2.1.3: what never changes while the Shield Wall does not: name, kind and dangers; then what lies round it."""
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
    """DUN-2.1.3, DUN-7.9.3: what storm and worms do there."""
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


__all__ = ["TERRITORY", "Called", "called", "slug", "targets"]
