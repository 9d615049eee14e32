"""What a plotter makes of the others: which goals they may have, and who has been kind."""

from __future__ import annotations

from turncoat.games.conspiracy.bot.outlook import GOALS, Belief
from turncoat.games.conspiracy.events import ColumnAdvanced
from turncoat.games.conspiracy.events_turn import AttackJudged, CoinPlaced, GiftSeen, TileMarked, TileRevealed
from turncoat.games.conspiracy.progress import shows
from turncoat.games.conspiracy.state import Goal
from turncoat.kernel import Event

WANTED = 1.6
"""So much likelier is a goal if its owner has worked for a tile that shows half of it."""

KINDNESS, HARM, BETRAYAL = 1.0, 0.5, 1.0
"""What a coin received, an attack on a coin of one's own, and a broken promise change in how one thinks of somebody."""


class Suspicions:
    """What one seat has learned of the others.

    Attributes:
        goals: For each other seat, how likely each goal is.
        goodwill: For each other seat, how kind it has been.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        others = [other for other in range(seats) if other != seat]
        self.goals: dict[int, dict[Goal, float]] = {other: dict.fromkeys(GOALS, 1 / len(GOALS)) for other in others}
        self.goodwill = dict.fromkeys(others, 0.0)
        self._mine: set[str] = set()

    def belief(self, seat: int) -> Belief:
        """How likely each goal of somebody is; impossible ones are left out."""
        return {goal: weight for goal, weight in self.goals[seat].items() if weight > 0}

    def hear(self, event: Event) -> None:
        """Learn from something that happened."""
        match event:
            case TileMarked() if event.seat != self.seat:
                self._weigh(event.seat, event.tile, 1.0, 0.0)
            case TileRevealed() if event.seat != self.seat:
                self._weigh(event.seat, event.tile, WANTED, 1.0)
            case GiftSeen() if event.to == self.seat:
                self.goodwill[event.giver] += KINDNESS
            case CoinPlaced() if event.seat == self.seat:
                self._mine.add(event.space)
            case CoinPlaced():
                self._mine.discard(event.space)
            case ColumnAdvanced():
                self._mine.clear()
            case AttackJudged() if event.seat != self.seat and event.success and event.target in self._mine:
                self.goodwill[event.seat] -= HARM
            case _:
                pass

    def betrayed(self, seat: int) -> None:
        """Somebody has broken a promise."""
        self.goodwill[seat] -= BETRAYAL

    def _weigh(self, seat: int, tile: str, shown: float, hidden: float) -> None:
        """A goal that the tile shows half of becomes likelier, any other less likely."""
        goals = self.goals[seat]
        weighed = {goal: weight * (shown if shows(tile, goal) else hidden) for goal, weight in goals.items()}
        total = sum(weighed.values())
        if total > 0:
            self.goals[seat] = {goal: weight / total for goal, weight in weighed.items()}
