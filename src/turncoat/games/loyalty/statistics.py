"""The statistics of a game of Loyalty, which everybody can read at its end."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.scene import Statistic
from turncoat.drawing.story import Counts, counted
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty.events import war
from turncoat.kernel import Event


def statistics(seats: int, events: Sequence[Event]) -> tuple[Statistic, ...]:
    """LOY-8, LOY-10, LOY-12: attacks, citizens, campaigns and coins by seat."""
    rows = {
        "Attacks": attacks,
        "Attacks won": won,
        "Citizens recruited": recruited,
        "Campaigns": campaigns,
        "Coins from taxes": taxed,
        "Coins paid for leave": paid,
        "Coins received for leave": received,
    }
    return counted(seats, events, rows)


def attacks(event: Event) -> Counts:
    """LOY-10.2.9: the player who attacked."""
    return [(event.seat, 1)] if isinstance(event, war.Fought) else ()


def won(event: Event) -> Counts:
    """LOY-10.2.9: the player who attacked and won."""
    return [(event.seat, 1)] if isinstance(event, war.Fought) and event.won else ()


def recruited(event: Event) -> Counts:
    """LOY-10.3.1: how many citizens a player recruited."""
    return [(event.seat, event.citizens)] if isinstance(event, happened.Recruited) else ()


def campaigns(event: Event) -> Counts:
    """LOY-10.5.1: the player who campaigned."""
    return [(event.seat, 1)] if isinstance(event, happened.Campaigned) else ()


def taxed(event: Event) -> Counts:
    """LOY-12.1: how many coins of taxes a player got."""
    return [(event.seat, event.coins)] if isinstance(event, war.Taxed) else ()


def paid(event: Event) -> Counts:
    """LOY-8.5: how much a player paid for leave."""
    return [(event.seat, event.coins)] if isinstance(event, happened.TollPaid) else ()


def received(event: Event) -> Counts:
    """LOY-8.5: how much a player was paid for leave."""
    return [(event.to, event.coins)] if isinstance(event, happened.TollPaid) else ()
