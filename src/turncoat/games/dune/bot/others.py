"""What a mentat expects of the others: what they keep, bring and win if it does nothing about it."""

from __future__ import annotations

from turncoat.games.dune.bot.odds import Holding, likely
from turncoat.games.dune.bot.world import World
from turncoat.games.dune.map import STRONGHOLDS

SHIPPED_AT_MOST = 7
STRANGE, HELPFUL = 0.15, 0.45
"""How likely somebody who is still to act goes to an empty stronghold, and an ally to one that it can take."""
ACTED, TO_ACT = 0.93, 0.96
"""How likely somebody who has acted, and somebody who is still to act, keeps a stronghold without a foe in it."""


class Others:
    """Judges what others have.

    Args:
        world: The table.

    Attributes:
        ally: The own ally's seat; -1: none.
        foes: All others.
    """

    def __init__(self, world: World) -> None:
        self.world, self.ally = world, world.ally[world.me]
        self.foes = [seat for seat in world.seats if seat not in world.friends]
        self.rank = {seat: place for place, seat in enumerate(world.order)}

    def alone(self, seat: int) -> Holding:
        """How likely a seat keeps the strongholds in which it stands, if this seat does nothing about it."""
        world, found = self.world, dict[int, float]()
        for territory in STRONGHOLDS:
            number = world.stand[seat].get(territory, 0)
            if number:
                chance = TO_ACT if seat in world.later else ACTED
                for other in world.there(territory):
                    if other not in (seat, world.me):
                        chance *= self.wins(seat, number, other, world.stand[other][territory])
                found[territory] = chance
            elif seat in world.later:
                found[territory] = self.arrives(seat, territory)
        return found

    def arrives(self, seat: int, territory: int) -> float:
        """How likely a seat that is still to act takes a stronghold: an empty one; an ally does what helps."""
        could, there = self.could_bring(seat), self.world.there(territory)
        if not could or seat != self.ally:
            return STRANGE * (could > 0 and not there)
        strongest = max((self.world.stand[foe][territory] + self.world.edge(foe) for foe in there), default=0.0)
        return HELPFUL * likely(could + self.world.edge(seat) - strongest)

    def friendly(self, territory: int) -> bool:
        """Whether the ally stands there, or two others."""
        there = [seat for seat in self.world.there(territory) if seat != self.world.me]
        return self.ally in there or len(there) > 1

    def resistance(self, territory: int) -> float:
        """How strong whoever stands there is."""
        world, foes = self.world, self.foes
        there = [world.stand[foe][territory] + world.edge(foe) for foe in foes if territory in world.stand[foe]]
        return max(there, default=0.0)

    def could_bring(self, seat: int) -> int:
        """How many forces a seat that is still to act could ship."""
        one = self.world.faction(seat)
        can = min(one.reserves, one.spice, SHIPPED_AT_MOST)
        return can if seat in self.world.later else 0

    def wins(self, one: int, forces: int, other: int, foes: int) -> float:
        """How likely a seat with so many forces beats another one with so many."""
        world = self.world
        tie = 0.5 if self.rank.get(one, 0) < self.rank.get(other, 0) else -0.5
        return likely(forces + world.edge(one) - foes - world.edge(other) + tie)
