"""Standing orders at the terminal: ``always pass`` answers a question from now on, each time that it comes again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from turncoat.drawing.terminal import Line
from turncoat.kernel.boxes import typed
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import either, plain
from turncoat.kernel.repeated_question import OrderChoice
from turncoat.web.orders import ASK, Order, Wanted, wanted

ASK_ME = "ask"
"""What is typed to be asked again."""


def ways(order: Order, number: str = "") -> tuple[str, ...]:
    """What can be typed for a question; with a number also when it is not the open one."""
    return tuple(f"always {number}{_words(choice)}" for choice in order.question.choices)


def listed(orders: Sequence[Order]) -> Iterator[Line]:
    """Every repeated question: its standing order, and what can be typed for it.

    Raises:
        Unreadable: there is none in this game.
    """
    if not orders:
        raise Unreadable("This game has no repeated questions.", field="question")
    for number, order in enumerate(orders, 1):
        yield _line(number, order)
        again = () if order.asks else (f"always {number} {ASK_ME}",)
        yield ((f"      {either((*again, *ways(order, f'{number} ')))}", "dim"),)


def confirmed(number: int, order: Order) -> Line:
    """The present standing order for a question, counted from 0."""
    return *_line(number + 1, order), ("  always lists such orders and ends them", "dim")


def read(said: str, orders: Sequence[Order], asked: str) -> tuple[int, Wanted]:
    """What is ordered, and for which question, counted from 0.

    Args:
        said: What was typed after ``always``.
        orders: Every question that comes again and again.
        asked: The key of the open question.

    Raises:
        Unreadable: it is no order; the sentence says what can be typed.
    """
    first, _, rest = said.partition(" ")
    here = next((number for number, one in enumerate(orders) if one.question.key == asked), None)
    if first.isdecimal():
        here, said = int(first) - 1, rest.strip()
    if here is None or not 0 <= here < len(orders):
        raise Unreadable("Write always alone to list the repeated questions with their numbers.", field="question")
    order = orders[here]
    if plain(said) == ASK_ME:
        return here, wanted(tuple(orders), order.question.key, ASK)
    for number, choice in enumerate(order.question.choices):
        if (many := _meant(said, choice)) is not None:
            return here, wanted(tuple(orders), order.question.key, str(number), many)
    raise Unreadable(f"Write, for example, {either(ways(order, f'{here + 1} '))}.", field="stand", choices=ways(order))


def _meant(said: str, choice: OrderChoice) -> str | None:
    """The number that is chosen with a wish, empty where it needs none; None: the words mean something else."""
    if choice.limit is None:
        named = said and plain(choice.words).startswith(plain(said))
        return "" if named or plain(said) == plain(typed(choice.actions[0].__class__)) else None
    many = re.search(r"\d+", said)
    return many[0] if many is not None and plain(choice.words).startswith(plain(said[: many.start()])) else None


def _words(choice: OrderChoice) -> str:
    return choice.words.format(choice.limit.usual) if choice.limit is not None else choice.words


def _line(number: int, order: Order) -> Line:
    stands = "you are asked"
    if order.stands is not None:
        choice = order.question.choices[order.stands] if order.stands >= 0 else None
        stands = f"you always {choice.words.format(order.chosen)}" if choice is not None else "something else stands"
    return (f"  {number:2}  {order.question.title}: ", ""), (stands, "you"), (f"  {order.question.rule}", "rule")
