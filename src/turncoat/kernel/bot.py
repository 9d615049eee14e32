"""The interface of bots. A bot learns only what its seat learns."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import Chance
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Message, Say

V = TypeVar("V", bound=Struct)
A = TypeVar("A", bound=Action)


class Bot(Generic[V, A]):
    """One bot at one seat of one table.

    The table calls ``hear`` and ``read`` with everything that reaches the seat, in order; whenever the seat is asked it
    calls ``talk``, then ``beside`` until it returns nothing, then ``answer``. While the decision is open, ``answer``
    may be called again: the last answer counts. The table calls ``reply`` for an offer to a seat that is asked nothing
    or has talked enough.

    A bot that does not override ``hear``, ``talk`` or ``beside`` is not called for them, which makes games between such
    bots fast.

    Attributes:
        looks: Whether it uses its view; if not, the view may be empty.
        effort: How much it may think about one decision, as a multiple of the usual.
        chance: The bot's own random generator, independent of the game's.
    """

    looks: ClassVar[bool] = True
    effort: ClassVar[float] = 1.0

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        self.seat = seat
        self.seats = seats
        self.chance = chance

    @classmethod
    def suits(cls, seat: int, seats: int) -> bool:
        """Whether the bot is made for this seat, in games with different roles.

        It must still be able to play any seat.
        """
        return True

    def hear(self, event: Event) -> None:
        """Take in an event that this seat hears."""

    def read(self, message: Message) -> None:
        """Take in a message to this seat; after a restart also the bot's own earlier messages."""

    def talk(self, view: V, boxes: Boxes[A]) -> list[Say]:
        """The messages that the seat wants to send now."""
        return []

    def reply(self, view: V, boxes: Boxes[A]) -> list[Say]:
        """The answers to waiting offers; the boxes are empty while the seat is asked nothing."""
        return []

    def beside(self, view: V, boxes: Boxes[A]) -> A | None:
        """An optional action (such as a gift), or None."""
        return None

    def answer(self, view: V, boxes: Boxes[A]) -> A:
        """The answer of the seat, one that the boxes contain."""
        raise TypeError(f"{type(self).__name__} does not answer")


Factory = Callable[[int, int, Chance], Bot[Struct, Action]]
"""Makes a bot for a seat, given the number of seats and a random generator."""
