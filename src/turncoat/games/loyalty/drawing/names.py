"""LOY-O38: the names of places on pages: cities by their names, a road by the cities at its ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from turncoat.games.loyalty.text import LoyaltyNames
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Names
from turncoat.kernel.space import Id

_NUMBERED = re.compile(r"C|[ORS]\d+")
"""Names of places that only have numbers."""


class PlaceNames(LoyaltyNames):
    """The names of the terminal, but with names for places."""

    def __init__(self, seats: Iterable[str], places: Mapping[str, str]) -> None:
        super().__init__(seats)
        self.places = places

    def label(self, domain: str, value: Id) -> str:
        """The name of a value: ``label("place", "O1")`` is ``"Avignon"``."""
        return self.places.get(str(value), str(value)) if domain == "place" else super().label(domain, value)


def numbered(name: str) -> bool:
    """Whether a place has a number and no name of its own."""
    return _NUMBERED.fullmatch(name) is not None


def place_names(now: LoyaltyView) -> dict[str, str]:
    """LOY-O38: the name of each place; on a custom map (LOY-O3) cities have the names written there."""
    given = [name.strip() for name in now.options.city_names.split(",")]
    own = now.options.board_mode == "custom"
    found: dict[str, str] = {}
    for place, city in enumerate(now.cities):
        name = given[place] if place < len(given) and not own else ""
        found[city.name] = name if name and name not in found.values() else city.name
    for road in now.places[len(now.cities) :]:
        between = "–".join(found[end] for end in road.ends)
        found[road.name] = f"the road {between}" if numbered(road.name) else road.name
    return found


def spoken(now: LoyaltyView, names: Names) -> Names:
    """The names on pages, with cities by their own names."""
    return PlaceNames((names.label("seat", seat) for seat in range(len(now.coins))), place_names(now))
