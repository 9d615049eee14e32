"""How strong opponents would be against these characters, and what a GM makes of his points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from turncoat.games.thrice.actions import Build, ThriceAction
from turncoat.games.thrice.bot.chances import foe_odds, odds
from turncoat.games.thrice.opponents import CROWDS, KIND_SKILLS, ONE, OTHER, kind_from
from turncoat.games.thrice.skills import (
    ARMOUR,
    BLEED,
    CONDITION,
    COUNTER,
    DAMAGE,
    DIRECT,
    INITIATIVE,
    INTERCEPT,
    STEP,
    STEPS,
    STRENGTHEN,
    SWIPE,
    WEAPON,
    enemy_start,
    tier,
)
from turncoat.games.thrice.state import Kind
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Boxes

SAMPLES = 80
"""So many builds are thought of, besides the systematic ones."""

EACH_SWIPED = 0.6
"""How much of every further character a swipe reaches, engagements counted in."""

STRUCK_BACK, STOOD_IN = 1.15, 1.05
"""What Counter and Intercept add to the blows, and to how long opponents stand."""

FIRST_BLOW = 0.05
"""What a step of initiative adds to the blows: characters act after the opponents more often."""

ROUNDS = 3
"""A combat lasts for about so many rounds: so often Strengthen can be used."""


def strength(view: ThriceView, build: Build) -> float:
    """What the opponents deal in a round, times the rounds for which they stand."""
    number = CROWDS[view.gm] - build.removed
    sizes = (number - build.second, build.second)
    dealt = stood = 0.0
    for name, size in zip((ONE, OTHER), sizes, strict=True):
        kind = kind_from(build.points, name, view.options)
        dealt += size * blows(view, kind)
        stood += size * stamina(view, kind)
    return dealt * stood * (1 + FIRST_BLOW * build.points.get(INITIATIVE, 0))


def blows(view: ThriceView, kind: Kind) -> float:
    """What one of a kind takes off in a round."""
    options, tricks = view.options, kind.tricks
    weapon = enemy_start(options, WEAPON) + STEP * kind.weapon + 2 * (DIRECT in tricks)
    damage = enemy_start(options, DAMAGE) + STEP * kind.damage
    if BLEED in tricks:
        damage += tier(view.party_wealth)
    sheets = [one.character for one in view.sheets]
    each = [
        foe_odds(sheet.value(ARMOUR, options) - weapon) * min(damage, sheet.value(CONDITION, options))
        for sheet in sheets
    ]
    dealt = sum(each) / len(each)
    if SWIPE in tricks:
        dealt *= 1 + EACH_SWIPED * (len(sheets) - 1)
    return dealt * (STRUCK_BACK if COUNTER in tricks else 1)


def stamina(view: ThriceView, kind: Kind) -> float:
    """How many rounds of one character's single attacks one of a kind stands."""
    options = view.options
    armour = enemy_start(options, ARMOUR) + STEP * kind.armour
    condition = enemy_start(options, CONDITION) + STEP * kind.condition
    if STRENGTHEN in kind.tricks:
        condition += ROUNDS * tier(view.party_wealth)
    sheets = [one.character for one in view.sheets]
    each = [
        odds(armour - sheet.value(WEAPON, options), 1) * min(sheet.value(DAMAGE, options), condition)
        for sheet in sheets
    ]
    stood = condition / max(0.01, sum(each) / len(each))
    return stood * (STOOD_IN if INTERCEPT in kind.tricks else 1)


def systematic(view: ThriceView) -> Iterator[Build]:
    """Every one of the builds of a single kind that spend all points on skills, or all but one and that on Swipe."""
    for removed in (0, 1):
        points = view.party_wealth + removed
        for levels in product(range(STEPS + 1), repeat=len(KIND_SKILLS)):
            bought = {f"{skill} {ONE}": level for skill, level in zip(KIND_SKILLS, levels, strict=True) if level}
            left = points - sum(levels)
            if left == 0:
                yield Build(removed, 0, bought)
            elif left == 1:
                yield Build(removed, 0, bought | {f"{SWIPE} {ONE}": 1})


def rated(view: ThriceView, boxes: Boxes[ThriceAction], below: Callable[[int], int]) -> list[Build]:
    """Builds that could be chosen, the weakest first."""
    drawn = [boxes.sample(below) for _ in range(SAMPLES)]
    found = [one for one in (*drawn, *systematic(view)) if isinstance(one, Build) and one in boxes]
    return sorted(found, key=lambda build: strength(view, build))
