"""How a bot judges a combat: with exact odds for known numbers, and averages over the possible values of others.

Everything is measured in about one point of an opponent's condition. Positive values are good for the characters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from turncoat.games.thrice.bot.world import CERTAIN, World, face
from turncoat.games.thrice.choices import reachable, swipe_areas, taunting
from turncoat.games.thrice.dice import (
    MOST_SWAPS,
    attack_odds,
    bleeding_worth,
    expected_advantage,
    flank_gain,
    opponent_odds,
    weakness,
    weapon_bonus,
)
from turncoat.games.thrice.skills import COUNTER, INTERCEPT, SWIPE, penalty
from turncoat.games.thrice.state import Band, Thrice, enemies, members, party
from turncoat.games.thrice.tricks import holders


@lru_cache(maxsize=4096)
def odds(need: int, swaps: int) -> float:
    """THR-6.4: the probability that a basic roll with this many swaps shows this sum."""
    return attack_odds(need, swaps).chance


@lru_cache(maxsize=1024)
def foe_odds(need: int) -> float:
    """THR-6.5: the same for an opponent."""
    return opponent_odds(need).chance


STANDING, HEALTH, WEAKNESS = 8.0, 1.5, 1.0
"""The value of an active character, plus this for each point of condition, less this for each point of penalty."""

FOE, MENACE = 1.0, 1.8
"""The value of an active opponent without its condition, plus this for each point of condition that its hit takes."""

FADING = 0.5
"""The value of a character who will bleed out in this round but still has a turn, as a share of an active one's."""

NOW, SOON, LATER = 1.0, 0.85, 0.6
"""The weight of the next attack of the deciding combatant, of one who acts later in the round, and of one who has
acted."""

FEAR = 0.8
"""The weight of the opponents' next attacks, compared with those of the characters."""

AIMED = 0.4
"""The share of attacks on the character whom they hurt most; the rest goes to anybody within reach."""

PER_ADVANTAGE, ENOUGH, SURPLUS = 0.2, 6, 0.1
"""The value of a point of advantage in a busy combat; points above this number are worth only this share."""

BUSY = 3.0
"""A combat is busy while the opponents have this much condition left for each character."""

COUNTERED = 7.0
"""The average advantage from the roll of a counter-attack, swaps included."""


class Strokes(Struct):
    """An attack and its expected result.

    Attributes:
        targets: The targets; empty if nobody is within reach.
        worth: Its value, advantage included.
        swaps: The number of dice that are swapped.
    """

    targets: tuple[int, ...] = ()
    worth: float = 0.0
    swaps: int = 0


@lru_cache(maxsize=1024)
def life(condition: int) -> float:
    """The value of a character with this condition (THR-4.2, THR-15.5)."""
    return STANDING + HEALTH * condition - WEAKNESS * penalty(condition) if condition > 0 else 0.0


