"""The search for the best thing to do with an action, a look at the next one included."""

from __future__ import annotations

from heapq import nlargest
from typing import NamedTuple

from turncoat.games.loyalty.actions import AskToAttack, Attack
from turncoat.games.loyalty.bot.judgement import Judgement
from turncoat.games.loyalty.bot.memory import Memory
from turncoat.games.loyalty.bot.plans import PASSING, Plan, Purse, plans, switches
from turncoat.games.loyalty.known import after
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.state import Loyalty

WIDTH = 4
"""So many of the best plans are thought on to a second action."""

WORD = 0.03
"""What a broken promise costs, in chances: nobody would believe the next one."""

READY = 0.6
"""How likely leave is given by somebody whom the action does not hurt, for nothing and without goodwill."""

PER_COIN, PER_KINDNESS, PER_POINT = 0.08, 0.08, 0.2
"""How much likelier for each coin and each point of goodwill, and less likely for each victory point it takes."""

HOPELESS = 0.2
"""With less hope nobody is asked."""


class Thought(NamedTuple):
    """A plan and what is expected of it.

    Attributes:
        worth: The position after it, with the chance that leave is refused counted in.
        plan: What would be done.
    """

    worth: float
    plan: Plan


class Intent:
    """One look for the best plan.

    Args:
        judgement: The opinion of the seat.
        memory: What it has promised, and which requests have failed.
        goodwill: How kind each seat has been.
    """

    def __init__(self, judgement: Judgement, memory: Memory, goodwill: list[float]) -> None:
        self.judgement, self.memory, self.goodwill = judgement, memory, goodwill
        self.me = judgement.me

    def best(self, game: Loyalty, purse: Purse, actions: int, *, switch: bool) -> Thought:
        """The best plan, with as many actions left as there are."""
        now = self.judgement.worth(game)
        found = [*self._weighed(game, purse, now, first=True)]
        if switch:
            found += [
                Thought(self.judgement.worth(after(game, self.me, one.action)), one) for one in switches(game, self.me)
            ]
        if actions > 1:
            first = nlargest(WIDTH, found, key=lambda one: one.worth)
            found = [self._continued(game, purse, one, now) for one in first]
        return max(found, key=lambda one: one.worth, default=Thought(now, PASSING))

    def _weighed(self, game: Loyalty, purse: Purse, now: float, *, first: bool) -> list[Thought]:
        """Every plan with what is expected of it; later requests are not thought of."""
        wallet = purse if first else Purse(asking=False, prices={})
        found = []
        for plan in plans(game, self.me, wallet):
            if plan.ask and self.memory.tried(plan.action):
                continue
            worth = self._worth(game, plan)
            if plan.ask:
                hope = self._hope(game, plan)
                if hope < HOPELESS or worth <= now:
                    continue
                worth = hope * worth + (1 - hope) * now
            found.append(Thought(worth, plan))
        return found

    def _worth(self, game: Loyalty, plan: Plan) -> float:
        worth = self.judgement.worth(after(game, self.me, plan.action, plan.tolls, plan.follow))
        if isinstance(plan.action, Attack | AskToAttack) and any(
            one in self.memory.given for one in plan.action.targets
        ):
            worth -= WORD
        return worth

    def _continued(self, game: Loyalty, purse: Purse, thought: Thought, now: float) -> Thought:
        """The same plan, worth as much as the best that can follow it."""
        plan = thought.plan
        if plan.ask:
            return thought
        following = after(game, self.me, plan.action, plan.tolls, plan.follow)
        if self.judgement.over(following):
            return thought
        later = max(self._weighed(following, purse, now, first=False), key=lambda one: one.worth)
        return Thought(max(thought.worth, later.worth), plan)

    def _hope(self, game: Loyalty, plan: Plan) -> float:
        """How likely all holders give leave."""
        before = victory_points(game)
        later = victory_points(after(game, self.me, plan.action, plan.tolls, plan.follow))
        hope, tolls = 1.0, dict(plan.tolls)
        for holder in plan.ask:
            ready = READY + PER_COIN * tolls.get(holder, 0) + PER_KINDNESS * self.goodwill[holder]
            ready -= PER_POINT * max(0, before[holder] - later[holder])
            hope *= max(0.0, min(0.95, ready))
        return hope
