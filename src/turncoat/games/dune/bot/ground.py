"""What a position is worth to a mentat: strongholds, spice, dangers, and who is about to win."""

from __future__ import annotations

from turncoat.games.dune.bot.odds import DISTANCE, IS_CITY_OF, Holding, Outlook, enough, likely
from turncoat.games.dune.bot.world import Stand, World, by_territory
from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SECTORS, SEERS, THRONE
from turncoat.games.dune.map import (
    DEVOURED,
    IS_STRONGHOLD,
    OPEN_SAND,
    POLE,
    RIDGE_HAVEN,
    SECTOR_OF,
    SMUGGLERS_HAVEN,
    STRONGHOLDS,
    TERRITORY,
    TERRITORY_OF,
    WALLED,
    WEST_HAVEN,
)
from turncoat.games.dune.state import NOBODY

WIN, FORETOLD = 60.0, 45.0
"""What it is worth to win, and to see the predicted faction win in the predicted turn."""
HOLD, FIRST_HOLD, CITY = 4.0, 3.0, 1.0
"""What a stronghold is worth, the first one more, a city more."""
FORCE, SPICE, RICH = 0.8, 0.6, 12
"""What a force and a spice are worth; spice beyond so much is worth half."""
SPARE_DIAL = 1.5
LATER_BOLD = 0.25
"""How likely somebody who is still to act attacks whom he would beat."""
STORM_HITS = (1.0, 1.0, 0.89, 0.67, 0.33, 0.11)
"""How likely the next storm enters the sectors ahead of it."""
WORM_COMES = 0.25
SHIPPED_AT_MOST = 7
FLEXIBLE = 0.12
"""What a force on the map is worth less than one in reserve, which can go anywhere."""
NEAR, FAR = 0.45, 0.25
"""What it is worth to be one, or two, turns away from a stronghold that can be taken, in parts of holding it."""
GARRISON = 5
"""So many forces stay in a stronghold that is held."""
HALFWAY = 3.5
"""What it is worth to hold two strongholds."""
URGENCY = 0.08
"""By so much strongholds are worth more in each turn."""

FEAR = 1.15
"""What the victory of others counts, in parts of what it would be worth: they may be stronger than they look."""
LATE, DESERT = 3, 8.0
"""For so many turns before the last one it is worth so much that the desert's havens are free of strangers."""


