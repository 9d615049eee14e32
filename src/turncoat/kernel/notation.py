"""The interface of a game's notation."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

from turncoat.kernel.boxes import Action

A = TypeVar("A", bound=Action)


@runtime_checkable
class Notation(Protocol[A]):
    """A game's notation, ``NOTATION`` in its module ``notation``.

    Attributes:
        name: Its name and version.
        ending: The ending of its files' names (``".ppn"``).
    """

    name: str
    ending: str

    def write(self, action: A) -> str:
        """The text of an answer: one line without braces or brackets."""

    def read(self, text: str) -> A:
        """The answer in a line that ``write`` wrote.

        Raises:
            Unreadable: the line is not an answer; the sentence says what was expected.
        """
