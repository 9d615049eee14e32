"""Standing orders as the pages show them: every kind of offer with what stands for it, and what could."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.like import Like, write_like
from turncoat.kernel.offer import Bound, Offer, Wish

ASK = ""
"""What a form sends for "ask me"."""
OTHER = -1
"""Stands for an order that is none of those the page knows: it was left by a program."""


class Order(Struct, frozen=True):
    """A kind of offer and what stands for it.

    Attributes:
        offer: The kind of offer.
        stands: The number of the wish that stands; None: the seat is asked; -1: something else.
        chosen: The number that was chosen with the wish that stands, where one is.
    """

    offer: Offer
    stands: int | None
    chosen: int | None = None

    @property
    def asks(self) -> bool:
        """Whether the seat is asked."""
        return self.stands is None

    @property
    def switches(self) -> tuple[tuple[int, Wish], ...]:
        """What is ordered with one tap, with its numbers."""
        return tuple((number, wish) for number, wish in enumerate(self.offer.wishes) if wish.bound is None)

    @property
    def bounds(self) -> tuple[tuple[int, Wish, Bound], ...]:
        """What is ordered with a number, with its own number and what can be chosen."""
        wishes = enumerate(self.offer.wishes)
        return tuple((number, wish, wish.bound) for number, wish in wishes if wish.bound is not None)


class Wanted(Struct, frozen=True):
    """What a form orders.

    Attributes:
        actions: What is to be answered; nothing: the seat wants to be asked.
        unless: What the seat wants to be asked about all the same.
    """

    actions: tuple[Action, ...] = ()
    unless: tuple[Like, ...] = ()


Written = Mapping[str, Sequence[Any]]
"""Answers as plain data, by key of the offer."""


def orders_of(rules: AnyRuleset, view: Any, standing: Written, unless: Written) -> tuple[Order, ...]:
    """What stands for each kind of offer of a game.

    Args:
        rules: The game.
        view: The seat's view.
        standing: The seat's standing orders, as its view has them.
        unless: What they do not hold for, as its view has it.
    """
    return tuple(
        _order(rules, offer, standing.get(offer.key), unless.get(offer.key, ())) for offer in rules.offers(view)
    )


def _order(rules: AnyRuleset, offer: Offer, ordered: Sequence[Any] | None, unless: Sequence[Any]) -> Order:
    if ordered is None:
        return Order(offer, None)
    given, asked = [dict(one) for one in ordered], [dict(one) for one in unless]
    for number, wish in enumerate(offer.wishes):
        if given == [rules.write_action(action) for action in wish.actions]:
            chosen = None if wish.bound is None else wish.bound.low - 1 + len(asked)
            if asked == [write_like(one) for one in wish.unless(chosen or 0)] and _fits(wish, chosen):
                return Order(offer, number, chosen)
    return Order(offer, OTHER)


def _fits(wish: Wish, number: int | None) -> bool:
    """Whether this number can be chosen with a wish; nothing: with a wish that needs none."""
    return number is None if wish.bound is None else number is not None and wish.bound.low <= number <= wish.bound.high


def open_wishes(order: Order, boxes: Boxes[Action]) -> tuple[tuple[int, Wish], ...]:
    """What can be ordered with one tap and would answer the open question at once, with its numbers."""
    return tuple((number, wish) for number, wish in order.switches if any(action in boxes for action in wish.actions))


def wanted(orders: tuple[Order, ...], key: str, stand: str, number: str = "") -> Wanted:
    """What a form orders.

    Args:
        orders: What can be ordered.
        key: The kind of offer.
        stand: The number of the wish, or nothing.
        number: The number that is chosen with it, where the wish needs one.

    Raises:
        Unreadable: there is no such kind of offer, or nothing like this can be ordered for it.
    """
    order = next((order for order in orders if order.offer.key == key), None)
    if order is None:
        raise Unreadable("offer: choose one of the kinds of offers in the list.", field="offer")
    if stand == ASK:
        return Wanted()
    if not stand.isdecimal() or int(stand) >= len(order.offer.wishes):
        raise Unreadable("stand: choose to be asked, or one of the answers in the list.", field="stand")
    wish = order.offer.wishes[int(stand)]
    return Wanted(wish.actions, wish.unless(_number(wish, number)))


def _number(wish: Wish, number: str) -> int:
    """The number that is chosen with a wish; 0 where it needs none.

    Raises:
        Unreadable: it needs one, and this is none.
    """
    if wish.bound is None:
        return 0
    plain = number.isascii() and number.isdecimal() and len(number) <= len(str(wish.bound.high))
    if not plain or not _fits(wish, int(number)):
        raise Unreadable(f"number: give a whole number from {wish.bound.low} to {wish.bound.high}.", field="number")
    return int(number)
