"""What a position is worth to a mentat: strongholds, spice, dangers, and who is about to win."""

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
"""What a force and a spice are worth; spice beyond this much is worth half."""
SPARE_DIAL = 1.5
LATER_BOLD = 0.25
"""How likely a seat that is still to act attacks an opponent that it would beat."""
STORM_HITS = (1.0, 1.0, 0.89, 0.67, 0.33, 0.11)
"""How likely the next storm enters the sectors ahead of it."""
WORM_COMES = 0.25
AGAIN = 0.4
"""What spice that can be collected next turn is worth, as a share of spice that can be collected now."""
FOOTHOLD = 1.0
"""What it is worth to have any force on the map."""
CHARITY = 2.0
FLEXIBLE = 0.12
"""How much less a force on the map is worth than one in reserve, which can go anywhere."""
NEAR, FAR = 0.45, 0.25
"""What it is worth to be 1, or 2, turns away from a stronghold that can be taken, as a share of holding it."""
GARRISON = 5
"""How many forces stay in a stronghold that is held."""


Fate = tuple[float, float, float]
"""For forces in a territory: how likely they win their battles, what is lost, how likely they hold the stronghold."""


class Ground:
    """Judges where the own forces might stand at the end of this turn; everything else stays the same.

    Args:
        world: The table.
        greed: What a stronghold is worth to this faction, as a factor on its usual worth.
        own_end: What the end of the last turn without a winner is worth to this faction besides.
        trusted: Who has promised peace, and how likely each is to keep it.
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
        """What it is worth if the own forces stand like this.

        Args:
            mine: The bot's forces, by location.
            spent: The spice that the bot pays to place them so.
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
        """DUN-4.4.1: what is spent of the last two spice comes back as charity."""
        if not spent:
            return 0.0
        purse = self.world.faction(self.world.me).spice
        return self.spice_price * (max(purse, CHARITY) - max(purse - spent, min(purse, CHARITY)))

    def _fate(self, territory: int, number: int) -> Fate:
        """Of this many forces in a territory: how likely they win, what is lost, how likely they hold a stronghold."""
        if territory == POLE:
            found = 1.0, 0.0, 0.0
        else:
            won, left = self._fight(territory, number)
            kept = won * self._kept(territory, left / max(won, 0.05)) if IS_STRONGHOLD[territory] else 0.0
            found = won, self.force * (number - left), kept
        self._fates[territory, number] = found
        return found

    def _fight(self, territory: int, number: int) -> tuple[float, float]:
        """How likely all foes in a territory are beaten, and how many forces are left on average."""
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
        """How likely nobody drives the own forces out of a stronghold afterwards."""
        kept = 1.0
        for foe, number in self.attackers:
            if number and territory not in self.world.stand[foe]:
                beaten = 1 - self.wins(self.world.me, int(left), foe, number)
                kept *= 1 - LATER_BOLD * beaten * (1 - self.trusted.get(foe, 0.0))
        return kept

    def _harvest(self, mine: Stand, lasting: dict[int, float], held: Holding) -> float:
        """DUN-4.9.1: spice that can be collected."""
        rate = 3 if any(IS_CITY_OF[territory] for territory in held) else 2
        value = 0.0
        for place, spice in self.world.fields.items():
            if place in mine:
                once = min(spice, rate * mine[place])
                value += (once + AGAIN * min(spice - once, once)) * lasting[TERRITORY_OF[place]]
        return value * SPICE * self.time.thrift

    def _prospects(self, mine: Stand, held: Holding) -> float:
        """Strongholds that can be taken in one or two turns by forces that are not needed where they are."""
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
        """For each stronghold how well this many forces could take it from where they are."""
        found = []
        for goal, resistance in self.open_to_me.items():
            turns = -(-DISTANCE[home][goal] // steps)
            near = NEAR if turns <= 1 else FAR if turns <= 2 else 0.0
            found.append(near * likely(spare + self.edge - resistance) if near else 0.0)
        self._raids[home, spare, steps] = row = tuple(found)
        return row

    def _weather(self, mine: Stand) -> float:
        """DUN-4.1.5, DUN-4.2.2: forces that the next storm or worm may destroy."""
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
        """How likely a force in a location dies before it acts again."""
        view, territory, risk = self.world.view, TERRITORY_OF[place], 0.0
        if territory in OPEN_SAND or (territory in WALLED and not view.wall):
            ahead = (SECTOR_OF[place] - view.storm - 1) % SECTORS
            risk = STORM_HITS[ahead] if ahead < len(STORM_HITS) else 0.0
        if not self.spared and territory in DEVOURED and territory == TERRITORY.get(view.latest):
            risk += WORM_COMES
        return risk
