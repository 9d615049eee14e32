"""How a mentat chooses allies, leaves them, and helps them."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.dune.actions import DuneAction
from turncoat.games.dune.alliances import Allow, Give
from turncoat.games.dune.bots.victory import clock, defaulter
from turncoat.games.dune.bots.world import World
from turncoat.games.dune.mentat.rules import TOGETHER
from turncoat.games.dune.spice_blow import Break, Propose
from turncoat.games.dune.state import NOBODY
from turncoat.kernel import Boxes

MONOPOLY = 6.0
"""How much less an ally is worth that brings only this: it wins if nobody else does."""
PROMISED = 1.2
"""How much more an ally is worth whose victory this seat has predicted for a later turn."""
DESPERATE = 1.5
"""How much less the bot asks of an ally near the end, if another side wins when nobody else does."""
STANDARD = 2.8
"""A seat worth at least this gets a proposal; the bot accepts a seat's own proposal for less."""
COURTEOUS = 1.2
SWORN = 4.0
STALE = 2
"""The bot may end an alliance that holds fewer strongholds than this."""
OFFERS = 2
"""The most seats to which the bot proposes in a Nexus."""
SPARE, GIFT_FROM, POOR = 6, 12, 5
"""Spice that the bot keeps; it gives spice if it has at least the second number and its ally at most the third."""

Below = Callable[[int], int]


class Diplomat:
    """Decides about alliances, and remembers its proposals.

    Args:
        below: Draws a random number below another one.
        sociable: How much this faction likes to have allies.

    Attributes:
        sworn: The player with whom an alliance was agreed in talk.
    """

    def __init__(self, below: Below, sociable: float = 1.0) -> None:
        self.below, self.sociable = below, sociable
        self.moment: tuple[int, int] = (0, 0)
        self.offered: list[int] = []
        self.sworn: frozenset[int] = frozenset()
        self.lent = self.given = 0

    def power(self, world: World, seat: int) -> float:
        """How strong a faction looks."""
        faction = world.faction(seat)
        forces = sum(faction.forces.values()) + 0.5 * faction.reserves
        strongholds = world.held((seat,))
        return forces / 6 + faction.spice / 8 + 0.4 * faction.cards + 1.3 * strongholds

    def wanted(self, world: World, seat: int) -> float:
        """The value of an ally."""
        value, both = self.power(world, seat), world.held((world.me, seat))
        if seat == defaulter(world) and both < TOGETHER - 1:
            value -= MONOPOLY
        foreseen = world.own.prediction
        if foreseen is not None and foreseen.seat == seat and foreseen.turn >= world.view.turn:
            value += PROMISED
        missing = max(0, TOGETHER - both)
        return (value + 0.8 * (2 - missing)) * self.sociable

    def alone(self, world: World) -> float:
        """The value of having no ally: higher if the bot holds strongholds, or wins when nobody else does."""
        time = clock(world)
        need = 1.5 if time.waits else -DESPERATE if time.runs else 0.0
        return STANDARD + 1.2 * max(0, world.held((world.me,)) - 1) + need * time.late

    def in_nexus(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-07: leave a useless ally; answer proposals; propose to the best player."""
        moment = (world.view.turn, world.view.worms)
        if moment != self.moment:
            self.moment, self.offered = moment, []
        if Break() in boxes:
            return Break() if self._leaves(world) else None
        suitors = {world.seat(proposer) for proposer, to in world.view.proposals if world.seat(to) == world.me}
        suitors |= self.sworn
        ranked = sorted(
            world.seats,
            key=lambda seat: -self.wanted(world, seat) - COURTEOUS * (seat in suitors) - SWORN * (seat in self.sworn),
        )
        for seat in ranked:
            bonus = SWORN if seat in self.sworn else COURTEOUS if seat in suitors else 0.1 * self.below(8) - 0.4
            if self.wanted(world, seat) + bonus < self.alone(world) or len(self.offered) >= OFFERS + len(suitors):
                continue
            action = Propose(world.faction(seat).faction)
            if seat not in (world.me, *self.offered) and world.ally[seat] == NOBODY and action in boxes:
                self.offered.append(seat)
                return action
        return None

    def _leaves(self, world: World) -> bool:
        """Whether the bot would be better off without its ally; decided once in a Nexus."""
        if world.me in self.offered:
            return False
        self.offered.append(world.me)
        own, both = world.held((world.me,)), world.held(world.friends)
        if own >= 3:
            return True
        return both < STALE and not self.below(3)

    # --- what is lent ---------------------------------------------------------------------------

    def support(self, world: World, boxes: Boxes[DuneAction]) -> DuneAction | None:
        """DUN-DK-25, DUN-DK-26: once a turn give spice to an ally who has less."""
        ally, turn = world.ally[world.me], world.view.turn
        if ally == NOBODY:
            return None
        own, theirs = world.faction(world.me).spice, world.faction(ally).spice
        if self.given < turn and own >= GIFT_FROM and theirs <= POOR:
            self.given = turn
            gift = Give((own - SPARE) // 2)
            if gift in boxes:
                return gift
        offer = Allow(max(0, own - SPARE) if own > theirs else 0)
        if self.lent < turn and offer.spice != world.own.allowance and offer in boxes:
            self.lent = turn
            return offer
        return None
