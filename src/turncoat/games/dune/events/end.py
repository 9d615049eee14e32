"""DUN-4.9 and DUN-4.10: what happens in Spice Collection and Mentat."""

from __future__ import annotations

from turncoat.kernel.events import Event


class SpiceCollected(Event, frozen=True, tag="spice_collected"):
    """Spice was collected from a location."""

    faction: str
    location: str
    spice: int


class StrongholdsCounted(Event, frozen=True, tag="strongholds_counted"):
    """DUN-4.10.1: who holds each stronghold; empty: nobody."""

    strongholds: tuple[str, ...]
    holders: tuple[str, ...]


class PredictionFulfilled(Event, frozen=True, tag="prediction_fulfilled"):
    """DUN-4.10.4: the prediction came true."""

    faction: str
    winner: str
    turn: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The winners; nobody, where the game ends without."""

    winners: tuple[str, ...]


class SecretsOpened(Event, frozen=True, tag="secrets_opened"):
    """DUN-O-13: what a faction held at the end, and the traitor cards that it was dealt and gave back."""

    faction: str
    cards: tuple[str, ...]
    traitors: tuple[str, ...]
    returned: tuple[str, ...]


EVENTS = (SpiceCollected, StrongholdsCounted, PredictionFulfilled, GameEnded, SecretsOpened)
