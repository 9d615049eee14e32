"""Thrice with everything a seat may not know made up again: the GM's opponents, and answers on file (THR-1.3)."""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import product
from operator import and_

from turncoat.games.thrice import clues
from turncoat.games.thrice.opponents import set_skills
from turncoat.games.thrice.skills import INITIATIVE, STEP, STEPS, enemy_start, tricks
from turncoat.games.thrice.state import Kind, Thrice, enemies, master, members
from turncoat.kernel import play
from turncoat.kernel.chance import Chance, draw
from turncoat.kernel.clone import clone

LEVELS = range(STEPS + 1)
Numbers = tuple[int, int, int, int]
"""Steps of damage, weapon, armour and condition."""


def redeal(game: Thrice, seat: int | None, key: bytes) -> Thrice:
    """Another combat that this seat could not tell from the real one."""
    other, chance = clone(game), Chance(key)
    if other.kinds and seat != master(game) and not game.options.open_enemies:
        imagine(other, chance)
    _seal_again(other, seat, chance)
    other.chance = Chance(key)
    return other


def _seal_again(game: Thrice, seat: int | None, chance: Chance) -> None:
    """THR-D1, THR-D3: what others have chosen is not known until all have."""
    now = play.pending(game)
    for one in list(now.answers) if now else ():
        if one != seat and now is not None:
            now.answers[one] = play.boxes(game, one).sample(lambda sides: draw(chance, sides))


# --- other opponents --------------------------------------------------------------------------


def imagine(game: Thrice, chance: Chance) -> None:
    """Choose, among all that the GM could have built, opponents with whom everything could have happened just so."""
    worn = {who: clues.wear(game, who) for who in members(enemies(game) & game.active)}
    initiative, kinds, second = _choose(game, chance)
    game.second, game.kinds = second, kinds
    set_skills(game, initiative)
    for who in members(enemies(game)):
        game.condition[who] = game.condition[who] - worn[who] if who in worn else 0


def _choose(game: Thrice, chance: Chance) -> tuple[int, list[Kind], int]:
    """One of all possible builds, each equally likely."""
    budget, every = game.wealth + game.removed, tricks(game.options)
    starts = range(STEPS + 1)
    if game.revealed:
        token = clues.token_part(game, game.players, INITIATIVE)
        known = (game.initiative[game.players] - token - enemy_start(game.options, INITIATIVE)) // STEP
        starts = range(known, known + 1)
    number = len(game.condition) - game.players
    cases: list[tuple[int, int, int]] = []
    for initiative, second in product(starts, range(number)):
        ways = _pairs(_sorts(game, number, second), budget - initiative)
        if ways:
            cases.append((initiative, second, ways))
    initiative, second, _ = cases[_weighted([ways for _, _, ways in cases], chance)]
    sorts, left = _sorts(game, number, second), budget - initiative
    kinds: list[Kind] = []
    for place in range(len(sorts)):
        kind = _one_of(sorts[place:], left, every, chance)
        left -= kind.cost
        kinds.append(kind)
    return initiative, kinds, second


Sort = tuple[tuple[Numbers, ...], tuple[str, ...], tuple[str, ...]]
"""What one kind can be: its numbers, the tricks it must have bought, and others that it may have."""


def _sorts(game: Thrice, number: int, second: int) -> list[Sort]:
    """What the kinds can be, if so many of the opponents are of the second one."""
    parts = [range(number - second), range(number - second, number)] if second else [range(number)]
    every = tricks(game.options)
    found: list[Sort] = []
    for part in parts:
        seen = game.clues
        condition, damage, weapon, armour = (
            reduce(and_, [marks[place] for place in part])
            for marks in (seen.condition, seen.damage, seen.weapon, seen.armour)
        )
        must = {trick for place in part for trick in seen.bought[place]}
        never = {trick for place in part for trick in seen.unbought[place]}
        if must & never:
            return [((), (), ())]
        numbers = possible(condition, damage, weapon, armour)
        may = tuple(trick for trick in every if trick not in must | never)
        found.append((numbers, tuple(sorted(must)), may))
    return found


@lru_cache(maxsize=4096)
def possible(condition: int, damage: int, weapon: int, armour: int) -> tuple[Numbers, ...]:
    """Steps of damage, weapon, armour and condition that go with the clues."""
    return tuple(
        (one, two, three, four)
        for four in LEVELS
        if condition >> four & 1
        for one in LEVELS
        if damage >> one & 1
        for two in LEVELS
        if weapon >> 4 * four + two & 1
        for three in LEVELS
        if armour >> 4 * four + three & 1
    )


@lru_cache(maxsize=4096)
def _by_cost(sort: Sort) -> tuple[int, ...]:
    """In how many ways a kind can cost so much; the index is the cost."""
    numbers, must, may = sort
    ways = [0] * (4 * STEPS + len(must) + len(may) + 1)
    extra = _subsets(len(may))
    for each in numbers:
        for more, times in enumerate(extra):
            ways[sum(each) + len(must) + more] += times
    return tuple(ways)


@lru_cache(maxsize=64)
def _subsets(number: int) -> tuple[int, ...]:
    """How many sets of so many tricks there are of each size."""
    row = [1]
    for _ in range(number):
        row = [one + other for one, other in zip([*row, 0], [0, *row], strict=True)]
    return tuple(row)


def _pairs(sorts: list[Sort], budget: int) -> int:
    """How many builds of these kinds the budget allows; points may stay unspent (THR-5.8)."""
    if budget < 0:
        return 0
    if not sorts:
        return 1
    first, rest = _by_cost(sorts[0]), sorts[1:]
    return sum(ways * _pairs(rest, budget - cost) for cost, ways in enumerate(first[: budget + 1]) if ways)


def _one_of(sorts: list[Sort], budget: int, every: tuple[str, ...], chance: Chance) -> Kind:
    """The first of these kinds, each as likely as the others leave ways for it."""
    (numbers, must, may), rest = sorts[0], sorts[1:]
    choices = [(each, more) for each in numbers for more in range(len(may) + 1)]
    weights = [_subsets(len(may))[more] * _pairs(rest, budget - sum(each) - len(must) - more) for each, more in choices]
    (damage, weapon, armour, condition), more = choices[_weighted(weights, chance)]
    others = list(may)
    bought = {*must, *(others.pop(draw(chance, len(others))) for _ in range(more))}
    return Kind(damage, weapon, armour, condition, tuple(trick for trick in every if trick in bought))


def _weighted(weights: list[int], chance: Chance) -> int:
    """A place in the list, as likely as its weight says."""
    left = draw(chance, sum(weights))
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    raise ValueError("nothing to choose from")
