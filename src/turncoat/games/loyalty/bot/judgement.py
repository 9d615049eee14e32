"""What a courtier thinks of a position: its chances by each end, and what it has to work with."""

from __future__ import annotations

from turncoat.games.loyalty.bot.ground import around, lead, pulpit, standing, threat
from turncoat.games.loyalty.bot.prospects import Odds, Points, Prospects
from turncoat.games.loyalty.campaign import locked_for
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import FACTIONS, POPE, Loyalty, banner

HOLD, TAX = 0.006, 0.02
"""What a point held safely and a coin of income in each round are worth in chances."""

LOSS, VICTIM = 0.02, 0.012
"""What it costs that an attack can take a point, and kill a civilian, the chance that it comes counted in."""

COIN, CITIZEN, MILITIA = 0.003, 0.012, 0.016
"""What one more of each is worth, as long as there are few."""

PURSE, FLOCK, ARMY = 10, 16, 8
"""More than so many are worth only a tenth."""

CLERGY = (0.0, 0.07, 0.1, 0.12, 0.13, 0.138, 0.145, 0.15)
"""What so many priests are worth; without any nothing grows."""

GROWTH = 0.04
"""What each citizen is worth that one action could recruit."""

CROWD = 20
"""With so many citizens growth is worth only a tenth."""

MOST_GROWTH = 5
"""No more citizens are recruited at a time than this."""

PUSH, NEARLY = 3.0, 0.8
"""How much more than everything else the outcome of a diplomacy counts when it is at hand, and before its last tick."""

LAST_WORD = 1.0
"""LOY-13.8: how much likelier it is to win for who brings on the final round, and has the last turn in it, at odds."""

MODEST = 0.8
"""With so much of a fair share of the chances a courtier would rather see the end than wait."""

UPRISING, RUIN = 0.4, 0.3
"""How likely a revolution is when it is one step away, and how likely the weakest is ruined."""

FEEBLE = 7
"""With so few points or less somebody may be ruined."""

HASTE = 0.75
"""The first ticks towards a diplomacy count for more, the smaller this is."""

PATIENCE, IMPATIENCE, MOST_PUSH = 0.35, 0.06, 1.4
"""How much the ends count at first, by how much more from round to round, and at most."""


class Judgement:
    """The opinion of one seat at one decision.

    Args:
        prospects: Its chances while the game goes on.
        close: Its chances once the final round has begun.
        game: The position as it is seen.
        friends: Banners that are trusted not to attack.
    """

    def __init__(self, prospects: Prospects, close: Prospects, game: Loyalty, friends: frozenset[int]) -> None:
        self.prospects, self.close, self.me, self.friends = prospects, close, prospects.seat, friends
        self.needed = game.map.majority
        self.around = around(game.map)
        self.round = game.turn // len(game.coins)
        self.final = bool(game.faction)

    def over(self, game: Loyalty) -> bool:
        """LOY-13.1: whether the game would be over."""
        return self._ended(game, tuple(victory_points(game))) is not None

    def worth(self, game: Loyalty) -> float:
        """How good a position is: about the chance to win, with some more for what may still become of it."""
        points = tuple(victory_points(game))
        ended = self._ended(game, points)
        if ended is not None:
            return ended
        return self._chances(game, points) + self._means(game)

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
        """The chance to win over all ends that are in sight; the nearer a diplomacy, the more its outcome counts."""
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
        """LOY-13.2, LOY-13.4: what a revolution and a ruin that are in sight mean."""
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
        """Ground that is held, people, coins and income."""
        me, own = self.me, banner(game, self.me)
        value, flock, clergy, army, preachers = 0.0, 0, 0, 0, 0
        rows = zip(game.citizens, game.priests, game.militia, game.map.worth, strict=True)
        for place, (citizens, priests, militia, worth) in enumerate(rows):
            army += militia[own]
            if civilians := citizens[me] + priests[me]:
                flock += citizens[me]
                clergy += priests[me]
                preachers = max(preachers, priests[me] if place < game.map.city_count else 0)
                near = tuple([game.militia[other] for other in self.around[place]])
                dead = threat(militia, near, own, self.friends)
                ahead = lead(citizens, me)
                value += HOLD * worth * standing(citizens, me) - VICTIM * min(dead, civilians)
                value -= LOSS * worth if 0 < ahead <= dead else 0.0
        value += CITIZEN * _fading(flock, FLOCK) + MILITIA * _fading(army, ARMY)
        room = max(0.1, 1 - flock / CROWD)
        value += CLERGY[min(clergy, len(CLERGY) - 1)] + GROWTH * room * min(preachers, game.coins[me], MOST_GROWTH)
        return value + COIN * min(2, clergy) / 2 * _fading(game.coins[me], PURSE) + self._income(game)

    def _income(self, game: Loyalty) -> float:
        """LOY-12.1: what the cities yield in a round."""
        options = game.options
        if not options.taxes:
            return 0.0
        rows = game.citizens if options.tax_right == "ownership" else game.priests
        income = zip(rows, game.map.income, strict=False)
        return TAX * sum(coins * pulpit(row, self.me) for row, coins in income if row[self.me])


def _fading(number: float, few: int) -> float:
    """A number beyond which more is worth little."""
    return number if number <= few else few + (number - few) / 10
