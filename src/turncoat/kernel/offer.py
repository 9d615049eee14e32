"""Kinds of offers for which seats can leave standing orders, as people see them."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.box import Action


class Wish(Struct, frozen=True):
    """What can be ordered to be answered from now on.

    Attributes:
        words: What is done, after "You" and "always" (``"pass"``).
        actions: The answers: the first that is legal is given; if none is, the seat is asked after all.
    """

    words: str
    actions: tuple[Action, ...]


class Offer(Struct, frozen=True):
    """A kind of offer.

    Attributes:
        key: The key of the decision (``"storm.window"``).
        title: When it is made, in a few words.
        rule: The rule that makes it.
        wishes: What can be ordered for it; the first is what most people want.
    """

    key: str
    title: str
    rule: str
    wishes: tuple[Wish, ...]
