"""What all bots of Thrice have in common: what they remember, and that each of them can sit at any seat."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from turncoat.games.thrice.actions import DONE, TABLE_ROLLS, Counter, TableRolls, ThriceAction
from turncoat.games.thrice.bot.judgement import Judgement
from turncoat.games.thrice.bot.trial import MOVES, after, worth_trying
from turncoat.games.thrice.bot.world import Seen, World, imagined
from turncoat.games.thrice.events import Bled, FellHelpless, Strengthened, Struck
from turncoat.games.thrice.view import ThriceView
from turncoat.kernel import Bot, Boxes, Chance, Event, draw

WORTHWHILE = 0.1
"""A move that brings less is not made."""


USUAL: dict[bool, type[Fighter]] = {}
"""Who plays for a bot that sits at a seat for which it is not made: at the GM's, and elsewhere."""


class Fighter(Bot[ThriceView, ThriceAction]):
    """A bot that sees what its seat sees, and remembers how hard opponents hit and when they fell.

    Attributes:
        leads: Whether it is made for the GM's seat; else for a character's.
        seen: What it remembers.
    """

    leads: ClassVar[bool] = False

    def __init__(self, seat: int, seats: int, chance: Chance) -> None:
        super().__init__(seat, seats, chance)
        self.seen = Seen()

    @classmethod
    def suits(cls, seat: int, seats: int) -> bool:
        """THR-1.1: the last seat is the GM's."""
        return cls.leads == (seat == seats - 1)

    def hear(self, event: Event) -> None:
        """THR-1.3: wounds are seen by everybody."""
        seen, players = self.seen, self.seats - 1
        match event:
            case Struck():
                self._lose(event.target, event.loss)
                if event.attacker >= players:
                    seen.damage = max(seen.damage, event.loss)
            case Bled():
                self._lose(event.who, event.loss)
            case Strengthened():
                self._lose(event.who, -event.gain)
            case FellHelpless() if event.who >= players:
                lost = seen.lost.get(event.who, 0)
                seen.fallen = min(seen.fallen, lost) if seen.fallen else lost
            case _:
                pass

    def _lose(self, who: int, loss: int) -> None:
        self.seen.lost[who] = self.seen.lost.get(who, 0) + loss

    def answer(self, view: ThriceView, boxes: Boxes[ThriceAction]) -> ThriceAction:
        """One of the boxes: what is the same for both sides here, the rest by who acts."""
        if not self.suits(self.seat, self.seats):
            return self._stand_in().answer(view, boxes)
        kinds = {one.action for one in boxes.boxes}
        if TableRolls in kinds:
            return TABLE_ROLLS
        if Counter in kinds:
            return Counter()
        return self.decide(view, boxes, kinds)

    def _stand_in(self) -> Fighter:
        """THR-1.1: whoever usually sits here, with what this one remembers."""
        other = USUAL[not self.leads](self.seat, self.seats, self.chance)
        other.seen = self.seen
        return other

    @abstractmethod
    def decide(self, view: ThriceView, boxes: Boxes[ThriceAction], kinds: set[type[ThriceAction]]) -> ThriceAction:
        """What this bot answers."""

    # --- what both sides need -----------------------------------------------------------------

    def below(self, sides: int) -> int:
        """A number drawn from its own generator."""
        return draw(self.chance, sides)

    def imagine(self, view: ThriceView) -> World:
        """The combat as far as it can be known."""
        return imagined(view, self.seen)

    def best_move(self, judgement: Judgement, who: int, boxes: Boxes[ThriceAction], side: float) -> ThriceAction:
        """THR-9: the move after which the own side stands best; ``done`` if none is worth while."""
        game = judgement.world.game
        now = judgement.score(game)
        best: ThriceAction = DONE
        most = WORTHWHILE
        for action in worth_trying(game, boxes, MOVES):
            gain = side * (judgement.score(after(game, who, action)) - now)
            if gain > most:
                best, most = action, gain
        return best
