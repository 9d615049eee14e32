"""Who wins at the end of a turn, and what that is worth to a mentat, where its own forces stand so."""

from __future__ import annotations

from turncoat.games.dune.bot.clock import WIN, Clock, worth_of_victory
from turncoat.games.dune.bot.odds import IS_CITY_OF, Holding, Outlook, enough
from turncoat.games.dune.bot.others import Others
from turncoat.games.dune.bot.world import Stand, World
from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SEERS, THRONE
from turncoat.games.dune.map import RIDGE_HAVEN, SMUGGLERS_HAVEN, STRONGHOLDS, WEST_HAVEN
from turncoat.games.dune.state import NOBODY

HOLD, FIRST_HOLD, CITY = 4.0, 3.0, 1.0
"""What a stronghold is worth, the first one more, a city more."""
HALFWAY = 7.0
"""What it is worth to lack one stronghold."""
URGENCY = 0.08
"""By so much that is worth more in each turn."""
FEAR = 1.05
"""What the victory of others counts, in parts of what it would be worth: they may be stronger than they look."""
LATE, DESERT = 3, 8.0
"""For so many turns before the last one it is worth so much that the desert's havens are free of strangers."""


class Endings:
    """Judges what the own forces in strongholds lead to.

    Args:
        world: The table.
        others: What the others keep, bring and win.
        time: How late it is.
        greed: What a stronghold is worth, in parts of what it is worth to all early in a game.
        own_end: What the end of the last turn without a winner is worth besides.
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
        """What it is worth to hold strongholds, and what follows from it.

        Args:
            held: How likely the own forces hold each stronghold in which they stand.
            stand: How many stand there.
        """
        value = sum(kept * (HOLD + CITY * IS_CITY_OF[territory]) for territory, kept in held.items())
        value += FIRST_HOLD * max(held.values(), default=0.0)
        return self.greed * value + self._end(held, stand)

    def _outlook(self, side: tuple[int, ...]) -> Outlook:
        """What a side holds without this seat's doing, and what it is worth that it wins."""
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
        """DUN-4.10: chances of victory, one's own and others'; one stronghold less is half the way."""
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
            value += self.late_free * self._desert_free(self.world.seat_of(NOMADS), stand)
        return value

    def _together(self, side: Outlook, held: Holding) -> list[float]:
        """How likely the own side holds each stronghold, without those that it surely does not hold."""
        return [held.get(place, one) for place, one in side.chances.items() if one or place in held]

    def _holds(self, side: Outlook, stand: Stand) -> list[float]:
        """How likely each stronghold is held by another side, without those that it surely does not hold."""
        return [
            one * self._survives(side.foes[place], place, stand) if place in stand else one
            for place, one in side.chances.items()
            if one
        ]

    def _survives(self, foe: int, territory: int, stand: Stand) -> float:
        """How likely a foe beats the own forces in a stronghold."""
        theirs = self.world.stand[foe].get(territory, 0)
        return 1 - self.wins(self.world.me, stand[territory], foe, theirs)

    def _last_turn(self, stand: Stand) -> float:
        """DUN-4.10.5, DUN-4.10.6: who wins if nobody holds enough strongholds at the very end."""
        world = self.world
        nomads, carriers = world.seat_of(NOMADS), world.seat_of(CARRIERS)
        winner = carriers if carriers != NOBODY else nomads
        if nomads != NOBODY and self._desert_free(nomads, stand):
            winner = nomads
        if winner == NOBODY:
            return 0.0
        return WIN + self.own_end if winner in world.friends else -WIN * self.time.default()

    def _desert_worth(self) -> float:
        """What it is worth in the last turns but one that the havens of the desert are free of strangers."""
        world = self.world
        nomads, left = world.seat_of(NOMADS), world.view.options.turns - world.view.turn
        if nomads == NOBODY or not 0 < left <= LATE or world.seat_of(CARRIERS) == NOBODY:
            return 0.0
        if nomads in world.friends:
            return DESERT
        return -DESERT / 3 if self.time.waits else 0.0

    def _desert_free(self, nomads: int, stand: Stand) -> bool:
        world = self.world
        stands: list[Stand] = [stand if seat == world.me else world.stand[seat] for seat in world.seats]
        for seat in world.seats:
            if seat != nomads and (WEST_HAVEN in stands[seat] or RIDGE_HAVEN in stands[seat]):
                return False
            if world.factions[seat] in (SCHEMERS, SEERS, THRONE) and SMUGGLERS_HAVEN in stands[seat]:
                return False
        return True
