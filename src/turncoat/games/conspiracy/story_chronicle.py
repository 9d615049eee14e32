"""What a reader has heard, followed from event to event, so that no page has to hear all of it again.

A page is made after every change. Whatever it needs of the past is carried on from the page before, with a picture of
the table at the beginning of every round: telling a turn costs the events of its round, however long the game is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from turncoat.drawing.readers import Readers
from turncoat.games.conspiracy import events as happened
from turncoat.games.conspiracy.story_telling import Telling
from turncoat.games.conspiracy.view import ConspiracyView
from turncoat.kernel.events import Event

PARTS = 10
"""Parts are numbered ``PARTS * round + place``; place 0 is the beginning of the round, then its turns."""

KEPT_READERS = 64
"""So many readers are followed at once; whoever has not looked for longest is read anew when they come back."""

BEGINNINGS = (
    happened.RoundBegan,
    happened.TurnBegan,
    happened.ActionChosen,
    happened.Stopped,
    happened.CoinSaved,
    happened.HandDiscarded,
)
"""Events with which something new begins: what was lit up before calms down, and dice are put away."""


class Part(Struct, frozen=True):
    """A part of the story: where its events begin and end, and whose turn it tells."""

    number: int
    first: int
    last: int
    seat: int | None


class Stretch(Struct, frozen=True):
    """A finished round: where its events begin and end, and how many tiles everybody held before and after it."""

    round: int
    first: int
    last: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class Chronicle:
    """What one reader has heard.

    Attributes:
        events: All of it, in order.
        telling: The table after it, with what has happened last.
        rounds: Finished rounds.
        start: How many tiles everybody held in the beginning.
    """

    def __init__(self, view: ConspiracyView) -> None:
        self.events: list[Event] = []
        self.telling = Telling(len(view.players), view.options, view.seat)
        self.rounds: list[Stretch] = []
        self.start = self._held()
        self._over: list[Part] = []
        self._open: Part | None = None
        self._beginnings: list[tuple[int, Telling]] = []
        self._ended = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are over."""
        last = self._open
        if last is None or not self._ended:
            return tuple(self._over)
        return (*self._over, Part(last.number, last.first, len(self.events), last.seat))

    def leads_to(self, events: Sequence[Event]) -> bool:
        """Whether these events go on where this chronicle ends."""
        size = len(self.events)
        return size <= len(events) and (not size or self.events[-1] is events[size - 1])

    def follow(self, events: Sequence[Event]) -> None:
        """Hear those of these events that have not been heard yet."""
        for place in range(len(self.events), len(events)):
            self._hear(events[place])

    def table_before(self, part: Part) -> Telling:
        """The table as it was when a part began."""
        place, known = next(one for one in reversed(self._beginnings) if one[0] <= part.first)
        telling = known.copy()
        for one in self.events[place : part.first]:
            telling.hear(one)
        telling.calm()
        return telling

    def _hear(self, one: Event) -> None:
        if isinstance(one, happened.RoundBegan):
            self._begin_round(one)
        elif isinstance(one, happened.TurnBegan) and self._open is not None:
            self._begin(self._open.number + 1, one.seat)
        if isinstance(one, BEGINNINGS):
            self.telling.calm()
        self.telling.hear(one)
        self.events.append(one)
        if isinstance(one, happened.GameEnded) and not self._ended:
            self._end_round()
            self._ended = True

    def _begin_round(self, one: happened.RoundBegan) -> None:
        self._end_round()
        self._begin(PARTS * one.round, None)
        self._beginnings.append((len(self.events), self.telling.copy()))

    def _begin(self, number: int, seat: int | None) -> None:
        here, last = len(self.events), self._open
        if last is not None:
            self._over.append(Part(last.number, last.first, here, last.seat))
        self._open = Part(number, here, here, seat)

    def _end_round(self) -> None:
        if self._beginnings:
            first, known = self._beginnings[-1]
            before = tuple(one.tiles for one in known.players)
            self.rounds.append(Stretch(self.telling.round, first, len(self.events), before, self._held()))

    def _held(self) -> tuple[int, ...]:
        return tuple(one.tiles for one in self.telling.players)


_readers: Readers[Chronicle] = Readers(KEPT_READERS)


def chronicle(view: ConspiracyView, events: Sequence[Event]) -> Chronicle:
    """The chronicle of these events, carried on from where this reader last looked."""
    kept = _readers.of(view.seat, events, partial(Chronicle, view))
    if events:
        kept.follow(events)
    return kept
