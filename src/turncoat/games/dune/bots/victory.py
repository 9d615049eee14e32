"""The value of victory, its probability, and how long it can wait."""

from __future__ import annotations

from math import exp

from msgspec import Struct

from turncoat.games.dune.bots.world import Stand, World
from turncoat.games.dune.facts import CARRIERS, NOMADS
from turncoat.games.dune.mentat.rules import desert_is_free, special_winner
from turncoat.games.dune.shared.map import BORDERING, IS_CITY_LOCATION, STRONGHOLDS, TERRITORY_OF
from turncoat.games.dune.state import NOBODY

SOFT = 2.4
"""With this much more strength a battle is won about 3 times in 4."""


Holding = dict[int, float]
"""The probability that only this side holds a stronghold, by territory."""


class Outlook(Struct, frozen=True):
    """One side's chances of victory.

    Attributes:
        seats: The seats of the side.
        own: Whether this side is the one to which this seat belongs.
        needed: The number of strongholds that it needs.
        value: The value of its victory to the bot.
        chances: The probability that it keeps each stronghold, as far as it depends on others.
        foes: The one of its seats that defends each stronghold; empty for the bot's own side.
    """

    seats: tuple[int, ...]
    own: bool
    needed: int
    value: float
    chances: Holding
    foes: dict[int, int]


def likely(strength: float) -> float:
    """The probability of winning a battle with this much more strength than the enemy."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, strength / SOFT))))


def enough(chances: list[float], number: int) -> float:
    """The probability that at least this many of some independent things happen."""
    counts = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for size in range(len(chances), 0, -1):
            counts[size] = counts[size] * (1 - chance) + counts[size - 1] * chance
        counts[0] *= 1 - chance
    return sum(counts[number:]) if number < len(counts) else 0.0


def _distances(start: int) -> dict[int, int]:
    """The distances between territories on a map without storm, in territories."""
    found, edge = {start: 0}, [start]
    for territory in edge:  # it grows as it is read
        for other in BORDERING[territory]:
            if other not in found:
                found[other] = found[territory] + 1
                edge.append(other)
    return found


DISTANCE = tuple(_distances(territory) for territory in range(len(BORDERING)))
"""For each territory its distance to the others, in territories."""
IS_CITY_OF = {TERRITORY_OF[place]: city for place, city in enumerate(IS_CITY_LOCATION)}
"""Whether a territory is a city."""

SHIPPED_AT_MOST = 7
STRANGE, HELPFUL = 0.15, 0.45
"""The probability that a seat that is still to act goes to an empty stronghold, and an ally to one that it can take."""
ACTED, TO_ACT = 0.93, 0.96
"""The probability that a seat that has acted, and one still to act, keeps a stronghold without a foe in it."""


class Others:
    """Judges the strongholds of other seats.

    Args:
        world: The table as the bot's seat sees it.

    Attributes:
        ally: The seat of the bot's ally; -1: none.
        foes: All opponents of the bot.
    """

    def __init__(self, world: World) -> None:
        self.world, self.ally = world, world.ally[world.me]
        self.foes = [seat for seat in world.seats if seat not in world.friends]
        self.rank = {seat: place for place, seat in enumerate(world.order)}

    def alone(self, seat: int) -> Holding:
        """The probability that a seat keeps its strongholds, if the bot does nothing about it."""
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
        """The probability that a seat still to act takes a stronghold: an empty one, or for an ally a useful one."""
        could, there = self.could_bring(seat), self.world.there(territory)
        if not could or seat != self.ally:
            return STRANGE * (could > 0 and not there)
        strongest = max((self.world.stand[foe][territory] + self.world.edge(foe) for foe in there), default=0.0)
        return HELPFUL * likely(could + self.world.edge(seat) - strongest)

    def friendly(self, territory: int) -> bool:
        """Whether the ally or two other factions have forces there."""
        there = [seat for seat in self.world.there(territory) if seat != self.world.me]
        return self.ally in there or len(there) > 1

    def resistance(self, territory: int) -> float:
        """The strength of the forces there."""
        world, foes = self.world, self.foes
        there = [world.stand[foe][territory] + world.edge(foe) for foe in foes if territory in world.stand[foe]]
        return max(there, default=0.0)

    def could_bring(self, seat: int) -> int:
        """How many forces a seat that is still to act could ship there."""
        faction = self.world.faction(seat)
        can = min(faction.reserves, faction.spice, SHIPPED_AT_MOST)
        return can if seat in self.world.later else 0

    def wins(self, one: int, forces: int, other: int, foes: int) -> float:
        """The probability that a seat with this many forces beats another one with that many."""
        world = self.world
        tie = 0.5 if self.rank.get(one, 0) < self.rank.get(other, 0) else -0.5
        return likely(forces + world.edge(one) - foes - world.edge(other) + tie)


WIN, FORETOLD = 70.0, 60.0
"""The value of winning, and of seeing the predicted faction win in the predicted turn."""
DEFEAT = 0.3
"""The cost of another side's victory early in the game, as a share of a victory; late, one of the next two applies."""
AT_LAST = 0.05
"""This cost at the end of the game if another side wins when nobody else does: then the bot would lose anyway."""
PATIENT = 0.4
"""This cost at the end of the game if the bot's side wins when nobody else does."""
SHARED = 0.92
"""The value of a shared victory, as a share of winning alone."""
THRIFT = (0.15, 0.6, 0.85)
"""The value of spice and forces in the last 3 turns, from the last one back, as a share of their early value."""
HOLDING, LAST_RACE = (0.15, 0.5, 0.7, 0.85), 2.5
"""The value of strongholds without victory, from the last turn back; in the last turn, if most strongholds win."""
MATURE = 3
"""From this turn on the bot takes the end of the game into account."""


