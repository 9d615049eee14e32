"""When a decision is closed although somebody is missing. A rule of the table, not of the game.

Times are milliseconds since the epoch; whoever calls says what time it is. What comes too late is refused in
``turncoat.server.keeper``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Meta, Struct

from turncoat.kernel.errors import BadSetup, NotAllowed

MINUTE = 60_000
"""One minute in milliseconds."""

LONGEST = 60 * 24 * 31
"""The longest length of time for a decision, in minutes."""

SHORTEST = 5 / 60
"""The shortest length of time for a decision, in minutes: five seconds."""

MOST_TIMES = 24
"""How many clock times a day can be agreed on."""

MOST_LATER = 31
"""How many of the agreed clock times an extension can pass over."""

_CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class NoDeadline(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No deadline: the game waits for every answer."""


class After(Struct, frozen=True, tag="after", forbid_unknown_fields=True):
    """A length of time for every decision.

    Attributes:
        minutes: From the moment the decision is put; a fraction will do, but not less than five seconds.
    """

    minutes: Annotated[float, Meta(gt=0, le=LONGEST)]


class AtTimes(Struct, frozen=True, tag="at", forbid_unknown_fields=True):
    """Fixed times of the day.

    Attributes:
        times: Local clock times, ``"08:00"``.
        zone: IANA name of the time zone, ``"Europe/Berlin"``.
        days: Days of the week on which they hold, Monday = 0.
        notice: A decision stays open for at least this many minutes: a closer time is passed over.
    """

    times: tuple[str, ...]
    zone: str = "UTC"
    days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    notice: Annotated[float, Meta(ge=0, le=LONGEST)] = 0.0


Deadline = NoDeadline | After | AtTimes


def check(deadline: Deadline) -> None:
    """Accept a deadline or say what is wrong with it.

    Raises:
        BadSetup: naming the field.
    """
    if isinstance(deadline, After) and not SHORTEST <= deadline.minutes <= LONGEST:
        sentence = "minutes: a decision stays open for at least 5 seconds and at most 31 days."
        raise BadSetup(sentence, field="deadline.minutes")
    if isinstance(deadline, AtTimes):
        _check_times(deadline)


def _check_times(deadline: AtTimes) -> None:
    if not deadline.times:
        raise BadSetup("times: give at least one clock time such as 20:00.", field="deadline.times")
    if len(deadline.times) > MOST_TIMES:
        raise BadSetup(f"times: give at most {MOST_TIMES} clock times.", field="deadline.times")
    for time in deadline.times:
        if not _CLOCK_TIME.fullmatch(time):
            raise BadSetup(f"times: {time!r} is not a clock time; write 08:00 or 20:30.", field="deadline.times")
    if deadline.zone not in _zones():
        raise BadSetup(
            f"zone: {deadline.zone!r} is not an IANA time zone; write for example Europe/Berlin.", field="deadline.zone"
        )
    if not deadline.days or not all(0 <= day <= 6 for day in deadline.days):
        raise BadSetup("days: name at least one day of the week, Monday = 0 to Sunday = 6.", field="deadline.days")
    if not 0 <= deadline.notice <= LONGEST:
        raise BadSetup(f"notice: must be 0 to {LONGEST} minutes.", field="deadline.notice")


@cache
def _zones() -> set[str]:
    return available_timezones()


def due_after(deadline: Deadline, now: int) -> int | None:
    """The time at which a decision put now is closed; None if it waits for everybody."""
    if isinstance(deadline, After):
        return now + round(deadline.minutes * MINUTE)
    if isinstance(deadline, AtTimes):
        return _next_clock_time(deadline, now + round(deadline.notice * MINUTE))
    return None


def due_again(deadline: Deadline, now: int, left: int, stood: int) -> int:
    """The time at which a decision is closed whose clock runs again now.

    A length of time goes on with what was left. Clock times hold: the time that stood is kept while it lies far enough
    ahead, else it is the next agreed one that leaves as much time as was left, of which the notice, or an hour if
    that is more, will do.

    Args:
        deadline: What was agreed on.
        now: The time.
        left: How many milliseconds were left when the clock was stopped.
        stood: When the decision would have been closed.
    """
    if not isinstance(deadline, AtTimes):
        return now + left
    enough = min(left, round(max(deadline.notice, 60) * MINUTE))
    return max(stood, _next_clock_time(deadline, now + enough - 1))


def extended(deadline: Deadline, due: int, minutes: float, times: int) -> int:
    """A later time for a decision: by minutes, or at a table with clock times by this many of them.

    Raises:
        NotAllowed: it is not given in what the deadline is made of, or is too little or too much.
    """
    if isinstance(deadline, AtTimes):
        if minutes or not 1 <= times <= MOST_LATER:
            raise NotAllowed(f"times: this table keeps its hours; pass over 1 to {MOST_LATER} of them.", field="times")
        for _ in range(times):
            due = _next_clock_time(deadline, due)
        return due
    if times:
        raise NotAllowed("times: this table has no clock times; give minutes.", field="times")
    if not 0 < minutes <= LONGEST:
        raise NotAllowed("minutes: give more than 0 minutes and at most 31 days.", field="minutes")
    return due + round(minutes * MINUTE)


def _next_clock_time(deadline: AtTimes, now: int) -> int:
    """The first agreed clock time after ``now``.

    A local time that a change of clocks skips falls as much later; one that occurs twice counts once, the first time.
    """
    zone = ZoneInfo(deadline.zone)
    today = datetime.fromtimestamp(now / 1000, zone).date()
    candidates = []
    for ahead in range(-1, 9):
        day = today + timedelta(days=ahead)
        if day.weekday() not in deadline.days:
            continue
        for time in deadline.times:
            hour, minute = map(int, time.split(":"))
            moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone).astimezone(UTC)
            candidates.append(round(moment.timestamp() * 1000))
    return min(moment for moment in candidates if moment > now)


def in_words(deadline: Deadline) -> str:
    """The deadline as people say it."""
    if isinstance(deadline, After):
        return f"{_length(deadline.minutes)} for every decision"
    if isinstance(deadline, AtTimes):
        days = [_DAYS[day] for day in sorted(set(deadline.days))]
        when = "every day" if len(days) == len(_DAYS) else f"every {_listed(days)}"
        notice = f", at least {_length(deadline.notice)} after the question" if deadline.notice else ""
        return f"{when} at {_listed(deadline.times)} ({deadline.zone}){notice}"
    return "no deadline: the game waits for every answer"


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _length(minutes: float) -> str:
    for size, unit in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size and minutes % size == 0:
            number = round(minutes / size)
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return f"{minutes * 60:g} seconds"
