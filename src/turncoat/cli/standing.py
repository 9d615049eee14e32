"""Standing orders at the terminal: ``always pass`` answers a question each time that it is asked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turncoat.drawing.terminal import Line
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.lexicon import either
from turncoat.table.standing_orders import ALWAYS, ASK_ME, Order


def listed(orders: Sequence[Order]) -> Iterator[Line]:
    """Every repeated question with its standing order and the words to change it.

    Raises:
        Unreadable: this game has no repeated questions.
    """
    if not orders:
        raise Unreadable("This game has no repeated questions.", field="question")
    for number, order in enumerate(orders, 1):
        yield _line(number, order)
        again = () if order.asks else (f"{ALWAYS} {number} {ASK_ME}",)
        yield ((f"      {either((*again, *order.ways(f'{number} ')))}", "dim"),)


def confirmed(number: int, order: Order) -> Line:
    """The current standing order for a question, counted from 0."""
    return *_line(number + 1, order), ("  always lists such orders and ends them", "dim")


def _line(number: int, order: Order) -> Line:
    return (f"  {number:2}  {order.question.title}: ", ""), (order.now, "you"), (f"  {order.question.rule}", "rule")
