"""DUN-6.2: the seers: they see cards before the auction, spice before it blows, and plans before the battle."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import SEERS


class Seers(Faction):
    """DUN-6.2."""

    number: ClassVar[int] = SEERS

    def sees_auctions(self) -> bool:
        """DUN-6.2.1: each treachery card is seen when its auction opens."""
        return True

    def foresees_spice(self) -> bool:
        """DUN-6.2.2: the top spice card is seen at the start of Shipment and Movement."""
        return True

    def has_prescience(self) -> bool:
        """DUN-6.2.3: one element of the opposing plan is seen."""
        return True
