"""The statistics of a game of Truce, which everybody can read at its end."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.scene import Statistic
from turncoat.drawing.story import Counts, counted
from turncoat.games.truce import events as happened
from turncoat.kernel import Event


def statistics(seats: int, events: Sequence[Event]) -> tuple[Statistic, ...]:
    """TRU-5, TRU-7 to TRU-9: attacks, support, loot and gifts by seat."""
    rows = {
        "Attacks": attacks,
        "Attacks that succeeded": successes,
        "Coins robbed": robbed,
        "Times robbed": victims,
        "Coins looted from the Stash": looted,
        "Supports received": supported,
        "Coins given away": given,
    }
    return counted(seats, events, rows)


def attacks(event: Event) -> Counts:
    """TRU-8.2: the player who attacked."""
    return [(event.attacker, 1)] if isinstance(event, happened.AttackJudged) else ()


def successes(event: Event) -> Counts:
    """TRU-8.2: the player who attacked successfully."""
    return [(event.attacker, 1)] if isinstance(event, happened.AttackJudged) and event.success else ()


def robbed(event: Event) -> Counts:
    """TRU-9.3: the coins that each robber got."""
    return [(seat, event.loot) for seat in event.robbers] if isinstance(event, happened.VictimRobbed) else ()


def victims(event: Event) -> Counts:
    """TRU-9.3: the player who was robbed."""
    return [(event.victim, 1)] if isinstance(event, happened.VictimRobbed) else ()


def looted(event: Event) -> Counts:
    """TRU-7.2: the coins that each looter got."""
    return [(seat, event.share) for seat in event.looters] if isinstance(event, happened.StashLooted) else ()


def supported(event: Event) -> Counts:
    """TRU-5.1: the player whom support reached."""
    return [(event.receiver, 1)] if isinstance(event, happened.SupportArrived) else ()


def given(event: Event) -> Counts:
    """TRU-4.2: the coins that a player gave away."""
    return [(event.giver, event.coins)] if isinstance(event, happened.GiftGiven) else ()
