"""Turns events into lines of a log; a game says which sentences to use, and which fields name seats."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from turncoat.drawing.scene import Line, Log
from turncoat.kernel import Event, Names
from turncoat.kernel.message import kinds_in

Span = tuple[int, int, int]
"""A part of a story: its number, and its first and last event."""


def said_of(value: object) -> Iterator[object]:
    """The values in a field of an event: the value itself, the members of a list, or the keys of a mapping."""
    if isinstance(value, Mapping | tuple):
        for item in value:
            yield from said_of(item)
    else:
        yield value


def ids_in(event: Event) -> list[str]:
    """All ids in an event."""
    fields = (getattr(event, name) for name in event.__struct_fields__ if name != "rule")
    return [item for field in fields for item in said_of(field) if isinstance(item, str)]


def seats_in(event: Event, most: int) -> tuple[int, ...]:
    """The seats in an event, found by its annotations; a number beyond the last seat counts as the last seat."""
    fields = [name for name, kind in kinds_in(event.__class__).items() if kind.seat]
    found = [item for name in fields if name in event.__struct_fields__ for item in said_of(getattr(event, name))]
    seats = [min(seat, most) for seat in found if isinstance(seat, int) and not isinstance(seat, bool) and seat >= 0]
    return tuple(dict.fromkeys(seats))


def log_of(
    stages: tuple[str, ...],
    events: Sequence[Event],
    names: Names,
    seats: int,
    spans: Sequence[Span],
    places: Mapping[str, str] = {},
    after: int = 0,
) -> Log:
    """The log of a game without its first ``after`` events.

    ``spans`` are the parts of its story, ``places`` the names of its places.
    """
    begins = [first for _, first, _ in spans]
    lines: list[Line] = []
    for place in range(after, len(events)):
        event = events[place]
        if event.private:
            continue
        part = spans[bisect_right(begins, place) - 1] if begins and begins[0] <= place else None
        there = tuple(dict.fromkeys(place for place in ids_in(event) if place in places))
        lines.append(
            Line(
                event.say(names),
                event.rule,
                stage=event.stage,
                seats=seats_in(event, seats - 1),
                places=there,
                number=place + 1,
                part=part[0] if part is not None and place < part[2] else None,
                key=event.weight,
            )
        )
    who = {seat: names.label("seat", seat) for seat in range(seats)}
    return Log(tuple(lines), stages, who, places)
