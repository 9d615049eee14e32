"""The character that a tactician makes."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.thrice.actions import Create
from turncoat.games.thrice.characters import creation_boxes, points_to_spend
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import ARMOUR, CONDITION, DAMAGE, INITIATIVE, SKILLS, WEAPON, room

TASTES = (
    (DAMAGE, DAMAGE, CONDITION, ARMOUR, WEAPON, INITIATIVE),
    (DAMAGE, CONDITION, DAMAGE, INITIATIVE, ARMOUR, WEAPON),
    (DAMAGE, DAMAGE, INITIATIVE, CONDITION, WEAPON, ARMOUR),
)
"""In which order points are spent, over and over again."""


def create(options: Options, below: Callable[[int], int]) -> Create:
    """THR-3: any kin and traits; points as one of the tastes has it."""
    anybody = creation_boxes(options).sample(below)
    assert isinstance(anybody, Create)
    points, taste = dict.fromkeys(SKILLS, 0), TASTES[below(len(TASTES))]
    for number in range(points_to_spend(options)):
        place = number % len(taste)
        order = (*taste[place:], *taste[:place], *SKILLS)
        points[next(skill for skill in order if points[skill] < room(options, skill))] += 1
    spent = {skill: number for skill, number in points.items() if number}
    return Create(anybody.kin, anybody.first, anybody.second, anybody.third, spent)
