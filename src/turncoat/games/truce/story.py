"""The story of a round as stills in the order of the rules; and the ledger of all rounds.

The stills have everybody's coins. This module adds arrows, seals, defences that hold, and the paths of coins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from turncoat.drawing.scene import Frame, Ledger, LedgerAction, LedgerRound, Line, Scene, Statistic
from turncoat.drawing.story import Move, Part, Pieces, Story, cut
from turncoat.games.truce import events as happened
from turncoat.games.truce.board import HEAPED, SHOWN, Arrow, Picture, Pile, Position
from turncoat.games.truce.orders_told import MANY, in_groups
from turncoat.games.truce.state import Attack, Support
from turncoat.games.truce.statistics import statistics
from turncoat.games.truce.view import TruceView
from turncoat.kernel import Event, Names, Still, stages_of, tag_of


class TruceStory(Story[TruceView, Position]):
    """The story of a game of Truce."""

    stages: ClassVar[tuple[str, ...]] = stages_of(happened.TruceEvent)

    def parts(self, view: TruceView, events: Sequence[Event]) -> Sequence[Part]:
        """The finished rounds."""
        rounds = cut(events, lambda event: isinstance(event, happened.RoundBegan))
        over = view.round - (not view.winners)
        return [Part(number, *both) for number, both in enumerate(rounds[:over], 1)]

    def stretch(self, part: Part) -> tuple[int, int]:
        """The story of a round ends with the beginning of the next round, in which a coin is added to the Stash."""
        return part.first + 1, part.last + 1

    def seats(self, view: TruceView) -> int:
        """TRU-1.2: the number of seats."""
        return len(view.supplies)

    def tell(
        self, before: Still[TruceView] | None, stills: Sequence[Still[TruceView]], names: Names
    ) -> Iterator[Frame[Position]]:
        """The frames of a round: supports to one receiver, and attacks on one target, share a frame."""
        marks = Marks((before or stills[0]).view)
        for still in stills:
            groups: dict[object, list[Event]] = {}
            for event in still.events:
                groups.setdefault(together(event), []).append(event)
            for group in groups.values():
                if isinstance(group[0], happened.ActionsRevealed):
                    marks.seals = ["broken"] * len(marks.seals)
                    yield Frame("Reveal", "The seals are broken.", group[0].rule, marks.position(still.view, "Reveal"))
                    marks.seals = [""] * len(marks.seals)
                moves = [move for event in group for move in marks.hear(event)]
                stage = "Next" if group[0] is stills[-1].events[-1] else group[0].stage
                frame = self.frame(group, marks.position(still.view, stage, moves), names)
                if isinstance(group[0], happened.ActionsRevealed) and len(group[0].actions) > MANY:
                    yield from _in_groups(group[0], frame, names)
                else:
                    yield Frame(stage, frame.caption, group[0].rule, frame.picture)
                marks.forget(group)

    def draw(self, frame: Frame[Position], names: Names, scene: Scene) -> str:
        """A still as inline SVG."""
        return Picture(frame.picture, names, scene).svg()

    def in_text(self, frame: Frame[Position], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences, seat by seat."""
        picture = Picture(frame.picture, names, scene)
        return tuple(f"{picture.told(seat)}." for seat in range(len(frame.picture.supplies)))

    def statistics(self, view: TruceView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return statistics(len(view.supplies), events)

    def ledger(self, view: TruceView, events: Sequence[Event], views: Sequence[TruceView], names: Names) -> Ledger:
        """TRU-10.2: every round with all actions and Supplies; of a stopped table, rounds that were revealed."""
        start = held = (view.options.coins,) * len(view.supplies)
        rounds: list[LedgerRound] = []
        for first, last in cut(events, lambda event: isinstance(event, happened.RoundBegan)):
            told = [event for event in events[first + 1 : last] if not isinstance(event, happened.GameEnded)]
            shown = any(isinstance(event, happened.ActionsRevealed) for event in told)
            if shown and isinstance(told[-1], happened.SpoilsBanked):
                rounds.append(_ledger_round(told, held, first + 1 + len(told), names))
                held = told[-1].supplies
        return Ledger("coins", start, tuple(rounds), self.ending(view, events, names))


def _in_groups(event: happened.ActionsRevealed, frame: Frame[Position], names: Names) -> Iterator[Frame[Position]]:
    """TRU-2.4: the actions of many players by kind, each with its arrows."""
    told = set[int]()
    for seats, caption in in_groups(event, names):
        told.update(seats)
        arrows = tuple(arrow for arrow in frame.picture.arrows if arrow.path[0] in told)
        yield Frame(event.stage, caption, event.rule, replace(frame.picture, arrows=arrows))


def together(event: Event) -> object:
    """Events of one step with the same value here share a still."""
    match event:
        case happened.SupportArrived():
            return event.path[-1]
        case happened.AttackJudged():
            return event.target
    return event.__class__


class Marks:
    """What is drawn on top of a view during a round; lists are by seat."""

    def __init__(self, view: TruceView) -> None:
        seats = len(view.supplies)
        self.removed = view.removed
        self.coins = Pieces(f"r{view.round}", {"supply": SHOWN, "spoils": SHOWN, "stash": HEAPED, "gone": HEAPED})
        self.coins.become(self.counts(view))
        self.title = f"Round {view.round}"
        self.seals, self.actions, self.fates = [""] * seats, [""] * seats, [""] * seats
        self.strength = [-1] * seats
        self.arrows: dict[tuple[str, int], Arrow] = {}

    def counts(self, view: TruceView) -> dict[str, int]:
        """How many coins are in each place; ``gone`` are those that leave the game at this moment."""
        supplies = {f"supply-{seat}": count for seat, count in enumerate(view.supplies)}
        spoils = {f"spoils-{seat}": count for seat, count in enumerate(view.spoils)}
        return {**supplies, **spoils, "stash": view.stash, "gone": view.removed - self.removed}

    def position(self, view: TruceView, stage: str, moves: Sequence[Move] = ()) -> Position:
        """A view with everything that is drawn on top of it."""
        counts = self.counts(view)
        self.coins.become(counts, moves, lost="gone")
        self.removed = view.removed
        piles = {place: Pile(count, self.coins.names(place)) for place, count in counts.items()}
        seats = range(len(view.supplies))
        return Position(
            supplies=tuple(piles[f"supply-{seat}"] for seat in seats),
            spoils=tuple(piles[f"spoils-{seat}"] for seat in seats),
            stash=piles["stash"],
            gone=piles["gone"],
            seals=tuple(self.seals),
            actions=tuple(self.actions),
            strength=tuple(self.strength),
            marks=tuple(self.fates),
            arrows=tuple(self.arrows.values()),
            caption=f"{self.title}: {stage.lower()}",
        )

    def hear(self, event: Event) -> list[Move]:
        """Update the drawing for an event; returns the paths of coins."""
        match event:
            case happened.GiftGiven():
                self.arrows["gift", event.giver] = Arrow("gift", (event.giver, event.to), "flow")
                return [(f"supply-{event.giver}", f"spoils-{event.to}", event.coins)]
            case happened.ActionsRevealed():
                self.reveal(event)
            case happened.SupportArrived() | happened.SupportLost():
                lost = isinstance(event, happened.SupportLost)
                self.arrows["support", event.path[0]] = Arrow("support", event.path, "lost" if lost else "flow")
                if not lost:
                    self.strength[event.path[-1]] += 1
            case happened.StashLooted():
                return [("stash", f"spoils-{seat}", event.share) for seat in event.looters]
            case happened.AttackJudged():
                path, state = (event.attacker, event.target), "won" if event.success else "lost"
                self.arrows["attack", event.attacker] = Arrow("attack", path, state)
                self.fates[event.target] = "robbed" if event.success else self.fates[event.target] or "held"
            case happened.VictimRobbed():
                self.fates[event.victim] = "robbed"
                return [
                    (f"{place}-{event.victim}", f"spoils-{robber}", count)
                    for robber in event.robbers
                    for place, count in (("supply", event.coin), ("spoils", event.share))
                ]
            case happened.SpoilsBanked():
                self.arrows = {}
                return [(f"spoils-{seat}", f"supply-{seat}", count) for seat, count in enumerate(event.gained)]
            case happened.GameEnded():
                self.fates = ["won" if seat in event.winners else "" for seat in range(len(self.fates))]
        return []

    def reveal(self, event: happened.ActionsRevealed) -> None:
        """TRU-2.4: show the revealed actions."""
        tags = [tag_of(action.__class__) for action in event.actions]
        self.actions = ["pass" if tag == "spoilt" else tag for tag in tags]
        for seat, action in enumerate(event.actions):
            if isinstance(action, Attack | Support):
                self.arrows[tags[seat], seat] = Arrow(tags[seat], (seat, action.target))

    def forget(self, group: Sequence[Event]) -> None:
        """Remove what was drawn only for one still."""
        for event in group:
            match event:
                case happened.GiftGiven():
                    self.arrows = {}
                case happened.ActionsRevealed():
                    self.strength = [-1 if tag == "support" else 0 for tag in self.actions]
                case happened.SupportArrived() | happened.SupportLost():
                    self.arrows.pop(("support", event.path[0]))
                case happened.AttackJudged():
                    self.fates[event.target] = ""
                    if not event.success:
                        self.arrows.pop(("attack", event.attacker))
                case happened.VictimRobbed():
                    self.fates[event.victim] = ""
                    for robber in event.robbers:
                        self.arrows.pop(("attack", robber), None)
                case happened.SpoilsBanked():
                    self.actions, self.strength = [""] * len(self.actions), [-1] * len(self.actions)


def _ledger_round(told: Sequence[Event], held: Sequence[int], until: int, names: Names) -> LedgerRound:
    lines = tuple(Line(event.say(names), event.rule) for event in told)
    revealed = next(event for event in told if isinstance(event, happened.ActionsRevealed))
    banked = next(event for event in told if isinstance(event, happened.SpoilsBanked))
    judged = {event.attacker: event.success for event in told if isinstance(event, happened.AttackJudged)}
    actions = []
    for seat, action in enumerate(revealed.actions):
        mark = "default" if seat in revealed.defaulted else ""
        if seat in judged:
            mark = "success" if judged[seat] else "failure"
        total = banked.supplies[seat]
        tag = tag_of(action.__class__)
        shown = "pass" if tag == "spoilt" else tag
        actions.append(LedgerAction(action.say(names), shown, mark, total, total - held[seat]))
    return LedgerRound(banked.round, tuple(actions), lines, until=until)


STORY = TruceStory()
"""The story."""
