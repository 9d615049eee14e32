"""The statistics of a combat of Thrice, which everybody can read at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turncoat.drawing.scene import Statistic
from turncoat.drawing.story import Counts, counted
from turncoat.games.thrice import events as happened
from turncoat.games.thrice.taking_back import TakenBack
from turncoat.kernel import Event


def statistics(gm: int, events: Sequence[Event]) -> tuple[Statistic, ...]:
    """THR-10, THR-11, THR-15: hits, harm and tricks by seat; all opponents count for the game master.

    Args:
        gm: The seat of the game master, which is the last.
        events: The public events.
    """
    rows: dict[str, Callable[[Event], Counts]] = {
        "Attacks that struck": struck,
        "Attacks that missed": missed,
        "Harm done": done,
        "Harm taken": taken,
        "Tricks": tricks,
        "Fell or fled": fallen,
    }
    seats = {what: _by_seat(gm, adds) for what, adds in rows.items()}
    return counted(gm + 1, events, seats)


def _by_seat(gm: int, adds: Callable[[Event], Counts]) -> Callable[[Event], Counts]:
    """Numbers by seat; those of opponents, who come last, count for the game master."""
    return lambda event: [(min(who, gm), number) for who, number in adds(event)]


def struck(event: Event) -> Counts:
    """THR-10.4: the combatant who hit."""
    return [(event.attacker, 1)] if isinstance(event, happened.Struck) else ()


def missed(event: Event) -> Counts:
    """THR-10.4: the combatant who missed."""
    return [(event.attacker, 1)] if isinstance(event, happened.Missed) else ()


def done(event: Event) -> Counts:
    """THR-10.4: how much harm a combatant did by a hit."""
    return [(event.attacker, event.loss)] if isinstance(event, happened.Struck) else ()


def taken(event: Event) -> Counts:
    """THR-10.4, THR-15.2: how much a combatant lost by hits and by bleeding."""
    match event:
        case happened.Struck():
            return [(event.target, event.loss)]
        case happened.Bled():
            return [(event.who, event.loss)]
    return ()


def tricks(event: Event) -> Counts:
    """THR-11.1: the combatant who used a trick."""
    match event:
        case happened.Activated():
            return [(event.giver, 1)]
        case TakenBack(what="give" | "enforce" | "push_back" | "lock" | "neutralize"):  # THR-17.4
            return [(event.who, -1)]
    return ()


def fallen(event: Event) -> Counts:
    """THR-15.5, THR-15.6: the combatant who fell or fled."""
    return [(event.who, 1)] if isinstance(event, happened.FellHelpless | happened.Fled) else ()
