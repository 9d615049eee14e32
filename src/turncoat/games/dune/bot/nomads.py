"""How a mentat plays the nomads: free reserves, long ways, and a victory at the end of time."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction, PlaceForces
from turncoat.games.dune.bot.policy import Policy
from turncoat.games.dune.bot.world import World
from turncoat.kernel import Boxes

HOME, OUTPOST = "west-haven/13", "false-wall-south/4"
AT_HOME, TOGETHER = 6, 10
"""How many of the ten forces begin in the haven."""


class Nomads(Policy):
    """DUN-6.1."""

    eager: ClassVar[float] = 0.9
    kept: ClassVar[int] = 0
    greed: ClassVar[float] = 1.1
    own_end: ClassVar[float] = -10.0

    def place(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-02: most in the haven, some near the spice of the south."""
        wanted = PlaceForces({OUTPOST: TOGETHER - AT_HOME, HOME: AT_HOME})
        return boxes.settle(wanted) or super().place(world, boxes)

    def steps(self, world: World) -> int:
        """DUN-6.1.4, K-08."""
        return 1 if "K-08" in world.view.prevented else 2
