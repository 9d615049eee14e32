"""The table at one moment: what a view holds, and what is drawn on top of it. The drawings know nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from turncoat.games.conspiracy.view import ConspiracyView


class Die(Struct, frozen=True):
    """A die as it fell; ``suit`` is empty where any die was used, ``good`` None where nothing depends on success."""

    suit: str
    face: int
    good: bool | None = None
    whose: int | None = None


class Position(Struct, frozen=True):
    """A view with everything that is drawn on top of it.

    Attributes:
        view: What is seen.
        names: What pieces are called while they move, by cell or space; others are called by where they lie.
        dice: Dice that have just been rolled.
        lit: What happens where: a word for the style sheet by space, cell or column.
        moment: A name for this moment, so that dice are thrown anew.
    """

    view: ConspiracyView
    names: Mapping[str, str] = {}
    dice: tuple[Die, ...] = ()
    lit: Mapping[str, str] = {}
    moment: str = ""

    def name(self, place: str) -> str:
        """What the piece in a cell or on a space is called."""
        return f"{'coin' if '.' in place else 'tile'}-{self.names.get(place, place)}"

    def light(self, place: str) -> str:
        """What happens in a place; CON-5.c.iv: a coin whose fate is decided has been hit."""
        return "hit" if place == self.view.hit else self.lit.get(place, "")
