"""How a game tells its story: parts cut from the events that were heard, and stills made by the rules during play.

A game's ``story`` module has a ``STORY``, an instance of a subclass of :class:`Story`. It defines where parts begin,
and what is drawn on top of a view: arrows, dice, moving pieces. All possessions are in the view of each still.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from turncoat.drawing.log import log_of
from turncoat.drawing.scene import Chapter, Frame, Ledger, Line, Log, Scene, Statistic
from turncoat.kernel import Event, Names, Still

V = TypeVar("V")
P = TypeVar("P")


class Part(Struct, frozen=True):
    """A part of a story, such as a round.

    Attributes:
        number: The number in the address of the page.
        first: The index of its first event among those that the reader has heard.
        last: The index of the first event after it.
        seat: The seat whose turn it is; None: no turn.
        fought: The seats that the part concerns most; empty: all.
    """

    number: int
    first: int
    last: int
    seat: int | None = None
    fought: tuple[int, ...] = ()


class Story(ABC, Generic[V, P]):
    """The story of a game. ``V`` is the type of its view, ``P`` the type from which its stills are drawn.

    Attributes:
        stages: The parts of a round to which events belong, in the order of the rules: ``stages_of(TruceEvent)``.
        ends: More kinds of events that end the game, besides those whose class says so.
        shared: All viewers have the same stills; otherwise each seat has its own.
        by_itself: A new part starts to play on open pages.
    """

    stages: ClassVar[tuple[str, ...]]
    shared: ClassVar[bool] = True
    by_itself: ClassVar[bool] = True

    # --- what a game writes -------------------------------------------------------------------

    @abstractmethod
    def parts(self, view: V, events: Sequence[Event]) -> Sequence[Part]:
        """The parts that can be shown, the earliest first."""

    @abstractmethod
    def tell(self, before: Still[V] | None, stills: Sequence[Still[V]], names: Names) -> Iterator[Frame[P]]:
        """The frames of a part, made from its stills and the one before them."""

    @abstractmethod
    def draw(self, frame: Frame[P], names: Names, scene: Scene) -> str:
        """A still as inline SVG; its nodes have the same ids as the board's, so that changes are animated."""

    @abstractmethod
    def in_text(self, frame: Frame[P], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences, seat by seat."""

    @abstractmethod
    def ledger(self, view: V, events: Sequence[Event], views: Sequence[V], names: Names) -> Ledger:
        """Every round, every action, every total; ``views`` are the views after the events that ``looks`` lists."""

    @abstractmethod
    def seats(self, view: V) -> int:
        """The number of seats."""

    def stretch(self, part: Part) -> tuple[int, int]:
        """The first and last event whose stills a part needs."""
        return part.first, part.last

    def looks(self, view: V, events: Sequence[Event]) -> tuple[int, ...]:
        """The numbers of events after which the ledger needs a view, ascending: at the ends of rounds."""
        return ()

    def title(self, part: Part, names: Names) -> str:
        """The title of a part."""
        return f"Round {part.number}"

    def now(self, view: V, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present table with the latest events marked; empty: the board draws it as usual."""
        return ""

    def aside(self, frame: Frame[P], names: Names, scene: Scene) -> str:
        """The part of a still for the side column, as the board's ``aside`` draws it; empty: nothing."""
        return ""

    def aside_now(self, view: V, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The present side column with the latest events marked; empty: the board draws it as usual."""
        return ""

    def moments(self, view: V, events: Sequence[Event]) -> Sequence[Part]:
        """Short scenes that play by themselves when no part does; they have numbers that no part has."""
        return ()

    def places(self, view: V) -> Mapping[str, str]:
        """The names of places in the log, by their ids."""
        return {}

    def party(self, view: V, seat: int, names: Names) -> str:
        """What a seat plays, such as its faction; empty: itself."""
        return ""

    def statistics(self, view: V, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """The statistics of the whole game, from public events."""
        return ()

    def retold(self, view: V, events: Sequence[Event], names: Names) -> tuple[Chapter, ...]:
        """The game so far as a story to keep: a chapter for each part, with all its lines unless the game has fewer."""
        return tuple(
            Chapter(self.title(part, names), tuple(Line(event.say(names), event.rule) for event in told))
            for part in self.parts(view, events)
            if (told := [event for event in events[part.first : part.last] if not event.ends])
        )

    def viewer(self, seat: int | None, seats: int) -> int | None:
        """The seat as which a reader sees the story, at a table with this many seats; None: as a spectator."""
        return None if self.shared else seat

    # --- what every game gets -----------------------------------------------------------------

    def rounds(self, view: V, events: Sequence[Event]) -> tuple[int, ...]:
        """The numbers of the parts that can be shown."""
        return tuple(part.number for part in self.parts(view, events))

    def called(self, view: V, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """The titles of the parts, by number."""
        return {part.number: self.title(part, names) for part in self.parts(view, events)}

    def frames(self, before: Still[V] | None, stills: Sequence[Still[V]], names: Names) -> tuple[Frame[P], ...]:
        """A part as drawings with captions, in the order of the rules."""
        return tuple(self.tell(before, stills, names)) if stills else ()

    def frame(self, events: Sequence[Event], picture: P, names: Names, rule: str = "") -> Frame[P]:
        """A still whose caption has the sentences of these events, each once."""
        last = events[-1]
        caption = " ".join(dict.fromkeys(event.say(names) for event in events))
        return Frame(last.stage, caption, rule or last.rule, picture)

    def log(self, view: V, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line with its stage, players and places, without those of the first ``after`` events."""
        spans = [(part.number, part.first, part.last) for part in self.parts(view, events)]
        return log_of(self.stages, events, names, self.seats(view), spans, self.places(view), after)

    def ending(self, view: V, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """The lines on the end of the game; nothing while it goes on."""
        return tuple(Line(event.say(names), event.rule) for event in events if event.ends)


def cut(events: Sequence[Event], begins: Callable[[Event], bool]) -> list[tuple[int, int]]:
    """The first and last events of all parts: each begins at a starting event, and one lies before the first."""
    starts = [place for place, event in enumerate(events) if begins(event)]
    return list(pairwise([*starts, len(events)]))


Counts = Iterable[tuple[int, int]]
"""How much an event adds to a statistic, by seat."""


def counted(
    seats: int, events: Sequence[Event], rows: Mapping[str, Callable[[Event], Counts]]
) -> tuple[Statistic, ...]:
    """Statistics from functions that count events; statistics without any counts are left out."""
    made = list[Statistic]()
    for what, adds in rows.items():
        totals = [0] * seats
        for event in events:
            for seat, number in adds(event):
                totals[seat] += number
        made.append(Statistic(what, tuple(totals)))
    return tuple(counter for counter in made if any(counter.by))


Move = tuple[str, str, int]
"""A move of pieces: from where, to where, and how many."""


class Pieces:
    """Identical pieces by place; the topmost ones have ids, which they keep when they move.

    Args:
        name: The beginning of the ids.
        shown: How many pieces are drawn in a place, by the beginning of its name (``"stash"``).
    """

    def __init__(self, name: str, shown: Mapping[str, int]) -> None:
        self._name, self._shown, self._named = name, shown, 0
        self.held: dict[str, list[str]] = {}

    def become(self, counts: Mapping[str, int], moves: Iterable[Move] = (), lost: str = "") -> None:
        """Set how many pieces lie in each place.

        Args:
            counts: The number of pieces, by place.
            moves: The known moves: pieces that moved keep their ids.
            lost: Where pieces go whose move is unknown; empty: they vanish.
        """
        going: list[tuple[str, list[str]]] = [(to, self._take(start, most)) for start, to, most in moves]
        for to, names in going:
            self.held.setdefault(to, []).extend(names)
        for place, count in counts.items():
            held = self.held.setdefault(place, [])
            drawn = min(count, self._shown[place.partition("-")[0]])
            if any(to == place for to, _ in going):
                del held[: max(0, len(held) - drawn)]
            gone = [held.pop() for _ in range(len(held) - drawn)]
            if lost and place != lost:
                self.held.setdefault(lost, []).extend(gone)
            held[:0] = [self._fresh() for _ in range(drawn - len(held))]

    def _take(self, place: str, most: int) -> list[str]:
        held = self.held.get(place, [])
        return [held.pop() for _ in range(min(most, len(held)))]

    def _fresh(self) -> str:
        self._named += 1
        return f"{self._name}-{self._named}"

    def names(self, place: str) -> tuple[str, ...]:
        """The ids of the pieces drawn in a place."""
        return tuple(self.held.get(place, ()))
