"""Public acts in Thrice: attacks, and tricks for others. Promises about acts hold for rounds.

Who goes next is settled at once by ordinary talk (THR-8.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from turncoat.games.thrice.actions import Assault, Attack, Give, Intercept, Swipe
from turncoat.games.thrice.events import (
    Activated,
    CombatEnded,
    Declared,
    FellHelpless,
    Fled,
    Intercepted,
    RoundBegan,
)
from turncoat.games.thrice.state import Thrice, master
from turncoat.kernel import Act, Action, Acts, Boxes, Event, Kind, OneOf, Seat, box


class Strike(Act, rule="THR-10.1"):
    """THR-10.1: attack an opponent, alone or among others."""

    phrase = "strike {target}"

    target: Annotated[int, Kind("combatant")]


class Help(Act, rule="THR-11.2"):
    """THR-11.2: activate a trick for a friend."""

    phrase = "help {to} with a trick"

    to: Seat


class Shield(Act, rule="THR-12.5"):
    """THR-12.5: step in the way of an attack on a friend."""

    phrase = "shield {whom}"
    clause = "step in the way for {whom}"

    whom: Seat


MOST_OPPONENTS = 26
"""THR-4: opponents are named by letters, so there are at most this many."""


def boxes(game: Thrice) -> Boxes[Action]:
    """The acts that any player can promise."""
    friends = OneOf(tuple(range(master(game))), "seat")
    opponents = tuple(range(game.players, game.players + MOST_OPPONENTS))
    return Boxes(box(Strike, target=OneOf(opponents, "combatant")), box(Help, to=friends), box(Shield, whom=friends))


def seen(event: Event) -> Iterator[tuple[int, Act]]:
    """The acts in an event, with who does them; a character is its seat."""
    match event:
        case Declared() if not event.counter:
            yield from ((event.attacker, Strike(target)) for target in event.targets)
        case Activated() if event.giver != event.to:
            yield event.giver, Help(event.to)
        case Intercepted():
            yield event.who, Shield(event.target)
        case _:
            pass


def would(action: Action) -> Iterator[Act]:
    """The acts that an answer leads to, if nobody prevents it."""
    match action:
        case Attack() | Assault():
            yield Strike(action.target)
        case Swipe():
            yield from map(Strike, (action.target, *action.others))
        case Give():
            yield Help(action.to)
        case Intercept():
            yield Shield(action.target)
        case _:
            pass


def round_over(event: Event) -> bool:
    """THR-8.1: a round is over when the next one begins, or the combat ends."""
    return (isinstance(event, RoundBegan) and event.round > 1) or isinstance(event, CombatEnded)


def out(event: Event) -> tuple[int, ...]:
    """THR-15.4: the combatants who are helpless or have fled."""
    return (event.who,) if isinstance(event, FellHelpless | Fled) else ()


ACTS = Acts[Thrice](
    kinds=(Strike, Help, Shield),
    boxes=boxes,
    done=lambda _, event: seen(event),
    would=lambda action, _: would(action),
    turn_over=lambda _, event: round_over(event),
    out=out,
)
"""The functions that judge promises in Thrice."""
