"""Characters: people keep them, bring them to tables, and they grow from game to game.

A game with characters names its ``Characters`` in its rules (``Ruleset.characters``). These are functions of plain data
without a state; the server knows who owns a character and where it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from turncoat.kernel.boxes import Action, Boxes

G = TypeVar("G", bound=Struct)
O = TypeVar("O", bound=Struct)  # noqa: E741

Data = Mapping[str, object]
"""A character as plain data from JSON."""


class Choice(Struct, frozen=True):
    """A line of a sheet in which one of several words is chosen.

    Attributes:
        name: The field.
        title: The title of the line.
        rule: The rule that lists the words.
        groups: The words, in groups with a title each.
        value: The chosen word.
        by: The field that decides which groups are open; empty: all are.
        open: For each value of that field the titles of the open groups; none: there is no choice.
        notes: The meaning of each word.
    """

    name: str
    title: str
    rule: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    value: str
    by: str = ""
    open: dict[str, tuple[str, ...]] = {}
    notes: Mapping[str, str] = {}


class Skill(Struct, frozen=True):
    """A line of a sheet with a skill: its value without steps, and the steps.

    Attributes:
        name: The field.
        title: The title of the line.
        start: Its value without steps.
        steps: The steps bought.
        low: The fewest steps that are allowed.
        room: The most steps that are allowed.
        note: The effect of the skill, in a few words.
    """

    name: str
    title: str
    start: int
    steps: int
    low: int
    room: int
    note: str = ""


class Circles(Struct, frozen=True):
    """A row of circles, some of them filled.

    Attributes:
        title: The title of the row.
        filled: The number of filled circles.
        of: The number of circles in the row.
    """

    title: str
    filled: int
    of: int


class Fact(Struct, frozen=True):
    """A line of a sheet that follows from the others.

    Attributes:
        title: The title of the line.
        value: The value, as text.
        rule: The rule from which it follows.
    """

    title: str
    value: str
    rule: str


class Sheet(Struct, frozen=True):
    """A character sheet, for display and editing.

    Attributes:
        name: The name of the character.
        line: One line about the character.
        longest: The most characters of its name.
        choices: The lines in which a word is chosen.
        skills: The lines with skills.
        points: How many steps can still be bought.
        rows: The rows of circles.
        facts: The lines that follow from the others.
        fixed: Whether the choices are final.
        rules: The rules about ``name``, ``skills`` and ``points``.
    """

    name: str
    line: str
    longest: int
    choices: tuple[Choice, ...]
    skills: tuple[Skill, ...]
    points: int
    rows: tuple[Circles, ...]
    facts: tuple[Fact, ...]
    fixed: bool
    rules: dict[str, str]


class Outcome(Struct, frozen=True):
    """The effect of a finished game on a character: a sentence, its rule, whether it grows, whether it has died."""

    said: str
    rule: str
    grows: bool = True
    dead: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Characters(Generic[G, O]):
    """How a game handles its characters. Stateless.

    Attributes:
        rule: The rule by which players bring characters to a table.
        blank: Makes a new character without choices; it is legal once it has a name.
        read: A whole character from plain data, held against the rules, also those of a table with these options, if
            any; raises ``BadSetup`` with one sentence, the field and the rule that is broken.
        sheet: Makes its sheet, given whether it has been in a game. The data may break rules, because a person may just
            have typed it.
        edited: What its player makes of it away from any game, given what it was, what is written (fields that are left
            out stay) and whether it has been in a game; raises ``BadSetup``.
        players: The seats that play a character, given the number of seats.
        agreed: The options with which a game begins: those of a table, with the characters that were brought, by seat,
            and the number of seats.
        outcomes: The effects of a finished game, by seat.
        growth: The player's choices after a game, or for points that were kept.
        grown: The character after a choice of ``growth`` (None: the usual one), and a sentence for its history; raises
            ``Unreadable`` or ``NotAllowed``.
        ready: Prepared characters: a title, a sentence, and the data without a name.
        there: The characters of a game as they were when it began, by seat; one made at the table has no name.
    """

    rule: str
    blank: Data
    read: Callable[[object, O | None], Data]
    sheet: Callable[[Data, bool], Sheet]
    edited: Callable[[Data, Data, bool], Data]
    players: Callable[[int], range]
    agreed: Callable[[O, Mapping[int, Data], int], O]
    outcomes: Callable[[G], Mapping[int, Outcome]]
    growth: Callable[[Data, bool], Boxes[Action]]
    grown: Callable[[Data, Data | None, bool], tuple[Data, str]]
    ready: tuple[tuple[str, str, Data], ...] = ()
    there: Callable[[G], Mapping[int, Data]] = lambda _: {}
