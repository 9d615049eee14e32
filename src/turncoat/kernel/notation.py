"""How a game's answers are written in records that people read. A game may offer one; none has to."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

from turncoat.kernel.boxes import Action

A = TypeVar("A", bound=Action)


@runtime_checkable
class Notation(Protocol[A]):
    """A game's notation, ``NOTATION`` in its module ``notation``.

    Attributes:
        name: What it is called, with its version.
        ending: How the names of its files end (``".ppn"``).
    """

    name: str
    ending: str

    def write(self, action: A) -> str:
        """An answer as one line without braces or brackets."""

    def read(self, text: str) -> A:
        """The answer that ``write`` wrote so.

        Raises:
            Unreadable: it is none; one sentence says what was expected.
        """
