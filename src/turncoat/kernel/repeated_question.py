"""Questions for which seats can leave standing orders, in the form for people."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.boxes import Action
from turncoat.kernel.standing_order import Like


class OrderLimit(Struct, frozen=True):
    """A number in a standing order: while an answer up to it is possible, the seat is asked.

    Attributes:
        act: The type of the answers up to the number (``"bid"``).
        field: The field of these answers that holds the number.
        low: The least number that can be chosen.
        high: The greatest number that can be chosen.
        usual: The number that the form proposes.
    """

    act: str
    field: str
    low: int
    high: int
    usual: int

    def unless(self, number: int) -> tuple[Like, ...]:
        """The answers up to this number; while one of them is possible, the seat is asked."""
        return tuple(Like(self.act, {self.field: value}) for value in range(self.low, number + 1))


class OrderChoice(Struct, frozen=True):
    """A possible standing order.

    Attributes:
        words: The order in words, after "You" and "always" (``"pass"``). With a number, after "You" alone, with ``{}``
            for the number (``"pass as soon as {} are bid"``).
        actions: The answers: the first legal one is given; if none is legal, the seat is asked.
        limit: The number in the order, if any: the answers are given once no answer up to it is possible.
        until: A type of answer (``"call"``): as soon as one is possible, the seat is asked; empty: none.
    """

    words: str
    actions: tuple[Action, ...]
    limit: OrderLimit | None = None
    until: str = ""

    def unless(self, number: int) -> tuple[Like, ...]:
        """The answers that make the table ask the seat while they are possible."""
        return (Like(self.until),) if self.until else () if self.limit is None else self.limit.unless(number)


class RepeatedQuestion(Struct, frozen=True):
    """A question that comes again during a game.

    Attributes:
        key: The key of the decision (``"storm.window"``).
        title: The moment of the question, in a few words.
        choices: The possible orders; the first is the most usual one.
    """

    key: str
    title: str
    rule: str
    choices: tuple[OrderChoice, ...]
