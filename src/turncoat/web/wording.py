"""Times and lists in words, for pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

UNITS = ((86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"))
"""Lengths of time in milliseconds, the longest first."""


def listed(words: Iterable[str], most: int = 99) -> str:
    """``Agatha, Barney and Celeste``; nothing of nothing. Of more than ``most``, the last ones are only counted."""
    names = [*words] or [""]
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} others"]
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def iso(at: int) -> str:
    """A time as programs read it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def clock(at: int) -> str:
    """A time of the day, UTC; script puts it into the reader's own zone."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%d %b, %H:%M UTC").lstrip("0")


def until(at: int, now: int) -> str:
    """How long it is until then: ``in 3 hours``."""
    left = at - now
    if left <= 0:
        return "any moment"
    for size, unit in UNITS:
        if left >= size:
            number = left // size
            return f"in {number} {unit}{'s' if number > 1 else ''}"
    return "in less than a minute"
