"""DUN-4.7: what happens in Shipment and Movement."""

from __future__ import annotations

from turncoat.kernel.events import Event


class SpiceCardForeseen(Event, frozen=True, tag="spice_card_foreseen"):
    """DUN-6.2.2, for those who see it alone: the top card of the spice deck; empty if there is none."""

    card: str


class Shipped(Event, frozen=True, tag="shipped"):
    """Forces came from reserves: how many, where to, and the price."""

    faction: str
    forces: int
    to: str
    spice: int


class Rallied(Event, frozen=True, tag="rallied"):
    """DUN-6.1.2: forces came up out of the desert."""

    faction: str
    forces: int
    to: str


class Transferred(Event, frozen=True, tag="transferred"):
    """DUN-6.5.2: forces were shipped across the planet; to an empty text: back to the reserves."""

    faction: str
    forces: dict[str, int]
    to: str
    spice: int


class Accompanied(Event, frozen=True, tag="accompanied"):
    """DUN-6.4.3: one force went along to the middle of the map."""

    faction: str


class Moved(Event, frozen=True, tag="moved"):
    """Forces moved: from which locations, where to, and whether by Hajr."""

    faction: str
    forces: dict[str, int]
    to: str
    hajr: bool


class AlliesParted(Event, frozen=True, tag="allies_parted"):
    """DUN-5.3.2: forces that stood with the ally's are dead."""

    faction: str
    territory: str
    forces: int


EVENTS = (SpiceCardForeseen, Shipped, Rallied, Transferred, Accompanied, Moved, AlliesParted)
