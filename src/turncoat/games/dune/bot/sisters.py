"""How a mentat plays the sisters: a prediction to fulfil, companions everywhere, and the Voice."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction, Predict
from turncoat.games.dune.bot.policy import Policy
from turncoat.games.dune.bot.world import World
from turncoat.kernel.box import Boxes

LIKELY = {"schemers": 5, "seers": 4, "nomads": 3, "throne": 4, "carriers": 2}
"""How often each faction is predicted."""
TURNS = {2: 3, 3: 5, 4: 5, 5: 4, 6: 3, 7: 2, 8: 2}
"""How often each turn is."""


class Sisters(Policy):
    """DUN-6.4."""

    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 3
    sociable: ClassVar[float] = 1.1
    greed: ClassVar[float] = 1.2

    def predict(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-03: who wins early wins in the turns in which people win."""
        pool = [answer for answer in boxes for _ in range(_weight(answer))]
        return pool[self.below(len(pool))] if pool else super().predict(world, boxes)


def _weight(answer: DuneAction) -> int:
    return LIKELY[answer.faction] * TURNS.get(answer.turn, 1) if isinstance(answer, Predict) else 0
