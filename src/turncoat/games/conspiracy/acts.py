"""What everybody in Conspiracy can see to be done by several actions: to give somebody a coin. It speaks of rounds."""

from __future__ import annotations

from collections.abc import Iterator

from turncoat.games.conspiracy.events import RoundBegan
from turncoat.games.conspiracy.events.turn import CoinGiven, GameEnded
from turncoat.games.conspiracy.state import Conspiracy
from turncoat.kernel import Act, Action, Acts, Boxes, Event, OneOf, Seat, box


class Favour(Act, rule="CON-5.g"):
    """CON-5.g: give somebody a coin, whichever and by whatever action."""

    phrase = "favour {to}"
    clause = "give a coin to {to}"

    to: Seat


def boxes(game: Conspiracy) -> Boxes[Action]:
    """What can be promised, by whomever."""
    return Boxes(box(Favour, to=OneOf(tuple(range(len(game.goals))), "seat")))


def seen(event: Event) -> Iterator[tuple[int, Act]]:
    """Who gives a coin to whom."""
    if isinstance(event, CoinGiven):
        yield event.giver, Favour(event.to)


def round_over(event: Event) -> bool:
    """CON-Q.1: a round is over when the next one begins, or the game ends."""
    return (isinstance(event, RoundBegan) and event.round > 1) or isinstance(event, GameEnded)


ACTS = Acts[Conspiracy](
    kinds=(Favour,),
    boxes=boxes,
    done=lambda _, event: seen(event),
    turn_over=lambda _, event: round_over(event),
)
"""By what promises of coins are judged; those of actions by the action."""
