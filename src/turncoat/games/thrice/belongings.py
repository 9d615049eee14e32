"""THR-3, THR-16: characters live beyond one combat. What is kept of them, and what a combat does to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, cast

import msgspec
from msgspec import Struct, structs

from turncoat.games.thrice import end
from turncoat.games.thrice.after_session import Grow, Improve, after_session, growth_boxes, improve, improvement_boxes
from turncoat.games.thrice.after_session import usual_growth as usual
from turncoat.games.thrice.characters import (
    CIRCLES_IN_A_ROW,
    HALF_BREED,
    KINS,
    LONGEST_NAME,
    ROWS,
    RUMOURS,
    TRAITS,
    TRUTHS,
    Character,
    fault,
    read_sheets,
    reduced,
    sessions,
    unready,
)
from turncoat.games.thrice.options import Options
from turncoat.games.thrice.skills import CONDITION, MOST_WEALTH, SKILLS, room, start, tier
from turncoat.games.thrice.state import Thrice
from turncoat.kernel.belongings import Belongings, Choice, Circles, Data, Fact, Outcome, Sheet, Skill
from turncoat.kernel.box import Action, Boxes
from turncoat.kernel.errors import BadSetup, Unreadable
from turncoat.kernel.fields import in_words

HOME = Options()
"""Away from any table a sheet is held against the rules as they are without options."""

_RESULTS = {
    end.VICTORY: "The party won",
    end.VICTORY_SURRENDER: "The opponents surrendered",
    end.TOTAL_PARTY_KILL: "The whole party fell",
    end.DEFEAT_ESCAPED: "The party lost, and some of it escaped",
    end.DEFEAT_SURRENDER: "The party surrendered",
    end.DRAW: "Nobody was left standing",
    end.MUTUAL_SURRENDER: "Both sides surrendered",
    end.UNFINISHED: "The fight was broken off",
}


class Characters(Belongings):
    """THR-3, THR-16: the characters of Thrice."""

    noun: ClassVar[str] = "character"
    rule: ClassVar[str] = "THR-O25"
    gone: ClassVar[str] = "dead"

    def blank(self) -> Data:
        """THR-D1: a savage and adventurous human whose points are not spent."""
        made = Character("human", TRUTHS["human"], RUMOURS["human"][0], TRAITS[0], points=HOME.creation_points)
        return _data(made)

    def read(self, data: object) -> Data:
        """THR-3: a whole sheet that keeps the rules and has a name."""
        sheet = _sheet(data)
        _check(sheet, unready(sheet, HOME))
        return _data(sheet)

    def sheet(self, data: Data, *, seasoned: bool) -> Sheet:
        """THR-2.3, THR-3: the sheet with what can be chosen and what is left to spend."""
        sheet = _sheet(data)
        return Sheet(
            sheet.name,
            _line(sheet),
            "THR-3.1",
            LONGEST_NAME,
            _choices(sheet),
            tuple(_skill(sheet, skill, seasoned=seasoned) for skill in SKILLS),
            sheet.points,
            "THR-16.3" if seasoned else "THR-3.6",
            tuple(Circles(row.capitalize(), getattr(sheet, row), CIRCLES_IN_A_ROW) for row in ROWS),
            _facts(sheet),
            seasoned,
        )

    def edited(self, old: Data, new: Data, *, seasoned: bool) -> Data:
        """THR-3.6: a new sheet can be made over; THR-16.3: later, kept points can be spent and none given back.

        Wealth, circles and the number of points come from sessions alone (THR-16).
        """
        was = _sheet(old)
        sheet = _sheet({**old, **{field: value for field, value in new.items() if value != "" or field == "name"}})
        if sheet.kin != HALF_BREED and sheet.kin in TRUTHS:
            sheet = structs.replace(sheet, first=TRUTHS[sheet.kin])
        left = was.spent + was.points - sheet.spent
        for earned in ("wealth", *ROWS):
            if getattr(sheet, earned) != getattr(was, earned):
                raise BadSetup(f"{earned}: comes from sessions and cannot be written (THR-16).", field=earned)
        if left < 0:
            most, rule = was.spent + was.points, "THR-16.3" if seasoned else "THR-3.6"
            sentence = f"skills: {sheet.spent} points are spent, but only {most} have been earned ({rule})."
            raise BadSetup(sentence, field="skills", rule=rule)
        if seasoned:
            _check_seasoned(was, sheet)
        sheet = structs.replace(sheet, points=left)
        _check(sheet)
        return _data(sheet)

    def bringers(self, seats: int) -> range:
        """THR-1.1: all but the last seat, which is the GM's."""
        return range(seats - 1)

    def fits(self, data: Data, options: Struct) -> str:
        """THR-O25: held against the rules of the table."""
        sheet, agreed = _sheet(data), cast("Options", options)
        return fault(sheet, agreed) or unready(sheet, agreed)

    def agreed(self, options: Struct, brought: Mapping[int, Data], seats: int) -> Struct:
        """THR-O25: the sheets that were brought, over those that were agreed on, by seat."""
        was = cast("Options", options)
        known = dict(enumerate(read_sheets(was)))
        every = [_sheet(brought[seat]) if seat in brought else known.get(seat) for seat in range(seats - 1)]
        return structs.replace(was, characters=msgspec.json.encode(every).decode())

    def outcomes(self, game: object) -> dict[int, Outcome]:
        """THR-15.7, THR-16: who dies, and that all others grow; a combat cut short by THR-O23 is no session."""
        thrice = cast("Thrice", game)
        dead = end.deadly(thrice)
        said, rounds = _RESULTS[thrice.result], f"{thrice.round} round{'s' if thrice.round != 1 else ''}"
        return {
            seat: Outcome(f"{said} after {rounds}; this character died.", "THR-15.7", grows=False, lost=True)
            if seat in dead
            else Outcome(f"{said} after {rounds}: no session.", "THR-O23", grows=False)
            if thrice.result == end.UNFINISHED
            else Outcome(f"{said} after {rounds}.", "THR-16")
            for seat in range(len(thrice.characters))
        }

    def growth(self, data: Data, *, owed: bool) -> Boxes[Action]:
        """THR-D11: a circle and a point for a session; THR-16.3: a point that was kept."""
        sheet = _sheet(data)
        return Boxes(*(growth_boxes(sheet, HOME) if owed else improvement_boxes(sheet, HOME)).boxes)

    def usual(self, data: Data) -> Data:
        """THR-D11: the first row with room; the point is kept."""
        return cast("Data", msgspec.to_builtins(usual(_sheet(data))))

    def grown(self, data: Data, choice: Data, *, owed: bool) -> tuple[Data, str]:
        """THR-16: the sheet after a session or an improvement."""
        sheet, wanted = _sheet(data), _choice(choice)
        self.growth(data, owed=owed).check(wanted)
        grown = after_session(sheet, wanted, HOME) if isinstance(wanted, Grow) else improve(sheet, wanted, HOME)
        return _data(grown), _told(sheet, grown, wanted)