class Clock(Struct, frozen=True):
    """How near the end of the game is for the bot.

    Attributes:
        left: The number of turns after this one.
        late: How near the end is, from 0 to 1.
        waits: Whether the bot's side wins if nobody else does (DUN-4.10.6, DUN-4.10.7).
        runs: Whether another side wins if nobody else does.
        thrift: The value of spice and forces, as a share of their value early in the game.
        hold: The value of strongholds without victory, as such a share.
    """

    left: int
    late: float
    waits: bool
    runs: bool
    thrift: float
    hold: float

    def defeat(self) -> float:
        """The cost of another side's victory in this turn, as a share of a victory."""
        end = PATIENT if self.waits else AT_LAST if self.runs else DEFEAT
        return DEFEAT + (end - DEFEAT) * self.late

    def default(self) -> float:
        """The cost of the very end if another side wins because nobody else has, as a share of a victory."""
        return DEFEAT

    def victory(self) -> float:
        """The value of the bot's own victory in this turn; less if it will win anyway when nobody else does."""
        return WIN * (1 - 0.5 * self.late * self.waits * (self.left > 0))


def defaulter(world: World) -> int:
    """DUN-4.10.6, DUN-4.10.7: the seat that wins if nobody does, but for special cases; -1: none."""
    return special_winner(world.game, free=False)[1]


def clock(world: World) -> Clock:
    """How near the end of the game is for the bot."""
    turns, turn = world.view.options.turns, world.view.turn
    left, seat = max(0, turns - turn), defaulter(world)
    late = min(1.0, max(0.0, (turn - MATURE) / max(1, turns - 2 - MATURE)))
    waits = seat != NOBODY and seat in world.friends
    runs = seat != NOBODY and not waits
    thrift = THRIFT[left] if left < len(THRIFT) else 1.0
    hold = LAST_RACE if seat == NOBODY and not left else HOLDING[left] if left < len(HOLDING) else 1.0
    return Clock(left, late, waits, runs, thrift, hold)


def worth_of_victory(world: World, time: Clock, side: tuple[int, ...]) -> float:
    """The value of a side's victory in this turn: the bot's own, the predicted one, or a defeat."""
    foreseen = world.own.prediction
    if foreseen is not None and foreseen.turn == world.view.turn and foreseen.seat in side:
        return FORETOLD
    if world.me in side:
        return time.victory() * (1.0 if len(side) == 1 else SHARED)
    return -WIN * time.defeat()


HOLD, FIRST_HOLD, CITY = 4.0, 3.0, 1.0
"""The value of a stronghold, and how much more the first one and a city are worth."""
HALFWAY = 7.0
"""The value of lacking only one stronghold."""
URGENCY = 0.08
"""How much that value grows in each turn."""
FEAR = 1.05
"""The factor by which the bot overrates victories of others, who may be stronger than they look."""
LATE, DESERT = 3, 8.0
"""In how many turns before the last, and how much, it is worth keeping others out of the desert's havens."""


