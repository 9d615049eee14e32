"""The value of a position to a mentat: strongholds, spice, dangers, and who is about to win."""

from __future__ import annotations

from collections.abc import Mapping

from turncoat.games.dune.bots.victory import DISTANCE, HOLD, IS_CITY_OF, Endings, Holding, Others, clock, likely
from turncoat.games.dune.bots.world import Stand, World, by_territory
from turncoat.games.dune.facts import SECTORS
from turncoat.games.dune.shared.map import (
    DEVOURED,
    IS_STRONGHOLD,
    OPEN_SAND,
    POLE,
    SECTOR_OF,
    STRONGHOLDS,
    TERRITORY,
    TERRITORY_OF,
    WALLED,
)
from turncoat.games.dune.shipment.movement import range_of_move
from turncoat.games.dune.spice_blow.rules import protected

FORCE, SPICE, RICH = 0.8, 0.6, 12
"""The value of a force and of a spice; spice beyond this amount is worth half."""
SPARE_DIAL = 1.5
LATER_BOLD = 0.25
"""The probability that a seat that is still to act attacks an opponent that it would beat."""
STORM_HITS = (1.0, 1.0, 0.89, 0.67, 0.33, 0.11)
"""The probability that the next storm enters the sectors ahead of it."""
WORM_COMES = 0.25
AGAIN = 0.4
"""The value of spice that can be collected next turn, as a share of spice that can be collected now."""
FOOTHOLD = 1.0
"""The value of having any force on the map."""
CHARITY = 2.0
FLEXIBLE = 0.12
"""How much less a force on the map is worth than one in reserve, which can go anywhere."""
NEAR, FAR = 0.45, 0.25
"""The value of being 1, or 2, turns away from a stronghold that can be taken, as a share of holding it."""
GARRISON = 5
"""How many forces stay in a stronghold of the bot."""


Fate = tuple[float, float, float]
"""For forces in a territory: the chance to win their battles, the losses, the chance to hold the stronghold."""


