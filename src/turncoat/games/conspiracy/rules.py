"""Conspiracy as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from turncoat.games.conspiracy import text, turn
from turncoat.games.conspiracy.answers import ACTIONS, ConspiracyAction
from turncoat.games.conspiracy.audit import audit
from turncoat.games.conspiracy.events import EVENTS
from turncoat.games.conspiracy.options import Options
from turncoat.games.conspiracy.order import WAIT
from turncoat.games.conspiracy.progress import progress
from turncoat.games.conspiracy.promises import SHOWN, revealed
from turncoat.games.conspiracy.redeal import redeal
from turncoat.games.conspiracy.setup import laid_out
from turncoat.games.conspiracy.state import Conspiracy, Match
from turncoat.games.conspiracy.view import ConspiracyView, view
from turncoat.kernel.box import Action
from turncoat.kernel.events import Event, Tell
from turncoat.kernel.offer import Offer, Wish
from turncoat.kernel.play import begin
from turncoat.kernel.ruleset import Ruleset
from turncoat.kernel.space import Names


class ConspiracyRules(Ruleset[Conspiracy, Options, ConspiracyAction, ConspiracyView]):
    """CON-S: the game, its options and its set-up."""

    id: ClassVar[str] = "conspiracy"
    title: ClassVar[str] = "Conspiracy"
    summary: ClassVar[str] = "Secret goals, open plots, and a future that marches into the present."
    prefix: ClassVar[str] = "CON"
    seats: ClassVar[range] = range(3, 6)
    suggested: ClassVar[range] = range(4, 5)
    minutes: ClassVar[int] = 25
    state = Conspiracy
    options = Options
    actions = ACTIONS
    shown: ClassVar[tuple[type[Action], ...] | None] = SHOWN
    events = EVENTS
    views = ConspiracyView

    def set_up(self, options: Options, seats: int, key: bytes, tell: Tell) -> Conspiracy:
        """CON-S: tiles are dealt and goal coins drawn; everybody chooses a goal."""
        game = laid_out(options, seats, key)
        begin(game, Match(), tell)
        return game

    def conflicts(self, options: Options, seats: int) -> str:
        """CON-OP.8: every action must be possible in some turn."""
        for name, cost in turn.costs(options).items():
            if cost > options.action_points:
                points = options.action_points
                return f"{name}: {cost} is more than the {points} of action_points, it could never be paid (CON-OP.8)."
        return ""

    def view(self, game: Conspiracy, seat: int | None) -> ConspiracyView:
        """CON-I.6: what this seat may see."""
        return view(game, seat)

    def redeal(self, game: Conspiracy, seat: int | None, key: bytes) -> Conspiracy:
        """CON-I.6: everything this seat may not know, dealt again."""
        return redeal(game, seat, key)

    def audit(self, game: Conspiracy) -> list[str]:
        """CON-V: the invariants that do not hold."""
        return audit(game)

    def winners(self, game: Conspiracy) -> list[int]:
        """CON-W.1: who has won."""
        return list(game.winners)

    def scores(self, game: Conspiracy) -> list[int]:
        """CON-OP.9: two for each half of a disclosed goal that the Present shows, one for a mark; all public."""
        seats = range(len(game.goals))
        return [progress(game, seat) if seat in game.disclosed else int(game.marks[seat] >= 0) for seat in seats]

    def say(self, event: Event, names: Names) -> str:
        """An event as a sentence."""
        return text.say(event, names)

    def revealed(self, event: Event) -> dict[int, ConspiracyAction]:
        """CON-I.5: promises are judged by the actions that everybody sees."""
        return revealed(event)

    def names(self, seats: Iterable[str]) -> Names:
        """The names of seats, pieces and directions."""
        return text.ConspiracyNames(seats)

    def question(self, key: str) -> str:
        """What is asked at each decision (CON-D1 to CON-D6)."""
        return text.QUESTIONS[key]

    def offers(self, view: ConspiracyView) -> tuple[Offer, ...]:
        """CON-D2: gaps."""
        return (Offer("round.gap", "You are free in a gap", "CON-D2", (Wish("wait", (WAIT,)),)),)


RULES = ConspiracyRules()
"""The rules of Conspiracy."""
