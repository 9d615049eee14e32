"""What the table itself adds to the log and the ledger of a game: missed turns, words that were left out."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.drawing.scene import LedgerRound, Line
from turncoat.kernel.events import Event
from turncoat.kernel.space import Names
from turncoat.table.table_events import NotedEvent, TableEvent, TurnsMissed

Note = tuple[NotedEvent, Line]
"""What happened, and its line of the log."""


def notes_of(heard: Sequence[Event], names: Names) -> tuple[Note, ...]:
    """All notes among everything that a reader has heard, numbered like the event of the game that followed."""
    told = 0
    notes: list[Note] = []
    for one in heard:
        if isinstance(one, NotedEvent):
            notes.append((one, Line(one.say(names), "", seats=one.seats, number=told + 1)))
        told += not isinstance(one, TableEvent)
    return tuple(notes)


def missed_in(rounds: Sequence[LedgerRound], number: int, notes: Sequence[Note]) -> frozenset[int]:
    """The seats for which the default was put in, in the round with this place in the ledger, from 0."""
    first = rounds[number - 1].until if number else 0
    within = range(first + 1, rounds[number].until + 1)
    missed = (one.seats for one, line in notes if isinstance(one, TurnsMissed) and line.number in within)
    return frozenset(seat for seats in missed for seat in seats)
