"""DUN-6.5: the carriers: nobody comes to the planet without them."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import CARRIERS
from turncoat.games.dune.fares import Freight
from turncoat.games.dune.freights import PRICE_PREVENTED, from_space, transfers, withdrawals
from turncoat.games.dune.karama import prevented
from turncoat.games.dune.state import Dune, Stacks


class Carriers(Faction):
    """DUN-6.5."""

    number: ClassVar[int] = CARRIERS

    def is_paid_for_shipments(self) -> bool:
        """DUN-6.5.1: the shipping payments of all others."""
        return True

    def ships_across(self) -> bool:
        """DUN-6.5.2 b) and c)."""
        return True

    def freights(self, game: Dune, seat: int, stacks: Stacks) -> tuple[Freight, ...]:
        """DUN-6.5.2: a) reserves, b) forces from territory to territory, c) forces back to the reserves.

        a) and b) at half the price (DUN-6.5.3), unless K-13 prevents it.
        """
        half = not prevented(game, PRICE_PREVENTED)
        own, across = from_space(game, seat, half=half), transfers(game, seat, stacks, half=half)
        return (*own, *across, *withdrawals(game, stacks))

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.6: nobody else has won after the last turn."""
        return "DUN-4.10.6"
