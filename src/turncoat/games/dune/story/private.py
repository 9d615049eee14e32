"""DUN-1.5: what is for some seats alone. It is never told, so that a story can be watched by everybody at a screen."""

from __future__ import annotations

from turncoat.games.dune.events import anytime, battle, bidding, movement, setup
from turncoat.kernel.events import Event

PRIVATE: frozenset[type[Event]] = frozenset(
    (
        setup.TraitorsDealt,
        setup.TraitorsKept,
        setup.PredictionNoted,
        setup.CardReceived,
        bidding.CardForeseen,
        movement.SpiceCardForeseen,
        battle.ElementSeen,
        anytime.Allowed,
        anytime.Permitted,
    )
)
"""Events that are told to some seats alone."""