BELONGINGS = Characters()
"""What Thrice keeps of people."""


def _sheet(data: object) -> Character:
    try:
        return msgspec.convert(data, Character)
    except msgspec.ValidationError as wrong:
        field = str(wrong).rpartition("`$.")[2].rstrip("`") if "`$." in str(wrong) else ""
        sentence = f"The sheet cannot be read: {in_words(wrong, Character)} (THR-O25)."
        raise BadSetup(sentence, field=field, rule="THR-O25") from None


def _data(sheet: Character) -> Data:
    return cast("Data", msgspec.to_builtins(sheet))


def _check(sheet: Character, more: str = "") -> None:
    if not sheet.name.strip() or not sheet.name.isprintable():
        raise BadSetup("name: a character that is kept needs a name (THR-3.1).", field="name", rule="THR-3.1")
    if sentence := fault(sheet, HOME) or more:
        rule = sentence.rpartition("(")[2].partition(",")[0].rstrip(").")
        raise BadSetup(sentence, field=sentence.partition(":")[0], rule=rule)


def _check_seasoned(was: Character, sheet: Character) -> None:
    for field in ("kin", "first", "second", "third"):
        if getattr(was, field) != getattr(sheet, field):
            raise BadSetup(f"{field}: stays as it is once the character has fought (THR-3.5).", field=field)
    for skill in SKILLS:
        if sheet.steps(skill) < was.steps(skill):
            raise BadSetup(
                f"{skill}: has {was.steps(skill)} steps, and a step is not given back after a session (THR-16.3).",
                field=skill,
                rule="THR-16.3",
            )


def _choice(choice: Data) -> Grow | Improve:
    try:
        return msgspec.convert(choice, cast("type[Grow]", Grow | Improve))
    except msgspec.ValidationError as wrong:
        raise Unreadable(
            f"The choice cannot be read: {in_words(wrong, Grow | Improve)} (THR-D11).", field="choice"
        ) from None


def _told(was: Character, now: Character, wanted: Grow | Improve) -> str:
    parts = []
    if isinstance(wanted, Grow):
        parts.append("All circles are filled" if wanted.row is None else f"A circle for {wanted.row}")
        if now.wealth > was.wealth:
            parts.append(f"wealth rises to {now.wealth}")
    if wanted.skill is None:
        parts.append("the point is kept")
    else:
        parts.append(f"{wanted.skill} rises to {now.value(wanted.skill, HOME)}")
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _line(sheet: Character) -> str:
    traits = ", ".join((sheet.first, sheet.second, sheet.third))
    return f"{sheet.kin.capitalize()}: {traits}; wealth {sheet.wealth}"


def _choices(sheet: Character) -> tuple[Choice, ...]:
    rumours = tuple(RUMOURS.items())
    first = sheet.first if sheet.kin == HALF_BREED else ""
    return (
        Choice("kin", "Kin", "THR-3.1", (("", KINS),), sheet.kin),
        Choice(
            "first",
            "First trait of a half-breed: a rumour of one kin",
            "THR-3.3",
            rumours,
            first,
            "kin",
            (HALF_BREED,),
            (HALF_BREED,),
        ),
        Choice("second", "What is said of the kin", "THR-3.2", rumours, sheet.second, "kin", (HALF_BREED,)),
        Choice("third", "Third trait", "THR-3.4", (("", TRAITS),), sheet.third),
    )


def _skill(sheet: Character, skill: str, *, seasoned: bool) -> Skill:
    low = sheet.steps(skill) if seasoned else 0
    return Skill(skill, skill.capitalize(), "THR-2.3", start(HOME, skill), sheet.steps(skill), low, room(HOME, skill))


def _facts(sheet: Character) -> tuple[Fact, ...]:
    truth = () if sheet.kin == HALF_BREED else (Fact("Truth of the kin", sheet.first, "THR-3.2"),)
    hurt = " · ".join(
        f"{weapon}/{armour} at {condition}"
        for condition in (3, 2, 1)
        if condition <= sheet.value(CONDITION, HOME)
        for weapon, armour in (reduced(sheet, HOME, condition),)
    )
    return (
        *truth,
        Fact("Wealth", f"{sheet.wealth} of {MOST_WEALTH}", "THR-3.8"),
        Fact("Tier", str(tier(sheet.wealth)), "THR-4.9"),
        Fact("Sessions", str(sessions(sheet)), "THR-16.1"),
        Fact("Weapon and armour when hurt", hurt, "THR-3.7"),
    )
