"""What everybody can work out about the opponents from dice and wounds (THR-1.3): the possible steps, as bits.

Nothing in here decides anything; it lets a combat be dealt again as a player may imagine it, and tells which numbers
an opponent's armour could still be.
"""

from __future__ import annotations

from functools import cache

from turncoat.games.thrice.skills import (
    ARMOUR,
    CONDITION,
    DAMAGE,
    INITIATIVE,
    STEP,
    STEPS,
    WEAPON,
    enemy_start,
    penalty,
)
from turncoat.games.thrice.state import Clues, Thrice, kind_of

ANY = (1 << (STEPS + 1)) - 1
"""Any step of a scale."""
ROWS = 0x1111
"""One set of steps in each of the four places for steps of condition."""
ANYWAY = ANY * ROWS
RAISED = ANY - 1
"""Any step except none, for a skill that was bought."""


def nothing_known(opponents: int) -> Clues:
    """The clues at the start: every number is still possible."""
    return Clues(
        condition=[ANY] * opponents,
        damage=[ANY] * opponents,
        weapon=[ANYWAY] * opponents,
        armour=[ANYWAY] * opponents,
        bought=[()] * opponents,
        unbought=[()] * opponents,
    )


@cache
def up_to(most: int, start: int) -> int:
    """The steps at which a skill that starts here is at most this high."""
    number = max(0, min(STEPS + 1, (most - start) // STEP + 1))
    return (1 << number) - 1


@cache
def from_on(least: int, start: int) -> int:
    """The steps at which a skill that starts here is at least this high."""
    return ANY & ~up_to(least - 1, start)


def token_part(game: Thrice, who: int, skill: str) -> int:
    """THR-13.2: what tokens add to an opponent's skill; everybody sees them (THR-O18)."""
    return game.options.token_value_enemy * game.tokens[skill][who] if game.tokens else 0


def wear(game: Thrice, who: int) -> int:
    """The net loss of condition of an active opponent, which everybody has seen."""
    return condition_at(game, kind_of(game, who).condition) - game.condition[who]


def condition_at(game: Thrice, step: int) -> int:
    """THR-2.3: the condition with which an opponent at this step starts (THR-O4)."""
    return game.options.enemy_condition_start + STEP * step


def saw_defence(game: Thrice, who: int, total: int, hit: bool) -> None:
    """Learn from a character's hit or miss: the opponent's armour is at most, or more than, the total."""
    sides = _rows(game, who, total - token_part(game, who, ARMOUR))
    game.clues.armour[who - game.players] &= sides if hit else ANYWAY & ~sides


def _rows(game: Thrice, who: int, most: int) -> int:
    """For each step of condition, the steps at which the reduced armour is at most this high."""
    if not game.options.enemy_condition_penalty:
        return up_to(most, enemy_start(game.options, ARMOUR)) * ROWS
    rows, worn = 0, wear(game, who)
    for step in range(STEPS + 1):
        less = penalty(max(0, condition_at(game, step) - worn))
        rows |= up_to(most + less, enemy_start(game.options, ARMOUR)) << 4 * step
    return rows


def saw_offence(game: Thrice, who: int, rest: int, hit: bool) -> None:
    """Learn from an opponent's hit or miss: its weapon was at least, or less than, what the roll still needed."""
    rest -= token_part(game, who, WEAPON)
    start = enemy_start(game.options, WEAPON)
    if not game.options.enemy_condition_penalty:
        sides = from_on(rest, start) * ROWS
    else:
        sides, worn = 0, wear(game, who)
        for step in range(STEPS + 1):
            less = penalty(max(0, condition_at(game, step) - worn))
            sides |= from_on(rest + less, start) << 4 * step
    game.clues.weapon[who - game.players] &= sides if hit else ANYWAY & ~sides


def saw_damage(game: Thrice, who: int, before: int, loss: int) -> None:
    """Learn from a character's loss of condition: it equals the damage, or all that was left."""
    start = enemy_start(game.options, DAMAGE)
    least = loss - token_part(game, who, DAMAGE)
    possible = from_on(least, start) if loss >= before else up_to(least, start) & from_on(least, start)
    game.clues.damage[who - game.players] &= possible


def saw_wound(game: Thrice, who: int, worn: int) -> None:
    """Learn from an opponent's total loss: it started with more if it still stands, else with no more."""
    standing = game.active >> who & 1
    start = enemy_start(game.options, CONDITION)
    game.clues.condition[who - game.players] &= from_on(worn + 1, start) if standing else up_to(worn, start)


def saw_purchase(game: Thrice, who: int, skill: str) -> None:
    """THR-5.9: learn from an opponent's enforced skill that it was bought."""
    place = who - game.players
    clues = game.clues
    if skill == DAMAGE:
        clues.damage[place] &= RAISED
    elif skill == WEAPON:
        clues.weapon[place] &= RAISED * ROWS
    elif skill == ARMOUR:
        clues.armour[place] &= RAISED * ROWS


def saw_trick(game: Thrice, who: int, trick: str, *, whole_turn: bool) -> None:
    """THR-14.2, THR-14.4: learn from an opponent's trick whether it cost the turn or was bought."""
    known = game.clues.unbought if whole_turn else game.clues.bought
    place = who - game.players
    if trick not in known[place]:
        known[place] = tuple(sorted((*known[place], trick)))


def affordable(game: Thrice) -> int:
    """THR-5.2, THR-5.3: the most steps of armour that the GM can have bought besides everything that was seen."""
    initiative = 0
    if game.revealed:
        value = game.initiative[game.players] - token_part(game, game.players, INITIATIVE)
        initiative = (value - enemy_start(game.options, INITIATIVE)) // STEP
    return min(STEPS, game.wealth + game.removed - initiative - paid_for(game))


def paid_for(game: Thrice) -> int:
    """THR-5.2: the least number of the GM's points spent on damage, weapon, condition and tricks that were seen.

    What two opponents have shown may be one purchase for both or one for each kind: it counts once.
    """
    clues = game.clues
    weapons = [(rows | rows >> 4 | rows >> 8 | rows >> 12) & ANY for rows in clues.weapon]
    skills = [max(map(_least, steps)) for steps in (clues.condition, clues.damage, weapons)]
    return sum(skills) + len({trick for bought in clues.bought for trick in bought})


def _least(steps: int) -> int:
    """The lowest step that is still possible."""
    return (steps & -steps).bit_length() - 1


def armours(game: Thrice, who: int) -> tuple[int, ...]:
    """The possible values of an opponent's armour, tokens and penalty included, by public knowledge."""
    place, token, worn = who - game.players, token_part(game, who, ARMOUR), wear(game, who)
    start, clues = enemy_start(game.options, ARMOUR), game.clues
    found, most = set(), affordable(game)
    for step in range(STEPS + 1):
        if clues.condition[place] >> step & 1:
            less = penalty(max(0, condition_at(game, step) - worn)) if game.options.enemy_condition_penalty else 0
            row = clues.armour[place] >> 4 * step & ANY
            found |= {start + STEP * one + token - less for one in range(most + 1) if row >> one & 1}
    return tuple(sorted(found))
