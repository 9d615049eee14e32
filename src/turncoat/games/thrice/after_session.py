"""THR-16: after a session. Pure functions on sheets, for whoever keeps the characters between two combats."""

from __future__ import annotations

from msgspec import structs

from turncoat.games.thrice.characters import CIRCLES_FOR_WEALTH, CIRCLES_IN_A_ROW, ROWS, Character
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import MOST_WEALTH, SKILLS, room
from turncoat.kernel import Action, Boxes, Names, OneOf, box
from turncoat.kernel.space import PLAIN, Id


class Grow(Action, rule="THR-D11"):
    """THR-D11: the row in which a circle is filled, and the skill that is raised; none: kept for later."""

    phrase = "fill {row} and raise {skill}"

    row: str | None
    skill: str | None


class Improve(Action, rule="THR-16.3"):
    """THR-16.3: a point that was kept is spent on a skill."""

    phrase = "raise {skill}"

    skill: str


def rows_with_room(character: Character) -> tuple[Id, ...]:
    """THR-16.1: where a circle can be filled; none once all fifteen are."""
    found = tuple(row for row in ROWS if getattr(character, row) < CIRCLES_IN_A_ROW)
    return found or (None,)


def skills_with_room(character: Character, options: Options) -> tuple[str, ...]:
    """THR-16.3: the skills that can still be raised."""
    return tuple(skill for skill in SKILLS if character.steps(skill) < room(options, skill))


def growth_boxes(character: Character, options: Options) -> Boxes[Grow]:
    """THR-D11: what a player may choose after a session."""
    skills = (*skills_with_room(character, options), None)
    return Boxes(
        box(Grow, row=OneOf(rows_with_room(character), "row"), skill=OneOf(skills, "skill")),
    )


def improvement_boxes(character: Character, options: Options) -> Boxes[Improve]:
    """THR-16.3: where a kept point can go, at any time between combats."""
    if not character.points:
        return Boxes()
    return Boxes(box(Improve, skill=OneOf(skills_with_room(character, options), "skill")))


def usual_growth(character: Character) -> Grow:
    """THR-D11: the first row with room; the point is kept."""
    row = rows_with_room(character)[0]
    return Grow(None if row is None else str(row), None)


def after_session(character: Character, growth: Grow, options: Options, names: Names = PLAIN) -> Character:
    """THR-16: the sheet after a session.

    Raises:
        NotAllowed: the row is full or the skill cannot be raised; the sheet stays as it is.
    """
    growth_boxes(character, options).check(growth, names)
    grown = structs.replace(character, points=character.points + 1)
    if growth.row is not None:
        grown = structs.replace(grown, **{growth.row: getattr(grown, growth.row) + 1})
    if grown.wealth < MOST_WEALTH and grown.circles >= CIRCLES_FOR_WEALTH:
        grown = structs.replace(grown, wealth=grown.wealth + 1, house=0, land=0, title=0)
    return grown if growth.skill is None else _raised(grown, growth.skill)


def improve(character: Character, improvement: Improve, options: Options, names: Names = PLAIN) -> Character:
    """THR-16.3: the sheet after a kept point has been spent.

    Raises:
        NotAllowed: no point is left, or the skill cannot be raised.
    """
    improvement_boxes(character, options).check(improvement, names)
    return _raised(character, improvement.skill)


def _raised(character: Character, skill: str) -> Character:
    return structs.replace(character, points=character.points - 1, **{skill: character.steps(skill) + 1})
