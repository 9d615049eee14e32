"""Questions for which seats can leave standing orders, as people see them."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.boxes import Action
from turncoat.kernel.standing_order import Like


class OrderLimit(Struct, frozen=True):
    """A number that a player chooses with a standing order: while an answer up to it is possible, the seat is asked.

    Attributes:
        act: The type of the answers up to the number (``"bid"``).
        field: The field of these answers that holds the number.
        low: The least number that can be chosen.
        high: The greatest.
        usual: The number that the form proposes.
    """

    act: str
    field: str
    low: int
    high: int
    usual: int

    def unless(self, number: int) -> tuple[Like, ...]:
        """The answers up to this number; while one of them is possible, the seat is asked."""
        return tuple(Like(self.act, {self.field: one}) for one in range(self.low, number + 1))


class OrderChoice(Struct, frozen=True):
    """What can be ordered to be answered from now on.

    Attributes:
        words: What is done, after "You" and "always" (``"pass"``). Where a number is chosen, after "You" alone, with
            ``{}`` for the number (``"pass as soon as {} are bid"``).
        actions: The answers: the first that is legal is given; if none is, the seat is asked after all.
        limit: The number that is chosen with it, if any: the answers are given once no more is possible up to it.
    """

    words: str
    actions: tuple[Action, ...]
    limit: OrderLimit | None = None

    def unless(self, number: int) -> tuple[Like, ...]:
        """The answers that, while possible, have the seat asked instead; without a number there are none."""
        return () if self.limit is None else self.limit.unless(number)


class RepeatedQuestion(Struct, frozen=True):
    """A question that comes again and again.

    Attributes:
        key: The key of the decision (``"storm.window"``).
        title: When it is asked, in a few words.
        choices: What can be ordered for it; the first is what most people want.
    """

    key: str
    title: str
    rule: str
    choices: tuple[OrderChoice, ...]
