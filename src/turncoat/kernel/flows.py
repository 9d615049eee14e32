"""Sections of a rulebook: a record and an ordered list of named small steps.

``flow(Battle, voice=decide(...), plans=decide(...), resolve=resolve)`` reads like the table of contents of the rules,
and is the only definition of their order. A step finishes, or asks, or starts another section: exactly one of these.
The rules of a game name the flows of all its sections.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import UnionType
from typing import ClassVar, Generic, TypeVar, cast, get_args, get_origin

from msgspec import Struct

from turncoat.kernel.boxes import Action
from turncoat.kernel.chance import Chance
from turncoat.kernel.events import Tell
from turncoat.kernel.standing_order import ConditionalOrder

A = TypeVar("A", bound=Action)


class Pending(Struct, Generic[A]):
    """A decision that is open.

    Attributes:
        answers: The sealed answers, by seat. They never enter a view.
        missed: Seats whose default was played when time was up.
        due: The decision closes now or has closed, because time is up or everybody has answered.
        held: The table has agreed that the decision stays open until time is up, even when all have answered.
    """

    asked: list[int]
    answers: dict[int, A] = {}
    missed: list[int] = []
    due: bool = False
    held: bool = False

    def waiting(self) -> list[int]:
        """The seats that have not answered yet."""
        return [seat for seat in self.asked if seat not in self.answers]


class Section(Struct, Generic[A], kw_only=True):
    """The record of a section in progress, for values that matter only during that section.

    Attributes:
        step: The name of the current step; empty once the last one is done.
        pending: The open decision of the step; None: there is none.
    """

    table_of_contents: ClassVar[dict[str, AnyStep]] = {}

    step: str = ""
    pending: Pending[A] | None = None


S = TypeVar("S")


class Play(Struct, Generic[S, A], kw_only=True):
    """The parts of a state that all games share.

    Attributes:
        stack: The sections being played, the innermost last. Empty: the game is over.
        requests: How often each seat has been asked; this number names its present request.
        standing_orders: For each seat, by key of the question, the answers it wants given on its behalf: the first that
            is legal is given, "call treachery if possible, else pass". An order with exceptions does not answer while
            an exception is possible: "pass, unless I could still bid 5".
    """

    chance: Chance
    stack: list[S] = []
    requests: list[int]
    standing_orders: list[dict[str, tuple[A, ...] | ConditionalOrder[A]]]


class Exit(Enum):
    """The values, besides None and a section, that a step may return."""

    LEAVE = "leave"
    """Ends the section; its remaining steps are skipped."""
    GAME_OVER = "game over"
    """Ends the game, whatever sections are in progress."""


LEAVE = Exit.LEAVE
GAME_OVER = Exit.GAME_OVER

AnyPlay = Play["AnySection", Action]
AnySection = Section[Action]
Outcome = Section[A] | Exit | None
"""Everything that a step may return."""

G = TypeVar("G")
R = TypeVar("R")
G_contra = TypeVar("G_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Step(Generic[G_contra, R_contra]):
    """A step as the engine sees it; the types of game and section are only for the type checker.

    Attributes:
        key: Its section and its name, ``"battle.voice"``.
    """

    name = after = key = ""

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        """Run the step; returns True if it waits for an answer."""
        raise NotImplementedError

    def renew(self, game: AnyPlay, section: AnySection) -> None:
        """After a section that suspended this step's decision: give back answers that have become illegal."""


AnyStep = Step[AnyPlay, AnySection]


class _Rule(Step[G_contra, R_contra]):
    """A step without a choice."""

    def __init__(self, play: Callable[[G_contra, R_contra, Tell], Outcome[A]], *, stays: bool = False) -> None:
        self.play = cast("Callable[[object, object, Tell], Outcome[Action]]", play)
        self.stays = stays

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        outcome = self.play(game, section, tell)
        if outcome is None:
            section.step = self.after
        else:
            if not self.stays:
                section.step = self.after
            enter(game, outcome)
        return False


class _Over(AnyStep):
    """After the last step: end the section, and open again a decision that it suspended."""

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        stack = game.stack
        stack.pop()
        if stack and stack[-1].pending is not None:
            suspended = stack[-1]
            suspended.table_of_contents[suspended.step].renew(game, suspended)
        return False


_OVER = _Over()


def enter(game: AnyPlay, outcome: Section[Action] | Exit) -> None:
    """Carry out what a step returned: start a section, leave one, or end the game."""
    if outcome is LEAVE:
        game.stack[-1].step = ""
    elif outcome is GAME_OVER:
        game.stack.clear()
    else:
        section = cast("AnySection", outcome)
        if not section.table_of_contents:
            kind = section.__class__.__name__
            raise TypeError(f"{kind} has no steps: write flow({kind}, ...) and name it in the sections of your rules")
        section.step = next(iter(section.table_of_contents))
        game.stack.append(section)


def within(game: Play[S, A], kind: type[R]) -> R:
    """The record of the innermost section of this type in progress, such as the battle that a question is about.

    Raises:
        LookupError: if there is none.
    """
    for section in reversed(game.stack):
        if isinstance(section, kind):
            return section
    raise LookupError(f"no {kind.__name__} is being played")


def each(play: Callable[[G, R, Tell], Section[A] | Exit | None]) -> Step[G, R]:
    """A step that repeats after each section it starts, until it starts none."""
    return _Rule(play, stays=True)


class Flow(Generic[G_contra]):
    """The steps of a section, in the order of the rulebook."""

    def __init__(self, section: type[AnySection], steps: dict[str, AnyStep]) -> None:
        self.section, self.steps = section, steps

    def apply(self) -> None:
        """Set the steps of the section."""
        self.section.table_of_contents = self.steps


def flow(section: type[R], **steps: Step[G, R] | Callable[[G, R, Tell], Section[A] | Exit | None]) -> Flow[G]:
    """Define the steps of a section, in the order of the rulebook; the rules of the game list the result.

    A plain function is a step without a choice: it returns nothing, or a section to play before the next
    step, or ``LEAVE`` or ``GAME_OVER``.

    Raises:
        The sections and answers that a type of game names in ``Play[Match | Round, Attack | Loot]``.
    """
    record = cast("type[AnySection]", section)
    if not steps:
        raise TypeError(f"{section.__name__} needs steps")
    contents: dict[str, AnyStep] = {}
    for (name, step), after in zip(steps.items(), [*steps, ""][1:], strict=True):
        made = cast("AnyStep", step if isinstance(step, Step) else _Rule(step))
        made.name, made.after, made.key = name, after, f"{record.__struct_config__.tag}.{name}"
        contents[name] = made
    return Flow(record, contents | {"": _OVER})


def parts_of(game: type[Struct]) -> tuple[tuple[type[AnySection], ...], tuple[type[Action], ...]]:
    """What a type of game names in ``Play[Match | Round, Attack | Loot]``: its sections and its answers."""
    (play,) = (base for base in game.__dict__["__orig_bases__"] if get_origin(base) is Play)
    sections, actions = (get_args(part) if isinstance(part, UnionType) else (part,) for part in get_args(play))
    return sections, actions
