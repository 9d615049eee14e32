"""A bot for every game: it knows what is legal and nothing else."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.bot import Bot
from turncoat.kernel.boxes import Action, Boxes
from turncoat.kernel.chance import draw

WHIM = 20
"""One look in so many at what is possible beside a decision ends in doing it."""


class RandomBot(Bot[Struct, Action]):
    """Answers with any legal answer, each equally likely, and never says a word."""

    def beside(self, view: Struct, boxes: Boxes[Action]) -> Action | None:
        """Now and then any one of the actions that are possible beside the decision."""
        return boxes.sample(self._below) if boxes and not self._below(WHIM) else None

    def answer(self, view: Struct, boxes: Boxes[Action]) -> Action:
        """Any legal answer."""
        return boxes.sample(self._below)

    def _below(self, sides: int) -> int:
        return draw(self.chance, sides)
