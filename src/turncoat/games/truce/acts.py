"""Public acts in Truce besides the actions: gifts. A promise of a gift holds for a number of rounds."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.truce.events import GameEnded, GiftGiven, RoundBegan
from turncoat.games.truce.state import Gift, Truce
from turncoat.kernel import Action, Acts, Between, Boxes, Event, OneOf, box


def boxes(game: Truce) -> Boxes[Action]:
    """TRU-4.1: any number of coins that could ever be in a Supply, to anybody."""
    players, most = len(game.supplies), sum(game.supplies) + game.options.rounds
    return Boxes(box(Gift, to=OneOf(tuple(range(players)), "seat"), coins=Between(1, most, "coins")))


def seen(event: Event) -> Iterator[tuple[int, Gift]]:
    """TRU-4.2: a gift of 3 coins also keeps a promise of 2."""
    if isinstance(event, GiftGiven):
        yield from ((event.giver, Gift(event.to, coins)) for coins in range(1, event.coins + 1))


def would(action: Action) -> Iterator[Gift]:
    """TRU-4.2: the gift in an answer."""
    if isinstance(action, Gift):
        yield from (Gift(action.to, coins) for coins in range(1, action.coins + 1))


def round_over(event: Event) -> bool:
    """TRU-2.1: a round is over when the next one begins, or the game ends."""
    return (isinstance(event, RoundBegan) and event.round > 1) or isinstance(event, GameEnded)


ACTS = Acts[Truce](
    kinds=(Gift,),
    boxes=boxes,
    done=lambda _, event: seen(event),
    would=lambda action, _: would(action),
    turn_over=lambda _, event: round_over(event),
)
"""The functions that judge promises of gifts; the reveal judges promises of actions."""
