"""Boxes that are made only when they are read.

On a board that changes with every answer, most sets of boxes are used once, for a random answer. A group knows how many
answers it holds and can name each by its number; the boxes themselves, with all their spaces spelt out, are made when
they are asked for. A group must number its answers exactly as its boxes do, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol, TypeVar

from turncoat.kernel.boxes import Action, Box, Boxes, Closed

A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class Group(Protocol[A_co]):
    """Boxes that are not made yet; finished ``Boxes`` are a group as well."""

    count: int

    def nth(self, index: int) -> A_co:
        """The answer with this number, ``0 .. count - 1``, as the boxes number it."""

    @property
    def boxes(self) -> Sequence[Box[A_co]]:
        """The boxes of this group, made when they are read."""


class LazyBoxes(Boxes[A]):
    """All legal answers of a seat, in groups. They behave exactly like the boxes that the groups make.

    Args:
        groups: The open answers; groups may be empty.
        why_not: Returns the closed actions with reasons, given the open types; called only when they are read.
    """

    def __init__(
        self,
        groups: Sequence[Group[A]],
        why_not: Callable[[tuple[type[Action], ...]], tuple[Closed, ...]] | None = None,
    ) -> None:
        self.groups = groups
        self.why_not = why_not
        self.count = sum([group.count for group in groups])

    @cached_property
    def boxes(self) -> tuple[Box[A], ...]:
        """The boxes that contain an answer."""
        return tuple(box for group in self.groups for box in group.boxes if box.count())

    @cached_property
    def closed(self) -> tuple[Closed, ...]:
        """The closed actions, with reasons."""
        opened = tuple(dict.fromkeys(box.action for box in self.boxes))
        return self.why_not(opened) if self.why_not else ()

    def nth(self, index: int) -> A:
        """The answer with this number, ``0 .. count - 1``.

        Raises:
            IndexError: if there are fewer.
        """
        for group in self.groups:
            if index < group.count:
                return group.nth(index)
            index -= group.count
        raise IndexError(index)
