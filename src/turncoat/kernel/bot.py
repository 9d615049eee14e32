"""What a bot must be able to do. A bot learns what its seat learns and nothing else."""

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

    The table calls ``hear`` and ``read`` with everything that reaches the seat, in order; whenever the
    seat is asked it calls ``talk``, then ``beside`` until it returns nothing, then ``answer``. While the
    window stays open, it may be called again: the last answer counts. An offer to a seat that is not asked, or has
    talked enough, need not wait: the table calls ``reply``.

    A bot without a ``hear``, ``talk`` or ``beside`` of its own is not called for it: games between such bots are fast.

    Attributes:
        looks: Whether it reads the view that it is given; if not, it may be given an empty one.
        effort: How much it may think over one decision, as a multiple of the usual amount; a bot may read it.
        chance: The bot's own random numbers, which are independent of the game's.
    """

    looks: ClassVar[bool] = True
    effort: ClassVar[float] = 1.0

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        self.seat = seat
        self.seats = seats
        self.chance = chance

    @classmethod
    def suits(cls, seat: int, seats: int) -> bool:
        """Whether the bot is made for this seat, in games whose seats differ. It must be able to play any seat."""
        return True

    def hear(self, event: Event) -> None:
        """Hear an event that this seat learns of."""

    def read(self, message: Message) -> None:
        """Hear a message that is for this seat; if it starts again, also those of its own that it has said before."""

    def talk(self, view: V, boxes: Boxes[A]) -> list[Say]:
        """What the seat wants to say now."""
        return []

    def reply(self, view: V, boxes: Boxes[A]) -> list[Say]:
        """What the seat says to offers that wait for it; the boxes are empty while it is asked nothing."""
        return []

    def beside(self, view: V, boxes: Boxes[A]) -> A | None:
        """An action to take at once beside the open decision (a gift), or nothing."""
        return None

    def answer(self, view: V, boxes: Boxes[A]) -> A:
        """The answer of the seat: one out of the boxes."""
        raise TypeError(f"{type(self).__name__} does not answer")


Factory = Callable[[int, int, Chance], Bot[Struct, Action]]
"""Makes a bot for a seat, given the number of seats and a generator of its own."""
