"""Events of several phases, and the parts that all events share. Secret and public news are separate events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from turncoat.games.dune.shared.cards import GHOLA
from turncoat.kernel import Event, Kind, Message, Says

Faction = Annotated[str, Kind("faction", "nobody")]
Territory = Annotated[str, Kind("territory")]
Location = Annotated[str, Kind("location")]
Leader = Annotated[str, Kind("leader", "nobody")]
Card = Annotated[str, Kind("card", "no card")]
CardKind = Annotated[str, Kind("kind")]
Word = Annotated[str, Kind("word")]
Spice = Annotated[int, Kind("spice")]
"""An amount, ``5 spice``."""


class DuneEvent(Event):
    """Anything that can happen in Dune.

    Attributes:
        stage: The phase to which it belongs, by the name of its section; empty: the present one.
        heading: The heading of its picture, if it differs from the phase.
        played: The played card, which is the heading of this picture of the story.
        does: The style sheet's word for what its faction does.
        deadly: Forces die; their places are found by comparing the views before and after.
        tone: Its style in the list of turns at the terminal; None: it is not listed.
    """

    heading: ClassVar[str] = ""
    played: ClassVar[str] = ""
    does: ClassVar[str] = ""
    deadly: ClassVar[bool] = False
    tone: ClassVar[str | None] = None


class OfFaction(Says):
    """Forces of a faction that are lost."""

    says = Message("{forces:force} of {faction}")

    faction: Faction
    forces: int


class OnMap(Says):
    """An amount of spice, as a clause of a sentence."""

    says = Message("{spice}")

    spice: Spice


def lost(forces: Mapping[str, int], spice: int = 0) -> tuple[Says, ...]:
    """The losses: forces by faction, and spice."""
    dead = [OfFaction(faction, number) for faction, number in forces.items()]
    return (*dead, OnMap(spice)) if spice else tuple(dead)


class Leaving(Says):
    """Forces that leave a place, and whether they are the first part of a group."""

    says = Message("{forces:force} from {place}", without=("first", "{forces} from {place}"))

    forces: int
    place: Location
    first: bool


def leaving(forces: Mapping[str, int]) -> tuple[Leaving, ...]:
    """The parts of a group of forces, by the places that they leave."""
    return tuple(Leaving(number, place, not rank) for rank, (place, number) in enumerate(forces.items()))


class Paid(DuneEvent, rule="DUN-2.3.1"):
    """DUN-2.3.1: payments and receipts take effect at once; an empty text is the bank."""

    says = Message("{payer} pays {spice} to {to}.")
    by_bank = Message("The bank pays {spice} to {to}.")
    to_bank = Message("{payer} pays {spice} to the bank.")

    payer: Faction
    to: Faction
    spice: Spice

    def sentences(self) -> Iterator[Message]:
        """DUN-2.3.1: the bank never runs out."""
        yield self.by_bank if not self.payer else self.says if self.to else self.to_bank


class CardUsed(DuneEvent, rule="DUN-2.4.2"):
    """A treachery card was used and discarded."""

    says = Message("{faction} uses {card}.")

    faction: Faction
    card: Card


class Discarded(DuneEvent, rule="DUN-7.1.1", heading="Cards"):
    """Played cards were discarded."""

    says = Message("{faction} discards {cards}.")

    faction: Faction
    cards: tuple[Card, ...]


class GholaUsed(DuneEvent, rule="DUN-7.8.1", played=GHOLA, does="revives", tone="seal"):
    """DUN-7.8.1: a leader or forces came back."""

    says = Message("{faction} brings back {leader}.")
    of_forces = Message("{faction} brings back {forces:force}.")

    faction: Faction
    leader: Leader | None
    forces: int

    def sentences(self) -> Iterator[Message]:
        """DUN-7.8.1: a sentence for a leader, another for forces."""
        yield self.of_forces if self.leader is None else self.says


class CharityGiven(DuneEvent, rule="DUN-4.4.1", stage="charity", does="gains"):
    """DUN-4.4.1: spice from the bank."""

    says = Message("{faction} gets {spice} as charity.")

    faction: Faction
    spice: Spice


class SpiceCollected(DuneEvent, rule="DUN-4.9.1", stage="collection", does="gains", tone="coin"):
    """Spice was collected from a location."""

    says = Message("{faction} collects {spice} in {location}.")

    faction: Faction
    location: Location
    spice: Spice
