"""DUN-4.1: what happens in the Storm Phase."""

from __future__ import annotations

from turncoat.kernel.events import Event


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A turn begins."""

    turn: int


class StormDialled(Event, frozen=True, tag="storm_dialled"):
    """The dials, shown together."""

    factions: tuple[str, ...]
    numbers: tuple[int, ...]


class StormMoved(Event, frozen=True, tag="storm_moved"):
    """Where the storm came from (-1: it was placed), by how many sectors, and where it is now."""

    start: int
    sectors: int
    storm: int


class StormStruck(Event, frozen=True, tag="storm_struck"):
    """What a sector lost: forces by faction, spice, and in which territories."""

    sector: int
    forces: dict[str, int]
    spice: int
    territories: tuple[str, ...]


class OrderDetermined(Event, frozen=True, tag="order_determined"):
    """Storm order; the first is the First Player."""

    factions: tuple[str, ...]


class WallDestroyed(Event, frozen=True, tag="wall_destroyed"):
    """Who blew up the Shield Wall, and which forces died on it."""

    faction: str
    forces: dict[str, int]


class WeatherControlled(Event, frozen=True, tag="weather_controlled"):
    """Who says how far the storm moves."""

    faction: str
    sectors: int


EVENTS = (TurnBegan, StormDialled, StormMoved, StormStruck, OrderDetermined, WallDestroyed, WeatherControlled)
