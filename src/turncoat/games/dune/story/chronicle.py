"""What a reader has heard, followed from event to event, so that no page has to hear all of it again.

A page is made after every change. What it needs of the past is carried on from the page before, with a copy of the
table at the beginning of every phase: telling a phase costs the events of that phase, however long the game is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from turncoat.drawing.readers import Readers
from turncoat.games.dune.events import battle, end, storm
from turncoat.games.dune.story import endings, fights, openings, supplies
from turncoat.games.dune.story.cuts import stops
from turncoat.games.dune.story.motions import Motions, standing
from turncoat.games.dune.story.past import Handler, Past
from turncoat.games.dune.story.phases import ORDER, phase_of
from turncoat.games.dune.story.private import PRIVATE
from turncoat.games.dune.view_parts import DuneView
from turncoat.kernel.events import Event

PARTS = 10
"""Parts are numbered ``PARTS * turn + place of the phase``, so Storm of turn 3 is 31; setup is ``FIRST``."""
FIRST = 1
KEPT_READERS = 48
"""So many readers are followed at once; whoever has not looked for longest is read anew when they come back."""

HANDLERS: dict[type[Event], Handler] = {
    **openings.HANDLERS,
    **supplies.HANDLERS,
    **fights.HANDLERS,
    **endings.HANDLERS,
}
"""What each event does; whatever is not here changes nothing that can be seen."""


class Part(Struct, frozen=True):
    """A part of the story.

    Attributes:
        number: Its number.
        turn: The turn, from 1; 0 is setup.
        phase: The phase, by the name of its section.
        first: Where its events begin.
        last: Where they end.
        over: Whether the phase is over.
    """

    number: int
    turn: int
    phase: str
    first: int
    last: int
    over: bool = True


def hear(past: Past, event: Event, following: Event | None = None) -> None:
    """Let one event happen; the one after it tells where a card that prevents something was played."""
    if event.__class__ in PRIVATE:
        return
    past.reach(phase_of(event, past.phase, following))
    if not isinstance(event, battle.NoHero):
        past.settle_heroes()
    handler = HANDLERS.get(event.__class__)
    if handler is not None:
        handler(past, event)


class Chronicle:
    """What one reader has heard.

    Attributes:
        events: All of it, in order.
        past: The table after it, as everybody sees it.
        starts: Spice of every seat at the beginning of every turn.
        motions: What has happened last.
        struck: Territories in which forces died, by the place of the event (DUN-4.1.5).
        ended: Whether the game is over.
    """

    def __init__(self, view: DuneView) -> None:
        self.events: list[Event] = []
        self.past = Past(view)
        self.starts: list[tuple[int, ...]] = []
        self.motions = Motions()
        self.struck: dict[int, tuple[str, ...]] = {}
        self._last: Event | None = None
        self._over: list[Part] = []
        self._first = 0
        self._beginnings: list[tuple[int, Past]] = [(0, self.past.copy())]
        self.ended = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are over, and the one that is going on, if anything has happened in it."""
        here = self._part(len(self.events), over=self.ended)
        return (*self._over, here) if self._tells(here) else tuple(self._over)

    def leads_to(self, events: Sequence[Event]) -> bool:
        """Whether these events go on where this chronicle ends."""
        size = len(self.events)
        return size <= len(events) and (not size or self.events[-1] is events[size - 1])

    def follow(self, view: DuneView, events: Sequence[Event]) -> None:
        """Hear those of these events that have not been heard yet."""
        self.past.seen = view
        for place in range(len(self.events), len(events)):
            self._hear(events[place], events[place + 1] if place + 1 < len(events) else None)

    def before(self, part: Part) -> Past:
        """The table as it was when a part began."""
        place, known = next(one for one in reversed(self._beginnings) if one[0] <= part.first)
        past = known.copy()
        past.seen = self.past.seen
        for number in range(place, part.first):
            hear(past, self.events[number], self._after(number))
        past.reach(part.phase)
        return past

    def _after(self, place: int) -> Event | None:
        return self.events[place + 1] if place + 1 < len(self.events) else None

    def _hear(self, one: Event, following: Event | None) -> None:
        self.events.append(one)
        if one.__class__ in PRIVATE:
            return
        phase = phase_of(one, self.past.phase, following)
        if phase != self.past.phase:
            self._begin(phase, len(self.events) - 1)
        if self._last is None or stops(self._last, one, bid_by_bid=True):
            self.motions = Motions()
        before = standing(one, self.past.game)
        hear(self.past, one, following)
        self.motions.see(one, self.past.game, before)
        if isinstance(one, storm.StormStruck):
            self.struck[len(self.events) - 1] = self.motions.fallen
        self._last = one
        self.ended = self.ended or isinstance(one, end.GameEnded)

    def _begin(self, phase: str, here: int) -> None:
        """DUN-1.4.1: another phase, and with the storm another turn."""
        part = self._part(here)
        if self._tells(part):
            self._over.append(part)
        self._first = here
        if phase == ORDER[1]:
            self.starts.append(tuple(self.past.game.spice))
            self._beginnings.append((here, self.past.copy()))

    def _part(self, last: int, *, over: bool = True) -> Part:
        turn, phase = self.past.game.turn, self.past.phase
        return Part(number_of(turn, phase), turn, phase, self._first, last, over)

    def _tells(self, part: Part) -> bool:
        return any(one.__class__ not in PRIVATE for one in self.events[part.first : part.last])


def number_of(turn: int, phase: str) -> int:
    """The number of a part."""
    return PARTS * turn + ORDER.index(phase) if turn else FIRST


_readers: Readers[Chronicle] = Readers(KEPT_READERS)


def chronicle(view: DuneView, events: Sequence[Event]) -> Chronicle:
    """The chronicle of these events, carried on from where this reader last looked."""
    kept = _readers.of(view.seat, events, partial(Chronicle, view))
    if events:
        kept.follow(view, events)
    return kept