class Ground:
    """Judges where the bot's forces might stand at the end of this turn; everything else stays the same.

    Args:
        world: The table.
        greed: The value of a stronghold to this faction, as a factor on its usual value.
        own_end: The additional value to this faction of a last turn without a winner by strongholds.
        trusted: The seats that have promised peace, each with the probability of keeping it.
    """

    def __init__(
        self, world: World, greed: float = 1.0, own_end: float = 0.0, trusted: Mapping[int, float] | None = None
    ) -> None:
        self.world = world
        self.time = clock(world)
        self.greed = self.time.hold * greed
        self.force, self.flexible = FORCE * self.time.thrift, FLEXIBLE * self.time.thrift
        self.steps, self.spared = range_of_move(world.game, world.me, ()), world.me in protected(world.game)
        me, others = world.me, Others(world)
        self.foes, self.wins = others.foes, others.wins
        self.edge = world.edge(me)
        self.spice_price = self.time.thrift * (SPICE if world.faction(me).spice < RICH else SPICE / 2)
        self.trusted = trusted or {}
        self.attackers = [(seat, others.could_bring(seat)) for seat in self.foes]
        self.endings = Endings(world, others, self.time, greed, own_end)
        self.open_to_me = {place: others.resistance(place) for place in STRONGHOLDS if not others.friendly(place)}
        self._fates: dict[tuple[int, int], Fate] = {}
        self._raids: dict[tuple[int, int, int], tuple[float, ...]] = {}
        self._ends: dict[tuple[tuple[int, int], ...], float] = {}
        self._risks: dict[int, float] = {}

    # --- the value of a position ----------------------------------------------------------------

    def score(self, mine: Stand, spent: float = 0.0) -> float:
        """The value of these positions of the bot's forces.

        Args:
            mine: The bot's forces, by location.
            spent: The spice that they cost.
        """
        totals = by_territory(mine)
        held, value = Holding(), -self._cost(spent)
        lasting: dict[int, float] = {}
        strong: list[tuple[int, int]] = []
        for territory, number in totals.items():
            won, lost, kept = self._fates.get((territory, number)) or self._fate(territory, number)
            value -= lost
            lasting[territory] = won
            if IS_STRONGHOLD[territory]:
                held[territory] = kept
                strong.append((territory, number))
        if totals:
            value += FOOTHOLD * self.time.thrift
        key = tuple(strong)
        end = self._ends.get(key)
        if end is None:
            end = self._ends[key] = self.endings.worth(held, dict(strong))
        value += self._harvest(mine, lasting, held) - self._weather(mine) + end
        return value + self._prospects(mine, held) - self.flexible * sum(mine.values())

    def _cost(self, spent: float) -> float:
        """DUN-4.4.1: the cost of spending; charity replaces the last two spice."""
        if not spent:
            return 0.0
        purse = self.world.faction(self.world.me).spice
        return self.spice_price * (max(purse, CHARITY) - max(purse - spent, min(purse, CHARITY)))

    def _fate(self, territory: int, number: int) -> Fate:
        """For this many forces in a territory: the chance to win, the losses, the chance to hold a stronghold."""
        if territory == POLE:
            found = 1.0, 0.0, 0.0
        else:
            won, left = self._fight(territory, number)
            kept = won * self._kept(territory, left / max(won, 0.05)) if IS_STRONGHOLD[territory] else 0.0
            found = won, self.force * (number - left), kept
        self._fates[territory, number] = found
        return found

    def _fight(self, territory: int, number: int) -> tuple[float, float]:
        """The probability of beating all foes in a territory, and the average number of forces left."""
        won, left, world = 1.0, float(number), self.world
        for foe in self.foes:
            theirs = world.stand[foe].get(territory, 0)
            if theirs:
                chance = self.wins(world.me, max(0, int(left)), foe, theirs)
                need = min(left, max(0.0, theirs + world.edge(foe) - self.edge + SPARE_DIAL))
                left -= need
                won *= chance
        return won, left * won

    def _kept(self, territory: int, left: float) -> float:
        """The probability that nobody drives the bot's forces out of a stronghold afterwards."""
        kept = 1.0
        for foe, number in self.attackers:
            if number and territory not in self.world.stand[foe]:
                beaten = 1 - self.wins(self.world.me, int(left), foe, number)
                kept *= 1 - LATER_BOLD * beaten * (1 - self.trusted.get(foe, 0.0))
        return kept

    def _harvest(self, mine: Stand, lasting: dict[int, float], held: Holding) -> float:
        """DUN-4.9.1: the spice that the forces can collect."""
        rate = 3 if any(IS_CITY_OF[territory] for territory in held) else 2
        value = 0.0
        for place, spice in self.world.fields.items():
            if place in mine:
                once = min(spice, rate * mine[place])
                value += (once + AGAIN * min(spice - once, once)) * lasting[TERRITORY_OF[place]]
        return value * SPICE * self.time.thrift

    def _prospects(self, mine: Stand, held: Holding) -> float:
        """The value of strongholds that spare forces can take in one or two turns."""
        if self.world.last:
            return 0.0
        steps = 3 if any(IS_CITY_OF[territory] for territory in held) else self.steps
        rows = []
        for place, number in mine.items():
            home = TERRITORY_OF[place]
            spare = number - GARRISON if home in held else number
            if spare > 0:
                rows.append(self._raids.get((home, spare, steps)) or self._raid(home, spare, steps))
        if not rows:
            return 0.0
        columns = zip(self.open_to_me, *rows, strict=True)
        chances: list[float] = [max(column[1:]) for column in columns if column[0] not in held]
        return sum(chances) * HOLD * self.greed

    def _raid(self, home: int, spare: int, steps: int) -> tuple[float, ...]:
        """For each stronghold, how well this many forces could take it from where they are."""
        found = []
        for goal, resistance in self.open_to_me.items():
            turns = -(-DISTANCE[home][goal] // steps)
            near = NEAR if turns <= 1 else FAR if turns <= 2 else 0.0
            found.append(near * likely(spare + self.edge - resistance) if near else 0.0)
        self._raids[home, spare, steps] = row = tuple(found)
        return row

    def _weather(self, mine: Stand) -> float:
        """DUN-4.1.5, DUN-4.2.2: the forces that the next storm or worm may destroy."""
        if self.world.last:
            return 0.0
        risks, lost = self._risks, 0.0
        for place, number in mine.items():
            risk = risks.get(place)
            if risk is None:
                risk = risks[place] = self._risk(place)
            lost += number * risk
        return lost * self.force

    def _risk(self, place: int) -> float:
        """The probability that a force in a location dies before it acts again."""
        view, territory, risk = self.world.view, TERRITORY_OF[place], 0.0
        if territory in OPEN_SAND or (territory in WALLED and not view.wall):
            ahead = (SECTOR_OF[place] - view.storm - 1) % SECTORS
            risk = STORM_HITS[ahead] if ahead < len(STORM_HITS) else 0.0
        if not self.spared and territory in DEVOURED and territory == TERRITORY.get(view.latest):
            risk += WORM_COMES
        return risk
