"""DUN-4.9: Spice Collection."""

from __future__ import annotations

from turncoat.games.dune.anytime import window
from turncoat.games.dune.events import SpiceCollected
from turncoat.games.dune.sections import Collection
from turncoat.games.dune.shared.forces import at, holder
from turncoat.games.dune.shared.map import CITIES, LOCATION_IDS
from turncoat.games.dune.shared.spice import collect, spice_at
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel import Tell, flow

RATE, CITY_RATE = 2, 3
"""DUN-4.9.1: spice that each force collects; more for the sole holder of a city (DUN-R-70)."""


def rate(game: Dune, seat: int) -> int:
    """DUN-4.9.1: how much spice each force of a seat collects."""
    return CITY_RATE if any(holder(game, city) == seat for city in CITIES) else RATE


def collect_all(game: Dune, phase: Collection, tell: Tell) -> None:
    """DUN-4.9.1: all collect in storm order, as far as spice is left (DUN-R-71).

    Each location with spice gives a faction with forces there 2 spice per force, 3 if the faction alone holds Arrakeen
    or Carthag. Collected spice leaves the map (``spice.collect``).
    """
    for seat in game.order:
        for place, _ in game.forces[seat]:
            if lying := spice_at(game, place):
                amount = min(lying, at(game, seat, place) * rate(game, seat))
                collect(game, seat, place, amount)
                tell.all(SpiceCollected, faction_id(game, seat), LOCATION_IDS[place], amount)


COLLECTION = flow(
    Collection,
    window=window("DUN-W-10"),  # before spice is collected
    collect=collect_all,
)
