"""DUN-4.7: the events of Shipment and Movement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from turncoat.games.dune.events import Card, DuneEvent, Faction, Leaving, Location, Spice, Territory, Word, leaving
from turncoat.games.dune.shared.cards import HAJR, TERRITORY_OF_CARD
from turncoat.games.dune.shared.map import POLE, TERRITORY_IDS
from turncoat.kernel import Message


class TravelEvent(DuneEvent, stage="shipment_and_movement"):
    """Anything that can happen in Shipment and Movement."""


class SpiceCardForeseen(TravelEvent, rule="DUN-6.2.2", private=True):
    """DUN-6.2.2, only for those who see it: the top card of the spice deck; empty if there is none."""

    says = Message("You see the next spice card: {territory}.")
    other = Message("You see the next spice card: {card}.")
    none = Message("You may see the next spice card, but the spice deck is empty.")

    card: Word

    @property
    def territory(self) -> Territory:
        """The territory of the card."""
        return TERRITORY_IDS[TERRITORY_OF_CARD[self.card]]

    def sentences(self) -> Iterator[Message]:
        """DUN-6.2.2: a territory card, or a worm."""
        yield self.says if self.card in TERRITORY_OF_CARD else self.other if self.card else self.none


class ShipmentEvent(TravelEvent, heading="Shipment", does="ships"):
    """Forces came to the map, or went by ship."""

    faction: Faction


class Shipped(ShipmentEvent, rule="DUN-4.7.2", weight=1, tone="name"):
    """Forces came from reserves: how many, where to, and the price."""

    says = Message("{faction} ships {forces:force} to {to} for {spice}.")

    forces: int
    to: Location
    spice: Spice


class Rallied(ShipmentEvent, rule="DUN-6.1.2", tone="name"):
    """DUN-6.1.2: reserves of the desert came onto the map."""

    says = Message("{faction} rallies {forces:force} in {to}.")

    forces: int
    to: Location


class Transferred(ShipmentEvent, rule="DUN-6.5.2", tone="name"):
    """DUN-6.5.2: forces were shipped across the planet; if the destination is empty, back to the reserves.

    Attributes:
        forces: The number of forces that leave each location.
    """

    says = Message(
        "{faction} ships {shipped} to {to} for {spice}.",
        without=("to", "{faction} ships {shipped} to the reserves for {spice}."),
    )

    forces: dict[str, int]
    to: Location
    spice: Spice

    @property
    def shipped(self) -> tuple[Leaving, ...]:
        """The shipped forces and the places that they leave."""
        return leaving(self.forces)


class Accompanied(ShipmentEvent, rule="DUN-6.4.3"):
    """DUN-6.4.3: one force went along to the middle of the map."""

    says = Message("{faction} sends 1 force to {middle} with the shipment.")
    middle: ClassVar[Territory] = TERRITORY_IDS[POLE]


class Moved(TravelEvent, rule="DUN-4.7.6", heading="Movement", does="moves", tone="name"):
    """Forces moved: from which locations, where to, and whether by Hajr.

    Attributes:
        forces: The number of forces that leave each location.
        hajr: Whether the move was made with a Hajr card.
    """

    says = Message(
        "{faction} moves {moving} to {to} with {card}.", without=("hajr", "{faction} moves {moving} to {to}.")
    )
    card: ClassVar[Card] = HAJR

    faction: Faction
    forces: dict[str, int]
    to: Location
    hajr: bool

    @property
    def moving(self) -> tuple[Leaving, ...]:
        """The forces that leave, each with the place they leave."""
        return leaving(self.forces)


class AlliesParted(TravelEvent, rule="DUN-5.3.2", heading="Movement", weight=2, deadly=True, tone="bad"):
    """DUN-5.3.2: forces that shared a territory with the ally's died."""

    says = Message("{faction} loses {forces:force} in {territory}, where the ally is.")

    faction: Faction
    territory: Territory
    forces: int
