"""DUN-6.5: the carriers: nobody comes to the planet without them."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import CARRIERS
from turncoat.games.dune.state import Dune


class Carriers(Faction):
    """DUN-6.5."""

    number: ClassVar[int] = CARRIERS

    def is_paid_for_shipments(self) -> bool:
        """DUN-6.5.1: the shipping payments of all others."""
        return True

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.6: nobody else has won after the last turn."""
        return "DUN-4.10.6"