class Judgement:
    """The judgement of one seat at one decision; ``price`` is what it pays for a point of advantage.

    Args:
        world: The imagined combat.
        deciding: The combatant whose turn it is, if this seat decides; -1: nobody.
    """

    def __init__(self, world: World, deciding: int = -1) -> None:
        self.world, self.deciding = world, deciding
        self._of: Thrice | None = None
        self._twins: dict[int, int] = {}
        self._menaces: dict[int, float] = {}
        self._gains: dict[tuple[int, int, int], float] = {}
        self._chances: dict[tuple[int, int, int], float] = {}
        self._hurts: dict[tuple[int, int], float] = {}
        game = world.game
        left = sum(game.condition[who] for who in members(game.active & enemies(game)))
        many = max(1, (game.active & party(game)).bit_count())
        self.price = PER_ADVANTAGE * min(1.0, left / (BUSY * many))

    # --- what things are worth ----------------------------------------------------------------

    def turn_to(self, game: Thrice) -> None:
        """Judge another combat: forget the results for the earlier one."""
        if game is not self._of:
            self._of = game
            for memory in (self._menaces, self._gains, self._chances, self._hurts):
                memory.clear()
            firsts: dict[object, int] = {}
            foes = members(game.active & enemies(game))
            self._twins = {
                who: firsts.setdefault((face(self.world, game, who), who == self.deciding), who) for who in foes
            }

    def apart(self, game: Thrice, foes: Iterable[int]) -> dict[int, int]:
        """These opponents grouped by equals: the first of each group, and how many there are."""
        self.turn_to(game)
        many: dict[int, int] = {}
        for who in foes:
            twin = self._twins[who]
            many[twin] = many.get(twin, 0) + 1
        return many

    def menace(self, game: Thrice, foe: int) -> float:
        """The average damage of an opponent's attack."""
        if foe not in self._menaces:
            self._menaces[foe] = self._menace(game, foe)
        return self._menaces[foe]

    def _menace(self, game: Thrice, foe: int) -> float:
        targets = members(game.active & party(game)) or (0,)
        armour = sum(game.armour[who] for who in targets) / len(targets)
        return game.damage[foe] * foe_odds(round(armour) - game.weapon[foe])

    def gain(self, game: Thrice, who: int, lost: int, marks: int) -> float:
        """The value of an opponent's losing this much at once and getting this many marks of Bleed."""
        key = (who, lost, marks)
        if key not in self._gains:
            self._gains[key] = self.foe(game, who) - self.foe(game, who, lost, marks)
        return self._gains[key]

    def foe(self, game: Thrice, who: int, lost: int = 0, marks: int = 0) -> float:
        """The value of an opponent that loses this much at once and gets this many marks of Bleed."""
        self.turn_to(game)
        standing = FOE + MENACE * self.menace(game, who)
        bleeding = game.bleeding[who] + marks
        worth = 0.0
        for more, chance in self.world.condition.get(who, CERTAIN):
            left = game.condition[who] + more - lost
            if left <= 0:
                continue
            if left > bleeding:
                worth += chance * (left - bleeding + standing)
            elif not self.world.acted >> who & 1:
                worth += chance * FADING * standing
        return worth

    def advantage(self, game: Thrice) -> float:
        """The value of the advantage that the characters have saved."""
        return self.price * sum(
            min(own, ENOUGH) + SURPLUS * max(0, own - ENOUGH)
            for seat, own in enumerate(game.advantage)
            if game.active >> seat & 1
        )

    # --- characters' attacks ------------------------------------------------------------------

    def hits(self, game: Thrice, target: int, swaps: int, plus: int) -> float:
        """The probability that a character with this weapon, bonuses included, hits an opponent."""
        key = (target, swaps, plus)
        if key not in self._chances:
            self._chances[key] = self._hits(game, target, swaps, plus)
        return self._chances[key]

    def _hits(self, game: Thrice, target: int, swaps: int, plus: int) -> float:
        need = game.armour[target] - weakness(game, target) - plus
        doubt = self.world.armour.get(target, CERTAIN)
        if len(doubt) == 1:
            return odds(need + doubt[0][0], swaps)
        return sum(chance * odds(need + more, swaps) for more, chance in doubt)

    def rolled(self, game: Thrice, who: int, targets: Iterable[int]) -> list[float]:
        """The value of a character's attack on all these targets with no, one and two swaps, advantage included."""
        self.turn_to(game)
        plus = game.weapon[who] - weakness(game, who) + weapon_bonus(game, who)
        marks, damage = bleeding_worth(game, who), game.damage[who]
        many = self.apart(game, targets)
        gains = [(target, number * self.gain(game, target, damage, marks)) for target, number in many.items()]
        more = flank_gain(game, who)
        return [
            sum(self.hits(game, target, swaps, plus) * gain for target, gain in gains)
            + self.price * (expected_advantage(swaps) + more)
            for swaps in range(MOST_SWAPS + 1)
        ]

    def strokes(self, game: Thrice, who: int, targets: tuple[int, ...]) -> Strokes:
        """THR-6.2: an attack with the best number of swaps."""
        worths = self.rolled(game, who, targets)
        swaps = max(range(MOST_SWAPS + 1), key=lambda swap: (worths[swap], -swap))
        return Strokes(targets, worths[swaps], swaps)

    def attacks(self, game: Thrice, who: int, *, can_swipe: bool) -> list[Strokes]:
        """All promising attacks: each single target, and with Swipe each area as a whole."""
        reach = reachable(game, who)
        taunt = taunting(game, who, reach)
        found = [self.strokes(game, who, (target,)) for target in self.apart(game, members(taunt or reach))]
        if can_swipe:
            areas = swipe_areas(game, who, reach)
            found += [self.strokes(game, who, members(area)) for area in areas if not taunt or area & taunt]
        return found

    def best(self, game: Thrice, who: int) -> Strokes:
        """The best attack of the deciding combatant, with the coins that lie there."""
        can_swipe = bool(holders(game, SWIPE) >> who & 1)
        return max(self.attacks(game, who, can_swipe=can_swipe), key=lambda strokes: strokes.worth, default=Strokes())

    def offence(self, game: Thrice, who: int) -> float:
        """The value of a character's next attack; a character who is not on turn may still buy Swipe."""
        if who == self.deciding or holders(game, SWIPE) >> who & 1 or game.advantage[who] < game.options.trick_cost:
            return self.best(game, who).worth
        cost = self.price * game.options.trick_cost
        every = self.attacks(game, who, can_swipe=True)
        return max((strokes.worth - cost * (len(strokes.targets) > 1) for strokes in every), default=0.0)

    # --- opponents' attacks -------------------------------------------------------------------

    def foe_hits(self, game: Thrice, foe: int, target: int) -> float:
        """The probability that an opponent hits a character."""
        need = game.armour[target] - weakness(game, target) - game.weapon[foe] - weapon_bonus(game, foe)
        return foe_odds(need + weakness(game, foe))

    def hurt(self, game: Thrice, foe: int, target: int) -> float:
        """The average cost to the party of an attack on a character."""
        self.turn_to(game)
        key = (foe, target)
        if key not in self._hurts:
            self._hurts[key] = self._hurt(game, foe, target)
        return self._hurts[key]

    def _hurt(self, game: Thrice, foe: int, target: int) -> float:
        marks = bleeding_worth(game, foe)
        now = game.condition[target] - game.bleeding[target]
        loss = life(now) - life(now - game.damage[foe] - marks)
        return self.foe_hits(game, foe, target) * loss

    def foe_best(self, game: Thrice, foe: int) -> Strokes:
        """The attack of an opponent that costs the party most."""
        reach = reachable(game, foe)
        hurts = {target: self.hurt(game, foe, target) for target in members(reach)}
        found = [Strokes((target,), cost) for target, cost in hurts.items()]
        if holders(game, SWIPE) >> foe & 1:
            areas = swipe_areas(game, foe, reach)
            found += [Strokes(members(area), sum(hurts[member] for member in members(area))) for area in areas]
        return max(found, key=lambda strokes: strokes.worth, default=Strokes())

    def danger(self, game: Thrice, foe: int) -> float:
        """The expected cost of an opponent's next turn, taking into account that friends may step in."""
        reach = members(reachable(game, foe))
        if not reach:
            return 0.0
        if holders(game, SWIPE) >> foe & 1:
            return self.foe_best(game, foe).worth
        guards = 0
        if INTERCEPT in game.coins and not game.distant >> foe & 1:
            guards = holders(game, INTERCEPT) & game.active & party(game) & ~game.distant
        costs = [self.hurt(game, foe, target) for target in reach]
        if guards:
            shield = min(self.hurt(game, foe, guard) for guard in members(guards))
            costs = [min(cost, shield) for cost in costs]
        return AIMED * max(costs) + (1 - AIMED) * sum(costs) / len(costs)

    # --- the whole ----------------------------------------------------------------------------

    def weight(self, who: int) -> float:
        """The weight of a combatant's next attack."""
        return NOW if who == self.deciding else LATER if self.world.acted >> who & 1 else SOON

    def score(self, game: Thrice) -> float:
        """The value of the combat for the characters."""
        own, other = members(game.active & party(game)), members(game.active & enemies(game))
        score = self.advantage(game) + sum(life(game.condition[who] - game.bleeding[who]) for who in own)
        score += sum(self.weight(who) * self.offence(game, who) for who in own)
        many = self.apart(game, other)
        score -= sum(number * self.foe(game, who) for who, number in many.items())
        score -= sum(FEAR * self.weight(who) * number * self.danger(game, who) for who, number in many.items())
        if COUNTER in game.coins and any(game.coins[COUNTER]):
            score += self.counters(game, own, other)
        return score

    def counters(self, game: Thrice, own: tuple[int, ...], other: tuple[int, ...]) -> float:
        """THR-12.2: the expected value of the coins of Counter on both sides."""
        worth, ready, many = 0.0, holders(game, COUNTER), self.apart(game, other)
        for who in own:
            if ready >> who & 1 and other:
                blow = sum(
                    number * max(self.rolled(game, who, (opponent,))) for opponent, number in many.items()
                ) / len(other)
                worth += self.missed(game, who, other) * max(blow, self.price * COUNTERED)
        for who in other:
            if ready >> who & 1 and own:
                worth -= 0.5 * sum(self.hurt(game, who, other) for other in own) / len(own)
        return worth

    def missed(self, game: Thrice, who: int, other: tuple[int, ...]) -> float:
        """The probability that some opponent soon attacks and misses a character."""
        never = 1.0
        for foe, number in self.apart(game, other).items():
            reach: Band = reachable(game, foe)
            if reach >> who & 1:
                aimed = 1 / reach.bit_count()
                never *= (1 - aimed * (1 - self.foe_hits(game, foe, who))) ** number
        return 1 - never
