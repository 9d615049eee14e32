"""THR-3: characters. This module checks sheets, and makes characters at the table.

Traits describe a character and never change a number (THR-3.5): no rule reads them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import Struct, structs

from turncoat.games.thrice.actions import Create, Kin, ThriceAction, Trait
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import (
    ARMOUR,
    CONDITION,
    DAMAGE,
    INITIATIVE,
    MOST_WEALTH,
    SKILLS,
    WEAPON,
    penalty,
    room,
    start,
)
from turncoat.kernel import Amounts, Box, Boxes, OneOf, box
from turncoat.kernel.errors import UNREADABLE, BadSetup
from turncoat.kernel.misread import in_words
from turncoat.kernel.space import Words

HALF_BREED = "half-breed"

TRUTHS = {
    "fäerun": "magical",
    "troll": "troll",
    "duarg": "technological",
    "human": "savage",
    "ancestor": "heroic",
}
"""THR-3.1: the truth of each kin; half-breeds have none."""

RUMOURS = {
    "fäerun": ("beast-like", "careless", "immortal"),
    "troll": ("gentle", "shadow-bourne", "wise"),
    "duarg": ("religious", "stubborn", "timorous"),
    "human": ("adventurous", "greedy", "proud"),
    "ancestor": ("dead", "elementar", "crow-talk"),
}
"""THR-3.1: the rumours of each kin."""

KINS = (*TRUTHS, HALF_BREED)

TRAITS = (
    "aberrant",
    "arrogant",
    "calm",
    "cursed",
    "curious",
    "disciplined",
    "fearless",
    "fierce",
    "forceful",
    "graceful",
    "helpful",
    "impatient",
    "impish",
    "insightful",
    "keen",
    "leader",
    "loyal",
    "meticulous",
    "nimble",
    "rough",
    "scoundrel",
    "spiritual",
    "trickster",
    "wild",
)
"""THR-3.4: the printed traits."""

ROWS = ("house", "land", "title")
CIRCLES_IN_A_ROW = 5
CIRCLES_FOR_WEALTH = 3
"""THR-16.1, THR-16.2: three rows of five circles; every third is a step of wealth (``after_session``, THR-R34)."""


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """THR-3: one character sheet. Skills are steps above the start, so that a sheet serves both profiles.

    The player decides what weapon and armour look like in the story: no field says it (THR-4.7).

    Attributes:
        kin: One of ``KINS``.
        first: The first trait: the truth of the kin, or the first borrowed rumour.
        second: The second trait: a rumour.
        third: The third trait: a printed one.
        initiative: Steps of initiative; the other four skills are counted in the same way.
        wealth: The character's wealth, 1 to 10.
        house: Circles that are filled in this row; so are ``land`` and ``title``.
        points: Steps that were earned and are not spent yet.
        name: The name of the character; empty: the player's name.
        damage: Steps of damage.
        weapon: Steps of the weapon.
        armour: Steps of armour.
        condition: Steps of condition.
        land: Circles of land that are filled.
        title: Circles of the title that are filled.
    """

    kin: Kin
    first: Trait
    second: Trait
    third: Trait
    initiative: int = 0
    damage: int = 0
    weapon: int = 0
    armour: int = 0
    condition: int = 0
    wealth: int = 1
    house: int = 0
    land: int = 0
    title: int = 0
    points: int = 0
    name: str = ""

    def steps(self, skill: str) -> int:
        """The number of steps by which a skill was raised."""
        return int(getattr(self, skill))

    def value(self, skill: str, options: Options) -> int:
        """THR-2.3: a skill without penalty; see ``skills`` for limits, ``opponents.set_skills`` for opponents."""
        return start(options, skill) + self.steps(skill)

    @property
    def spent(self) -> int:
        """All steps together (THR-3.6)."""
        return sum(self.steps(skill) for skill in SKILLS)

    @property
    def circles(self) -> int:
        """THR-16.1: the number of filled circles."""
        return self.house + self.land + self.title


LONGEST_NAME = 40


def reduced(character: Character, options: Options, condition: int) -> tuple[int, int]:
    """THR-3.7: weapon and armour at a condition, after the penalty."""
    less = penalty(condition)
    return character.value(WEAPON, options) - less, character.value(ARMOUR, options) - less


def sessions(character: Character) -> int:
    """THR-16.1: the number of sessions behind these circles and this wealth."""
    return (character.wealth - 1) * CIRCLES_FOR_WEALTH + character.circles


class Wrong(NamedTuple):
    """A fault in a sheet: the field, and a sentence with its rule."""

    field: str
    sentence: str


def fault(character: Character, options: Options) -> Wrong | None:
    """The first fault in a sheet, as a sentence; None if it obeys the rules."""
    return _wrong_traits(character) or _wrong_numbers(character, options)


def _wrong_traits(character: Character) -> Wrong | None:
    kin, first, second = character.kin, character.first, character.second
    if len(character.name) > LONGEST_NAME:
        return Wrong("name", f"The name must have at most {LONGEST_NAME} characters (THR-3.1).")
    if kin not in KINS:
        return Wrong("kin", f"The kin must be {' or '.join(KINS)}, not {kin!r} (THR-3.1).")
    if character.third not in TRAITS:
        return Wrong(
            "third",
            f"The third trait must be one of those printed: {', '.join(TRAITS)}, not {character.third!r} (THR-3.4).",
        )
    if kin == HALF_BREED:
        lenders = [next((other for other, said in RUMOURS.items() if trait in said), "") for trait in (first, second)]
        if "" in lenders or lenders[0] == lenders[1]:
            return Wrong(
                "first, second", f"A half-breed has rumours of two different kins, not {first} and {second} (THR-3.3)."
            )
        return None
    if first != TRUTHS[kin]:
        return Wrong("first", f"The first trait must be {TRUTHS[kin]}, the truth of a {kin}, not {first!r} (THR-3.2).")
    if second not in RUMOURS[kin]:
        return Wrong(
            "second",
            f"The second trait must be {' or '.join(RUMOURS[kin])}, a rumour of a {kin}, not {second!r} (THR-3.2).",
        )
    return None


def _wrong_numbers(character: Character, options: Options) -> Wrong | None:
    if not 1 <= character.wealth <= MOST_WEALTH:
        return Wrong("wealth", f"Wealth must be 1 to {MOST_WEALTH}, not {character.wealth} (THR-3.8).")
    for skill in SKILLS:
        most = room(options, skill)
        if not 0 <= character.steps(skill) <= most:
            return Wrong(
                skill,
                f"The skill {skill} must be 0 to {most} steps above its start, not {character.steps(skill)} (THR-2.3).",
            )
    for row in ROWS:
        if not 0 <= getattr(character, row) <= CIRCLES_IN_A_ROW:
            return Wrong(
                row,
                f"The row {row} must have 0 to {CIRCLES_IN_A_ROW} circles, not {getattr(character, row)} (THR-16.1).",
            )
    if character.wealth < MOST_WEALTH and character.circles >= CIRCLES_FOR_WEALTH:
        return Wrong(
            "house, land, title",
            f"{CIRCLES_FOR_WEALTH} filled circles become a step of wealth and are emptied (THR-16.2).",
        )
    if character.points < 0:
        return Wrong("points", f"Points must be 0 or more, not {character.points} (THR-16.3).")
    earned = options.creation_points + sessions(character)
    full = character.wealth == MOST_WEALTH and character.circles == CIRCLES_IN_A_ROW * len(ROWS)
    if character.spent + character.points > earned and not full:
        used = character.spent + character.points
        return Wrong(
            "skills", f"{used} points are spent or kept, but only {earned} have been earned (THR-3.6, THR-16.3)."
        )
    return None


def unready(character: Character, options: Options) -> Wrong | None:
    """THR-3.6, THR-16.3: why a legal sheet cannot be brought or imported; None if it can be (THR-O5).

    The points of a new character must all be spent; points of later sessions may be kept. The circles and the wealth on
    the sheet show how many sessions were played, and the sheet must have a point for each of them.
    """
    new = min(options.creation_points, Options().creation_points)
    most = sum(room(options, skill) for skill in SKILLS)
    left = min(new, most) - character.spent
    if left > 0:
        return Wrong("points", f"{left} of the {new} points of a new character are not spent yet (THR-3.6).")
    used, earned = character.spent + character.points, new + sessions(character)
    if used < min(earned, most):
        fought = f"{sessions(character)} sessions, which bring {earned} points in all"
        return Wrong("wealth", f"The circles show {fought}, but only {used} points are spent or kept (THR-16.3).")
    return None


def read_sheets(options: Options) -> tuple[Character | None, ...]:
    """THR-O25: the brought sheets, by seat; None for a character that is made at the table.

    Raises:
        BadSetup: one sentence with the number of the sheet, the field and the rule.
    """
    if not options.characters.strip():
        return ()
    try:
        sheets = msgspec.json.decode(options.characters, type=tuple[Character | None, ...])
    except UNREADABLE as unread:
        why = in_words(unread, tuple[Character | None, ...])
        raise BadSetup(f"The character sheets cannot be read: {why} (THR-O25).", field="characters") from None
    for number, sheet in enumerate(sheets, 1):
        if sheet is not None and (wrong := fault(sheet, options) or unready(sheet, options)):
            raise BadSetup(f"Character sheet {number}: {wrong.sentence}", field="characters")
    return sheets


# --- made at the table ------------------------------------------------------------------------


def points_to_spend(options: Options) -> int:
    """THR-3.6: the points of a new character; THR-O6: plus one for each earlier session.

    Exactly three are spent on the five skills, unless THR-O5 says otherwise; a point raises a skill by one step.
    """
    earned = options.creation_points + (options.starting_wealth - 1) * CIRCLES_FOR_WEALTH
    return min(earned, sum(room(options, skill) for skill in SKILLS))


@lru_cache(maxsize=64)
def creation_boxes(options: Options) -> Boxes[ThriceAction]:
    """THR-3.1 to THR-3.6: kin, rumours, trait and points (THR-R5).

    The first trait is the kin's truth, the second one of its rumours (THR-3.2); a half-breed has no truth, but one
    rumour each of two different other kins (THR-3.3). The third is a printed one (THR-3.4).
    """
    number = points_to_spend(options)
    points = Amounts(tuple((skill, room(options, skill)) for skill in SKILLS), number, number, "skill")
    plain = [_kin_box(kin, (TRUTHS[kin],), RUMOURS[kin], points) for kin in TRUTHS]
    mixed = [
        _kin_box(HALF_BREED, RUMOURS[kin], tuple(r for o in TRUTHS if o != kin for r in RUMOURS[o]), points, "THR-3.3")
        for kin in TRUTHS
    ]
    return Boxes(*plain, *mixed)


def _kin_box(
    kin: str, first: tuple[str, ...], second: tuple[str, ...], points: Amounts, rule: str = ""
) -> Box[ThriceAction]:
    return box(
        Create,
        rule,
        kin=OneOf((kin,), "kin"),
        first=OneOf(first, "trait"),
        second=OneOf(second, "trait"),
        third=OneOf(TRAITS, "trait"),
        points=points,
        name=Words(LONGEST_NAME),
    )


def usual_character(options: Options) -> Create:
    """THR-D1: a savage and adventurous human whose points go to weapon, armour and condition in turn."""
    spent = spend((WEAPON, ARMOUR, CONDITION), options)
    return Create("human", TRUTHS["human"], RUMOURS["human"][0], TRAITS[0], spent)


READY = (
    ("The old soldier", "Wenzel", ("human", "savage", "proud", "disciplined"), (WEAPON, WEAPON, ARMOUR),
     "Hits often and is not easily hit. A good first character."),
    ("The boulder", "Gund", ("troll", "troll", "gentle", "fearless"), (CONDITION, ARMOUR, CONDITION),
     "Survives more hits than anybody else."),
    ("The smith", "Isbrand", ("duarg", "technological", "stubborn", "forceful"), (DAMAGE, WEAPON, DAMAGE),
     "Hits no more often than others, but each hit does more damage."),
    ("The dancer", "Liel", ("fäerun", "magical", "careless", "graceful"), (INITIATIVE, ARMOUR, INITIATIVE),
     "Acts early and gathers advantage every round, which pays for tricks."),
    ("The shade", "Asche", ("ancestor", "heroic", "dead", "fierce"), (WEAPON, DAMAGE, CONDITION),
     "A bit better at hitting, at damage and in condition."),
    ("The stray", "Pike", (HALF_BREED, "wise", "greedy", "scoundrel"), (ARMOUR, WEAPON, ARMOUR),
     "Of two peoples and at home with neither. Hard to hit."),
)  # fmt: skip
"""THR-3: prepared characters for a quick start: title, name, kin and traits, skills to raise in order, and why."""


def ready_made(options: Options) -> tuple[tuple[str, str, Create], ...]:
    """THR-3.6: these characters with as many points as the table gives, each described in a sentence."""
    found = []
    for title, name, (kin, first, second, third), turns, why in READY:
        points = spend(turns, options)
        raised = ", ".join(f"{skill} {start(options, skill) + number}" for skill, number in points.items())
        found.append((title, f"{name}: {kin}, {second}, {third}. {why} {raised.capitalize()}.",
                      Create(kin, first, second, third, points, name)))  # fmt: skip
    return tuple(found)


def spend(turns: tuple[str, ...], options: Options) -> dict[str, int]:
    """THR-3.6: spend all points of a new character on these skills in turn, or on others when these are full."""
    points = dict.fromkeys(SKILLS, 0)
    for number in range(points_to_spend(options)):
        at = number % len(turns)
        order = (*turns[at:], *turns[:at], *SKILLS)
        points[next(skill for skill in order if points[skill] < room(options, skill))] += 1
    return {skill: number for skill, number in points.items() if number}


def tidy(text: str) -> str:
    """A text in one line, without invisible characters."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def made(action: Create, options: Options) -> Character:
    """THR-3: the sheet of a character that was made at the table."""
    plain = Character(
        action.kin, action.first, action.second, action.third, wealth=options.starting_wealth, name=tidy(action.name)
    )
    return structs.replace(plain, **action.points)
