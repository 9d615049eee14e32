"""Stills: what somebody sees after each finished step that told something, taken while the rules play.

A story needs no second rulebook: it shows what the rules had in hand. ``Watcher`` is given to ``begin``, ``submit`` and
the others as what hears them; nothing is taken, and nothing costs, where a plain listener or nobody listens.
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
        step: The step that was finished, ``"round.support"``: the section's tag and the name that ``flow`` gives it.
        events: What was heard during it, in order.
        view: What is seen after it.
    """

    step: str
    events: tuple[Event, ...]
    view: V


class Reel(Generic[V]):
    """Stills of one stretch of a game, for one viewer.

    Args:
        seat: The viewer's seat; None: a spectator.
        first: The first event they have heard of which a still is wanted, counted from 0.
        last: The first of which none is wanted any more; None: all are wanted.

    Attributes:
        before: The still before the first one; None: there is none, or it has not come so far.
        stills: The stills. One that begins before the stretch or ends after it holds only the events within.
        heard: How many events the viewer has heard so far.
    """

    def __init__(self, look: Callable[[AnyPlay], V], seat: int | None, first: int = 0, last: int | None = None) -> None:
        self.look, self.seat, self.first, self.last = look, seat, first, last
        self.before: Still[V] | None = None
        self.stills: list[Still[V]] = []
        self.heard = 0
        self._earlier: tuple[str, tuple[Event, ...], AnyPlay] | None = None

    @property
    def full(self) -> bool:
        """Whether nothing is wanted any more."""
        return self.last is not None and self.heard >= self.last

    def take(self, game: AnyPlay, step: str, told: list[tuple[Audience, Event]]) -> None:
        """Take a still, if the viewer has heard anything and it is wanted."""
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
    """What one viewer sees after each of these numbers of events, ascending; a number not reached yet has no entry."""

    def __init__(self, look: Callable[[AnyPlay], V], seat: int | None, counts: Sequence[int]) -> None:
        self.look, self.seat, self.counts = look, seat, counts
        self.views: list[V] = []
        self.heard = 0

    @property
    def full(self) -> bool:
        """Whether nothing is wanted any more."""
        return len(self.views) == len(self.counts)

    def take(self, game: AnyPlay, step: str, told: list[tuple[Audience, Event]]) -> None:
        """Look, if one of the counts has been reached."""
        self.heard += sum(hears(audience, self.seat) for audience, _ in told)
        while not self.full and self.heard >= self.counts[len(self.views)]:
            self.views.append(self.look(game))


class Watcher(Listener):
    """Hears what is told, and takes a still after each step that told something."""

    watching: ClassVar[bool] = True

    def __init__(self, *reels: Reel[V] | Marks[V]) -> None:
        super().__init__()
        self._reels = reels
        self._taken = 0
        self._now: tuple[AnyPlay, str] | None = None

    def enters(self, game: AnyPlay, section: AnySection) -> None:
        """A step of the flow begins; what it tells belongs to it."""
        self._now = game, f"{section.__struct_config__.tag}.{section.step}"

    def still(self) -> None:
        """A picture is complete: take a still of what was told since the last one."""
        told = self.heard[self._taken :]
        if self._now is None or not told:
            return
        self._taken += len(told)
        for reel in self._reels:
            reel.take(*self._now, told)
