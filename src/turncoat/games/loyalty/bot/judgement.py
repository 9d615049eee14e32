"""How a courtier judges a position: the value of places, its chances for each end, and its means."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from math import exp
from operator import is_not

from msgspec import Struct

from turncoat.games.loyalty.bot.memory import Deal
from turncoat.games.loyalty.campaign import locked_for
from turncoat.games.loyalty.majority import points_of
from turncoat.games.loyalty.map import CAPITAL, Map, Row
from turncoat.games.loyalty.state import FACTIONS, POPE, Loyalty, banner
from turncoat.kernel import clone

SAFE = 3
"""A lead of more than this many citizens makes ownership no safer."""

OPEN = 0.45
"""The value of nearly owning a place, as a share of owning it safely."""


@lru_cache(maxsize=16384)
def standing(row: Row, seat: int) -> float:
    """LOY-7.1: how safely a player owns a place, or how near they are to owning it, from 0 to 1."""
    mine = row[seat]
    if not mine:
        return 0.0
    best = max([number for other, number in enumerate(row) if other != seat])
    if mine > best:
        return min(mine - best, SAFE) / SAFE
    return OPEN * mine / (best + 1)


@lru_cache(maxsize=64)
def around(board: Map) -> tuple[tuple[int, ...], ...]:
    """LOY-10.2.2: for each place all others from which it can be attacked, if everybody gives leave."""
    ways = zip(board.next_to, board.across, strict=True)
    return tuple((*near, *(city for _, city in across)) for near, across in ways)


@lru_cache(maxsize=16384)
def threat(guards: Row, near: tuple[Row, ...], own: int, friends: frozenset[int]) -> int:
    """LOY-10.2.10: how many civilians one attack can kill.

    Args:
        guards: The number of militia in the place.
        near: Militia in each place from which it can be attacked.
        own: The colour or seat of those who are attacked.
        friends: Colours or seats that will not attack.
    """
    worst = 0
    for row in (guards, *near):
        for who, number in enumerate(row):
            if number > worst and who != own and who not in friends:
                worst = number
    return max(0, worst - guards[own])


@lru_cache(maxsize=16384)
def lead(row: Row, seat: int) -> int:
    """LOY-7.1: how many more citizens a player has than anybody else; at 0 or below the player is not the owner."""
    return row[seat] - max([number for other, number in enumerate(row) if other != seat])


@lru_cache(maxsize=4096)
def pulpit(row: Row, seat: int) -> float:
    """LOY-7.8: religious control, from 0 to 1; a tie counts a little."""
    mine = row[seat]
    if not mine:
        return 0.0
    best = max([number for other, number in enumerate(row) if other != seat])
    return min(1.0, 0.85 + 0.1 * (mine - best)) if mine > best else 0.2 if mine == best else 0.05


Points = tuple[int, ...]
"""Victory points by seat."""


class Odds(Struct, frozen=True):
    """The chances of the bot to win, each from 0 to 1.

    Attributes:
        pope: If the Pope's diplomacy ends the game.
        king: The chance to win if the King's diplomacy ends the game.
        ruined: If this seat loses its last land, by seat.
        lead: The chance to win by being ahead of all others.
    """

    pope: float
    king: float
    ruined: tuple[float, ...]
    lead: float

    def diplomacy(self, faction: str) -> float:
        """The chance if the diplomacy of this faction ends the game."""
        return self.pope if faction == POPE else self.king


class Prospects:
    """The chances of one seat, worked out once for each distribution of points.

    Args:
        seat: The seat whose chances these are.
        deals: The possible deals of the cards.
        calm: How many points a leader may be ahead and still be overtaken; near 0 when the end is near.
    """

    def __init__(self, seat: int, deals: tuple[Deal, ...], calm: float) -> None:
        self.seat, self.deals, self.calm = seat, deals, calm
        self._known: dict[Points, Odds] = {}

    def odds(self, points: Points) -> Odds:
        """LOY-4.4 to LOY-4.6: the chances with these points."""
        found = self._known.get(points)
        if found is None:
            found = self._known[points] = self._work_out(points)
        return found

    def _work_out(self, points: Points) -> Odds:
        top, bottom, whole = max(points), min(points), (1 << len(points)) - 1
        first = [exp((own - top) / self.calm) for own in points]
        last = [exp((bottom - own) / (self.calm / 2)) for own in points]
        firsts, lasts = _sums(first), _sums(last)
        me, pope, king = first[self.seat], 0.0, 0.0
        ruined = [0.0] * len(points)
        for deal in self.deals:
            popish = deal.pope >> self.seat & 1
            mine = deal.pope if popish else whole ^ deal.pope
            best = deal.weight * me / firsts[mine]
            spoiled, gained = lasts[mine] / lasts[whole], lasts[whole ^ mine] / lasts[whole]
            own, other = best * (1 - spoiled), best * gained
            pope, king = (pope + own, king + other) if popish else (pope + other, king + own)
            for seat in range(len(points)):
                if not mine >> seat & 1:
                    ruined[seat] += best
        return Odds(pope, king, tuple(ruined), me / firsts[whole])

    def ally(self, seat: int) -> float:
        """LOY-4.1: the probability that a player serves the same faction."""
        mine = self.seat
        return sum(deal.weight for deal in self.deals if (deal.pope >> seat & 1) == (deal.pope >> mine & 1))


def _sums(values: list[float]) -> list[float]:
    """The sum of each set of values; a set is written as bits."""
    sums = [0.0]
    for value in values:
        sums += [total + value for total in sums]
    return sums


HOLD, TAX = 0.006, 0.02
"""The value of a safe point, and of a coin of income each round, in chances."""

LOSS, VICTIM = 0.02, 0.012
"""The cost, times its probability, of a point that an attack could take and of a civilian that it could kill."""

COIN, CITIZEN, MILITIA = 0.003, 0.012, 0.016
"""The value of one more unit or coin of each kind while there are few."""

PURSE, FLOCK, ARMY = 10, 16, 8
"""Units beyond this number are worth only 10 %."""

CLERGY = (0.0, 0.07, 0.1, 0.12, 0.13, 0.138, 0.145, 0.15)
"""The value of a number of priests; without priests no citizens can be recruited."""

GROWTH = 0.04
"""The value of each citizen that one action could recruit."""

CROWD = 20
"""Beyond this number citizens are worth only 10 %."""

MOST_GROWTH = 5
"""The bot recruits at most this many citizens at a time."""

PUSH, NEARLY = 3.0, 0.8
"""The factor for the result of a diplomacy if it can happen at once, and if one tick is missing."""

LAST_WORD = 1.0
"""LOY-13.8: how much likelier the player who triggers the final round wins, and the one with its last turn."""

MODEST = 0.8
"""A courtier prefers the end to waiting if it has at least this part of an equal share of the chances."""

UPRISING, RUIN = 0.4, 0.3
"""The probability of a revolution that is one step away, and of the weakest player's ruin."""

