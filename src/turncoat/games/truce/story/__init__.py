"""What happened in a round, told as stills in the order of the rules; and the ledger of all rounds.

Made from public events alone. Coins keep their names from still to still, so that a page can let them fly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.drawing.log import Scribe, log_of
from turncoat.drawing.scene import Deed, Frame, Ledger, LedgerRound, Line, Log, Scene
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


STAGE_OF: Mapping[type[Event], str] = {
    happened.RoundBegan: "Window",
    happened.GiftGiven: "Window",
    happened.ActionsRevealed: "Reveal",
    **dict.fromkeys((happened.SupportArrived, happened.SupportLost), "Support"),
    happened.StashLooted: "Loot",
    happened.AttackJudged: "Attack",
    happened.VictimRobbed: "Coins",
    happened.SpoilsBanked: "Settling",
    happened.GameEnded: "Next",
}
"""Which part of a round an event belongs to."""

SCRIBE = Scribe(
    say=text.say,
    stage=lambda one: STAGE_OF.get(one.__class__, ""),
    stages=STAGES,
    seats=("giver", "to", "path", "looters", "attacker", "target", "victim", "robbers", "winners"),
    keys={happened.GameEnded: 5, happened.AttackJudged: 3, happened.VictimRobbed: 2, happened.StashLooted: 1},
)
"""How the log is written."""


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
    def log(view: TruceView, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line, to be told apart by stage and player; without the first so many events."""
        begins = [place for place, one in enumerate(events) if isinstance(one, happened.RoundBegan)]
        ends = [*begins[1:], len(events)]
        over = set(Story.rounds(view, events))
        spans = [(number, *both) for number, both in enumerate(zip(begins, ends, strict=True), 1) if number in over]
        return log_of(SCRIBE, events, names, len(view.supplies), spans, after=after)

    @staticmethod
    def ledger(view: TruceView, events: Sequence[Event], names: Names) -> Ledger:
        """TRU-10.2: every round, every action, every Supply."""
        told = [one for one in chapters(_start(view), events) if is_over(one)]
        ends = [place for place, one in enumerate(events, 1) if isinstance(one, happened.SpoilsBanked)]
        endings = [one for one in events if isinstance(one, happened.GameEnded)]
        return Ledger(
            "coins",
            _start(view),
            tuple(_ledger_round(one, until, names) for one, until in zip(told, ends, strict=True)),
            tuple(Line(text.say(one, names), one.rule) for one in endings),
        )


def _start(view: TruceView) -> tuple[int, ...]:
    """TRU-1.4: what everybody begins with."""
    return (view.options.coins,) * len(view.supplies)


def _ledger_round(chapter: Chapter, until: int, names: Names) -> LedgerRound:
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
    return LedgerRound(chapter.number, tuple(deeds), lines, until=until)


STORY = Story()