class Ground:
    """Judges where the own forces might stand at the end of this turn, all else being as it is.

    Args:
        world: The table.
        greed: What a stronghold is worth to this faction, in parts of what it is worth to all.
        own_end: What the end of the last turn without a winner is worth to this faction besides.
    """

    def __init__(self, world: World, greed: float = 1.0, own_end: float = 0.0) -> None:
        self.world, self.own_end = world, own_end
        self.greed = greed * (1 + URGENCY * world.view.turn)
        self.steps = 2 if world.factions[world.me] == NOMADS else 1
        self.late_free = self._desert_worth()
        me = world.me
        self.foes = [seat for seat in world.seats if seat not in world.friends]
        self.ally = world.ally[me]
        self.edge = world.edge(me)
        self.rank = {seat: place for place, seat in enumerate(world.order)}
        self.spice_price = SPICE if world.faction(me).spice < RICH else SPICE / 2
        self.base = {seat: self._alone(seat) for seat in world.seats if seat != me}
        self.attackers = [(seat, self._could_bring(seat)) for seat in self.foes]
        self.sides = [self._outlook(side) for side in world.sides]
        self.open_to_me = {place: self._resistance(place) for place in STRONGHOLDS if not self._friendly(place)}

    def _alone(self, seat: int) -> Holding:
        """How likely a seat keeps the strongholds in which it stands, if this seat does nothing about it."""
        world, found = self.world, dict[int, float]()
        for territory in STRONGHOLDS:
            number = world.stand[seat].get(territory, 0)
            if number:
                chance = 0.93 if seat not in world.later else 0.96
                for other in world.there(territory):
                    if other not in (seat, world.me):
                        chance *= self._wins(seat, number, other, world.stand[other][territory])
                found[territory] = chance
            elif seat in world.later and self._reach(seat, territory):
                found[territory] = 0.15
        return found

    def _reach(self, seat: int, territory: int) -> bool:
        """Whether a seat that is still to act could take an empty stronghold."""
        return not self.world.there(territory) and self._could_bring(seat) > 0

    def _friendly(self, territory: int) -> bool:
        """Whether the ally stands there, or two others."""
        there = [seat for seat in self.world.there(territory) if seat != self.world.me]
        return self.ally in there or len(there) > 1

    def _resistance(self, territory: int) -> float:
        """How strong whoever stands there is."""
        world = self.world
        there = [world.stand[foe][territory] + world.edge(foe) for foe in self.foes if territory in world.stand[foe]]
        return max(there, default=0.0)

    def _could_bring(self, seat: int) -> int:
        one = self.world.faction(seat)
        can = min(one.reserves, one.spice, SHIPPED_AT_MOST)
        return can if seat in self.world.later else 0

    def _wins(self, one: int, forces: int, other: int, foes: int) -> float:
        world = self.world
        tie = 0.5 if self.rank.get(one, 0) < self.rank.get(other, 0) else -0.5
        return likely(forces + world.edge(one) - foes - world.edge(other) + tie)

    # --- the value of a position ----------------------------------------------------------------

    def score(self, mine: Stand, spent: float = 0.0) -> float:
        """What it is worth if the own forces stand so.

        Args:
            mine: Own forces, by location.
            spent: Spice that is paid for it.
        """
        totals = by_territory(mine)
        held, value = Holding(), -spent * self.spice_price
        lasting: dict[int, float] = {}
        for territory, number in totals.items():
            if territory == POLE:
                lasting[territory] = 1.0
                continue
            won, left = self._fight(territory, number)
            value -= FORCE * (number - left)
            lasting[territory] = won
            if IS_STRONGHOLD[territory]:
                held[territory] = won * self._kept(territory, left / max(won, 0.05))
                value += self.greed * held[territory] * (HOLD + CITY * IS_CITY_OF[territory])
        value += self.greed * FIRST_HOLD * max(held.values(), default=0.0)
        value += self._harvest(mine, lasting, held) - self._weather(mine) + self._end(held, totals)
        return value + self._prospects(mine, held) - FLEXIBLE * sum(mine.values())

    def _fight(self, territory: int, number: int) -> tuple[float, float]:
        """How likely all foes in a territory are beaten, and how many forces are left on average."""
        won, left, world = 1.0, float(number), self.world
        for foe in self.foes:
            theirs = world.stand[foe].get(territory, 0)
            if theirs:
                chance = self._wins(world.me, max(0, int(left)), foe, theirs)
                need = min(left, max(0.0, theirs + world.edge(foe) - self.edge + SPARE_DIAL))
                left -= need
                won *= chance
        return won, left * won

    def _kept(self, territory: int, left: float) -> float:
        """How likely nobody drives the own forces out of a stronghold afterwards."""
        kept = 1.0
        for foe, number in self.attackers:
            if number and territory not in self.world.stand[foe]:
                beaten = 1 - self._wins(self.world.me, int(left), foe, number)
                kept *= 1 - LATER_BOLD * beaten
        return kept

    def _harvest(self, mine: Stand, lasting: dict[int, float], held: Holding) -> float:
        """DUN-4.9.1: spice that can be collected."""
        rate = 3 if any(IS_CITY_OF[territory] for territory in held) else 2
        value = 0.0
        for place, spice in self.world.fields.items():
            if place in mine:
                value += min(spice, rate * mine[place]) * lasting[TERRITORY_OF[place]]
        return value * SPICE * (0.2 if self.world.last else 1.0)

    def _prospects(self, mine: Stand, held: Holding) -> float:
        """Strongholds that can be taken in one or two turns by forces that are not needed where they are."""
        if self.world.last:
            return 0.0
        value, flying = 0.0, any(IS_CITY_OF[territory] for territory in held)
        steps = 3 if flying else self.steps
        for goal, resistance in self.open_to_me.items():
            if goal not in held:
                best = 0.0
                for place, number in mine.items():
                    home = TERRITORY_OF[place]
                    turns = -(-DISTANCE[home][goal] // steps)
                    spare = number - GARRISON if home in held else number
                    if spare > 0 and turns <= 2:
                        best = max(best, (NEAR if turns <= 1 else FAR) * likely(spare + self.edge - resistance))
                value += best * HOLD * self.greed
        return value

    def _weather(self, mine: Stand) -> float:
        """DUN-4.1.5, DUN-4.2.2: forces that the next storm or worm may destroy."""
        view, lost = self.world.view, 0.0
        if self.world.last:
            return 0.0
        spared = self.world.factions[self.world.me] == NOMADS
        for place, number in mine.items():
            territory = TERRITORY_OF[place]
            if territory in OPEN_SAND or (territory in WALLED and not view.wall):
                ahead = (SECTOR_OF[place] - view.storm - 1) % SECTORS
                lost += number * (STORM_HITS[ahead] if ahead < len(STORM_HITS) else 0.0)
            if not spared and territory in DEVOURED and territory == TERRITORY.get(view.latest):
                lost += number * WORM_COMES
        return lost * FORCE

    # --- who wins -------------------------------------------------------------------------------

    def _outlook(self, side: tuple[int, ...]) -> Outlook:
        """What a side holds without this seat's doing, and what it is worth that it wins."""
        world = self.world
        others = [seat for seat in side if seat != world.me]
        chances = {
            place: max((self.base[seat].get(place, 0.0) for seat in others), default=0.0) for place in STRONGHOLDS
        }
        foes = {place: max(others, key=lambda seat: world.stand[seat].get(place, 0)) for place in STRONGHOLDS if others}
        weight = 1.0 if world.me in side else FEAR
        return Outlook(world.me in side, world.needed(side), weight * self.value_of_victory(side), chances, foes)

    def _end(self, held: Holding, totals: Stand) -> float:
        """DUN-4.10: chances of victory, one's own and others'."""
        value, nobody = 0.0, 1.0
        for side in self.sides:
            chances = self._holds(side, held, totals)
            if len(chances) >= side.needed:
                chance = enough(chances, side.needed)
                value += chance * side.value
                nobody *= 1 - chance
        if self.world.last:
            value += nobody * self._last_turn(totals)
        elif self.late_free:
            value += self.late_free * self._desert_free(self.world.seat_of(NOMADS), totals)
        return value + self._growth(held)

    def _growth(self, held: Holding) -> float:
        """Two strongholds are half the way."""
        return self.greed * HALFWAY * enough(list(held.values()), 2) if len(held) > 1 else 0.0

    def _holds(self, side: Outlook, held: Holding, totals: Stand) -> list[float]:
        """How likely each stronghold is held by a side, without those that it surely does not hold."""
        if side.own:
            return [held.get(place, one) for place, one in side.chances.items() if one or place in held]
        return [
            one * self._survives(side.foes[place], place, totals) if place in totals else one
            for place, one in side.chances.items()
            if one
        ]

    def _survives(self, foe: int, territory: int, totals: Stand) -> float:
        """How likely a foe beats the own forces in a stronghold."""
        theirs = self.world.stand[foe].get(territory, 0)
        return 1 - self._wins(self.world.me, totals[territory], foe, theirs)

    def value_of_victory(self, side: tuple[int, ...]) -> float:
        """What it is worth that a side wins in this turn: one's own victory, the predicted one, or a defeat."""
        foreseen = self.world.own.prediction
        if foreseen is not None and foreseen.turn == self.world.view.turn and foreseen.seat in side:
            return FORETOLD
        if self.world.me in side:
            return WIN if len(side) == 1 else WIN * 0.85
        return -WIN * (0.6 if foreseen is None else 0.5)

    def _last_turn(self, totals: Stand) -> float:
        """DUN-4.10.5, DUN-4.10.6: who wins if nobody holds enough strongholds at the very end."""
        world = self.world
        nomads, carriers = world.seat_of(NOMADS), world.seat_of(CARRIERS)
        winner = carriers if carriers != NOBODY else nomads
        if nomads != NOBODY and self._desert_free(nomads, totals):
            winner = nomads
        if winner == NOBODY:
            return 0.0
        return WIN + self.own_end if winner in world.friends else -WIN * 0.5

    def _desert_worth(self) -> float:
        """What it is worth in the last turns but one that the havens of the desert are free of strangers."""
        world = self.world
        nomads, left = world.seat_of(NOMADS), world.view.options.turns - world.view.turn
        if nomads == NOBODY or not 0 < left <= LATE or world.seat_of(CARRIERS) == NOBODY:
            return 0.0
        return DESERT if nomads in world.friends else -DESERT / 3

    def _desert_free(self, nomads: int, totals: Stand) -> bool:
        world = self.world
        stands: list[Stand] = [totals if seat == world.me else world.stand[seat] for seat in world.seats]
        for seat in world.seats:
            if seat != nomads and (WEST_HAVEN in stands[seat] or RIDGE_HAVEN in stands[seat]):
                return False
            if world.factions[seat] in (SCHEMERS, SEERS, THRONE) and SMUGGLERS_HAVEN in stands[seat]:
                return False
        return True
