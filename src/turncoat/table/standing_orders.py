"""Standing orders as pages show them and people type them: every repeated question with its order, and the choices."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action, Boxes, typed
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import either, plain
from turncoat.kernel.repeated_question import OrderChoice, OrderLimit, RepeatedQuestion
from turncoat.kernel.standing_order import Like, write_like

ASK = ""
"""The value that a form sends for "ask me"."""
OTHER = -1
"""The number that stands for an order that the page cannot show as a choice, such as one that a program gave."""

ALWAYS, ASK_ME = "always", "ask"
"""The word that people type before a standing order, and the word after it that cancels the order."""


class Order(Struct, frozen=True):
    """A repeated question and the seat's standing order for it.

    Attributes:
        question: The repeated question.
        stands: The number of the chosen answer; None: the seat is asked each time; -1: an order that is no choice here.
        chosen: The number that the player chose for that answer, if it needs one.
    """

    question: RepeatedQuestion
    stands: int | None
    chosen: int | None = None

    @property
    def asks(self) -> bool:
        """Whether the seat is asked each time, because it has no standing order."""
        return self.stands is None

    @property
    def now(self) -> str:
        """The present standing order as a sentence for the player."""
        if self.stands is None:
            return "you are asked"
        choice = self.question.choices[self.stands] if self.stands >= 0 else None
        return f"you always {choice.words.format(self.chosen)}" if choice is not None else "something else stands"

    def ways(self, number: str = "") -> tuple[str, ...]:
        """What can be typed for it; with its number in the list also when it is not the open question."""
        return tuple(f"{ALWAYS} {number}{_words(choice)}" for choice in self.question.choices)

    @property
    def switches(self) -> tuple[tuple[int, OrderChoice], ...]:
        """The choices that a player orders with one tap, with their numbers."""
        return tuple((number, choice) for number, choice in enumerate(self.question.choices) if choice.limit is None)

    @property
    def with_limit(self) -> tuple[tuple[int, OrderChoice, OrderLimit], ...]:
        """The choices for which a player must give a number, with their own numbers and that number's limits."""
        choices = enumerate(self.question.choices)
        return tuple((number, choice, choice.limit) for number, choice in choices if choice.limit is not None)


class Wanted(Struct, frozen=True):
    """The standing order that a form asks for.

    Attributes:
        actions: The answers to give; none: the seat wants to be asked each time.
        unless: The seat is asked after all while an answer like one of these is legal.
    """

    actions: tuple[Action, ...] = ()
    unless: tuple[Like, ...] = ()


NO_QUESTIONS = "There is no question for which you can leave a standing order."
"""What a player is told in a game without repeated questions."""

Written = Mapping[str, Sequence[Any]]
"""Answers as plain data, by the key of their question."""


def orders_of(rules: AnyRuleset, view: Any, standing: Written, unless: Written) -> tuple[Order, ...]:
    """A seat's standing orders, one for each repeated question of a game.

    Args:
        rules: The game.
        view: The seat's view.
        standing: The standing orders in the seat's view.
        unless: The exceptions to them in the seat's view.
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
    given, asked = [dict(like) for like in ordered], [dict(like) for like in unless]
    for number, choice in enumerate(question.choices):
        if given == [rules.write_action(action) for action in choice.actions]:
            chosen = None if choice.limit is None else choice.limit.low - 1 + len(asked)
            if asked == [write_like(like) for like in choice.unless(chosen or 0)] and _fits(choice, chosen):
                return Order(question, number, chosen)
    return Order(question, OTHER)


def _fits(choice: OrderChoice, number: int | None) -> bool:
    """Whether a number is within the limits of a choice; for a choice without a number, whether none is given."""
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
    """Read a standing order from a form.

    Args:
        orders: The repeated questions with their choices.
        key: The key of the question.
        stand: The number of the choice; empty: the player wants to be asked.
        number: The number that goes with the choice, if the choice needs one.

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
    """The number that goes with a choice; 0 if the choice needs none.

    Raises:
        Unreadable: it needs one, and this is none.
    """
    if choice.limit is None:
        return 0
    plain = number.isascii() and number.isdecimal() and len(number) <= len(str(choice.limit.high))
    if not plain or not _fits(choice, int(number)):
        raise Unreadable(f"Give a whole number from {choice.limit.low} to {choice.limit.high}.", field="number")
    return int(number)


def typed_order(said: str, orders: Sequence[Order], asked: str) -> tuple[int, Wanted]:
    """Read a typed standing order: the number of its question in the list, from 0, and the order.

    Args:
        said: The words that the player typed after ``always``.
        orders: All repeated questions, with their choices.
        asked: The key of the open question.

    Raises:
        Unreadable: the text is not an order, or nothing is asked repeatedly; the sentence says what can be typed.
    """
    if not orders:
        raise Unreadable(NO_QUESTIONS, field="question")
    first, _, rest = said.partition(" ")
    here = next((number for number, order in enumerate(orders) if order.question.key == asked), None)
    if first.isdecimal():
        here, said = int(first) - 1, rest.strip()
    if here is None or not 0 <= here < len(orders):
        raise Unreadable(f"Write {ALWAYS} alone to list the repeated questions with their numbers.", field="question")
    order = orders[here]
    if plain(said) == ASK_ME:
        return here, Wanted()
    for number, choice in enumerate(order.question.choices):
        if (many := _meant(said, choice)) is not None:
            return here, wanted(tuple(orders), order.question.key, str(number), many)
    ways = order.ways(f"{here + 1} ")
    raise Unreadable(f"Write, for example, {either(ways)}.", field="stand", choices=ways)


def _meant(said: str, choice: OrderChoice) -> str | None:
    """The number that is chosen with a wish, empty where it needs none; None: the words mean something else."""
    if choice.limit is None:
        named = said and plain(choice.words).startswith(plain(said))
        return "" if named or plain(said) == plain(typed(choice.actions[0].__class__)) else None
    many = re.search(r"\d+", said)
    return many[0] if many is not None and plain(choice.words).startswith(plain(said[: many.start()])) else None


def _words(choice: OrderChoice) -> str:
    return choice.words.format(choice.limit.usual) if choice.limit is not None else choice.words
