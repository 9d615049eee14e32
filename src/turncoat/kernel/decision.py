"""Steps that ask: who is asked, what may be answered, and when the decision is closed.

``decide(boxes, then, default=...)`` is a decision as most are. Rarely needed settings follow it as methods:
``decide(...).beside(gift_boxes, give)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from turncoat.kernel.boxes import NOTHING, Action, Boxes
from turncoat.kernel.events import Tell
from turncoat.kernel.flows import AnyPlay, AnySection, Exit, G_contra, Outcome, Pending, R_contra, Section, Step, enter
from turncoat.kernel.standing_order import given

A = TypeVar("A", bound=Action)
G = TypeVar("G")
R = TypeVar("R")
M = TypeVar("M")
T = TypeVar("T")


def everyone(game: G, section: R) -> Iterable[int]:
    """All seats, in seat order."""
    return range(len(cast("AnyPlay", game).requests))


def always(answer: T) -> Callable[[object, object, int], T]:
    """The same boxes, or the same default, no matter which seat is asked."""
    return lambda game, section, seat: answer


def never(game: G, section: R) -> bool:
    """A value for ``until``: the step asks again and again, as long as there is anybody to ask."""
    return False


class Decision(Step[G_contra, R_contra]):
    """A step that asks one or more seats; ``decide`` explains what it is made of."""

    hold: Callable[[object, object], bool] | None = None
    mend: Callable[[object, object, int, Action | None], Action | None] | None = None
    aside: Callable[[object, object, int], Boxes[Action]] | None = None
    act: Callable[[object, object, int, Action, Tell], Outcome[Action]] | None = None
    keep = first = False

    def __init__(
        self,
        boxes: Callable[[G_contra, R_contra, int], Boxes[A]],
        then: Callable[[G_contra, R_contra, Pending[A], Tell], Outcome[A]],
        default: Callable[[G_contra, R_contra, int], A],
        asked: Callable[[G_contra, R_contra], Iterable[int]],
        until: Callable[[G_contra, R_contra], bool] | None,
        repeated: bool,
    ) -> None:
        self.boxes = cast("Callable[[object, object, int], Boxes[Action]]", boxes)
        self.then = cast("Callable[[object, object, Pending[Action], Tell], Outcome[Action]]", then)
        self.default = cast("Callable[[object, object, int], Action]", default)
        self.asked = cast("Callable[[object, object], Iterable[int]]", asked)
        self.until = cast("Callable[[object, object], bool] | None", until)
        self.repeated = repeated

    def beside(
        self: Decision[G, R],
        boxes: Callable[[G, R, int], Boxes[A]],
        act: Callable[[G, R, int, A, Tell], Section[A] | Exit | None],
        *,
        keep: bool = False,
    ) -> Decision[G, R]:
        """While it is open, any seat may do something else at once, as often as it likes.

        Args:
            boxes: What the seat may do.
            act: Carries it out; may start a section, which suspends the decision.
            keep: Sealed answers survive this even when they have become illegal. Otherwise they go back to their
                owners, who are asked again.
        """
        self.aside = cast("Callable[[object, object, int], Boxes[Action]]", boxes)
        self.act = cast("Callable[[object, object, int, Action, Tell], Outcome[Action]]", act)
        self.keep = keep
        return self

    def any_one(self) -> Decision[G_contra, R_contra]:
        """The first answer closes it ("any one of you"); without one, the default of the first seat asked does."""
        self.first = True
        return self

    def held(self: Decision[G, R], hold: Callable[[G, R], bool]) -> Decision[G, R]:
        """While this is true it stays open even when all are in, until time is up."""
        self.hold = cast("Callable[[object, object], bool]", hold)
        return self

    def mended(self: Decision[G, R], mend: Callable[[G, R, int, M], M]) -> Decision[G, R]:
        """What an illegal answer (``None``: an unreadable one) is turned into; nothing: it is refused."""
        self.mend = cast("Callable[[object, object, int, Action | None], Action | None]", mend)
        return self

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
        if self.repeated:
            for seat in asked:
                self.order(game, section, seat)
        return pending

    def order(self, game: AnyPlay, section: AnySection, seat: int) -> bool:
        """Answer for a seat as it has ordered, if that is legal here; say whether it was."""
        ordered = game.standing_orders[seat].get(self.key)
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
                if not (self.repeated and self.order(game, section, seat)):
                    game.requests[seat] += 1

    def complete(self, game: AnyPlay, section: AnySection, pending: Pending[Action]) -> bool:
        """Whether the decision can be closed before its time is up."""
        if self.holds(game, section, pending):
            return False
        return len(pending.answers) >= (1 if self.first else len(pending.asked))

    def holds(self, game: AnyPlay, section: AnySection, pending: Pending[Action]) -> bool:
        """Whether it stays open until its time is up, as the rules say or the table has agreed."""
        return pending.held or (self.hold is not None and self.hold(game, section))

    def standing_boxes(self, game: AnyPlay, section: AnySection, seat: int) -> Boxes[Action]:
        """What the seat may do beside the decision, at any time while it is open."""
        return NOTHING if self.aside is None else self.aside(game, section, seat)


AnyDecision = Decision[AnyPlay, AnySection]


def decide(
    boxes: Callable[[G, R, int], Boxes[A]],
    then: Callable[[G, R, Pending[A], Tell], Section[A] | Exit | None],
    *,
    default: Callable[[G, R, int], A],
    asked: Callable[[G, R], Iterable[int]] = everyone,
    until: Callable[[G, R], bool] | None = None,
    repeated: bool = False,
) -> Decision[G, R]:
    """A step that asks one or more seats. Answers are sealed until all are in, and may be changed until then.

    Args:
        boxes: What a seat may answer. Must depend only on what that seat may know.
        then: What follows once the decision is closed; gets the answers and who missed it.
        default: The answer for a seat whose time is up; must be legal.
        asked: Who decides. Nobody: the step is passed over and ``then`` is not called.
        until: Asked again after ``then`` until this is true.
        repeated: Seats may leave a standing order for it.
    """
    return Decision(boxes, then, default, asked, until, repeated)
