"""DUN-4.2 to DUN-4.4: what happens in the Spice Blow, the Nexus and Charity."""

from __future__ import annotations

from turncoat.kernel.events import Event


class SpiceBlew(Event, frozen=True, tag="spice_blew"):
    """A territory card was turned over; spice lies at the location now, none if it is in the storm."""

    territory: str
    location: str
    spice: int


class WormSetAside(Event, frozen=True, tag="worm_set_aside"):
    """DUN-4.2.4: a worm of turn 1."""

    worms: int


class WormStruck(Event, frozen=True, tag="worm_struck"):
    """A worm came: the territory (empty before the first card), forces lost by faction, spice lost."""

    territory: str
    forces: dict[str, int]
    spice: int


class SpiceDeckShuffled(Event, frozen=True, tag="spice_deck_shuffled"):
    """The spice discards, or worms set aside, are a new part of the deck of so many cards."""

    cards: int


class NexusOpened(Event, frozen=True, tag="nexus_opened"):
    """Alliances can be broken and made."""


class AllianceProposed(Event, frozen=True, tag="alliance_proposed"):
    """Who proposed to whom."""

    faction: str
    to: str


class ProposalWithdrawn(Event, frozen=True, tag="proposal_withdrawn"):
    """Who withdrew a proposal to whom."""

    faction: str
    to: str


class AllianceFormed(Event, frozen=True, tag="alliance_formed"):
    """Two factions are allied."""

    factions: tuple[str, str]


class AllianceBroken(Event, frozen=True, tag="alliance_broken"):
    """Who left whom."""

    faction: str
    ally: str


class WormRidden(Event, frozen=True, tag="worm_ridden"):
    """Forces rode a worm: from which locations, and where to."""

    faction: str
    forces: dict[str, int]
    to: str


class CharityGiven(Event, frozen=True, tag="charity_given"):
    """DUN-4.4.1: spice from the bank."""

    faction: str
    spice: int


EVENTS = (
    SpiceBlew,
    WormSetAside,
    WormStruck,
    SpiceDeckShuffled,
    NexusOpened,
    AllianceProposed,
    ProposalWithdrawn,
    AllianceFormed,
    AllianceBroken,
    WormRidden,
    CharityGiven,
)
