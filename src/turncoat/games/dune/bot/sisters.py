"""How a mentat plays the sisters: a prediction to fulfil, companions everywhere, and the Voice."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import DuneAction, Predict
from turncoat.games.dune.bot.policy import Policy
from turncoat.games.dune.bot.world import World
from turncoat.kernel import Boxes

LIKELY = {"schemers": 5, "throne": 4, "nomads": 4, "seers": 3, "carriers": 2}
"""How often each faction is predicted."""
TURNS = {2: 4, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2, 10: 3}
"""How often each turn is."""


class Sisters(Policy):
    """DUN-6.4."""

    eager: ClassVar[float] = 1.0
    kept: ClassVar[int] = 3
    sociable: ClassVar[float] = 1.1
    greed: ClassVar[float] = 1.35

    def predict(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction:
        """DK-03: who wins early wins in the turns in which people win."""
        pool = [answer for answer in boxes for _ in range(_weight(answer))]
        return pool[self.below(len(pool))] if pool else super().predict(world, boxes)


def _weight(answer: DuneAction) -> int:
    return LIKELY[answer.faction] * TURNS.get(answer.turn, 1) if isinstance(answer, Predict) else 0
