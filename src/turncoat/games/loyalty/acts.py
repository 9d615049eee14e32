"""Public acts in Loyalty: entering a place, war on a player, gifts of coins.

Promises of these acts hold for rounds; other promises are judged by the answers themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from turncoat.games.loyalty.actions import AskToAttack, AskToMove, Attack, Give, Move
from turncoat.games.loyalty.events import Given, Moved, TurnBegan
from turncoat.games.loyalty.events.war import Advanced, AttackAnnounced, GameEnded
from turncoat.games.loyalty.state import Loyalty
from turncoat.kernel import Act, Action, Acts, Between, Boxes, Event, Kind, OneOf, Seat, box

MOST_COINS = 50
"""LOY-8.9: the most coins in one promise."""


class War(Act, rule="LOY-10.2.5"):
    """LOY-10.2.5: attack a player, alone or among other targets, with leave or without."""

    phrase = "make war on {whom}"
    clause = "go to war with {whom}"

    whom: Seat


class Enter(Act, rule="LOY-10.1.1"):
    """LOY-10.1.1: bring units into a city or onto a road, by a move or after a won attack."""

    phrase = "enter {place}"

    place: Annotated[str, Kind("place")]


def boxes(game: Loyalty) -> Boxes[Action]:
    """The acts that any player can promise."""
    anybody = OneOf(tuple(range(len(game.coins))), "seat")
    gift = [box(Give, to=anybody, coins=Between(1, MOST_COINS, "coins"))] if game.options.gifts != "none" else []
    return Boxes(box(War, whom=anybody), box(Enter, place=OneOf(game.map.names, "place")), *gift)


def would(action: Action) -> Iterator[Action]:
    """The acts that an answer leads to if nobody prevents it."""
    if isinstance(action, Attack | AskToAttack):
        yield from (War(whom) for whom in action.targets)
    if isinstance(action, Attack | AskToAttack | Move | AskToMove):
        yield Enter(action.to)
    if isinstance(action, Give):
        yield from (Give(action.to, coins) for coins in range(1, action.coins + 1))


def seen(event: Event) -> Iterator[tuple[int, Action]]:
    """The acts in an event, with the players who do them."""
    match event:
        case AttackAnnounced():
            yield from ((event.seat, War(whom)) for whom in event.targets)
            yield event.seat, Enter(event.to)
        case Moved() | Advanced():
            yield event.seat, Enter(event.to)
        case Given():
            yield from ((event.seat, Give(event.to, coins)) for coins in range(1, event.coins + 1))
        case _:
            pass


def round_over(event: Event, seats: int) -> bool:
    """LOY-9.1: a round is over when the first turn of the next one begins, or the game ends."""
    return (isinstance(event, TurnBegan) and event.turn > 1 and event.turn % seats == 1) or isinstance(event, GameEnded)


ACTS = Acts[Loyalty](
    kinds=(War, Enter, Give),
    boxes=boxes,
    done=lambda _, event: seen(event),
    would=lambda action, _: would(action),
    turn_over=lambda game, event: round_over(event, len(game.coins)),
)
"""Judges promises of these acts."""
