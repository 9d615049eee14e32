"""Standing orders as the pages show them: every repeated question with its standing order, and the choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.repeated_question import OrderChoice, OrderLimit, RepeatedQuestion
from turncoat.kernel.standing_order import Like, write_like

ASK = ""
"""What a form sends for "ask me"."""
OTHER = -1
"""The number for a standing order that the page does not know: a program has left it."""


class Order(Struct, frozen=True):
    """A repeated question and its standing order.

    Attributes:
        question: The repeated question.
        stands: The number of the choice that stands; None: the seat is asked; -1: another order.
        chosen: The number that was chosen with it, if it has one.
    """

    question: RepeatedQuestion
    stands: int | None
    chosen: int | None = None

    @property
    def asks(self) -> bool:
        """Whether the seat is asked."""
        return self.stands is None

    @property
    def switches(self) -> tuple[tuple[int, OrderChoice], ...]:
        """The choices that are ordered with one tap, with their numbers."""
        return tuple((number, choice) for number, choice in enumerate(self.question.choices) if choice.limit is None)

    @property
    def with_limit(self) -> tuple[tuple[int, OrderChoice, OrderLimit], ...]:
        """The choices that need a number, each with its own number and the limits of the number."""
        choices = enumerate(self.question.choices)
        return tuple((number, choice, choice.limit) for number, choice in choices if choice.limit is not None)


class Wanted(Struct, frozen=True):
    """A standing order that a form leaves.

    Attributes:
        actions: What is to be answered; nothing: the seat wants to be asked.
        unless: While an answer like one of these is possible, the seat is asked instead.
    """

    actions: tuple[Action, ...] = ()
    unless: tuple[Like, ...] = ()


Written = Mapping[str, Sequence[Any]]
"""Answers as plain data, by key of the question."""


def orders_of(rules: AnyRuleset, view: Any, standing: Written, unless: Written) -> tuple[Order, ...]:
    """The standing order for each repeated question of a game.

    Args:
        rules: The game.
        view: The seat's view.
        standing: The seat's standing orders, as its view has them.
        unless: What they do not hold for, as its view has it.
    """
    return tuple(
        _order(rules, question, standing.get(question.key), unless.get(question.key, ()))
        for question in rules.repeated_questions(view)
    )


def _order(
    rules: AnyRuleset, question: RepeatedQuestion, ordered: Sequence[Any] | None, unless: Sequence[Any]
) -> Order:
    if ordered is None:
        return Order(question, None)
    given, asked = [dict(one) for one in ordered], [dict(one) for one in unless]
    for number, choice in enumerate(question.choices):
        if given == [rules.write_action(action) for action in choice.actions]:
            chosen = None if choice.limit is None else choice.limit.low - 1 + len(asked)
            if asked == [write_like(one) for one in choice.unless(chosen or 0)] and _fits(choice, chosen):
                return Order(question, number, chosen)
    return Order(question, OTHER)


def _fits(choice: OrderChoice, number: int | None) -> bool:
    """Whether this number can be chosen with a wish; nothing: with a wish that needs none."""
    return (
        number is None
        if choice.limit is None
        else number is not None and choice.limit.low <= number <= choice.limit.high
    )


def open_choices(order: Order, boxes: Boxes[Action]) -> tuple[tuple[int, OrderChoice], ...]:
    """The choices, with their numbers, that can be ordered with one tap and would answer the open question at once."""
    return tuple(
        (number, choice) for number, choice in order.switches if any(action in boxes for action in choice.actions)
    )


def wanted(orders: tuple[Order, ...], key: str, stand: str, number: str = "") -> Wanted:
    """A standing order that a form leaves.

    Args:
        orders: What can be ordered.
        key: The key of the question.
        stand: The number of the wish, or nothing.
        number: The number that is chosen with it, where the wish needs one.

    Raises:
        Unreadable: there is no such question, or nothing like this can be ordered for it.
    """
    order = next((order for order in orders if order.question.key == key), None)
    if order is None:
        raise Unreadable("There is no such repeated question; choose one in the list.", field="question")
    if stand == ASK:
        return Wanted()
    if not stand.isdecimal() or int(stand) >= len(order.question.choices):
        raise Unreadable("Choose to be asked, or one of the answers in the list.", field="stand")
    choice = order.question.choices[int(stand)]
    return Wanted(choice.actions, choice.unless(_number(choice, number)))


def _number(choice: OrderChoice, number: str) -> int:
    """The number that is chosen with a wish; 0 where it needs none.

    Raises:
        Unreadable: it needs one, and this is none.
    """
    if choice.limit is None:
        return 0
    plain = number.isascii() and number.isdecimal() and len(number) <= len(str(choice.limit.high))
    if not plain or not _fits(choice, int(number)):
        raise Unreadable(f"Give a whole number from {choice.limit.low} to {choice.limit.high}.", field="number")
    return int(number)
