"""What happened in a round, told as stills in the order of the rules; and the ledger of all rounds.

Made from public events alone. Coins keep their names from still to still, so that a page can let them fly.
"""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Scene
from turncoat.games.truce import events as happened
from turncoat.games.truce import text
from turncoat.games.truce.board import Picture, Position
from turncoat.games.truce.story.chapters import Chapter, around, chapters, is_over, tell
from turncoat.games.truce.view import TruceView
from turncoat.kernel.box import tag_of
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names

STAGES = ("Window", "Reveal", "Support", "Loot", "Attack", "Coins", "Settling", "Next")
"""The parts of a round, in the order in which the rules play them."""


class Story:
    """The story of a game of Truce."""

    @staticmethod
    def rounds(view: TruceView, events: Sequence[Event]) -> tuple[int, ...]:
        """The rounds that are over."""
        return tuple(range(1, view.round + bool(view.winners)))

    @staticmethod
    def frames(view: TruceView, events: Sequence[Event], number: int, names: Names) -> tuple[Frame[Position], ...]:
        """A round as stills; empty if it is not over."""
        for one in chapters(_start(view), around(events, number)):
            if one.number == number and is_over(one):
                return tell(one, names)
        return ()

    @staticmethod
    def draw(frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as inline SVG."""
        return Picture(frame.picture, names, scene).svg()

    @staticmethod
    def in_text(frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences, seat by seat."""
        picture = Picture(frame.picture, names, scene)
        return tuple(f"{picture.told(seat)}." for seat in range(len(frame.picture.supplies)))

    @staticmethod
    def ledger(view: TruceView, events: Sequence[Event], names: Names) -> Ledger:
        """TRU-10.2: every round, every action, every Supply."""
        told = [one for one in chapters(_start(view), events) if is_over(one)]
        endings = [one for one in events if isinstance(one, happened.GameEnded)]
        return Ledger(
            "coins",
            _start(view),
            tuple(_ledger_round(one, names) for one in told),
            tuple(Line(text.say(one, names), one.rule) for one in endings),
        )


def _start(view: TruceView) -> tuple[int, ...]:
    """TRU-1.4: what everybody begins with."""
    return (view.options.coins,) * len(view.supplies)


def _ledger_round(chapter: Chapter, names: Names) -> LedgerRound:
    lines = tuple(Line(text.say(one, names), one.rule) for one in chapter.events)
    revealed = next(one for one in chapter.events if isinstance(one, happened.ActionsRevealed))
    banked = next(one for one in chapter.events if isinstance(one, happened.SpoilsBanked))
    judged = {one.attacker: one.success for one in chapter.events if isinstance(one, happened.AttackJudged)}
    deeds = []
    for seat, action in enumerate(revealed.actions):
        mark = "default" if seat in revealed.defaulted else ""
        if seat in judged:
            mark = "success" if judged[seat] else "failure"
        total = banked.supplies[seat]
        tag = tag_of(action.__class__)
        shown = "pass" if tag == "spoilt" else tag
        deeds.append(Deed(text.deed(action, names), shown, mark, total, total - chapter.supplies[seat]))
    return LedgerRound(chapter.number, tuple(deeds), lines)


STORY = Story()
