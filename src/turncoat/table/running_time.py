"""Time that runs only on some days of the week and between some clock times, in milliseconds since the epoch.

A local time that a change of clocks skips falls later by the skipped time; one that occurs twice counts once, the first
time. A day on which the clocks are changed counts its 23 or 25 hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTES = 24 * 60
"""The number of minutes of a day."""

LAST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def date_time(at: int, zone: ZoneInfo | timezone = UTC) -> datetime:
    """A moment as a date and a time there; what is later than all dates is the last of them."""
    return datetime.fromtimestamp(min(at, LAST - 86_400_000) / 1000, zone)


Hours = tuple[str, str] | None
"""The local clock times between which a decision's clock runs; the second may be on the next day. None: all day."""


def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name; UTC if no such zone exists any more."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return ZoneInfo("UTC")


def minute_of(time: str) -> int:
    """The minute of the day at a clock time: 90 for ``"01:30"``."""
    hour, minute = map(int, time.split(":"))
    return 60 * hour + minute


def moment(day: date, minute: int, zone: ZoneInfo) -> int:
    """When the clocks of a zone show a minute of a day; the first of two such moments."""
    later, minute = divmod(minute, MINUTES)
    day += timedelta(days=later)
    local = datetime(day.year, day.month, day.day, *divmod(minute, 60), tzinfo=zone)
    return round(local.astimezone(UTC).timestamp() * 1000)


def local_day(at: int, zone: ZoneInfo) -> date:
    """The date in a time zone at a moment."""
    return datetime.fromtimestamp(at / 1000, zone).date()


def local_time(at: int, zone: str) -> str:
    """The date and clock time in a time zone, such as ``2026-12-01T18:00``."""
    return datetime.fromtimestamp(at / 1000, zone_of(zone)).strftime("%Y-%m-%dT%H:%M")


def windows(hours: Hours) -> tuple[tuple[int, int], ...]:
    """The parts of a day in which the clock runs, each from one minute of the day to another."""
    if hours is None:
        return ((0, MINUTES),)
    start, until = map(minute_of, hours)
    return ((start, until),) if start <= until else ((0, until), (start, MINUTES))


class Running(NamedTuple):
    """When time runs: on these days of the week (Monday = 0), between these clock times of a zone."""

    days: tuple[int, ...]
    hours: Hours
    zone: str

    def ends(self, start: int, length: int) -> int:
        """The moment at which the clock has run for this many milliseconds since ``start``."""
        for begins, ends in self._stretches(start):
            begins = max(start, begins)
            if begins + length <= ends:
                return begins + length
            length -= max(0, ends - begins)
        raise AssertionError  # some hour of some day comes again and again

    def between(self, start: int, until: int) -> int:
        """The milliseconds that the clock runs between two moments."""
        total = 0
        for begins, ends in self._stretches(start):
            if begins >= until:
                break
            total += max(0, min(until, ends) - max(start, begins))
        return total

    def _stretches(self, start: int) -> Iterator[tuple[int, int]]:
        """The periods in which the clock runs, in order, from the day before ``start`` on."""
        if self.hours is None and len(set(self.days)) == 7:
            yield start, LAST
            return
        zone = zone_of(self.zone)
        day = local_day(start, zone) - timedelta(days=1)
        while True:
            if day.weekday() in self.days:
                for begins, ends in windows(self.hours):
                    yield moment(day, begins, zone), moment(day, ends, zone)
            day += timedelta(days=1)
