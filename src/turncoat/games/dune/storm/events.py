"""DUN-4.1: the events of the Storm Phase."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from turncoat.games.dune.events import DuneEvent, Faction, Territory, lost
from turncoat.games.dune.shared.map import SHIELD_WALL, TERRITORY_IDS
from turncoat.kernel import Message, Says


class StormEvent(DuneEvent, stage="storm"):
    """Anything that can happen in the Storm Phase."""


class TurnBegan(StormEvent, rule="DUN-1.4.1", tone="title"):
    """A turn of the game has begun."""

    says = Message("Turn {turn} begins.")

    turn: int


class Dialled(Says):
    """The number that one faction dialled."""

    says = Message("{faction} {number}")

    faction: Faction
    number: int


class StormDialled(StormEvent, rule="DUN-4.1.3"):
    """Both numbers dialled for the storm.

    Attributes:
        numbers: The number that each of them dialled.
    """

    says = Message("The numbers dialled for the storm: {dials}.")

    factions: tuple[Faction, ...]
    numbers: tuple[int, ...]

    @property
    def dials(self) -> tuple[Dialled, ...]:
        """Each faction that dialled, with its number."""
        return tuple(map(Dialled, self.factions, self.numbers))


class StormMoved(StormEvent, rule="DUN-4.1.4", weight=1, tone="bad"):
    """The storm moved: from where (-1: it was placed), how many sectors, and to where.

    Attributes:
        start: The sector from which it came; -1: it was placed.
    """

    says = Message("The storm moves {sectors:sector}, to sector {storm}.")
    placed = Message("The storm is in sector {storm}.")

    start: int
    sectors: int
    storm: int

    def sentences(self) -> Iterator[Message]:
        """DUN-4.1.1: in turn 1 it is placed."""
        yield self.says if self.start >= 0 else self.placed


class StormStruck(StormEvent, rule="DUN-4.1.5", deadly=True, tone="bad"):
    """The losses in a sector: forces by faction, spice, and the territories.

    Attributes:
        forces: Forces lost, by faction.
        spice: Spice lost.
    """

    says = Message("The storm in sector {sector} destroys {destroyed}.")

    sector: int
    forces: dict[str, int]
    spice: int
    territories: tuple[Territory, ...]

    @property
    def destroyed(self) -> tuple[Says, ...]:
        """DUN-4.1.5: the forces and the spice that the storm destroyed, in words."""
        return lost(self.forces, self.spice)


class OrderDetermined(StormEvent, rule="DUN-2.2.2"):
    """Storm order; the first is the First Player."""

    says = Message("Storm order: {factions}.")

    factions: tuple[Faction, ...]


class WallDestroyed(StormEvent, rule="DUN-7.9.2", weight=4, deadly=True, tone="bad"):
    """The player who blew up the Shield Wall, and the forces that died on it.

    Attributes:
        forces: Forces lost, by faction.
    """

    says = Message(
        "{faction} blows up the {wall} and destroys {destroyed}.", without=("forces", "{faction} blows up the {wall}.")
    )
    wall: ClassVar[Territory] = TERRITORY_IDS[SHIELD_WALL]

    faction: Faction
    forces: dict[str, int]

    @property
    def destroyed(self) -> tuple[Says, ...]:
        """DUN-7.9.2: the forces that stood on the Shield Wall, in words."""
        return lost(self.forces)


class WeatherControlled(StormEvent, rule="DUN-7.14.1", tone="bad"):
    """A player sets how far the storm moves."""

    says = Message("{faction} moves the storm {sectors:sector}.")

    faction: Faction
    sectors: int
