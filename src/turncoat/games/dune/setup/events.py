"""DUN-3: the events before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.dune.events import Card, DuneEvent, Faction, Leader, Location, Spice
from turncoat.kernel import Message, Says


class SetupEvent(DuneEvent, stage="setup"):
    """Anything that can happen in setup."""


class FactionsTaken(SetupEvent, rule="DUN-3.1.1", tone="name"):
    """DUN-3.1.1: the factions by seat, and the seats counterclockwise round the map.

    Attributes:
        circle: The seats, counterclockwise round the map.
    """

    says = Message("The factions sit round the map in this order: {round_the_map}.")

    factions: tuple[Faction, ...]
    circle: tuple[int, ...]

    @property
    def round_the_map(self) -> tuple[Faction, ...]:
        """The factions in the order of their seats."""
        return tuple(self.factions[seat] for seat in self.circle)


class TraitorsDealt(SetupEvent, rule="DUN-3.2.1", private=True):
    """Only for their owner: the traitor cards dealt."""

    says = Message("You are dealt the traitors {leaders}.")

    faction: Faction
    leaders: tuple[Leader, ...]


class TraitorsKept(SetupEvent, rule="DUN-3.2.2", private=True):
    """Only for their owner: the traitor cards kept."""

    says = Message("You keep the {leaders:traitor|traitors} {leaders}.")

    faction: Faction
    leaders: tuple[Leader, ...]


class TraitorsChosen(SetupEvent, rule="DUN-3.2.2"):
    """Everybody has kept traitor cards: how many, by seat.

    Attributes:
        numbers: How many traitor cards each seat has kept.
    """

    says = Message("Everybody has chosen traitors.")

    numbers: tuple[int, ...]


class Placed(Says):
    """How many forces are placed in one location."""

    says = Message("{forces:force} in {place}")

    place: Location
    forces: int


class ForcesPlaced(SetupEvent, rule="DUN-3.3.1"):
    """Forces are placed on the map at the start, and their faction gets its spice.

    Attributes:
        forces: The number of forces in each location.
    """

    says = Message("{faction} has {placed}.")
    with_spice = Message("{faction} has {placed} and takes {spice}.")
    in_reserve = Message("{faction} has all forces in reserve and takes {spice}.")

    faction: Faction
    forces: dict[str, int]
    spice: Spice

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The number of forces in each location."""
        return tuple(Placed(*placing) for placing in self.forces.items())

    def sentences(self) -> Iterator[Message]:
        """DUN-3.3.1, DUN-3.3.2: forces that are placed later come without spice."""
        yield self.in_reserve if not self.forces else self.with_spice if self.spice else self.says


class PredictionMade(SetupEvent, rule="DUN-3.4.1"):
    """A prediction was made; its content is secret."""

    says = Message("{faction} has predicted who will win.")

    faction: Faction


class PredictionNoted(SetupEvent, rule="DUN-3.4.1", private=True):
    """Only for its owner: the prediction."""

    says = Message("You predict that {winner} wins in turn {turn}.")

    faction: Faction
    winner: Faction
    turn: int


class CardsDealt(SetupEvent, rule="DUN-3.5.1"):
    """Treachery cards were dealt: how many, by seat.

    Attributes:
        numbers: How many cards each seat was dealt.
    """

    says = Message("Treachery cards are dealt.")

    numbers: tuple[int, ...]


class CardReceived(SetupEvent, rule="DUN-4.5.6", private=True):
    """Only for its owner: the treachery card received."""

    says = Message("You get the card {card}.")

    faction: Faction
    card: Card
