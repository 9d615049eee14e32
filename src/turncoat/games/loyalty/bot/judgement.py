"""What a courtier thinks of a position: its chances by each end, and what it has to work with."""

from __future__ import annotations

from turncoat.games.loyalty.bot.ground import exposed, pulpit, standing
from turncoat.games.loyalty.bot.prospects import Odds, Points, Prospects
from turncoat.games.loyalty.campaign import locked_for
from turncoat.games.loyalty.majority import victory_points
from turncoat.games.loyalty.map import CAPITAL
from turncoat.games.loyalty.state import FACTIONS, POPE, Loyalty, banner

HOLD, TAX, DANGER = 0.006, 0.02, 0.012
"""What a point held safely, a coin of income in each round, and a point that can be taken are worth in chances."""

COIN, CITIZEN, PRIEST, MILITIA = 0.007, 0.009, 0.013, 0.009
"""What one more of each is worth, as long as there are few."""

PURSE, FLOCK, CLERGY, ARMY = 12, 14, 7, 8
"""More than so many are worth only a tenth."""

UPRISING, RUIN = 0.55, 0.3
"""How likely a revolution is when it is one step away, and how likely the weakest is ruined."""

FEEBLE = 7
"""With so few points or less somebody may be ruined."""

IMPATIENCE = 0.04
"""By so much the ends count more from round to round."""


class Judgement:
    """The opinion of one seat at one decision.

    Args:
        prospects: Its chances.
        game: The position as it is seen.
        friends: Banners that are trusted not to attack.
    """

    def __init__(self, prospects: Prospects, game: Loyalty, friends: frozenset[int]) -> None:
        self.prospects, self.me, self.friends = prospects, prospects.seat, friends
        self.needed = game.map.majority
        self.urge = 1 + IMPATIENCE * (game.turn // len(game.coins))

    def over(self, game: Loyalty) -> bool:
        """LOY-13.1: whether the game would be over."""
        return self._ended(game, tuple(victory_points(game))) is not None

    def worth(self, game: Loyalty) -> float:
        """How good a position is: about the chance to win, with some more for what may still become of it."""
        points = tuple(victory_points(game))
        ended = self._ended(game, points)
        if ended is not None:
            return ended
        return self._chances(game, points) + self._means(game, points)

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
        """The chance to win over all ends that are in sight."""
        odds = self.prospects.odds(points)
        value = left = 0.0
        if game.faction:
            value, left = 0.9 * odds.diplomacy(game.faction), 0.1
        else:
            near = [self.readiness(game, faction) for faction in FACTIONS]
            crowd = max(1.0, sum(near))
            value = sum(share / crowd * odds.diplomacy(who) for share, who in zip(near, FACTIONS, strict=True))
            left = max(0.0, 1 - sum(near))
        value += left * (0.5 * odds.lead + 0.25 * (odds.pope + odds.king))
        return value + self._other_ends(game, points, odds)

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
        share = sum(near) / options.lock_cities_needed
        return min(0.9, share * (0.35 + 0.55 * share) * self.urge)

    def _other_ends(self, game: Loyalty, points: Points, odds: Odds) -> float:
        """LOY-13.2, LOY-13.4: what a revolution and a ruin that are in sight mean."""
        value = 0.0
        for seat, own in enumerate(points):
            if game.options.revolution_end:
                near = max(0.0, own / self.needed - 0.45) / 0.55
                value += UPRISING * near * near * (self.urge if seat == self.me else -1)
            if game.options.military_end and own <= FEEBLE:
                near = (1 - own / (FEEBLE + 1)) ** 2 * RUIN
                value += near * ((odds.ruined[seat] - 0.3) * self.urge if seat != self.me else -1.0)
        return value

    # --- means --------------------------------------------------------------------------------

    def _means(self, game: Loyalty, points: Points) -> float:
        """Ground that is held, people, coins and income."""
        me, own = self.me, banner(game, self.me)
        value = flock = clergy = army = 0.0
        rows = zip(game.citizens, game.priests, game.militia, game.map.worth, strict=True)
        for place, (citizens, priests, militia, worth) in enumerate(rows):
            flock += citizens[me]
            clergy += priests[me]
            army += militia[own]
            if citizens[me]:
                around = tuple([game.militia[near] for near in game.map.next_to[place]])
                value += HOLD * worth * standing(citizens, me)
                value -= DANGER * worth * exposed(citizens, militia, around, me, own, self.friends)
        for what, worth, few in ((flock, CITIZEN, FLOCK), (clergy, PRIEST, CLERGY), (army, MILITIA, ARMY)):
            value += worth * _fading(what, few)
        return value + COIN * _fading(game.coins[me], PURSE) + self._income(game)

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
