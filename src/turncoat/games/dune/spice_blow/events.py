"""DUN-4.2, DUN-4.3: the events of the Spice Blow and the Nexus."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.events import DuneEvent, Faction, Leaving, Location, Spice, Territory, Word, leaving, lost
from turncoat.kernel import Message, Says


class BlowEvent(DuneEvent, stage="spice_blow"):
    """Anything that can happen in the Spice Blow and the Nexus."""

    worm: ClassVar[Word] = "worm"


class SpiceBlew(BlowEvent, rule="DUN-4.2.1", heading="Spice blow", weight=1, tone="coin"):
    """A territory card was turned over; spice comes up at the location, none if it is in the storm."""

    says = Message(
        "Spice blow: {spice} in {location}.",
        without=("spice", "Spice blow in {location}: the storm is there and destroys the spice."),
    )

    territory: Territory
    location: Location
    spice: Spice


class WormSetAside(BlowEvent, rule="DUN-4.2.4", heading="Spice blow"):
    """DUN-4.2.4: a worm of turn 1.

    Attributes:
        worms: How many worms are set aside now.
    """

    says = Message("A {worm} of the first turn is set aside and does nothing.")

    worms: int


class WormStruck(BlowEvent, rule="DUN-4.2.2", heading="Spice blow", weight=2, deadly=True, tone="bad"):
    """A worm came: the territory (empty before the first territory card), forces lost by faction, spice lost.

    Attributes:
        forces: Forces lost, by faction.
        spice: Spice lost.
    """

    says = Message(
        "A {worm} appears in {territory} and devours {devoured}.",
        without=("territory", "A {worm} appears, but there is no spice yet: nothing happens."),
    )

    territory: Territory
    forces: dict[str, int]
    spice: int

    @property
    def devoured(self) -> tuple[Says, ...]:
        """The forces and the spice that the worm devoured."""
        return lost(self.forces, self.spice)


class SpiceDeckShuffled(BlowEvent, rule="DUN-4.2.5"):
    """The spice discards, or worms set aside, were shuffled into a deck of this many cards."""

    says = Message("The spice deck is shuffled; it has {cards:card}.")

    cards: int


class NexusOpened(BlowEvent, rule="DUN-4.2.6", heading="Nexus"):
    """Alliances can be broken and made."""

    says = Message("Nexus: factions can break and make alliances.")


class AllianceProposed(BlowEvent, rule="DUN-4.3.2", heading="Nexus", does="proposes"):
    """A faction proposes an alliance to another."""

    says = Message("{faction} proposes an alliance to {to}.")

    faction: Faction
    to: Faction


class ProposalWithdrawn(BlowEvent, rule="DUN-4.3.2", heading="Nexus"):
    """A faction withdrew a proposal to another."""

    says = Message("{faction} withdraws the proposal to {to}.")

    faction: Faction
    to: Faction


class AllianceFormed(BlowEvent, rule="DUN-4.3.3", heading="Nexus", weight=4, tone="gift"):
    """Two factions are allied from now on."""

    says = Message("{factions} are allies.")

    factions: tuple[Faction, Faction]


class AllianceBroken(BlowEvent, rule="DUN-4.3.2", heading="Nexus", weight=4, tone="gift"):
    """A faction has left its alliance."""

    says = Message("{faction} breaks the alliance with {ally}.")

    faction: Faction
    ally: Faction


class WormRidden(BlowEvent, rule="DUN-6.1.7", heading="Ride", does="rides", tone="name"):
    """Forces rode a worm: from which locations, and where to.

    Attributes:
        forces: The number of forces that leave each location.
    """

    says = Message("{faction} rides the {worm} with {riding} to {to}.")

    faction: Faction
    forces: dict[str, int]
    to: Location

    @property
    def riding(self) -> tuple[Leaving, ...]:
        """The forces that leave, each with the place they leave."""
        return leaving(self.forces)
