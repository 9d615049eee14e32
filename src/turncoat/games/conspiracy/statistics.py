"""The statistics of a game of Conspiracy, which everybody can read at its end."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.scene import Statistic
from turncoat.drawing.story import Counts, counted
from turncoat.games.conspiracy.events import TileTaken, turn
from turncoat.kernel import Event


def statistics(seats: int, events: Sequence[Event]) -> tuple[Statistic, ...]:
    """CON-5: coins, attacks, tiles and gifts by seat."""
    rows = {
        "Coins placed": placed,
        "Attacks": attacks,
        "Attacks that succeeded": successes,
        "Tiles turned up": turned_up,
        "Tiles taken": taken,
        "Coins given away": given,
    }
    return counted(seats, events, rows)


def placed(event: Event) -> Counts:
    """CON-5.a.ii: the player who placed a coin."""
    return [(event.seat, 1)] if isinstance(event, turn.CoinPlaced) else ()


def attacks(event: Event) -> Counts:
    """CON-5.c.iii.b: the player who attacked."""
    return [(event.seat, 1)] if isinstance(event, turn.AttackJudged) else ()


def successes(event: Event) -> Counts:
    """CON-5.c.iii.b: the player who attacked successfully."""
    return [(event.seat, 1)] if isinstance(event, turn.AttackJudged) and event.success else ()


def turned_up(event: Event) -> Counts:
    """CON-5.d.iv.b: the player who turned a tile up."""
    return [(event.seat, 1)] if isinstance(event, turn.TileRevealed) else ()


def taken(event: Event) -> Counts:
    """CON-M.5.a: the player who took a tile."""
    return [(event.seat, 1)] if isinstance(event, TileTaken) else ()


def given(event: Event) -> Counts:
    """CON-5.g: the player who gave a coin away."""
    return [(event.giver, 1)] if isinstance(event, turn.CoinGiven) else ()
