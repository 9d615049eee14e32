"""The character that a tactician makes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from turncoat.games.thrice.actions import Create, ThriceAction
from turncoat.games.thrice.characters import KINS, creation_boxes, points_to_spend
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import ARMOUR, CONDITION, DAMAGE, INITIATIVE, SKILLS, WEAPON, room
from turncoat.kernel import Boxes

TASTES = (
    (DAMAGE, DAMAGE, CONDITION, ARMOUR, WEAPON, INITIATIVE),
    (DAMAGE, CONDITION, DAMAGE, INITIATIVE, ARMOUR, WEAPON),
    (DAMAGE, DAMAGE, INITIATIVE, CONDITION, WEAPON, ARMOUR),
)
"""In which order points are spent, over and over again."""

MANY = 1 << 32
"""Far more than there are kins and traits."""


@cache
def of_kin(options: Options, kin: str) -> Boxes[ThriceAction]:
    """THR-3.1: all that a character of this kin can be."""
    return Boxes(*[one for one in creation_boxes(options).boxes if one.space("kin").has(kin)])


def anyone(options: Options, number: int) -> Create:
    """THR-3.2 to THR-3.4: somebody, every kin equally often."""
    kin, rest = KINS[number % len(KINS)], number // len(KINS)
    boxes = of_kin(options, kin)
    found = boxes.nth(rest % boxes.count)
    assert isinstance(found, Create)
    return found


def create(options: Options, below: Callable[[int], int]) -> Create:
    """THR-3: any kin and traits; points as one of the tastes has it."""
    anybody = anyone(options, below(MANY))
    points, taste = dict.fromkeys(SKILLS, 0), TASTES[below(len(TASTES))]
    for number in range(points_to_spend(options)):
        place = number % len(taste)
        order = (*taste[place:], *taste[:place], *SKILLS)
        points[next(skill for skill in order if points[skill] < room(options, skill))] += 1
    spent = {skill: number for skill, number in points.items() if number}
    return Create(anybody.kin, anybody.first, anybody.second, anybody.third, spent)
