"""A mentat: it reckons what every faction can do, and does what is best for its own."""

from __future__ import annotations

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.bot.carriers import Carriers
from turncoat.games.dune.bot.nomads import Nomads
from turncoat.games.dune.bot.policy import Policy
from turncoat.games.dune.bot.schemers import Schemers
from turncoat.games.dune.bot.seers import Seers
from turncoat.games.dune.bot.sisters import Sisters
from turncoat.games.dune.bot.throne import Throne
from turncoat.games.dune.bot.world import World
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel import Bot, Boxes, draw

POLICIES: dict[str, type[Policy]] = {
    "seers": Seers,
    "schemers": Schemers,
    "nomads": Nomads,
    "throne": Throne,
    "carriers": Carriers,
    "sisters": Sisters,
}
"""How each faction is played."""


class Mentat(Bot[DuneView, DuneAction]):
    """The bot. It sees its view and nothing else; the view keeps perfect notes, so it need not."""

    _policy: Policy | None = None

    def policy(self, view: DuneView) -> Policy:
        """How its faction is played; found out when it is first asked."""
        if self._policy is None:
            faction = view.factions[self.seat].faction
            self._policy = POLICIES[faction](lambda sides: draw(self.chance, sides))
        return self._policy

    def beside(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """Cards, questions, alliances."""
        return self.policy(view).beside(World(view), boxes) if boxes else None

    def answer(self, view: DuneView, boxes: Boxes[DuneAction]) -> DuneAction:
        """The best answer it can think of; what leaves no choice needs no thought."""
        return boxes.nth(0) if boxes.count == 1 else self.policy(view).answer(World(view), boxes)
