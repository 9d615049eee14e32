"""CON-I.5: promises bind nobody; whether one was kept is judged from what everybody sees of an action."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.games.conspiracy.answers import (
    SPENDING,
    AttackCoin,
    Chosen,
    ConspiracyAction,
    Place,
    RevealCoin,
    RevealTile,
    Stop,
)
from turncoat.games.conspiracy.events_turn import ActionChosen, Stopped
from turncoat.kernel import Event
from turncoat.kernel.promise import HIDDEN

SHOWN: tuple[type[Chosen | Stop], ...] = (*SPENDING, Stop)
"""CON-D3: the answers that everybody sees, and that promises can be about."""


def as_shown(action: ConspiracyAction) -> ConspiracyAction:
    """CON-I.6: the answer as everybody may see it: neither coins nor the tile that is laid (CON-R20)."""
    match action:
        case AttackCoin():
            laid = None if action.tile is None else HIDDEN
            return replace(action, coin=HIDDEN, gift=HIDDEN, tile=laid, aim=HIDDEN)
        case Place():
            return replace(action, coin=HIDDEN, tile=None if action.tile is None else HIDDEN)
        case RevealCoin() | RevealTile():
            return replace(action, gift=HIDDEN)
    return action


def revealed(event: Event) -> dict[int, ConspiracyAction]:
    """CON-D3: what an event shows to have been answered, by seat."""
    if isinstance(event, ActionChosen):
        return {event.seat: event.action}
    return {event.seat: Stop()} if isinstance(event, Stopped) else {}