class Endings:
    """Judges what the bot's forces in strongholds lead to.

    Args:
        world: The table as the bot's seat sees it.
        others: Judges what the others keep, bring and win.
        time: How near the end of the game is.
        greed: The value of a stronghold, as a factor on its usual early value.
        own_end: The additional value of this side's victory after the last turn (DUN-4.10.5 to DUN-4.10.7).
    """

    def __init__(self, world: World, others: Others, time: Clock, greed: float, own_end: float) -> None:
        self.world, self.time, self.own_end = world, time, own_end
        self.greed = time.hold * greed
        self.halfway = HALFWAY * greed * (1 + URGENCY * world.view.turn * (not time.waits))
        self.wins = others.wins
        self.base = {seat: others.alone(seat) for seat in world.seats if seat != world.me}
        self.late_free = self._desert_worth()
        self.sides = [self._outlook(side) for side in world.sides]

    def worth(self, held: Holding, stand: Stand) -> float:
        """The value of holding strongholds, and of what follows from it.

        Args:
            held: The probability that the bot's forces hold each stronghold in which they stand.
            stand: The number of forces in each stronghold.
        """
        value = sum(kept * (HOLD + CITY * IS_CITY_OF[territory]) for territory, kept in held.items())
        value += FIRST_HOLD * max(held.values(), default=0.0)
        return self.greed * value + self._end(held, stand)

    def _outlook(self, side: tuple[int, ...]) -> Outlook:
        """The strongholds that a side holds without the bot's influence, and the value of its victory."""
        world = self.world
        others = [seat for seat in side if seat != world.me]
        chances = {
            place: max((self.base[seat].get(place, 0.0) for seat in others), default=0.0) for place in STRONGHOLDS
        }
        foes = {place: max(others, key=lambda seat: world.stand[seat].get(place, 0)) for place in STRONGHOLDS if others}
        weight = 1.0 if world.me in side else FEAR
        return Outlook(
            side, world.me in side, world.needed(side), weight * worth_of_victory(world, self.time, side), chances, foes
        )

    def _end(self, held: Holding, stand: Stand) -> float:
        """DUN-4.10: the chances of victory of all sides; one stronghold too few counts as halfway."""
        value, nobody = 0.0, 1.0
        for side in self.sides:
            chances = self._together(side, held) if side.own else self._holds(side, stand)
            chance = enough(chances, side.needed) if len(chances) >= side.needed else 0.0
            value += chance * side.value
            nobody *= 1 - chance
            if side.own and len(chances) >= side.needed - 1:
                value += self.halfway * enough(chances, side.needed - 1)
        if self.world.last:
            value += nobody * self._last_turn(stand)
        elif self.late_free:
            value += self.late_free * self._desert_free(stand)
        return value

    def _together(self, side: Outlook, held: Holding) -> list[float]:
        """The probability that the bot's side holds each stronghold, without those that it surely does not hold."""
        return [held.get(place, chance) for place, chance in side.chances.items() if chance or place in held]

    def _holds(self, side: Outlook, stand: Stand) -> list[float]:
        """The probability that another side holds each stronghold, without those that it surely does not hold."""
        return [
            chance * self._survives(side.foes[place], place, stand) if place in stand else chance
            for place, chance in side.chances.items()
            if chance
        ]

    def _survives(self, foe: int, territory: int, stand: Stand) -> float:
        """The probability that a foe beats the bot's forces in a stronghold."""
        theirs = self.world.stand[foe].get(territory, 0)
        return 1 - self.wins(self.world.me, stand[territory], foe, theirs)

    def _last_turn(self, stand: Stand) -> float:
        """DUN-4.10.5, DUN-4.10.6: the winner if nobody holds enough strongholds at the very end."""
        world = self.world
        _, winner = special_winner(world.game, free=self._desert_free(stand))
        if winner == NOBODY:
            return 0.0
        return WIN + self.own_end if winner in world.friends else -WIN * self.time.default()

    def _desert_worth(self) -> float:
        """The value of keeping others out of the desert's havens in the turns before the last."""
        world = self.world
        nomads, left = world.seat_of(NOMADS), world.view.options.turns - world.view.turn
        if nomads == NOBODY or not 0 < left <= LATE or world.seat_of(CARRIERS) == NOBODY:
            return 0.0
        if nomads in world.friends:
            return DESERT
        return -DESERT / 3 if self.time.waits else 0.0

    def _desert_free(self, stand: Stand) -> bool:
        world = self.world
        stands: list[Stand] = [stand if seat == world.me else world.stand[seat] for seat in world.seats]
        return desert_is_free(world.game, lambda haven: [seat for seat in world.seats if haven in stands[seat]])
