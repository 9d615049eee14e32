"""THR-16 and THR-3: characters between combats: how they grow, and what their players can edit.

These are functions on sheets, for the program that keeps the characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
from msgspec import structs

from turncoat.games.thrice import end
from turncoat.games.thrice.characters import (
    CIRCLES_FOR_WEALTH,
    CIRCLES_IN_A_ROW,
    HALF_BREED,
    KINS,
    LONGEST_NAME,
    ROWS,
    RUMOURS,
    TRAITS,
    TRUTHS,
    Character,
    Wrong,
    fault,
    made,
    read_sheets,
    ready_made,
    reduced,
    sessions,
    unready,
)
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import CONDITION, MOST_WEALTH, SKILL_WORDS, SKILLS, room, start, tier
from turncoat.games.thrice.state import Thrice
from turncoat.games.thrice.text import NOTES, TRAIT_WORDS
from turncoat.kernel import Action, Boxes, Names, OneOf, box
from turncoat.kernel.characters import Characters, Choice, Circles, Data, Fact, Outcome, Sheet, Skill
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.kernel.misread import in_words, place_of
from turncoat.kernel.space import PLAIN, Id


class Grow(Action, rule="THR-D11"):
    """THR-D11: the row in which a circle is filled, and the skill that is raised; none: the point is kept."""

    phrase = "fill {row} and raise {skill}"

    row: str | None
    skill: str | None


class Improve(Action, rule="THR-16.3"):
    """THR-16.3: spend a kept point on a skill."""

    phrase = "raise {skill}"

    skill: str


def rows_with_room(character: Character) -> tuple[Id, ...]:
    """THR-16.1: the rows with room for a circle; none when all fifteen are filled."""
    found = tuple(row for row in ROWS if getattr(character, row) < CIRCLES_IN_A_ROW)
    return found or (None,)


def skills_with_room(character: Character, options: Options) -> tuple[str, ...]:
    """THR-16.3: the skills that can still be raised within the limits of THR-2.3."""
    return tuple(skill for skill in SKILLS if character.steps(skill) < room(options, skill))


def growth_boxes(character: Character, options: Options) -> Boxes[Grow]:
    """THR-D11: a player's choices after a session."""
    skills = (*skills_with_room(character, options), None)
    return Boxes(
        box(Grow, row=OneOf(rows_with_room(character), "row"), skill=OneOf(skills, "skill")),
    )


def improvement_boxes(character: Character, options: Options) -> Boxes[Improve]:
    """THR-16.3: the skills on which a kept point can be spent, at any time between combats."""
    if not character.points:
        return Boxes()
    return Boxes(box(Improve, skill=OneOf(skills_with_room(character, options), "skill")))


def usual_growth(character: Character) -> Grow:
    """THR-D11: fill the first row with room, and keep the point."""
    row = rows_with_room(character)[0]
    return Grow(None if row is None else str(row), None)


