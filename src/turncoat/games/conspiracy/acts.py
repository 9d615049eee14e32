"""An act that is part of several actions and that everybody sees: giving a coin.

A promise of it holds for a number of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.conspiracy.actions import AttackCoin, Remove, RevealCoin, RevealTile
from turncoat.games.conspiracy.events import RoundBegan
from turncoat.games.conspiracy.events.turn import CoinGiven, GameEnded
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import Act, Action, Acts, Boxes, Event, OneOf, Seat, box


class Favour(Act, rule="CON-5.g"):
    """CON-5.g: give somebody any coin by any action."""

    phrase = "favour {to}"
    clause = "give a coin to {to}"
    named = ("to",)

    to: Seat


def boxes(game: Conspiracy) -> Boxes[Action]:
    """The acts that a player can promise."""
    return Boxes(box(Favour, to=OneOf(tuple(range(len(game.goals))), "seat")))


def seen(event: Event) -> Iterator[tuple[int, Act]]:
    """The giver and the receiver of a coin."""
    if isinstance(event, CoinGiven):
        yield event.giver, Favour(event.to)


def would(action: Action) -> Iterator[Favour]:
    """The player who gets a coin by an answer."""
    if isinstance(action, RevealCoin | AttackCoin | Remove | RevealTile):
        yield Favour(action.to)


def round_over(event: Event) -> bool:
    """CON-Q.1: a round is over when the next one begins, or the game ends."""
    return (isinstance(event, RoundBegan) and event.round > 1) or isinstance(event, GameEnded)


ACTS = Acts[Conspiracy](
    kinds=(Favour,),
    boxes=boxes,
    done=lambda _, event: seen(event),
    would=lambda action, _: would(action),
    turn_over=lambda _, event: round_over(event),
)
"""Judges promises of coins; promises of actions are judged by the action."""
