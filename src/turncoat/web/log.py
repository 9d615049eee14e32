"""What has happened, line by line: only what a reader asks for, and what happened while a reader was away.

The table itself adds lines, such as missed turns and random words that were left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from turncoat.drawing.scene import LedgerRound, Line, Log
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names
from turncoat.table.table_events import NotedEvent, TableEvent, TurnsMissed, WordsLeftOut

Note = tuple[NotedEvent, Line]
"""An event that the table reports, and its line in the log."""


def notes_of(heard: Sequence[Event], names: Names) -> tuple[Note, ...]:
    """The table's own lines of the log, each with the number of the next event of the game.

    Random words that are left out concern the proof, not the game: the record has them.
    """
    told = 0
    notes: list[Note] = []
    for event in heard:
        if isinstance(event, NotedEvent) and not isinstance(event, WordsLeftOut):
            notes.append((event, Line(event.say(names), "", seats=event.seats, number=told + 1)))
        told += not isinstance(event, TableEvent)
    return tuple(notes)


def missed_in(rounds: Sequence[LedgerRound], number: int, notes: Sequence[Note]) -> frozenset[int]:
    """The seats for which the default was put in, in the round with this place in the ledger, from 0."""
    first = rounds[number - 1].until if number else 0
    within = range(first + 1, rounds[number].until + 1)
    missed = (event.seats for event, line in notes if isinstance(event, TurnsMissed) and line.number in within)
    return frozenset(seat for seats in missed for seat in seats)


FIRST_SHOWN = 120
"""The number of lines that the page shows before a reader asks for more."""
KEYS = 5
"""The most sentences in the summary for a reader who was away."""


class Search(Struct, frozen=True):
    """The reader's filters for the log, from the address: ``?who=2&stage=Battles&place=east-city&since=40``.

    Attributes:
        who: Only lines about this seat; None: all.
        stage: Only lines of this part of a round; empty: all.
        place: Only lines about the place with this id; empty: all.
        since: Only lines after this number of events; None: from the beginning.
        all: Whether the reader wants all lines, however many they are.
    """

    who: int | None = None
    stage: str = ""
    place: str = ""
    since: int | None = None
    all: bool = False

    @property
    def picks(self) -> bool:
        """Whether the reader has set a filter."""
        return self.who is not None or bool(self.stage or self.place) or self.since is not None

    def wants(self, line: Line) -> bool:
        """Whether a line passes the filters."""
        return (
            (self.who is None or self.who in line.seats)
            and (not self.stage or self.stage == line.stage)
            and (not self.place or self.place in line.places)
            and (self.since is None or line.number > self.since)
        )


EVERYTHING = Search()


class Choice(Struct, frozen=True):
    """One choice of a filter: its value in the address, what it is called, and how many lines it has."""

    value: str
    label: str
    lines: int


class Group(Struct, frozen=True):
    """Lines that follow each other in one part of the story; without a part where there is none."""

    part: int | None
    title: str
    lines: tuple[Line, ...]


class Found(Struct, frozen=True):
    """The lines of the log that pass the filters.

    Attributes:
        groups: The lines by part of the story, the latest part first.
        shown: The number of lines that the page shows.
        matching: The number of lines that pass the filters.
        total: The number of all lines.
    """

    groups: tuple[Group, ...]
    shown: int
    matching: int
    total: int


def find(log: Log, search: Search, titles: Mapping[int, str]) -> Found:
    """The lines that a reader asks for; the latest ones only, if there are many and nothing was picked."""
    matching = [line for line in log.lines if search.wants(line)]
    shown = matching if search.picks or search.all else matching[-FIRST_SHOWN:]
    groups = [
        Group(part, titles.get(part, "") if part is not None else "", tuple(lines))
        for part, lines in groupby(shown, key=lambda line: line.part)
    ]
    return Found(tuple(reversed(groups)), len(shown), len(matching), len(log.lines))


def choices(log: Log) -> dict[str, tuple[Choice, ...]]:
    """The choices of each filter, by the name of its field; choices without any line are left out."""
    stages = Counter(line.stage for line in log.lines)
    who = Counter(seat for line in log.lines for seat in line.seats)
    places = Counter(place for line in log.lines for place in line.places)
    found = {
        "who": tuple(Choice(str(seat), label, who[seat]) for seat, label in log.who.items() if who[seat]),
        "stage": tuple(Choice(stage, stage, stages[stage]) for stage in log.stages if stages[stage]),
        "place": tuple(
            Choice(place, label, places[place])
            for place, label in sorted(log.places.items(), key=lambda place_name: place_name[1])
            if places[place]
        ),
    }
    return {name: made for name, made in found.items() if made}


def with_notes(log: Log, notes: Sequence[Line]) -> Log:
    """A log with lines that the game does not tell, each before the event that followed, in its part of the story."""
    lines = list(log.lines)
    for note in reversed(notes):
        place = bisect_left(lines, note.number, key=lambda line: line.number)
        part = lines[place].part if place < len(lines) else None
        lines.insert(place, replace(note, part=part))
    return replace(log, lines=tuple(lines))


def with_judgements(log: Log, judgements: Sequence[Line]) -> Log:
    """The log with added lines on the results of promises; each comes after the event that showed the result."""
    lines = list(log.lines)
    for line in judgements:
        place = bisect_right(lines, line.number, key=lambda line: line.number)
        lines.insert(place, replace(line, part=lines[place - 1].part if place else None))
    return replace(log, lines=tuple(lines))


class Missed(Struct, frozen=True):
    """A summary of the events while a reader was away.

    Attributes:
        since: The number of events that the reader had heard before leaving.
        lines: The number of lines since then.
        first: The name of the first named part of the story with such a line; empty: there is none.
        parts: The number of parts of the story that contain those lines.
        keys: The most important lines.
        watch: The first part of the story that the reader can watch; None: there is none.
    """

    since: int
    lines: int
    first: str
    parts: int
    keys: tuple[Line, ...]
    watch: int | None


def missed(lines: Sequence[Line], since: int, own: int | None, titles: Mapping[int, str]) -> Missed | None:
    """A summary of the events since the reader's last visit; None: there is no line to show.

    Args:
        lines: All lines of the log since then.
        since: The number of events that the reader had heard before.
        own: The reader's seat; lines about it count as more important.
        titles: The titles of the parts of the story, by number.
    """
    if not lines:
        return None
    parts = list(dict.fromkeys(line.part for line in lines if line.part is not None and line.part in titles))
    first = parts[0] if parts else None
    keys = sorted(lines, key=lambda line: (line.key * 2 + (own in line.seats), line.number))[-KEYS:]
    keys.sort(key=lambda line: line.number)
    return Missed(since, len(lines), titles[first] if first is not None else "", len(parts), tuple(keys), first)
