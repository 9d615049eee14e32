"""How a mentat plays the carriers: cheap journeys, other people's fares, and time on their side."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction, Pass
from turncoat.games.dune.bot.policy import Policy
from turncoat.games.dune.bot.world import World
from turncoat.kernel import Boxes


class Carriers(Policy):
    """DUN-6.5: what others ship they earn; if nobody wins they do."""

    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 5
    greed: ClassVar[float] = 0.7

    def ship(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DUN-6.5.2: as all do; else forces that are of no use where they are go home."""
        traveller = self.traveller(world)
        found = traveller.ship(boxes)
        if not isinstance(found, Pass):
            return found
        home = max(traveller.homeward(boxes), key=lambda one: one[0], default=None)
        return home[1] if home is not None and home[0] > traveller.now + 1.0 else found
