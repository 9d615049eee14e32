"""Stills: what a viewer sees after each step with an event, taken while the rules play.

So a story need not repeat the rules: it shows the states that the rules had. ``Watcher`` is given to ``begin``,
``submit`` and the others as what hears them; nothing is taken, and nothing costs, where a plain listener or nobody
listens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from turncoat.kernel.cloning import clone
from turncoat.kernel.events import Audience, Event, Listener, hears
from turncoat.kernel.flows import AnyPlay, AnySection

V = TypeVar("V")


class Still(Struct, Generic[V], frozen=True):
    """One moment of a game, as one viewer sees it.

    Attributes:
        step: The finished step, ``"round.support"``: the section's tag and the step's name in ``flow``.
        events: The events that the viewer heard during it, in order.
        view: The view after it.
    """

    step: str
    events: tuple[Event, ...]
    view: V


class Reel(Generic[V]):
    """Stills of one part of a game, for one viewer.

    Args:
        seat: The viewer's seat; None: a spectator.
        first: The first event with a wanted still, counted from 0.
        last: The first event after the wanted ones; None: all are wanted.

    Attributes:
        before: The still before the first one; None: there is none yet.
        stills: The stills. A still at the beginning or end holds only the events within the part.
        heard: The number of events that the viewer has heard so far.
    """

    def __init__(self, look: Callable[[AnyPlay], V], seat: int | None, first: int = 0, last: int | None = None) -> None:
        self.look, self.seat, self.first, self.last = look, seat, first, last
        self.before: Still[V] | None = None
        self.stills: list[Still[V]] = []
        self.heard = 0
        self._earlier: tuple[str, tuple[Event, ...], AnyPlay] | None = None

    @property
    def full(self) -> bool:
        """Whether all wanted stills were taken."""
        return self.last is not None and self.heard >= self.last

    def take(self, game: AnyPlay, step: str, told: list[tuple[Audience, Event]]) -> None:
        """Keep a still if it is wanted and the viewer heard an event in it."""
        events = tuple(event for audience, event in told if hears(audience, self.seat))
        if not events or self.full:
            return
        start, self.heard = self.heard, self.heard + len(events)
        if self.heard <= self.first:
            self._earlier = step, events, clone(game)
            return
        if self._earlier is not None:
            earlier, heard, position = self._earlier
            self.before, self._earlier = Still(earlier, heard, self.look(position)), None
        until = len(events) if self.last is None else self.last - start
        self.stills.append(Still(step, events[max(0, self.first - start) : until], self.look(game)))


class Marks(Generic[V]):
    """A viewer's views after each of these numbers of events, ascending; a number not reached yet has no view."""

    def __init__(self, look: Callable[[AnyPlay], V], seat: int | None, counts: Sequence[int]) -> None:
        self.look, self.seat, self.counts = look, seat, counts
        self.views: list[V] = []
        self.heard = 0

    @property
    def full(self) -> bool:
        """Whether all wanted views were taken."""
        return len(self.views) == len(self.counts)

    def take(self, game: AnyPlay, step: str, told: list[tuple[Audience, Event]]) -> None:
        """Keep the view if one of these numbers of events has been reached."""
        self.heard += sum(hears(audience, self.seat) for audience, _ in told)
        while not self.full and self.heard >= self.counts[len(self.views)]:
            self.views.append(self.look(game))


class Watcher(Listener):
    """Receives the events, and takes a still after each step with an event."""

    watching: ClassVar[bool] = True

    def __init__(self, *reels: Reel[V] | Marks[V]) -> None:
        super().__init__()
        self._reels = reels
        self._taken = 0
        self._now: tuple[AnyPlay, str] | None = None

    def enters(self, game: AnyPlay, section: AnySection) -> None:
        """Note that a step begins; the next events belong to it."""
        self._now = game, f"{section.__struct_config__.tag}.{section.step}"

    def still(self) -> None:
        """Take a still of the events since the last one."""
        told = self.heard[self._taken :]
        if self._now is None or not told:
            return
        self._taken += len(told)
        for reel in self._reels:
            reel.take(*self._now, told)
