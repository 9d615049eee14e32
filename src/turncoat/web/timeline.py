"""One line of time for a whole game: parts of the story, and what was said, promised, kept, broken or missed meanwhile.

It is made of what one viewer has heard, and of the talk that the reader may read. The line shows the whole game; the
list beside the board ends with the still that is shown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from turncoat.drawing.scene import Frame, Line
from turncoat.drawing.story import Part
from turncoat.drawing.svg import el, words
from turncoat.kernel.events import Event
from turncoat.kernel.promise import Fate
from turncoat.table.table_events import TurnsMissed
from turncoat.table.table_view import MessageView, TableView
from turncoat.web.log import notes_of
from turncoat.web.table_display import TableDisplay

MARKS = {
    "said": ("M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", "{who} says something"),
    "promise": ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "{who} makes a promise"),
    "kept": ("M-4 0l3 4 5-8", "{who} keeps a promise"),
    "broken": ("M-4-4l8 8M4-4l-8 8", "{who} breaks a promise"),
    "late": ("M-4-4h8l-8 8h8z", "time was up for {who}"),
}
"""The marks on the timeline: for each kind its outline, and what it means."""

LEAST, LETTER = 5.0, 2.3
"""The room that the name of a part takes under the line, and each of its letters, in hundredths of the line."""


class Mark(Struct, frozen=True):
    """A mark on the timeline, after this number of events of the game."""

    kind: str
    after: int
    words: str


class Moment(Struct, frozen=True):
    """A line in the list beside the board: an event (``line``) or a message (``said``).

    Attributes:
        after: The number of events of the game before it.
    """

    after: int
    line: Line | None = None
    said: MessageView | None = None


class Timeline(Struct, frozen=True):
    """The timeline of one game, at one moment.

    Attributes:
        value: The number of events that the replay has shown.
        last: The number of all events.
        drawn: The timeline as SVG.
        told: What the part that is shown has told so far, in order.
        before, after: The parts before and after it; None: there is none.
    """

    value: int
    last: int
    drawn: str
    told: tuple[Moment, ...]
    before: int | None
    after: int | None


def reached(sentences: Sequence[str], frames: Sequence[Frame[object]]) -> tuple[int, ...]:
    """For each event of a part, given by its sentence, the number of the still that shows it."""
    place, found = 0, list[int]()
    for sentence in sentences:
        later = range(place, len(frames))
        place = next((place for place in later if sentence and sentence in frames[place].caption), place)
        found.append(place)
    return tuple(found)


def frame_at(display: TableDisplay, part: Part, moment: int) -> int:
    """The number of the still that shows the event with this number, from 0."""
    frames = display.telling(part.number).frames
    stills = reached(_sentences(display, part), frames)
    return stills[max(0, min(moment - part.first, len(stills) - 1))] if stills else 0


def known_at(display: TableDisplay, number: int | None, at: int) -> int | None:
    """How many events a reader has been told at this still of a part; None: all of them, or there is no story."""
    part = next((part for part in (*display.parts, *display.moments) if part.number == number), None)
    frames = display.telling(number).frames
    if part is None or not frames or (at >= len(frames) - 1 and part == display.parts[-1]):
        return None
    return part.first + bisect_right(reached(_sentences(display, part), frames), at)


def part_asked(table_view: TableView, heard: Sequence[Event], moment: int | None) -> int | None:
    """The part with this event of the game; the first where none is asked for; None where there are no parts."""
    parts = TableDisplay(table_view, heard).parts
    if not parts:
        return None
    place = 0 if moment is None else bisect_right([part.first for part in parts], moment) - 1
    return parts[max(0, place)].number


def timeline(
    display: TableDisplay, said: Sequence[MessageView], number: int, at: int, moment: int | None = None
) -> Timeline:
    """The timeline at one still of a part of the story.

    Args:
        display: The game as the viewer has heard it, with the stills of that part.
        said: The messages that the reader may read.
        number: The number of the part.
        at: The still.
        moment: How many events have been told, if the reader has asked for a moment and not for a still.
    """
    place = next(place for place, part in enumerate(display.parts) if part.number == number)
    part, frames = display.parts[place], display.telling(number).frames
    stills = reached(_sentences(display, part), frames)
    until = part.last if at == len(frames) - 1 else part.first + bisect_right(stills, at)
    numbers = [part.number for part in display.parts]
    spoken = [Moment(display.told_before(message.after), said=message) for message in said]
    value = until if moment is None else moment
    return Timeline(
        value,
        len(display.events),
        _draw(display, spoken, part, value),
        _told(display, spoken, part, until, first=place == 0, last=place == len(numbers) - 1),
        numbers[place - 1] if place else None,
        numbers[place + 1] if place + 1 < len(numbers) else None,
    )


def _sentences(display: TableDisplay, part: Part) -> list[str]:
    events: Sequence[Event] = display.events[part.first : part.last]
    return [event.say(display.names) for event in events]


def _told(
    display: TableDisplay, spoken: Sequence[Moment], part: Part, until: int, *, first: bool, last: bool
) -> tuple[Moment, ...]:
    """The events of a part up to this number of events, and the messages in between."""
    begins, ends = 0 if first else part.first, len(display.events) if last else part.last
    until = ends if until == part.last else until
    lines = [Moment(line.number, line=line) for line in display.whole_log.lines if begins < line.number <= until]
    heard = [moment for moment in spoken if begins <= moment.after < until or (last and moment.after == until == ends)]
    return tuple(sorted([*lines, *heard], key=lambda moment: (moment.after, moment.said is not None)))


def _marks(display: TableDisplay, spoken: Sequence[Moment]) -> list[Mark]:
    """All marks on the timeline: messages, promises and missed turns."""
    found = list[Mark]()

    def note(kind: str, after: int, *who: int | None) -> None:
        names = ", ".join("the table" if seat is None else display.called[seat] for seat in who)
        found.append(Mark(kind, after, MARKS[kind][1].format(who=names)))

    for moment in spoken:
        if moment.said is not None:
            note("promise" if moment.said.promised else "said", moment.after, moment.said.message.sender)
    for place, event in display.judged:
        note("broken" if event.fate is Fate.BROKEN else "kept", place + 1, event.sender)
    for missed, line in notes_of(display.heard, display.names):
        if isinstance(missed, TurnsMissed):
            note("late", line.number - 1, *missed.seats)
    return found


def _draw(display: TableDisplay, spoken: Sequence[Moment], part: Part, until: int) -> str:
    """The line: a bar for every part, what is told already filled, marks above it and names below."""
    whole = max(1, len(display.events))

    def at(event: float) -> str:
        return f"{100 * event / whole:.2f}%"

    bars, labels = list[str](), list[str]()
    called, free = "", 0.0
    for one in display.parts:
        kind, label = "time-here" if one is part else "time-part", label_of(display.chapters[one.number])
        bars.append(el("rect", class_=kind, x=at(one.first), y=17, width=at(one.last - one.first), height=8, rx=2))
        place = 100 * one.first / whole
        if label != called and place >= free:
            labels.append(el("text", words(label), class_="time-label", x=at(one.first), y=40))
            called, free = label, place + max(LEAST, LETTER * len(label))
    bars.append(el("rect", class_="time-done", x=0, y=19, width=at(until), height=4))
    marks = [
        el(
            "svg",
            el("path", el("title", words(mark.words)), d=MARKS[mark.kind][0], class_=f"time-{mark.kind}"),
            x=at(mark.after),
            y=8,
            overflow="visible",
        )
        for mark in _marks(display, spoken)
    ]
    return el("svg", *bars, *marks, *labels, class_="time-line", width="100%", height=44, aria_hidden="true")


def label_of(title: str) -> str:
    """What stands under the line: the number of a round, or the words that several parts have in common."""
    heading, _, own = title.partition(":")[0].rpartition(" · ")
    return (heading or own).removeprefix("Round ").removeprefix("Turn ")
