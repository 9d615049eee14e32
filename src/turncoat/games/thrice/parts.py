"""Parts of what may be answered, kept as long as nothing about them changes, and boxes put together from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from turncoat.games.thrice.actions import ThriceAction
from turncoat.games.thrice.state import Band, members
from turncoat.kernel import Action, Box, Boxes, Closed, LateBoxes


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

    @property
    def boxes(self) -> tuple[Box[ThriceAction], ...]:
        """The boxes."""
        return self.made.boxes


def part(*boxes: Box[ThriceAction]) -> Part:
    """A part of these boxes. Keep it: what is put together from parts is found again by their identity."""
    return Part(Boxes(*boxes))


class Against:
    """A part of answers that name a combatant and something of his, counted without making the boxes.

    Args:
        kind: The type of the answers: a combatant, and what is named.
        make: Makes the box for one thing that can be named.
        rows: What can be named, each with the combatants of whom it can be.
    """

    def __init__(
        self,
        kind: Callable[[int, str], ThriceAction],
        make: Callable[[str, Band], Box[ThriceAction]],
        rows: tuple[tuple[str, Band], ...],
    ) -> None:
        self.kind, self.make, self.rows = kind, make, rows
        self.count = sum([band.bit_count() for _, band in rows])

    def nth(self, index: int) -> ThriceAction:
        """The answer with a number, as the boxes number it."""
        for name, band in self.rows:
            number = band.bit_count()
            if index < number:
                return self.kind(members(band)[index], name)
            index -= number
        raise IndexError(index)

    @property
    def boxes(self) -> tuple[Box[ThriceAction], ...]:
        """The boxes, one for each row."""
        return tuple([self.make(name, band) for name, band in self.rows])


AnyPart = Part | Against


class Reasons:
    """Why something is not open, unless it is. Keep it, like a part.

    Args:
        closed: The reasons.
    """

    def __init__(self, *closed: Closed) -> None:
        self.closed = closed

    def __call__(self, opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
        """The reasons for what is not among the types that are open."""
        return tuple(one for one in self.closed if one.action not in opened)


NO_REASONS = Reasons()


@lru_cache(maxsize=16384)
def together(parts: tuple[AnyPart, ...], reasons: Reasons = NO_REASONS) -> Boxes[ThriceAction]:
    """All these parts, with the reasons for what is not open."""
    return LateBoxes(parts, reasons)
