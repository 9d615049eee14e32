"""Stories of games that tests play: whoever watches a game has its stills."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeVar

from msgspec.structs import replace

from turncoat.drawing.scene import Frame
from turncoat.drawing.story import Story
from turncoat.games import AnyRuleset
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names
from turncoat.kernel.still import Reel, Still, Watcher
from turncoat.table.stills import NOT_TOLD, Told

P = TypeVar("P")


def reel(rules: AnyRuleset, seat: int | None) -> Reel[Any]:
    """Keeps all stills of a game, as one pair of eyes sees them."""
    return Reel[Any](lambda game: rules.view(game, seat), seat)  # type: ignore[arg-type]


class Audience(Watcher):
    """Hears a game and keeps all its stills, as one pair of eyes sees them."""

    def __init__(self, rules: AnyRuleset, seat: int | None = None) -> None:
        self.rules = rules
        self.reel = reel(rules, seat)
        super().__init__(self.reel)

    @property
    def events(self) -> list[Event]:
        """What these eyes have heard."""
        return [event for still in self.reel.stills for event in still.events]

    def frames(self, story: Story[Any, P], number: int, names: Names) -> tuple[Frame[P], ...]:
        """A part of the story; empty where it cannot be told yet."""
        found = told(story, self.reel, number)
        return story.frames(found.before, found.stills, names)


def told(story: Story[Any, P], reel: Reel[Any], number: int | None) -> Told:
    """What a page needs for a part of the story (None: the last), from all stills of a game."""
    if not reel.stills:
        return NOT_TOLD
    events = [event for still in reel.stills for event in still.events]
    parts = story.parts(reel.stills[-1].view, events)
    part = next((part for part in reversed(parts) if number in (None, part.number)), None)
    return stretch(reel.stills, *story.stretch(part)) if part is not None else NOT_TOLD


def looks(story: Story[Any, P], reel: Reel[Any]) -> Told:
    """What the ledger of a story needs, from all stills of a game."""
    if not reel.stills:
        return NOT_TOLD
    events = [event for still in reel.stills for event in still.events]
    counts = story.looks(reel.stills[-1].view, events)
    heard = accumulate(len(still.events) for still in reel.stills)
    seen = [(count, still.view) for count, still in zip(heard, reel.stills, strict=True)]
    return Told(views=tuple(next(view for count, view in seen if count >= wanted) for wanted in counts))


def stretch(stills: Sequence[Still[Any]], first: int, last: int) -> Told:
    """The stills of a stretch, and the one before them."""
    before, found, start = None, [], 0
    for still in stills:
        end = start + len(still.events)
        if end <= first:
            before = still
        elif start < last:
            found.append(replace(still, events=still.events[max(0, first - start) : last - start]))
        start = end
    return Told(before, tuple(found))
