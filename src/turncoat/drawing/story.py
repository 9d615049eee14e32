"""How a game tells what happened: parts cut from what was heard, and stills that the rules gave when they were played.

A game's ``story`` module has a ``STORY``, an instance of a subclass of :class:`Story`. It says where its parts begin,
and what is drawn on top of a view: arrows, dice, what slides where. What anybody *has* is in the view of each still.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from turncoat.drawing.log import log_of
from turncoat.drawing.scene import Frame, Ledger, Line, Log, Scene, Statistic
from turncoat.kernel import Event, Names, Still

V = TypeVar("V")
P = TypeVar("P")


class Part(Struct, frozen=True):
    """A part of a story, such as a round.

    Attributes:
        number: The number by which a page asks for the part.
        first: Its first event among those that the reader has heard, counted from 0.
        last: The first that does not belong to it any more.
        seat: Whose turn it is; None: nobody's.
        fought: The seats that it concerns most; empty: it concerns everybody.
    """

    number: int
    first: int
    last: int
    seat: int | None = None
    fought: tuple[int, ...] = ()


class Story(ABC, Generic[V, P]):
    """The story of a game. ``V`` is its view, ``P`` what its stills are drawn from.

    Attributes:
        stages: The parts of a round to which events belong, in the order of the rules: ``stages_of(TruceEvent)``.
        ends: Kinds of events that end the game although their own class does not say so.
        shared: The stills are those that everybody may see; otherwise each seat has its own.
        by_itself: A new part begins to play on open pages.
    """

    stages: ClassVar[tuple[str, ...]]
    shared: ClassVar[bool] = True
    by_itself: ClassVar[bool] = True

    # --- what a game writes -------------------------------------------------------------------

    @abstractmethod
    def parts(self, view: V, events: Sequence[Event]) -> Sequence[Part]:
        """The parts that can be told, the first one first."""

    @abstractmethod
    def tell(self, before: Still[V] | None, stills: Sequence[Still[V]], names: Names) -> Iterator[Frame[P]]:
        """A part, from its stills and the one before them."""

    @abstractmethod
    def draw(self, frame: Frame[P], names: Names, scene: Scene) -> str:
        """A still as inline SVG; its nodes have the ids of the board's, so that what changed moves."""

    @abstractmethod
    def in_text(self, frame: Frame[P], names: Names, scene: Scene) -> tuple[str, ...]:
        """A still in sentences, seat by seat."""

    @abstractmethod
    def ledger(self, view: V, events: Sequence[Event], views: Sequence[V], names: Names) -> Ledger:
        """Every round, every action, every total; ``views`` are those that ``looks`` asks for."""

    @abstractmethod
    def seats(self, view: V) -> int:
        """How many seats there are."""

    def stretch(self, part: Part) -> tuple[int, int]:
        """From which event on, and up to which, the stills of a part are wanted."""
        return part.first, part.last

    def looks(self, view: V, events: Sequence[Event]) -> tuple[int, ...]:
        """After how many events the ledger wants to look at the table, ascending: at the ends of rounds."""
        return ()

    def title(self, part: Part, names: Names) -> str:
        """What a part is called."""
        return f"Round {part.number}"

    def now(self, view: V, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The table as it is, with what has just happened; empty: as the board draws it."""
        return ""

    def aside(self, frame: Frame[P], names: Names, scene: Scene) -> str:
        """The part of a still for the side column, as the board's ``aside`` draws it; empty: nothing."""
        return ""

    def aside_now(self, view: V, events: Sequence[Event], names: Names, scene: Scene) -> str:
        """The side column in its present state, with what has just happened; empty: as the board draws it."""
        return ""

    def moments(self, view: V, events: Sequence[Event]) -> Sequence[Part]:
        """Short stretches that play by themselves where no part begins to play; no part has their numbers."""
        return ()

    def places(self, view: V) -> Mapping[str, str]:
        """What places are called in the log, by their ids."""
        return {}

    def statistics(self, view: V, events: Sequence[Event]) -> tuple[Statistic, ...]:
        """What is counted over the whole game, from what everybody has heard."""
        return ()

    def viewer(self, seat: int | None, seats: int) -> int | None:
        """As which seat somebody is told the story, at a table with this many seats; None: as a spectator."""
        return None if self.shared else seat

    # --- what every game gets -----------------------------------------------------------------

    def rounds(self, view: V, events: Sequence[Event]) -> tuple[int, ...]:
        """The numbers of the parts that can be told."""
        return tuple(part.number for part in self.parts(view, events))

    def called(self, view: V, events: Sequence[Event], names: Names) -> Mapping[int, str]:
        """What the parts are called, by number."""
        return {part.number: self.title(part, names) for part in self.parts(view, events)}

    def frames(self, before: Still[V] | None, stills: Sequence[Still[V]], names: Names) -> tuple[Frame[P], ...]:
        """A part as drawings with captions, in the order of the rules."""
        return tuple(self.tell(before, stills, names)) if stills else ()

    def frame(self, events: Sequence[Event], picture: P, names: Names, rule: str = "") -> Frame[P]:
        """A still whose caption is what these events say; each sentence once."""
        last = events[-1]
        caption = " ".join(dict.fromkeys(event.say(names) for event in events))
        return Frame(last.stage, caption, rule or last.rule, picture)

    def log(self, view: V, events: Sequence[Event], names: Names, after: int = 0) -> Log:
        """Every line with its stage, players and places, without the first ``after`` events."""
        spans = [(part.number, part.first, part.last) for part in self.parts(view, events)]
        return log_of(self.stages, events, names, self.seats(view), spans, self.places(view), after)

    def ending(self, events: Sequence[Event], names: Names) -> tuple[Line, ...]:
        """How the game ended; nothing while it goes on."""
        return tuple(Line(event.say(names), event.rule) for event in events if event.ends)


def cut(events: Sequence[Event], begins: Callable[[Event], bool]) -> list[tuple[int, int]]:
    """Where the stretches of a game begin and end: each at a starting event, with one more before the first."""
    starts = [place for place, event in enumerate(events) if begins(event)]
    return list(pairwise([*starts, len(events)]))


Counts = Iterable[tuple[int, int]]
"""What an event adds to a statistic: seats, and how much for each."""


def counted(
    seats: int, events: Sequence[Event], rows: Mapping[str, Callable[[Event], Counts]]
) -> tuple[Statistic, ...]:
    """Statistics, each with what an event adds to it; those in which nothing was counted are left out."""
    made = list[Statistic]()
    for what, adds in rows.items():
        totals = [0] * seats
        for event in events:
            for seat, number in adds(event):
                totals[seat] += number
        made.append(Statistic(what, tuple(totals)))
    return tuple(one for one in made if any(one.by))


Move = tuple[str, str, int]
"""A move: the place that pieces leave, the place to which they go, and how many they are."""


class Pieces:
    """Pieces that look alike, by place; the topmost ones have ids, and keep them when they move.

    Args:
        name: What the names begin with.
        shown: How many are drawn in each place, by what the name of the place begins with (``"stash"``).
    """

    def __init__(self, name: str, shown: Mapping[str, int]) -> None:
        self._name, self._shown, self._named = name, shown, 0
        self.held: dict[str, list[str]] = {}

    def become(self, counts: Mapping[str, int], moves: Iterable[Move] = (), lost: str = "") -> None:
        """Set how many pieces lie in each place.

        Args:
            counts: The number of pieces, by place.
            moves: What is known of the ways that they went: those that went keep their names.
            lost: Where those go whose way is not known; empty: they vanish.
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
        """The names of those that are drawn in a place."""
        return tuple(self.held.get(place, ()))
