"""DUN-6.6: the throne: paid for every card."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import THRONE


class Throne(Faction):
    """DUN-6.6."""

    number: ClassVar[int] = THRONE

    def is_paid_for_cards(self) -> bool:
        """DUN-6.6.1: what other factions pay for treachery cards."""
        return True

    def pays_for_revivals(self) -> bool:
        """DUN-6.6.3: up to three more forces of the ally."""
        return True
