"""Deadlines: when the table closes a decision although some player has not answered.

The table sets deadlines, not the rules of the game.

Times are milliseconds since the epoch; the caller passes the present time. ``turncoat.server.keeper`` refuses answers
that come after the deadline.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from msgspec import Meta, Struct

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.table.milliseconds import MINUTE
from turncoat.table.running_time import Running, local_day, minute_of, moment, windows, zone_of

LONGEST = 60 * 24 * 31
"""The longest time for a decision, in minutes."""

SHORTEST = 5 / 60
"""The shortest time for a decision, in minutes: five seconds."""

MOST_TIMES = 24
"""The most clock times in a day on which a table can agree."""

MOST_LATER = 31
"""The most agreed clock times that one extension can skip."""

SHORTEST_DAY = 60
"""The fewest minutes of a day in which the clock must run."""

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
"""All days of the week; Monday is 0."""

_CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class NoDeadline(Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """No deadline: the game waits until all players have answered."""


class After(Struct, frozen=True, tag="after", forbid_unknown_fields=True, omit_defaults=True):
    """Every decision has the same length of time.

    Attributes:
        minutes: From the moment the decision is put; a fraction will do, but not less than five seconds.
        days: Days of the week on which the clock runs; Monday is 0.
        hours: Local clock times between which they run, such as from ``"09:00"`` to ``"22:00"``; from ``"22:00"`` to
            ``"07:00"`` is over midnight. None: all day.
        zone: IANA name of the time zone of the days and hours.
    """

    minutes: Annotated[float, Meta(gt=0, le=LONGEST)]
    days: tuple[int, ...] = EVERY_DAY
    hours: tuple[str, str] | None = None
    zone: str = "UTC"


class AtTimes(Struct, frozen=True, tag="at", forbid_unknown_fields=True):
    """Decisions are closed at fixed times of the day.

    Attributes:
        times: Local clock times, such as ``"08:00"``.
        zone: IANA name of the time zone, such as ``"Europe/Berlin"``.
        days: Days of the week on which decisions are closed; Monday is 0.
        notice: A decision stays open for at least this many minutes: an earlier clock time is skipped.
    """

    times: tuple[str, ...]
    zone: str = "UTC"
    days: tuple[int, ...] = EVERY_DAY
    notice: Annotated[float, Meta(ge=0, le=LONGEST)] = 0.0


Deadline = NoDeadline | After | AtTimes


def check(deadline: Deadline) -> None:
    """Check a deadline; raises a refusal that says what is wrong with it.

    Raises:
        BadSetup: naming the field.
    """
    if isinstance(deadline, NoDeadline):
        return
    if isinstance(deadline, After):
        _check_length(deadline)
    else:
        _check_times(deadline)
    if deadline.zone not in _zones():
        raise BadSetup(f"There is no time zone {deadline.zone!r}; write one like Europe/Berlin.", field="deadline.zone")
    if not deadline.days or not all(0 <= day <= 6 for day in deadline.days):
        raise BadSetup(
            "Choose at least one day of the week (in data, Monday is 0 and Sunday 6).", field="deadline.days"
        )


def _check_length(deadline: After) -> None:
    if not SHORTEST <= deadline.minutes <= LONGEST:
        sentence = "The length of time for a decision must be 5 seconds to 31 days."
        raise BadSetup(sentence, field="deadline.minutes")
    for time in deadline.hours or ():
        if not _CLOCK_TIME.fullmatch(time):
            raise BadSetup(
                f"{time!r} is not a time of day at which the clock can start or stop; write it like 09:00.",
                field="deadline.hours",
            )
    if deadline.hours and sum(until - start for start, until in windows(deadline.hours)) < SHORTEST_DAY:
        raise BadSetup(
            "The clock must run for at least an hour a day: put the two times further apart.", field="deadline.hours"
        )


def _check_times(deadline: AtTimes) -> None:
    if not deadline.times:
        raise BadSetup("Give at least one time of day, such as 20:00.", field="deadline.times")
    if len(deadline.times) > MOST_TIMES:
        raise BadSetup(f"Give at most {MOST_TIMES} times of day.", field="deadline.times")
    for time in deadline.times:
        if not _CLOCK_TIME.fullmatch(time):
            raise BadSetup(f"{time!r} is not a time of day; write it like 20:30.", field="deadline.times")
    if not 0 <= deadline.notice <= LONGEST:
        raise BadSetup(
            "The notice, the shortest time for which a decision stays open, must be 0 to 31 days.",
            field="deadline.notice",
        )


@cache
def _zones() -> set[str]:
    return available_timezones()


def due_after(deadline: Deadline, now: int) -> int | None:
    """The time at which a decision that is opened now will be closed; None if the game waits for all answers."""
    if isinstance(deadline, After):
        return running(deadline).ends(now, round(deadline.minutes * MINUTE))
    if isinstance(deadline, AtTimes):
        return _next_clock_time(deadline, now + round(deadline.notice * MINUTE))
    return None


def running(deadline: Deadline) -> Running:
    """The hours in which the clock of a decision runs: always, unless a length of time has days or hours."""
    if isinstance(deadline, After):
        return Running(deadline.days, deadline.hours, deadline.zone)
    return Running(EVERY_DAY, None, "UTC")


def due_again(deadline: Deadline, now: int, left: int, stood: int) -> int:
    """The new closing time of the open decision when its clock is restarted now.

    A length of time continues with the rest that was left. With clock times, the time that was set before holds while
    it lies far enough ahead; else the deadline is the next agreed time that leaves as much time as was left, at most
    the notice or an hour, whichever is more.

    Args:
        deadline: The deadline of the table.
        now: The present time.
        left: The time that was left when the clock was stopped, in milliseconds.
        stood: The closing time of the decision before the clock was stopped.
    """
    if not isinstance(deadline, AtTimes):
        return running(deadline).ends(now, left)
    enough = min(left, round(max(deadline.notice, 60) * MINUTE))
    return max(stood, _next_clock_time(deadline, now + enough - 1))


def extended(deadline: Deadline, due: int, minutes: float, times: int) -> int:
    """A later time for a decision: by minutes, or at a table with clock times by this many of them.

    Raises:
        NotAllowed: it is not given in what the deadline is made of, or is too little or too much.
    """
    if isinstance(deadline, AtTimes):
        if minutes or not 1 <= times <= MOST_LATER:
            raise NotAllowed(
                f"Decisions here close at agreed times of day: move this one by 1 to {MOST_LATER} of these times.",
                field="times",
            )
        for _ in range(times):
            due = _next_clock_time(deadline, due)
        return due
    if times:
        raise NotAllowed("This table has no agreed times of day: give minutes instead.", field="times")
    if not 0 < minutes <= LONGEST:
        raise NotAllowed("Give more than 0 minutes and at most 31 days.", field="minutes")
    return running(deadline).ends(due, round(minutes * MINUTE))


def _next_clock_time(deadline: AtTimes, now: int) -> int:
    """The first agreed clock time after ``now``."""
    zone = zone_of(deadline.zone)
    today = local_day(now, zone)
    days = (today + timedelta(days=ahead) for ahead in range(-1, 9))
    return min(
        at
        for day in days
        if day.weekday() in deadline.days
        for time in deadline.times
        if (at := moment(day, minute_of(time), zone)) > now
    )


def in_words(deadline: Deadline) -> str:
    """The deadline in words, for people."""
    if isinstance(deadline, After):
        return f"{length(deadline.minutes)} for every decision{_when_it_runs(deadline)}"
    if isinstance(deadline, AtTimes):
        when = "every day" if len(set(deadline.days)) == len(_DAYS) else f"every {_days(deadline.days)}"
        notice = f", at least {length(deadline.notice)} after the question" if deadline.notice else ""
        return f"{when} at {_listed(deadline.times)} ({deadline.zone}){notice}"
    return "no deadline: the game waits for every answer"


def _when_it_runs(deadline: After) -> str:
    some = f" on {_days(deadline.days)}" if len(set(deadline.days)) < len(_DAYS) else ""
    hours = " from {} to {}".format(*deadline.hours) if deadline.hours else ""
    return f"; the clock runs{some}{hours} ({deadline.zone})" if some or hours else ""


def _days(days: Sequence[int]) -> str:
    return _listed([_DAYS[day] for day in sorted(set(days))])


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def length(minutes: float) -> str:
    """A length of time in words, for people."""
    for size, unit in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= size and minutes % size == 0:
            number = round(minutes / size)
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return f"{minutes * 60:g} seconds"