def after_session(character: Character, growth: Grow, options: Options, names: Names = PLAIN) -> Character:
    """THR-16.1, THR-16.2, THR-16.3: the sheet after a session, with a circle and a point, which can be kept for later.

    Every third circle raises wealth by 1, up to 10, and the three are emptied.

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


HOME = Options()
"""The default options, by which a sheet is checked when it is at no table."""

RESULTS = {
    end.VICTORY: "The party won",
    end.VICTORY_SURRENDER: "The opponents surrendered",
    end.TOTAL_PARTY_KILL: "The whole party fell",
    end.DEFEAT_ESCAPED: "The party lost, and some of it escaped",
    end.DEFEAT_SURRENDER: "The party surrendered",
    end.DRAW: "Nobody was left standing",
    end.MUTUAL_SURRENDER: "Both sides surrendered",
    end.UNFINISHED: "The fight was broken off",
    end.SETTLED: "The fight was ended by talk",
}
"""How a combat ended, in words (THR-15.7)."""

_OPEN = {**{kin: (kin,) for kin in RUMOURS}, HALF_BREED: tuple(RUMOURS)}
"""The rumours that each kin can have (THR-3.2, THR-3.3)."""


def read(data: object, options: Options | None = None) -> Data:
    """THR-3: a complete sheet with a name that obeys the rules; THR-O25: and the options of the table."""
    sheet = _sheet(data)
    for agreed in (HOME, options or HOME):
        _check(sheet, fault(sheet, agreed) or unready(sheet, agreed))
    return structs.asdict(sheet)


def shown(data: Data, seasoned: bool) -> Sheet:
    """THR-2.3, THR-3: the sheet with its choices and the points left to spend."""
    sheet = _sheet(data)
    traits = ", ".join((sheet.first, sheet.second, sheet.third))
    return Sheet(
        sheet.name,
        f"{sheet.kin.capitalize()}: {traits}; wealth {sheet.wealth}",
        LONGEST_NAME,
        _choices(sheet),
        tuple(_skill(sheet, skill, seasoned) for skill in SKILLS),
        sheet.points,
        tuple(Circles(row.capitalize(), getattr(sheet, row), CIRCLES_IN_A_ROW) for row in ROWS),
        _facts(sheet),
        seasoned,
        {"name": "THR-3.1", "skills": "THR-2.3", "points": "THR-16.3" if seasoned else "THR-3.6"},
    )


def edited(old: Data, new: Data, seasoned: bool) -> Data:
    """THR-3.6: change a new sheet freely; THR-16.3: later, spend kept points but lower no skill.

    Wealth, circles and the number of points change only by sessions (THR-16).
    """
    was = _sheet(old)
    sheet = _sheet({**old, **{field: value for field, value in new.items() if value != "" or field == "name"}})
    sheet = structs.replace(sheet, first=TRUTHS.get(sheet.kin, sheet.first))
    for earned in ("wealth", *ROWS):
        if getattr(sheet, earned) != getattr(was, earned):
            raise BadSetup(
                f"Only combats change {earned.replace('_', ' ')}; you cannot edit it (THR-16).", field=earned
            )
    most = was.spent + was.points
    if sheet.spent > most:
        rule = "THR-16.3" if seasoned else "THR-3.6"
        sentence = f"{sheet.spent} points are spent on skills, but only {most} have been earned ({rule})."
        raise BadSetup(sentence, field="skills", rule=rule)
    if seasoned:
        _check_seasoned(was, sheet)
    sheet = structs.replace(sheet, points=most - sheet.spent)
    _check(sheet, fault(sheet, HOME))
    return structs.asdict(sheet)


def agreed(options: Options, brought: Mapping[int, Data], seats: int) -> Options:
    """THR-O25: the option with the brought sheets in place of the agreed ones, by seat."""
    known = dict(enumerate(read_sheets(options)))
    every = [_sheet(brought[seat]) if seat in brought else known.get(seat) for seat in range(seats - 1)]
    return structs.replace(options, characters=msgspec.json.encode(every).decode())


def outcomes(game: Thrice) -> Mapping[int, Outcome]:
    """THR-15.7, THR-16: who has died; all others grow; a combat stopped by THR-O23 is no session."""
    dead, seats = end.deadly(game), range(len(game.characters))
    said = f"{RESULTS[game.result]} after {game.round} round{'s' if game.round != 1 else ''}"
    if game.result == end.UNFINISHED:
        return dict.fromkeys(seats, Outcome(f"{said}: no session.", "THR-O23", grows=False))
    died = Outcome(f"{said}; this character died.", "THR-15.7", grows=False, dead=True)
    grows = Outcome(f"{said}. Earned a circle and a point.", "THR-16")
    return {seat: died if seat in dead else grows for seat in seats}


def growth(data: Data, owed: bool) -> Boxes[Action]:
    """THR-D11: a circle and a point for a session; THR-16.3: an improvement by a kept point."""
    sheet = _sheet(data)
    return Boxes(*(growth_boxes(sheet, HOME) if owed else improvement_boxes(sheet, HOME)).boxes)


def grown(data: Data, choice: Data | None, owed: bool) -> tuple[Data, str]:
    """THR-16: the sheet after a session or an improvement; THR-D11: the default, if nothing is chosen."""
    sheet = _sheet(data)
    wanted = usual_growth(sheet) if choice is None else _choice(choice)
    growth(data, owed).check(wanted)
    later = after_session(sheet, wanted, HOME) if isinstance(wanted, Grow) else improve(sheet, wanted, HOME)
    return structs.asdict(later), _told(sheet, later, wanted)


def _sheet(data: object) -> Character:
    try:
        return msgspec.convert(data, Character)
    except msgspec.ValidationError as wrong:
        sentence = f"The sheet cannot be read: {in_words(wrong, Character)} (THR-O25)."
        raise BadSetup(sentence, field=place_of(str(wrong)), rule="THR-O25") from None


def _check(sheet: Character, wrong: Wrong | None) -> None:
    if not sheet.name.strip() or not sheet.name.isprintable():
        wrong = Wrong("name", "A saved character needs a name (THR-3.1).")
    if wrong:
        rule = wrong.sentence.rpartition("(")[2].partition(",")[0].rstrip(").")
        raise BadSetup(wrong.sentence, field=wrong.field, rule=rule)


def _check_seasoned(was: Character, sheet: Character) -> None:
    for field in ("kin", "first", "second", "third"):
        called = "kin" if field == "kin" else f"{field} trait"
        if getattr(was, field) != getattr(sheet, field):
            raise BadSetup(f"The {called} cannot be changed once the character has fought (THR-3.5).", field=field)
    for skill in SKILLS:
        if (steps := was.steps(skill)) > sheet.steps(skill):
            sentence = f"You cannot lower the skill {skill} below its {steps} steps after a combat (THR-16.3)."
            raise BadSetup(sentence, field=skill, rule="THR-16.3")


def _choice(choice: Data) -> Grow | Improve:
    try:
        return msgspec.convert(choice, cast("type[Grow]", Grow | Improve))
    except msgspec.ValidationError as wrong:
        sentence = f"The choice cannot be read: {in_words(wrong, Grow | Improve)} (THR-D11)."
        raise Unreadable(sentence, field="choice") from None


def _told(was: Character, now: Character, wanted: Grow | Improve) -> str:
    parts = []
    if isinstance(wanted, Grow):
        parts.append("all circles are filled" if wanted.row is None else f"a circle for {wanted.row}")
    if now.wealth > was.wealth:
        parts.append(f"wealth rises to {now.wealth}")
    skill = wanted.skill
    parts.append("the point is kept" if skill is None else f"{skill} rises to {now.value(skill, HOME)}")
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _choices(sheet: Character) -> tuple[Choice, ...]:
    rumours = tuple(RUMOURS.items())
    mixed = sheet.kin == HALF_BREED
    borrowed, lenders = "First trait of a half-breed: a rumour of one kin", {HALF_BREED: tuple(RUMOURS)}
    return (
        Choice("kin", "Kin", "THR-3.1", (("", KINS),), sheet.kin, notes=NOTES["kin"]),
        Choice("first", borrowed, "THR-3.3", rumours, sheet.first * mixed, "kin", lenders, TRAIT_WORDS),
        Choice("second", "What is said of the kin", "THR-3.2", rumours, sheet.second, "kin", _OPEN, TRAIT_WORDS),
        Choice("third", "Third trait", "THR-3.4", (("", TRAITS),), sheet.third, notes=TRAIT_WORDS),
    )


def _skill(sheet: Character, skill: str, seasoned: bool) -> Skill:
    steps = sheet.steps(skill)
    return Skill(
        skill, skill.capitalize(), start(HOME, skill), steps, steps * seasoned, room(HOME, skill), SKILL_WORDS[skill]
    )


def _facts(sheet: Character) -> tuple[Fact, ...]:
    truth = () if sheet.kin == HALF_BREED else (Fact("Truth of the kin", sheet.first, "THR-3.2"),)
    conditions = [condition for condition in (3, 2, 1) if condition <= sheet.value(CONDITION, HOME)]
    hurt = ["{}/{} at {}".format(*reduced(sheet, HOME, condition), condition) for condition in conditions]
    return (
        *truth,
        Fact("Wealth", f"{sheet.wealth} of {MOST_WEALTH}", "THR-3.8"),
        Fact("Tier", str(tier(sheet.wealth)), "THR-4.9"),
        Fact("Sessions", str(sessions(sheet)), "THR-16.1"),
        Fact("Weapon and armour when hurt", " · ".join(hurt), "THR-3.7"),
    )


BLANK = Character("human", TRUTHS["human"], RUMOURS["human"][0], TRAITS[0], points=HOME.creation_points)
"""THR-D1: a savage and adventurous human with unspent points."""

CHARACTERS: Characters[Thrice, Options] = Characters(
    rule="THR-O25",
    blank=structs.asdict(BLANK),
    read=read,
    sheet=shown,
    edited=edited,
    players=lambda seats: range(seats - 1),
    agreed=agreed,
    outcomes=outcomes,
    growth=growth,
    grown=grown,
    there=lambda game: {seat: structs.asdict(sheet) for seat, sheet in enumerate(game.characters)},
    ready=tuple((name, words, structs.asdict(made(action, HOME))) for name, words, action in ready_made(HOME)),
)
"""The functions for characters of Thrice. THR-1.1: every seat except the last, the GM's, plays one."""
