"""Sections of a rulebook: a record and an ordered list of named small steps.

``flow(Battle, voice=decide(...), plans=decide(...), resolve=resolve)`` reads like the table of contents
of the rules, and is the only place where their order is written. A step finishes, or asks, or starts
another section; never two of these.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from functools import cache
from typing import ClassVar, Generic, TypeVar, cast, get_args

from msgspec import Struct, structs

from turncoat.kernel.boxes import NOTHING, Action, Boxes
from turncoat.kernel.chance import Chance
from turncoat.kernel.events import Tell
from turncoat.kernel.like import Guarded, given

A = TypeVar("A", bound=Action)


class Pending(Struct, Generic[A]):
    """A decision that is open.

    Attributes:
        asked: The seats that are asked, in the order of asking.
        answers: What has been handed in, by seat. Sealed: it never enters a view.
        missed: Seats for which the default was put in when time was up.
        due: Time is up, or everybody is in: the decision closes, or has closed.
    """

    asked: list[int]
    answers: dict[int, A] = {}
    missed: list[int] = []
    due: bool = False

    def waiting(self) -> list[int]:
        """The seats that still owe an answer."""
        return [seat for seat in self.asked if seat not in self.answers]


class Section(Struct, Generic[A], kw_only=True):
    """The record of a section that is being played; what only means something there lives in it.

    Attributes:
        step: The name of the current step; empty once the last one is done.
        pending: The decision that the step has asked, while it is open.
    """

    table_of_contents: ClassVar[dict[str, StepKind]] = {}

    step: str = ""
    pending: Pending[A] | None = None


S = TypeVar("S")


class Play(Struct, Generic[S, A], kw_only=True):
    """What every game's state holds besides the position.

    Attributes:
        chance: The generator.
        stack: The sections being played, the innermost last. Empty: the game is over.
        requests: How often each seat has been asked; names the present request of that seat alone.
        standing: For each seat, by key of the offer, the answers it wants given on its behalf: the first
            that is legal is given, "call treachery if possible, else pass". A guarded order gives way to asking
            while what it names is possible: "pass, unless I could still bid 5".
    """

    chance: Chance
    stack: list[S]
    requests: list[int]
    standing: list[dict[str, tuple[A, ...] | Guarded[A]]]


class Turn(Enum):
    """What a step may return besides nothing and a section."""

    LEAVE = "leave"
    """The section is over; its remaining steps are not played."""
    GAME_OVER = "game over"
    """The game is over, whatever sections are open."""


LEAVE = Turn.LEAVE
GAME_OVER = Turn.GAME_OVER

AnyPlay = Play["AnySection", Action]
AnySection = Section[Action]
Outcome = Section[A] | Turn | None

G = TypeVar("G")
R = TypeVar("R")


class StepKind:
    """A step as the engine sees it."""

    name = ""
    after = ""

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        """Play the step; True if it waits for an answer."""
        raise TypeError("a step is made by flow()")


class _Rule(StepKind):
    """A step without a choice."""

    def __init__(self, play: Callable[[object, object, Tell], Outcome[Action]], stays: bool) -> None:
        self.play = play
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


class _Over(StepKind):
    """Behind the last step: the section leaves the stack, and a decision that it suspended is open again."""

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        stack = game.stack
        stack.pop()
        if stack and stack[-1].pending is not None:
            suspended = stack[-1]
            cast("Decision", suspended.table_of_contents[suspended.step]).renew(game, suspended)
        return False


class Decision(StepKind):
    """A step that asks. Made by ``decide``; the arguments are explained there."""

    key = ""

    def __init__(
        self,
        boxes: Callable[[object, object, int], Boxes[Action]],
        then: Callable[[object, object, Pending[Action], Tell], Outcome[Action]],
        default: Callable[[object, object, int], Action],
        asked: Callable[[object, object], Iterable[int]],
        hold: Callable[[object, object], bool] | None,
        first: bool,
        offer: bool,
        until: Callable[[object, object], bool] | None,
        beside: Callable[[object, object, int], Boxes[Action]] | None,
        act: Callable[[object, object, int, Action, Tell], Outcome[Action]] | None,
        keep: bool,
        mend: Callable[[object, object, int, Action | None], Action | None] | None,
    ) -> None:
        self.boxes, self.then, self.default, self.asked = boxes, then, default, asked
        self.hold, self.first, self.offer, self.until = hold, first, offer, until
        self.beside, self.act, self.keep, self.mend = beside, act, keep, mend

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        """Ask, or close the decision if it is time; True if somebody must still answer."""
        pending = section.pending
        if pending is None:
            asked = list(self.asked(game, section))
            if not asked:
                section.step = self.after
                return False
            pending = self.open(game, section, asked)
        if not pending.due and not self.complete(game, section, pending):
            return True
        section.pending = None
        pending.due = True
        outcome = self.then(game, section, pending, tell)
        if self.until is None or self.until(game, section):
            section.step = self.after
        if outcome is not None:
            enter(game, outcome)
        return False

    def open(self, game: AnyPlay, section: AnySection, asked: list[int]) -> Pending[Action]:
        """Ask: number the requests and put in what seats have ordered to be answered for them."""
        pending = section.pending = Pending(asked)
        requests = game.requests
        for seat in asked:
            requests[seat] += 1
        if self.offer:
            for seat in asked:
                self.order(game, section, seat)
        return pending

    def order(self, game: AnyPlay, section: AnySection, seat: int) -> bool:
        """Answer for a seat as it has ordered, if that is legal here; say whether it was."""
        ordered = game.standing[seat].get(self.key)
        if ordered is None or section.pending is None:
            return False
        legal = given(ordered, self.boxes(game, section, seat))
        if legal is not None:
            section.pending.answers[seat] = legal
        return legal is not None

    def renew(self, game: AnyPlay, section: AnySection) -> None:
        """Give back answers that what happened beside the decision made illegal; their owners are asked again."""
        if self.keep or section.pending is None:
            return
        answers = section.pending.answers
        for seat, answer in list(answers.items()):
            if answer not in self.boxes(game, section, seat):
                del answers[seat]
                if not (self.offer and self.order(game, section, seat)):
                    game.requests[seat] += 1

    def complete(self, game: AnyPlay, section: AnySection, pending: Pending[Action]) -> bool:
        """Whether the decision can be closed before its time is up."""
        if self.hold is not None and self.hold(game, section):
            return False
        return len(pending.answers) >= (1 if self.first else len(pending.asked))

    def standing_boxes(self, game: AnyPlay, section: AnySection, seat: int) -> Boxes[Action]:
        """What the seat may do beside the decision, at any time while it is open."""
        return NOTHING if self.beside is None else self.beside(game, section, seat)


_OVER = _Over()


def enter(game: AnyPlay, outcome: Section[Action] | Turn) -> None:
    """Carry out what a step returned: start a section, leave one, or end the game."""
    if outcome is LEAVE:
        game.stack[-1].step = ""
    elif outcome is GAME_OVER:
        game.stack.clear()
    else:
        section = cast("AnySection", outcome)
        if not section.table_of_contents:
            kind = section.__class__.__name__
            raise TypeError(f"{kind} has no steps: write flow({kind}, ...) in a module that your rules import")
        section.step = next(iter(section.table_of_contents))
        game.stack.append(section)


def within(game: Play[S, A], kind: type[R]) -> R:
    """The record of the innermost section of this type that is being played: the battle that a question is about.

    Raises:
        LookupError: if there is none.
    """
    for section in reversed(game.stack):
        if isinstance(section, kind):
            return section
    raise LookupError(f"no {kind.__name__} is being played")


def everyone(game: G, section: R) -> Iterable[int]:
    """All seats, in seat order."""
    return range(len(cast("AnyPlay", game).requests))


def never(game: G, section: R) -> bool:
    """``until``: asked again and again, for as long as there is anybody to ask."""
    return False


G_contra = TypeVar("G_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class _Step(Generic[G_contra, R_contra]):
    """A step with the types of its game and section, for the type checker alone."""

    def __init__(self, kind: StepKind) -> None:
        self.kind = kind


def each(play: Callable[[G, R, Tell], Section[A] | Turn | None]) -> _Step[G, R]:
    """A step that is played again after each section it starts, until it starts none."""
    return _Step(_Rule(cast("Callable[[object, object, Tell], Outcome[Action]]", play), stays=True))


def decide(
    boxes: Callable[[G, R, int], Boxes[A]],
    then: Callable[[G, R, Pending[A], Tell], Section[A] | Turn | None],
    *,
    default: Callable[[G, R, int], A],
    asked: Callable[[G, R], Iterable[int]] = everyone,
    hold: Callable[[G, R], bool] | None = None,
    first: bool = False,
    offer: bool = False,
    until: Callable[[G, R], bool] | None = None,
    beside: Callable[[G, R, int], Boxes[A]] | None = None,
    act: Callable[[G, R, int, A, Tell], Section[A] | Turn | None] | None = None,
    keep: bool = False,
    mend: Callable[[G, R, int, A | None], A | None] | None = None,
) -> _Step[G, R]:
    """A step that asks one or more seats. Answers are sealed until all are in, and may be changed until then.

    Args:
        boxes: What a seat may answer. Must depend only on what that seat may know.
        then: What follows once the decision is closed; gets the answers and who missed it.
        default: The answer for a seat whose time is up; must be legal.
        asked: Who decides. Nobody: the step is passed over and ``then`` is not called.
        hold: While true, the decision stays open even when all are in, until time is up.
        first: The first answer closes the decision ("any one of you"); the others' are not needed. Where
            nobody speaks up, it is the first in the order of asking.
        offer: Seats may leave a standing order for it.
        until: Asked again after ``then`` until this is true.
        beside: What any seat may do at once, as often as it likes, while the decision is open.
        act: Carries out such an action; may start a section, which suspends the decision.
        keep: Sealed answers survive such an action, and the section it started, even when they have become
            illegal. Otherwise they go back to their owners, who are asked again.
        mend: What an illegal answer (``None``: an unreadable one) is turned into; nothing: it is refused.
    """
    decision = Decision(
        cast("Callable[[object, object, int], Boxes[Action]]", boxes),
        cast("Callable[[object, object, Pending[Action], Tell], Outcome[Action]]", then),
        cast("Callable[[object, object, int], Action]", default),
        cast("Callable[[object, object], Iterable[int]]", asked),
        cast("Callable[[object, object], bool] | None", hold),
        first,
        offer,
        cast("Callable[[object, object], bool] | None", until),
        cast("Callable[[object, object, int], Boxes[Action]] | None", beside),
        cast("Callable[[object, object, int, Action, Tell], Outcome[Action]] | None", act),
        keep,
        cast("Callable[[object, object, int, Action | None], Action | None] | None", mend),
    )
    return _Step(decision)


def flow(section: type[R], **steps: _Step[G, R] | Callable[[G, R, Tell], Section[A] | Turn | None]) -> None:
    """Write down the steps of a section, in the order of the rulebook.

    A plain function is a step without a choice: it returns nothing, or a section to play before the next
    step, or ``LEAVE`` or ``GAME_OVER``.

    Raises:
        TypeError: if the section has no steps, or already has some.
    """
    record = cast("type[AnySection]", section)
    if not steps or "table_of_contents" in record.__dict__:
        raise TypeError(f"{section.__name__} needs its steps exactly once")
    tag = record.__struct_config__.tag
    contents: dict[str, StepKind] = {}
    names = [*steps, ""]
    for (name, step), after in zip(steps.items(), names[1:], strict=True):
        plain = (
            step.kind
            if isinstance(step, _Step)
            else _Rule(cast("Callable[[object, object, Tell], Outcome[Action]]", step), stays=False)
        )
        plain.name, plain.after = name, after
        if isinstance(plain, Decision):
            plain.key = f"{tag}.{name}"
        contents[name] = plain
    contents[""] = _OVER
    record.table_of_contents = contents


@cache
def section_types(game: Hashable) -> tuple[type[AnySection], ...]:
    """The sections that can lie on the stack of this type of game, read from its annotations."""
    (stack,) = (field.type for field in structs.fields(cast("type[Struct]", game)) if field.name == "stack")
    (inside,) = get_args(stack)
    return cast("tuple[type[AnySection], ...]", get_args(inside) or (inside,))


@cache
def decisions_of(game: Hashable) -> tuple[Decision, ...]:
    """Every step of this type of game that asks."""
    sections = section_types(game)
    return tuple(
        step for section in sections for step in section.table_of_contents.values() if isinstance(step, Decision)
    )
