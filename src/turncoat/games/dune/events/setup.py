"""DUN-3: what happens before the first turn."""

from __future__ import annotations

from turncoat.kernel.events import Event


class FactionsTaken(Event, frozen=True, tag="factions_taken"):
    """DUN-3.1.1: the factions by seat, and the seats counterclockwise round the map."""

    factions: tuple[str, ...]
    circle: tuple[int, ...]


class TraitorsDealt(Event, frozen=True, tag="traitors_dealt"):
    """For their owner alone: the traitor cards dealt."""

    faction: str
    leaders: tuple[str, ...]


class TraitorsKept(Event, frozen=True, tag="traitors_kept"):
    """For their owner alone: the traitor cards kept."""

    faction: str
    leaders: tuple[str, ...]


class TraitorsChosen(Event, frozen=True, tag="traitors_chosen"):
    """Everybody has kept traitor cards: how many, by seat."""

    numbers: tuple[int, ...]


class ForcesPlaced(Event, frozen=True, tag="forces_placed"):
    """Forces stand on the map at the start, by location, and spice is taken."""

    faction: str
    forces: dict[str, int]
    spice: int


class PredictionMade(Event, frozen=True, tag="prediction_made"):
    """A prediction has been made; not which."""

    faction: str


class PredictionNoted(Event, frozen=True, tag="prediction_noted"):
    """For its owner alone: what was predicted."""

    faction: str
    winner: str
    turn: int


class CardsDealt(Event, frozen=True, tag="cards_dealt"):
    """Treachery cards were dealt: how many, by seat."""

    numbers: tuple[int, ...]


class CardReceived(Event, frozen=True, tag="card_received"):
    """For its owner alone: a treachery card came into the hand."""

    faction: str
    card: str


EVENTS = (
    FactionsTaken,
    TraitorsDealt,
    TraitorsKept,
    TraitorsChosen,
    ForcesPlaced,
    PredictionMade,
    PredictionNoted,
    CardsDealt,
    CardReceived,
)
