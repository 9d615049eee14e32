"""Steps that ask players: who is asked, the legal answers, and when the decision is closed.

``decide(boxes, then, default=...)`` makes the usual decision. Rarely needed settings follow it as methods:
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
    """Gives all seats the same boxes, or the same default."""
    return lambda game, section, seat: answer


def never(game: G, section: R) -> bool:
    """A value for ``until``: the step repeats as long as there is a player to ask."""
    return False


class Decision(Step[G_contra, R_contra]):
    """A step that asks one or more seats; ``decide`` explains its parts."""

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
        """While the decision is open, any seat may take these optional actions, as often as it likes.

        Args:
            boxes: The optional actions of a seat.
            act: Carries one out; it may start a section, which suspends the decision.
            keep: Keep sealed answers even if they have become illegal. Otherwise illegal ones go back to their owners,
                who are asked again.
        """
        self.aside = cast("Callable[[object, object, int], Boxes[Action]]", boxes)
        self.act = cast("Callable[[object, object, int, Action, Tell], Outcome[Action]]", act)
        self.keep = keep
        return self

    def any_one(self) -> Decision[G_contra, R_contra]:
        """Let the first answer close the decision ("any one of you"); without one, the first seat's default counts."""
        self.first = True
        return self

    def held(self: Decision[G, R], hold: Callable[[G, R], bool]) -> Decision[G, R]:
        """While this condition is true the decision stays open until time is up, even when all have answered."""
        self.hold = cast("Callable[[object, object], bool]", hold)
        return self

    def mended(self: Decision[G, R], mend: Callable[[G, R, int, M], M]) -> Decision[G, R]:
        """Let ``mend`` replace an illegal answer (None: unreadable); if it returns None, the answer is refused."""
        self.mend = cast("Callable[[object, object, int, Action | None], Action | None]", mend)
        return self

    def advance(self, game: AnyPlay, section: AnySection, tell: Tell) -> bool:
        """Ask, or close the decision if it is time; returns whether a player still has to answer."""
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
        """Ask: number the requests and answer for seats that have a standing order."""
        pending = section.pending = Pending(asked)
        requests = game.requests
        for seat in asked:
            requests[seat] += 1
        if self.repeated:
            for seat in asked:
                self.order(game, section, seat)
        return pending

    def order(self, game: AnyPlay, section: AnySection, seat: int) -> bool:
        """Answer for a seat by its standing order, if that is legal; returns whether it was."""
        ordered = game.standing_orders[seat].get(self.key)
        if ordered is None or section.pending is None:
            return False
        legal = given(ordered, self.boxes(game, section, seat))
        if legal is not None:
            section.pending.answers[seat] = legal
        return legal is not None

    def renew(self, game: AnyPlay, section: AnySection) -> None:
        """Give back sealed answers that have become illegal; their owners are asked again."""
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
        enough = 1 if self.first else len(pending.asked)
        return len(pending.answers) >= enough and not self.holds(game, section, pending)

    def holds(self, game: AnyPlay, section: AnySection, pending: Pending[Action]) -> bool:
        """Whether the decision stays open until its time is up, by the rules or the table's agreement."""
        return pending.held or (self.hold is not None and self.hold(game, section))

    def standing_boxes(self, game: AnyPlay, section: AnySection, seat: int) -> Boxes[Action]:
        """The seat's optional actions while the decision is open."""
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
        boxes: The legal answers of a seat. They must depend only on what that seat may know.
        then: What follows when the decision is closed; it gets the answers and the seats that missed it.
        default: The answer for a seat whose time is up; must be legal.
        asked: The seats that are asked. If there are none, the step is skipped and ``then`` is not called.
        until: Ask again after ``then`` until this is true.
        repeated: Seats may leave a standing order for the question.
    """
    return Decision(boxes, then, default, asked, until, repeated)
