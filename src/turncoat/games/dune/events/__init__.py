"""What can happen in Dune, one file for each part of the turn. What one learns and what all learn are two events."""

from __future__ import annotations

from turncoat.games.dune.events import anytime, battle, bidding, end, movement, setup, spice_blow, storm
from turncoat.kernel.events import Event

EVENTS: tuple[type[Event], ...] = (
    *setup.EVENTS,
    *storm.EVENTS,
    *spice_blow.EVENTS,
    *bidding.EVENTS,
    *movement.EVENTS,
    *battle.EVENTS,
    *end.EVENTS,
    *anytime.EVENTS,
)
"""All kinds of events."""
