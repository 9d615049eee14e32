"""DUN-4.10: what happens in the Mentat Pause, and at the end."""

from __future__ import annotations

from typing import Annotated

from turncoat.games.dune.events import DuneEvent, Faction, Leader, Territory
from turncoat.kernel import Kind, Message, Says


class MentatEvent(DuneEvent, stage="mentat"):
    """Anything that can happen in the Mentat Pause."""


class Held(Says):
    """The holder of a stronghold; empty: nobody."""

    says = Message("{holder} holds {territory}", without=("holder", "nobody holds {territory}"))

    territory: Territory
    holder: Faction


class StrongholdsCounted(MentatEvent, rule="DUN-4.10.1"):
    """DUN-4.10.1: the holder of each stronghold; empty: nobody."""

    says = Message("Strongholds: {held}.")

    strongholds: tuple[Territory, ...]
    holders: tuple[Faction, ...]

    @property
    def held(self) -> tuple[Held, ...]:
        """For each stronghold the faction that holds it."""
        return tuple(map(Held, self.strongholds, self.holders))


class EndEvent(MentatEvent, heading="The end"):
    """Anything that happens only at the end of the game."""


class PredictionFulfilled(EndEvent, rule="DUN-4.10.4", weight=5, ends=True, tone="good"):
    """DUN-4.10.4: the prediction came true."""

    says = Message("{faction} predicted that {winner} would win in turn {turn}, and wins instead.")

    faction: Faction
    winner: Faction
    turn: int


class GameEnded(EndEvent, rule="DUN-4.10.2", weight=5, ends=True, tone="good"):
    """The winners; empty if the game ends without one."""

    says = Message("{winners} {winners:has|have} won.", without=("winners", "Nobody has won."))

    winners: tuple[Faction, ...]


class SecretsOpened(EndEvent, rule="DUN-O-13"):
    """DUN-O-13: what a faction held at the end, and the traitor cards that it was dealt and gave back."""

    says = Message(
        "{faction} held {cards}; traitors: {traitors}; dealt and given back: {returned}.",
        without=("returned", "{faction} held {cards}; traitors: {traitors}."),
    )

    faction: Faction
    cards: tuple[Annotated[str, Kind("card", "no cards")], ...]
    traitors: tuple[Leader, ...]
    returned: tuple[Leader, ...]
