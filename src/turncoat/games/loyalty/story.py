"""The story of a game as stills in the order of the rules: a part for the preparation and one for each turn.

The stills have all positions. This module adds moving units and highlighted places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import ClassVar

from msgspec.structs import replace

from turncoat.drawing.scene import Frame, Ledger, LedgerAction, LedgerRound, Scene, Statistic
from turncoat.drawing.story import Part, Story, cut
from turncoat.games.loyalty import events as happened
from turncoat.games.loyalty.board import drawing, in_text
from turncoat.games.loyalty.drawing.names import place_names
from turncoat.games.loyalty.drawing.position import March, Picture, declared, marching
from turncoat.games.loyalty.events import war
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.statistics import statistics
from turncoat.games.loyalty.view import LoyaltyView
from turncoat.kernel import Event, Names, Still, stages_of, tag_of

PARTS = 10
"""Parts are numbered ``PARTS * round + place``, with turns from 1 on; the number 1 is the preparation."""

AT_ONCE = (happened.Recruited, happened.Converted, happened.Campaigned, happened.ColourChanged, war.AttackAnnounced)
"""Events that share a still with the declaration before them, because the action happens at once."""


class LoyaltyStory(Story[LoyaltyView, Picture]):
    """The story of a game of Loyalty."""

    stages: ClassVar[tuple[str, ...]] = stages_of(happened.LoyaltyEvent)

    def parts(self, view: LoyaltyView, events: Sequence[Event]) -> Sequence[Part]:
        """The finished parts: the preparation, and turns."""
        turns = cut(events, lambda event: isinstance(event, happened.TurnBegan))
        found = [Part(1, 0, turns[0][0])] if turns else []
        for first, last in turns if view.result else turns[:-1]:
            began = events[first]
            assert isinstance(began, happened.TurnBegan)
            place = (began.turn - 1) % self.seats(view) + 1
            found.append(Part(PARTS * began.round + place, first, last, began.seat))
        return found

    def title(self, part: Part, names: Names) -> str:
        """The titles of parts: ``Preparation``, ``3: Barney``."""
        return "Preparation" if part.seat is None else f"{part.number // PARTS}: {names.label('seat', part.seat)}"

    def seats(self, view: LoyaltyView) -> int:
        """LOY-1.1: the number of seats."""
        return len(view.coins)

    def places(self, view: LoyaltyView) -> Mapping[str, str]:
        """LOY-2.1: the names of cities and roads."""
        return place_names(view)

    def tell(
        self, before: Still[LoyaltyView] | None, stills: Sequence[Still[LoyaltyView]], names: Names
    ) -> Iterator[Frame[Picture]]:
        """A turn, step by step; the captions say what is in progress."""
        march: March | None = None
        for still, following in zip_longest(stills, stills[1:]):
            march = under_way(still, march)
            declared_only = isinstance(still.events[-1], happened.Declared)
            if not (declared_only and following and isinstance(following.events[0], AT_ONCE)):
                view = replace(still.view, request=None, battle=None, proposal=None, payment=None)
                yield self.frame(still.events, Picture(view, march, lit(still)), names)
            if march is not None and march.arrived:
                march = None

    def draw(self, frame: Frame[Picture], names: Names, scene: Scene) -> str:
        """A still as a drawing."""
        return drawing(frame.picture, names, scene)

    def in_text(self, frame: Frame[Picture], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still as sentences, for screen readers and for pages without drawings."""
        return in_text(frame.picture.now, names, scene)

    def looks(self, view: LoyaltyView, events: Sequence[Event]) -> tuple[int, ...]:
        """The moments after the preparation and after every finished round."""
        rounds = self.ended_rounds(view, events)
        return (rounds[0][0], *(last for _, last in rounds)) if rounds else ()

    def ended_rounds(self, view: LoyaltyView, events: Sequence[Event]) -> list[tuple[int, int]]:
        """LOY-2.5: the first and last events of each finished round; the end of the game may shorten the last one."""
        seats = self.seats(view)
        rounds = cut(events, lambda event: isinstance(event, happened.TurnBegan) and event.turn % seats == 1)
        return rounds if view.result else rounds[:-1]

    def statistics(self, view: LoyaltyView, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return statistics(self.seats(view), events)

    def ledger(self, view: LoyaltyView, events: Sequence[Event], views: Sequence[LoyaltyView], names: Names) -> Ledger:
        """Every round with the actions of all players and their victory points afterwards."""
        points = [loyalty.vp for loyalty in views] or [view.vp]
        rounds = tuple(
            LedgerRound(number, actions(events[first:last], *held, names), (), PARTS * number + 1, until=last)
            for number, ((first, last), held) in enumerate(
                zip(self.ended_rounds(view, events), pairwise(points), strict=False), 1
            )
        )
        return Ledger("victory points", points[0], rounds, self.ending(view, events, names))


def under_way(still: Still[LoyaltyView], march: March | None) -> March | None:
    """The units that move or want to move after a still; ``march`` are those of the still before."""
    for event in still.events:
        match event:
            case happened.Declared():
                march = declared(event.seat, event.action)
            case war.AttackAnnounced() | war.Fought():
                march = marching(still.view)
            case happened.Moved():
                march = March(event.seat, event.units, event.origin, event.to, True, "move")
            case war.Advanced():
                march = March(event.seat, event.units, event.origin, event.to, True, "attack")
            case happened.RequestFailed():
                march = None
    return march


def lit(still: Still[LoyaltyView]) -> dict[str, str]:
    """The style sheet's word for what happened at each place."""
    found: dict[str, str] = {}
    for event in still.events:
        if isinstance(event, war.AttackAnnounced | war.Fought | war.CiviliansFell):
            assert still.view.battle is not None
            found[still.view.battle.field] = "struck"
        elif isinstance(event, happened.LoyaltyEvent):
            found |= dict.fromkeys(event.places, event.lit)
    return found


def actions(told: Sequence[Event], before: Row, after: Row, names: Names) -> tuple[LedgerAction, ...]:
    """The declared actions of each player in a round, and the victory points afterwards."""
    done: list[list[happened.Declared]] = [[] for _ in after]
    for event in told:
        if isinstance(event, happened.Declared):
            done[event.seat].append(event)
    return tuple(
        LedgerAction(
            "; ".join(declared.action.say(names) for declared in own) or "has no turn",
            tag_of(own[-1].action.__class__) if own else "pass",
            "",
            points,
            points - held,
        )
        for own, points, held in zip(done, after, before, strict=True)
    )


STORY = LoyaltyStory()
"""The story."""
