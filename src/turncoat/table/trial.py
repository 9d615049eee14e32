"""An entry is tried on a copy of the game, so that nothing of it is left when it is refused."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.kernel import play
from turncoat.kernel.boxes import Action
from turncoat.kernel.events import Listener
from turncoat.table.table import Game

Listen = Callable[[], Listener]
"""Makes the listener that receives the events of the rules while an entry is tried."""


class Trial:
    """A copy of a game on which an entry is tried, with facts about the game before the entry.

    Attributes:
        game: The copy.
        listener: Receives the events of the rules.
        now: The decision that was open before.
        requests: For each seat, the number of its last question before.
        depth: How deep the section that asked was nested.
        repeated: Whether seats could give standing orders for that decision.
    """

    def __init__(self, game: Game, listener: Listener, *, begins: bool = False) -> None:
        self.game = game
        self.listener = listener
        self.now = None if begins else play.pending(game)
        self.requests = list(game.requests)
        self.depth = len(game.stack) - 1
        step = None if begins else play.decision(game)
        self.repeated = step is not None and step.repeated

    @property
    def closed(self) -> bool:
        """Whether the entry has closed the decision that was open."""
        return self.now is not None and self.now.due

    @property
    def answers(self) -> dict[int, Action]:
        """The secret answers to the open decision, by seat."""
        return self.now.answers if self.now else {}
