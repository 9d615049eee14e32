"""Parts of what may be answered, kept as long as nothing about them changes, and boxes put together from them."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.actions import ThriceAction
from turncoat.kernel.box import Action, Box, Boxes, Closed
from turncoat.kernel.late import LateBoxes


class Part:
    """Some boxes, as a group.

    Attributes:
        count: How many answers they hold.
        nth: The answer with a number.
    """

    def __init__(self, made: Boxes[ThriceAction]) -> None:
        self.made = made
        self.count = made.count
        self.nth = made.nth

    def boxes(self) -> tuple[Box[ThriceAction], ...]:
        """The boxes."""
        return self.made.boxes


def part(*boxes: Box[ThriceAction]) -> Part:
    """A part of these boxes. Keep it: what is put together from parts is found again by their identity."""
    return Part(Boxes(*boxes))


@lru_cache(maxsize=16384)
def together(parts: tuple[Part, ...], closed: tuple[Closed, ...] = ()) -> Boxes[ThriceAction]:
    """All these parts; ``closed`` explains what is not open, unless it is."""

    def why_not(opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
        return tuple(one for one in closed if one.action not in opened)

    return LateBoxes(parts, why_not)
