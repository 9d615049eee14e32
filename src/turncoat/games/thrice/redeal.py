"""Deals again what a seat of Thrice may not know: the GM's opponents and others' sealed answers (THR-1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import and_
from typing import NamedTuple

from turncoat.games.thrice import clues
from turncoat.games.thrice.opponents import set_skills
from turncoat.games.thrice.skills import INITIATIVE, STEP, STEPS, enemy_start
from turncoat.games.thrice.state import Kind, Thrice, enemies, master, members
from turncoat.kernel import Chance, clone, draw, play

LEVELS = range(STEPS + 1)
Numbers = tuple[int, int, int, int]
"""Steps of damage, weapon, armour and condition."""


def redeal(game: Thrice, seat: int | None, key: bytes) -> Thrice:
    """Another combat that looks the same to this seat."""
    other, chance = clone(game), Chance(key)
    if other.kinds and seat != master(game) and not game.options.open_enemies:
        imagine(other, chance)
    if seat != master(game):
        other.last_step = None  # THR-17.4: it holds the opponents, and only the GM may take it back
    _seal_again(other, seat, chance)
    other.chance = Chance(key)
    return other


def _seal_again(game: Thrice, seat: int | None, chance: Chance) -> None:
    """THR-D1, THR-D3: replace the sealed answers of others, which are secret until all are in."""
    now = play.pending(game)
    for asked in list(now.answers) if now else ():
        if asked != seat and now is not None:
            now.answers[asked] = play.boxes(game, asked).sample(lambda sides: draw(chance, sides))


# --- other opponents --------------------------------------------------------------------------


def imagine(game: Thrice, chance: Chance) -> None:
    """Choose opponents that the GM could have built and that fit everything that has happened."""
    worn = {who: clues.wear(game, who) for who in members(enemies(game) & game.active)}
    initiative, kinds, second = _choose(game, chance)
    game.second, game.kinds = second, kinds
    set_skills(game, initiative)
    for who in members(enemies(game)):
        game.condition[who] = game.condition[who] - worn[who] if who in worn else 0


def _choose(game: Thrice, chance: Chance) -> tuple[int, list[Kind], int]:
    """One of all possible builds, each equally likely."""
    budget = game.wealth + game.removed
    starts: Sequence[int] = LEVELS
    if game.revealed:
        token = clues.token_part(game, game.players, INITIATIVE)
        starts = [(game.initiative[game.players] - token - enemy_start(game.options, INITIATIVE)) // STEP]
    cases = [
        (initiative, second, sorts, left[budget - initiative])
        for second in range(len(game.condition) - game.players)
        for sorts in [_sorts(game, second)]
        for left in [_ways_within(sorts, budget)]
        for initiative in starts
        if initiative <= budget
    ]
    initiative, second, sorts, _ = cases[_weighted([ways for *_, ways in cases], chance)]
    left, kinds = budget - initiative, list[Kind]()
    for place in range(len(sorts)):
        kinds.append(_one_of(sorts[place:], left, game.tricks, chance))
        left -= kinds[-1].cost
    return initiative, kinds, second


class Sort(NamedTuple):
    """The possibilities for one kind: the clues of all its members, and tricks that it must, or may, have bought."""

    condition: int
    damage: int
    weapon: int
    armour: int
    must: tuple[str, ...]
    may: tuple[str, ...]

    @property
    def numbers(self) -> tuple[Numbers, ...]:
        """The steps that fit the clues."""
        return possible(self.condition, self.damage, self.weapon, self.armour)


def _sorts(game: Thrice, second: int) -> tuple[Sort, ...]:
    """The possibilities for the kinds, if this many opponents are of the second one."""
    number = len(game.condition) - game.players
    parts = (range(number - second), range(number - second, number))
    return tuple([_sort(game, part) for part in parts if part])


def _sort(game: Thrice, part: range) -> Sort:
    """The possibilities for the kind of these opponents."""
    seen = game.clues
    condition, damage, weapon, armour = (
        reduce(and_, [marks[place] for place in part])
        for marks in (seen.condition, seen.damage, seen.weapon, seen.armour)
    )
    must = {trick for place in part for trick in seen.bought[place]}
    never = {trick for place in part for trick in seen.unbought[place]}
    if must & never:
        condition = 0
    may = tuple(trick for trick in game.tricks if trick not in must | never)
    return Sort(condition, damage, weapon, armour, tuple(sorted(must)), may)


@lru_cache(maxsize=4096)
def possible(condition: int, damage: int, weapon: int, armour: int) -> tuple[Numbers, ...]:
    """Steps of damage, weapon, armour and condition that fit the clues."""
    return tuple(
        (level, two, three, four)
        for four in LEVELS
        if condition >> four & 1
        for level in LEVELS
        if damage >> level & 1
        for two in LEVELS
        if weapon >> 4 * four + two & 1
        for three in LEVELS
        if armour >> 4 * four + three & 1
    )


@lru_cache(maxsize=4096)
def _by_cost(sort: Sort) -> tuple[int, ...]:
    """In how many ways a kind can cost this much; the index is the cost."""
    ways = [0] * (4 * STEPS + len(sort.must) + len(sort.may) + 1)
    extra = _subsets(len(sort.may))
    for each in sort.numbers:
        for more, times in enumerate(extra):
            ways[sum(each) + len(sort.must) + more] += times
    return tuple(ways)


@lru_cache(maxsize=64)
def _subsets(number: int) -> tuple[int, ...]:
    """In how many ways 0, 1, 2 and so on of this many tricks can be picked."""
    row = [1]
    for _ in range(number):
        row = [one + other for one, other in zip([*row, 0], [0, *row], strict=True)]
    return tuple(row)


@lru_cache(maxsize=4096)
def _ways_within(sorts: tuple[Sort, ...], budget: int) -> tuple[int, ...]:
    """How many builds of these kinds each budget up to this one allows; points may stay unspent (THR-5.8)."""
    if not sorts:
        return (1,) * (budget + 1)
    first, rest = _by_cost(sorts[0]), _ways_within(sorts[1:], budget)
    return tuple(
        sum(ways * rest[within - cost] for cost, ways in enumerate(first[: within + 1])) for within in range(budget + 1)
    )


def _one_of(sorts: tuple[Sort, ...], budget: int, every: tuple[str, ...], chance: Chance) -> Kind:
    """The first of these kinds, drawn in proportion to the number of ways left for the other."""
    sort, rest = sorts[0], _ways_within(sorts[1:], budget)
    extra = _subsets(len(sort.may))
    choices, weights = list[tuple[Numbers, int]](), list[int]()
    for each in sort.numbers:
        for more, times in enumerate(extra):
            left = budget - sum(each) - len(sort.must) - more
            if left >= 0:
                choices.append((each, more))
                weights.append(times * rest[left])
    (damage, weapon, armour, condition), more = choices[_weighted(weights, chance)]
    others = list(sort.may)
    bought = {*sort.must, *(others.pop(draw(chance, len(others))) for _ in range(more))}
    return Kind(damage, weapon, armour, condition, tuple(trick for trick in every if trick in bought))


def _weighted(weights: list[int], chance: Chance) -> int:
    """A place in the list, drawn with these weights."""
    left = draw(chance, sum(weights))
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    raise ValueError("nothing to choose from")
