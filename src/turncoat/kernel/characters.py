"""Characters: people keep them, bring them to tables, and see them grow from game to game.

A game with characters names its ``Characters`` in its rules (``Ruleset.characters``). They are stateless functions of
plain data; the server knows who owns a character and where it plays.
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
"""A character as plain data, as it comes from JSON."""


class Choice(Struct, frozen=True):
    """A line of a sheet where one of several words stands.

    Attributes:
        name: The field.
        title: What it is called.
        rule: The rule that names the words.
        groups: The words, in groups with a title each.
        value: What stands there.
        by: The field that says which groups are open; empty: all are.
        open: The titles of the groups that are open, by its value; where there are none, there is no choice here.
        notes: What a word means, by word.
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
    """A line of a sheet where steps are bought: its value without steps, those bought, and how many there must be.

    Attributes:
        name: The field.
        title: What it is called.
        start: Its value without steps.
        steps: Steps that are bought.
        low: Steps that there must be at least.
        room: Steps that there can be at most.
        note: What this choice does, in a few words.
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
        title: What they are called.
        filled: The number of filled circles.
        of: The number of circles in the row.
    """

    title: str
    filled: int
    of: int


class Fact(Struct, frozen=True):
    """A line of a sheet that follows from the others.

    Attributes:
        title: What it is called.
        value: The value, as text.
        rule: The rule from which it follows.
    """

    title: str
    value: str
    rule: str


class Sheet(Struct, frozen=True):
    """A character as it is shown and filled in.

    Attributes:
        name: The name of the character.
        line: One line about the character.
        longest: Characters that its name may have.
        choices: Where one of several words stands.
        skills: Where steps are bought.
        points: Steps that can still be bought.
        rows: The rows of circles.
        facts: The lines that follow from the others.
        fixed: Whether the choices can no longer be changed.
        rules: The rules that speak of ``name``, ``skills`` and ``points``.
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
    """What a game that is over means for a character: a sentence, its rule, whether it grows, whether it is dead."""

    said: str
    rule: str
    grows: bool = True
    dead: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Characters(Generic[G, O]):
    """What a game says of its characters. Stateless.

    Attributes:
        rule: The rule by which they are brought to a table.
        blank: A new one, with nothing chosen that matters; it keeps the rules once it has a name.
        read: A whole character from plain data, held against the rules, also those of a table with these options, if
            any; raises ``BadSetup`` with one sentence, the field and the rule that is broken.
        sheet: How it is shown, given whether it has been in a game. The data need not keep the rules: it may be what
            somebody has typed.
        edited: What its player makes of it away from any game, given what it was, what is written (fields that are left
            out stay) and whether it has been in a game; raises ``BadSetup``.
        players: The seats of a table of this many that play a character.
        agreed: The options with which a game begins: those of a table, with the characters that were brought, by seat,
            and the number of seats.
        outcomes: What a game that is over means, by seat.
        growth: What its player may choose: growth that is owed for a game, or else what was kept for later.
        grown: The character after a choice of ``growth`` (None: the usual one), and a sentence for its history; raises
            ``Unreadable`` or ``NotAllowed``.
        ready: New ones that are made up already: what each is called, a sentence, and its data without a name.
        there: The characters of a game as they were when it began, by seat; one that was made there has no name.
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