FEEBLE = 7
"""A player with at most this many points may be ruined."""

HASTE = 0.75
"""The smaller this is, the more the first ticks towards a diplomacy count."""

PATIENCE, IMPATIENCE, MOST_PUSH = 0.35, 0.06, 1.4
"""The weight of the possible ends: at first, its growth each round, and at most."""


class Judgement:
    """The judgement of one seat at one decision.

    Args:
        prospects: Its chances while the game goes on.
        close: Its chances once the final round has begun.
        game: The position as it is seen.
        friends: Colours or seats that are trusted not to attack.
    """

    def __init__(self, prospects: Prospects, close: Prospects, game: Loyalty, friends: frozenset[int]) -> None:
        self.prospects, self.close, self.me, self.friends = prospects, close, prospects.seat, friends
        self.needed = game.map.majority
        self.around, self.cities = around(game.map), game.map.city_count
        self.round = game.turn // len(game.coins)
        self.final = bool(game.faction)
        self._ends: dict[tuple[Points, tuple[int, ...], str], float] = {}
        self.own, self.seen = banner(game, self.me), clone(game)
        self.held: list[float] = [self._held(game, self.own, place) for place in range(game.map.size)]
        self.whole: float = sum(self.held)

    def worth(self, game: Loyalty) -> float:
        """The value of a position: about the chance to win, plus a bonus for growth."""
        points = points_of(game)
        ended = self._ended(game, points)
        if ended is not None:
            return ended
        sight = (points, tuple(game.tracks), game.faction)
        chances = self._ends.get(sight)
        if chances is None:
            chances = self._ends[sight] = self._chances(game, points)
        return chances + self._means(game)

    # --- ends ---------------------------------------------------------------------------------

    def _ended(self, game: Loyalty, points: Points) -> float | None:
        """LOY-13.1: the chance to have won, if the game is over at the next checkpoint."""
        options = game.options
        if options.revolution_end and max(points) >= self.needed:
            return 2.0 if points[self.me] == max(points) else -1.0
        if options.military_end and 0 in points:
            ruined = [seat for seat, own in enumerate(points) if not own and game.landed[seat]]
            if ruined:
                return min(self.prospects.odds(points).ruined[seat] for seat in ruined) * 2 - 0.6
        return None

    def _chances(self, game: Loyalty, points: Points) -> float:
        """The chance to win over all ends that may come soon; the nearer a diplomacy, the more its result counts."""
        odds, fair = self.prospects.odds(points), 1 / len(points)
        value = (fair + odds.lead + odds.pope + odds.king) / 4 + self._other_ends(game, points, odds)
        if game.faction:
            wins = self.close.odds(points).diplomacy(game.faction)
            if not self.final:
                wins += LAST_WORD * wins * (1 - wins)
            return value + PUSH * (wins - MODEST * fair)
        near = sum(self.readiness(game, who) * (odds.diplomacy(who) - MODEST * fair) for who in FACTIONS)
        return value + PUSH * min(MOST_PUSH, PATIENCE + IMPATIENCE * self.round) * near

    def readiness(self, game: Loyalty, faction: str) -> float:
        """LOY-13.7: how near the diplomacy of a faction is, from 0 to 1."""
        sign, end, options = (1 if faction == POPE else -1), game.options.track_length, game.options
        far = sorted((max(0, sign * marker) / end for marker in game.tracks[1:]), reverse=True)
        capital = max(0, sign * game.tracks[CAPITAL]) / end
        if options.lock_capital_required:
            if options.track_lock and locked_for(game, CAPITAL) not in ("", faction):
                return 0.0
            near = [capital, *far[: options.lock_cities_needed - 1]]
        else:
            near = sorted([capital, *far], reverse=True)[: options.lock_cities_needed]
        return NEARLY * float((sum(near) / options.lock_cities_needed) ** HASTE)

    def _other_ends(self, game: Loyalty, points: Points, odds: Odds) -> float:
        """LOY-13.2, LOY-13.4: the effect of a revolution or a ruin that may come soon."""
        value = 0.0
        for seat, own in enumerate(points):
            if game.options.revolution_end:
                near = max(0.0, own / self.needed - 0.45) / 0.55
                value += UPRISING * near * near * (1 if seat == self.me else -1.5)
            if game.options.military_end and own <= FEEBLE:
                near = (1 - own / (FEEBLE + 1)) ** 2 * RUIN
                value += near * (odds.ruined[seat] - 0.3 if seat != self.me else -1.0)
        return value

    # --- means --------------------------------------------------------------------------------

    def _means(self, game: Loyalty) -> float:
        """The value of land, people, coins and income."""
        me, own = self.me, banner(game, self.me)
        flock, army = sum([row[me] for row in game.citizens]), sum([row[own] for row in game.militia])
        priests = [row[me] for row in game.priests]
        clergy, preachers = sum(priests), max(priests[: self.cities])
        value = self._ground(game, own) + CITIZEN * _fading(flock, FLOCK) + MILITIA * _fading(army, ARMY)
        room = max(0.1, 1 - flock / CROWD)
        value += CLERGY[min(clergy, len(CLERGY) - 1)] + GROWTH * room * min(preachers, game.coins[me], MOST_GROWTH)
        return value + COIN * min(2, clergy) / 2 * _fading(game.coins[me], PURSE) + self._income(game)

    def _ground(self, game: Loyalty, own: int) -> float:
        """The value of holding all places, computed again only where the position has changed."""
        seen, places = self.seen, range(game.map.size)
        if own != self.own:
            return sum([self._held(game, own, place) for place in places])
        changed = set(compress(places, map(is_not, game.citizens, seen.citizens)))
        changed.update(compress(places, map(is_not, game.priests, seen.priests)))
        for place in compress(places, map(is_not, game.militia, seen.militia)):
            changed.update((place, *self.around[place]))
        return self.whole + sum(self._held(game, own, place) - self.held[place] for place in sorted(changed))

    def _held(self, game: Loyalty, own: int, place: int) -> float:
        """The value of holding a place, less the possible cost of an attack there."""
        me, citizens, rows = self.me, game.citizens[place], game.militia
        civilians = citizens[me] + game.priests[place][me]
        if not civilians:
            return 0.0
        near = tuple([rows[other] for other in self.around[place]])
        dead, ahead = threat(rows[place], near, own, self.friends), lead(citizens, me)
        held = HOLD * standing(citizens, me) - (LOSS if 0 < ahead <= dead else 0.0)
        return held * game.map.worth[place] - VICTIM * min(dead, civilians)

    def _income(self, game: Loyalty) -> float:
        """LOY-12.1: the income from cities in a round."""
        options = game.options
        if not options.taxes:
            return 0.0
        rows = game.citizens if options.tax_right == "ownership" else game.priests
        income = zip(rows, game.map.income, strict=False)
        return TAX * sum([coins * pulpit(row, self.me) for row, coins in income if row[self.me]])


def _fading(number: float, few: int) -> float:
    """A number of which the part beyond a limit counts little."""
    return number if number <= few else few + (number - few) / 10
