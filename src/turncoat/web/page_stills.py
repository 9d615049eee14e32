"""Which stills a page needs: of a part of the story, and at the ends of rounds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from turncoat.drawing.story import Part, Story
from turncoat.games import game_of
from turncoat.kernel.events import Event
from turncoat.server.stills import Stills
from turncoat.table.stills import NOT_TOLD, Told
from turncoat.table.table import Table
from turncoat.table.table_events import TABLE_EVENTS
from turncoat.table.table_view import events_heard, table_view

_OF_THE_TABLE = frozenset(TABLE_EVENTS)


def of_the_game(heard: Sequence[Event]) -> tuple[Event, ...]:
    """The events of the game, without those of the table."""
    return tuple(event for event in heard if event.__class__ not in _OF_THE_TABLE)


def part_of(parts: Sequence[Part], number: int | None) -> Part | None:
    """The part with this number, or the last one; None where there is none."""
    found = next((part for part in parts if part.number == number), None)
    return found or (parts[-1] if parts else None)


def stretch(table: Table, seat: int | None, number: int | None) -> tuple[int | None, int, int] | None:
    """Whose stills a part needs (None, or one that there is not: the last), from which event on, up to which."""
    story = game_of(table.header.game).story
    if story is None:
        return None
    eyes, view, events = _past(table, story, seat)
    part = None if view is None else part_of(story.parts(view, events), number)
    return None if part is None else (eyes, *story.stretch(part))


def _past(
    table: Table, story: Story[Struct, object], seat: int | None
) -> tuple[int | None, Struct | None, tuple[Event, ...]]:
    """With whose eyes a seat is told the story, what they see, and what they have heard."""
    eyes = story.eyes(seat, table.header.seats)
    return eyes, table_view(table, eyes).view, of_the_game(events_heard(table, eyes))


async def told(stills: Stills, table: Table, seat: int | None, number: int | None) -> Told:
    """The stills of a part (None, or one that there is not: the last) as this seat is told it."""
    wanted = stretch(table, seat, number)
    return NOT_TOLD if wanted is None else await stills.told(table.header.table, *wanted)


def ends(table: Table, seat: int | None) -> tuple[int | None, tuple[int, ...]]:
    """Whose looks at the ends of rounds the ledger needs, and after how many events they are."""
    story = game_of(table.header.game).story
    if story is None:
        return seat, ()
    eyes, view, events = _past(table, story, seat)
    return eyes, () if view is None else story.looks(view, events)


async def looks(stills: Stills, table: Table, seat: int | None) -> Told:
    """What this seat saw at the ends of rounds, where the ledger asks for it."""
    return await stills.views(table.header.table, *ends(table, seat))
