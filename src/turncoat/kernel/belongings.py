"""What a game keeps of a person between two games, such as a character: what it must be, and what becomes of it.

A game that keeps something has a module ``belongings`` with an object ``BELONGINGS``. It is stateless and knows plain
data alone; who owns what, where it is kept and which table it has gone to is the server's business.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from turncoat.kernel.box import Action, Boxes

Data = Mapping[str, object]
"""A belonging as plain data, as it comes from JSON."""


class Choice(Struct, frozen=True):
    """A line of a sheet where one of several words stands.

    Attributes:
        name: The field.
        title: What it is called.
        rule: The rule that names the words.
        groups: The words, in groups with a title each; a group without a title is open to everybody.
        value: What stands there.
        by: The field of which the title of a group is a value: only that group goes with it; empty: all do.
        freely: Values of that field with which all groups go.
        only: Values of that field with which there is a choice here at all; empty: with all.
    """

    name: str
    title: str
    rule: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    value: str
    by: str = ""
    freely: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Skill(Struct, frozen=True):
    """A line of a sheet where steps are bought.

    Attributes:
        name: The field.
        title: What it is called.
        rule: The rule that limits it.
        start: Its value without steps.
        steps: The steps that have been bought.
        low: So many of them cannot be given back.
        room: So many steps there can be.
    """

    name: str
    title: str
    rule: str
    start: int
    steps: int
    low: int
    room: int


class Circles(Struct, frozen=True):
    """A row of circles, some of them filled."""

    title: str
    filled: int
    of: int


class Fact(Struct, frozen=True):
    """A line of a sheet that follows from the others."""

    title: str
    value: str
    rule: str = ""


class Sheet(Struct, frozen=True):
    """A belonging as it is shown and filled in.

    Attributes:
        label: What it is called.
        line: One line about it.
        name_rule: The rule that speaks of its name.
        longest: Characters that its name may have.
        choices: Where one of several words stands.
        skills: Where steps are bought.
        points: Steps that can still be bought.
        points_rule: The rule that says so.
        rows: Circles.
        facts: What follows.
        fixed: Whether the choices can no longer be changed.
    """

    label: str
    line: str
    name_rule: str
    longest: int
    choices: tuple[Choice, ...]
    skills: tuple[Skill, ...]
    points: int
    points_rule: str
    rows: tuple[Circles, ...]
    facts: tuple[Fact, ...]
    fixed: bool


class Outcome(Struct, frozen=True):
    """What a game that is over means for a belonging that was in it.

    Attributes:
        said: A sentence for its history.
        rule: The rule.
        grows: Whether it grows once by it.
        lost: Whether it is gone for good.
    """

    said: str
    rule: str
    grows: bool = True
    lost: bool = False


class Belongings(ABC):
    """What a game keeps of people between two games. Stateless.

    Attributes:
        noun: What one of them is called (``"character"``).
        rule: The rule by which they are brought to a table.
        gone: What is said of one that is lost (``"dead"``).
    """

    noun: ClassVar[str]
    rule: ClassVar[str]
    gone: ClassVar[str]

    @abstractmethod
    def blank(self) -> Data:
        """A new one, with nothing chosen that matters; it keeps the rules once it has a name."""

    @abstractmethod
    def read(self, data: object) -> Data:
        """A belonging in full, from plain data.

        Raises:
            BadSetup: one sentence with the field and the rule that is broken.
        """

    @abstractmethod
    def sheet(self, data: Data, *, seasoned: bool) -> Sheet:
        """How it is shown. The data need not keep the rules: it may be what somebody has typed.

        Args:
            data: The belonging.
            seasoned: It has been in a game.
        """

    @abstractmethod
    def edited(self, old: Data, new: Data, *, seasoned: bool) -> Data:
        """What its owner makes of it, away from any game; fields that ``new`` leaves out stay.

        Raises:
            BadSetup: one sentence with the field and the rule that is broken.
        """

    @abstractmethod
    def bringers(self, seats: int) -> range:
        """The seats that can bring one to a table of so many."""

    @abstractmethod
    def fits(self, data: Data, options: Struct) -> str:
        """Why it cannot come to a table with these options, as a sentence with its rule; empty if it can."""

    @abstractmethod
    def agreed(self, options: Struct, brought: Mapping[int, Data], seats: int) -> Struct:
        """The options with which a game begins to which these were brought, by seat."""

    @abstractmethod
    def outcomes(self, game: object) -> dict[int, Outcome]:
        """What a game that is over means, by seat."""

    @abstractmethod
    def growth(self, data: Data, *, owed: bool) -> Boxes[Action]:
        """The choices of its owner: growth that is owed for a game, or else what was kept for later."""

    @abstractmethod
    def usual(self, data: Data) -> Data:
        """The choice that is made for an owner who makes none, as plain data."""

    @abstractmethod
    def grown(self, data: Data, choice: Data, *, owed: bool) -> tuple[Data, str]:
        """The belonging after a choice of ``growth``, and a sentence for its history.

        Raises:
            Unreadable: it is no choice.
            NotAllowed: it is not open; with its rule.
        """
