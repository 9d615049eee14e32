"""Standing orders as the pages show them: every kind of offer with what stands for it, and what could."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from turncoat.games import AnyRuleset
from turncoat.kernel.box import Action, Boxes
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.offer import Offer, Wish

ASK = ""
"""What a form sends for "ask me"."""
OTHER = -1
"""Stands for an order that is none of those the page knows: it was left by a program."""


class Order(Struct, frozen=True):
    """A kind of offer and what stands for it.

    Attributes:
        offer: The kind of offer.
        stands: The number of the wish that stands; None: the seat is asked; -1: something else.
    """

    offer: Offer
    stands: int | None

    @property
    def asks(self) -> bool:
        """Whether the seat is asked."""
        return self.stands is None


def orders_of(rules: AnyRuleset, view: Any, standing: Mapping[str, Sequence[Any]]) -> tuple[Order, ...]:
    """What stands for each kind of offer of a game.

    Args:
        rules: The game.
        view: The seat's view.
        standing: The seat's standing orders, as its face has them.
    """
    return tuple(Order(offer, _stands(rules, offer, standing.get(offer.key))) for offer in rules.offers(view))


def _stands(rules: AnyRuleset, offer: Offer, ordered: Sequence[Any] | None) -> int | None:
    if ordered is None:
        return None
    written = [[rules.write_action(one) for one in wish.actions] for wish in offer.wishes]
    given = [dict(one) for one in ordered]
    return written.index(given) if given in written else OTHER


def open_wishes(order: Order, boxes: Boxes[Action]) -> tuple[tuple[int, Wish], ...]:
    """What can be ordered and would answer the open question at once, with its numbers."""
    wishes = enumerate(order.offer.wishes)
    return tuple((number, wish) for number, wish in wishes if any(one in boxes for one in wish.actions))


def wanted(orders: tuple[Order, ...], key: str, stand: str) -> tuple[Action, ...]:
    """What a form orders; nothing: the seat wants to be asked.

    Args:
        orders: What can be ordered.
        key: The kind of offer.
        stand: The number of the wish, or nothing.

    Raises:
        Unreadable: there is no such kind of offer, or nothing like this can be ordered for it.
    """
    one = next((one for one in orders if one.offer.key == key), None)
    if one is None:
        raise Unreadable("offer: choose one of the kinds of offers in the list.", field="offer")
    if stand == ASK:
        return ()
    if not stand.isdecimal() or int(stand) >= len(one.offer.wishes):
        raise Unreadable("stand: choose to be asked, or one of the answers in the list.", field="stand")
    return one.offer.wishes[int(stand)].actions
