"""The statistics of a game of Dune, which everybody can read at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from turncoat.drawing.scene import Statistic
from turncoat.drawing.story import Counts, counted
from turncoat.games.dune.battle import events as battle
from turncoat.games.dune.bidding import events as bidding
from turncoat.games.dune.events import SpiceCollected
from turncoat.games.dune.shipment import events as shipment
from turncoat.kernel import Event

Shares = Iterable[tuple[str, int]]
"""How much an event adds to a statistic, by faction."""


def statistics(factions: Sequence[str], events: Sequence[Event]) -> tuple[Statistic, ...]:
    """DUN-4.5 to DUN-4.9: battles, losses, shipments, cards and harvests of every faction.

    Args:
        factions: The factions, in the order of their seats.
        events: The public events.
    """
    rows: dict[str, Callable[[Event], Shares]] = {
        "Battles won": won,
        "Battles lost": lost,
        "Forces lost in battle": fallen,
        "Leaders lost in battle": killed,
        "Forces shipped": shipped,
        "Cards bought": bought,
        "Spice paid for cards": paid,
        "Spice collected": collected,
    }
    seats = {what: _by_seat(factions, adds) for what, adds in rows.items()}
    return counted(len(factions), events, seats)


def _by_seat(factions: Sequence[str], adds: Callable[[Event], Shares]) -> Callable[[Event], Counts]:
    return lambda event: [(factions.index(who), number) for who, number in adds(event) if who in factions]


def won(event: Event) -> Shares:
    """DUN-4.8.12, DUN-4.8.16: the winner of a battle."""
    return [(event.winner, 1)] if isinstance(event, battle.BattleDecided | battle.BattleByTreachery) else ()


def lost(event: Event) -> Shares:
    """DUN-4.8.12, DUN-4.8.16: the loser of a battle."""
    return [(event.loser, 1)] if isinstance(event, battle.BattleDecided | battle.BattleByTreachery) else ()


def fallen(event: Event) -> Shares:
    """DUN-4.8.18: how many forces a faction lost."""
    return [(event.faction, event.forces)] if isinstance(event, battle.ForcesLost) else ()


def killed(event: Event) -> Shares:
    """DUN-4.8.15: the faction whose leader was killed."""
    return [(event.faction, 1)] if isinstance(event, battle.LeaderKilled) else ()


def shipped(event: Event) -> Shares:
    """DUN-4.7.2: how many forces a faction shipped."""
    return [(event.faction, event.forces)] if isinstance(event, shipment.Shipped) else ()


def bought(event: Event) -> Shares:
    """DUN-4.5.6: the faction that bought a card."""
    return [(event.faction, 1)] if isinstance(event, bidding.CardSold) else ()


def paid(event: Event) -> Shares:
    """DUN-4.5.6: the price that a faction paid for a card."""
    return [(event.faction, event.amount)] if isinstance(event, bidding.CardSold) and not event.karama else ()


def collected(event: Event) -> Shares:
    """DUN-4.9.1: how much spice a faction collected."""
    return [(event.faction, event.spice)] if isinstance(event, SpiceCollected) else ()
