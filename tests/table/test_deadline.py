"""When a decision is closed although somebody is missing (TRU-O4, TRU-13.3, TRU-R22)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit import sure
from tests.table.tables import Sitting, header

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.table import record as kept
from turncoat.table.deadline import (
    LONGEST,
    MOST_LATER,
    After,
    AtTimes,
    Deadline,
    NoDeadline,
    check,
    due_after,
    due_again,
    in_words,
)
from turncoat.table.milliseconds import MINUTE

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "Africa/Casablanca",
    "America/St_Johns",
)


def ms(text: str) -> int:
    """A moment, ``2026-03-29T00:30+01:00``, in milliseconds since the epoch."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def utc(moment: int | None) -> str:
    assert moment is not None
    return datetime.fromtimestamp(moment / 1000, UTC).isoformat(timespec="minutes").removesuffix("+00:00")


# --- lengths of time --------------------------------------------------------------------------------


def test_without_a_deadline_everybody_is_waited_for() -> None:
    assert due_after(NoDeadline(), 5) is None


@pytest.mark.parametrize("minutes", [0.5, 1, 90, 1440, LONGEST])
def test_a_length_of_time_counts_from_the_question(minutes: float) -> None:
    assert due_after(After(minutes), 1_000) == 1_000 + round(minutes * MINUTE)


# --- clock times ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-06-10T06:59+02:00", "2026-06-10T06:00"),
        ("2026-06-10T08:00+02:00", "2026-06-10T18:00"),
        ("2026-06-10T19:59+02:00", "2026-06-10T18:00"),
        ("2026-06-10T20:00+02:00", "2026-06-11T06:00"),
        ("2026-12-31T23:00+01:00", "2027-01-01T07:00"),
        ("2028-02-28T21:00+01:00", "2028-02-29T07:00"),
        ("2026-02-28T21:00+01:00", "2026-03-01T07:00"),
    ],
)
def test_two_rounds_a_day(now: str, due: str) -> None:
    """TRU-1.3: the next of the agreed times, over the ends of days, months and years."""
    assert utc(due_after(AtTimes(("08:00", "20:00"), "Europe/Berlin"), ms(now))) == due


@pytest.mark.parametrize(
    ("zone", "time", "now", "due"),
    [
        # Europe/Berlin 2026: 29 March 02:00 becomes 03:00; 25 October 03:00 becomes 02:00.
        ("Europe/Berlin", "02:30", "2026-03-28T12:00+00:00", "2026-03-29T01:30"),
        ("Europe/Berlin", "02:30", "2026-10-24T12:00+00:00", "2026-10-25T00:30"),
        ("Europe/Berlin", "02:30", "2026-10-25T00:30+00:00", "2026-10-26T01:30"),
        ("Europe/Berlin", "08:00", "2026-03-28T12:00+00:00", "2026-03-29T06:00"),
        ("Europe/Berlin", "08:00", "2026-10-24T12:00+00:00", "2026-10-25T07:00"),
        # America/New_York 2026: 8 March 02:00 becomes 03:00; 1 November 02:00 becomes 01:00.
        ("America/New_York", "02:15", "2026-03-07T12:00+00:00", "2026-03-08T07:15"),
        ("America/New_York", "01:15", "2026-10-31T12:00+00:00", "2026-11-01T05:15"),
        ("America/New_York", "01:15", "2026-11-01T05:15+00:00", "2026-11-02T06:15"),
        # Australia/Lord_Howe changes by half an hour: 4 October 2026 02:00 becomes 02:30; 5 April 02:00 becomes 01:30.
        ("Australia/Lord_Howe", "02:15", "2026-10-03T00:00+00:00", "2026-10-03T15:45"),
        ("Australia/Lord_Howe", "01:45", "2026-04-04T00:00+00:00", "2026-04-04T14:45"),
        ("Australia/Lord_Howe", "01:45", "2026-04-04T14:45+00:00", "2026-04-05T15:15"),
    ],
)
def test_when_the_clocks_change(zone: str, time: str, now: str, due: str) -> None:
    """A time that is skipped falls as much later; one that comes twice counts once, the first time."""
    assert utc(due_after(AtTimes((time,), zone), ms(now))) == due


def test_only_on_the_agreed_days() -> None:
    """10 June 2026 is a Wednesday."""
    weekends = AtTimes(("12:00",), "UTC", days=(5, 6))
    assert utc(due_after(weekends, ms("2026-06-10T12:00+00:00"))) == "2026-06-13T12:00"
    assert utc(due_after(weekends, ms("2026-06-14T12:00+00:00"))) == "2026-06-20T12:00"
    once_a_week = AtTimes(("12:00",), "UTC", days=(2,))
    assert utc(due_after(once_a_week, ms("2026-06-10T12:00+00:00"))) == "2026-06-17T12:00"


def test_a_time_that_is_too_close_is_passed_over() -> None:
    slow = AtTimes(("08:00", "20:00"), "UTC", notice=120)
    assert utc(due_after(slow, ms("2026-06-10T17:59+00:00"))) == "2026-06-10T20:00"
    assert utc(due_after(slow, ms("2026-06-10T18:01+00:00"))) == "2026-06-11T08:00"


CLOCK = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.integers(0, 59))
AT = st.builds(
    AtTimes,
    st.lists(CLOCK, min_size=1, max_size=4).map(tuple),
    st.sampled_from(ZONES),
    st.sets(st.integers(0, 6), min_size=1).map(tuple),
    st.one_of(st.just(0.0), st.floats(0, 3000)),
)


MOMENTS = st.integers(1_262_304_000_000, 2_208_988_800_000)
"""30 years, from 2010 on: with a day that is missing in Apia, and half hours on Lord Howe Island."""


@given(AT, st.datetimes(datetime(2010, 1, 1), datetime(2040, 1, 1)))  # noqa: DTZ001  # made aware below
def test_the_next_time_is_in_the_future_and_one_of_those_agreed_on(deadline: AtTimes, at: datetime) -> None:
    now = round(at.replace(tzinfo=UTC).timestamp() * 1000)
    due = sure(due_after(deadline, now))
    assert due > now + deadline.notice * MINUTE - 1
    zone = ZoneInfo(deadline.zone)
    local = datetime.fromtimestamp(due / 1000, zone)
    assert any(_is_that_time(time, local, deadline.days) for time in deadline.times)
    assert due <= now + deadline.notice * MINUTE + 9 * 24 * 60 * MINUTE


def _is_that_time(time: str, local: datetime, days: tuple[int, ...]) -> bool:
    """Whether the clock shows this time, or would if the clocks had not been changed just before."""
    hour, minute = map(int, time.split(":"))
    for back in (timedelta(0), timedelta(days=1)):
        wanted = (local - back).replace(hour=hour, minute=minute, fold=0)
        if wanted.weekday() in days and wanted.timestamp() == local.timestamp():
            return True
    return False


@given(AT, MOMENTS)
def test_nothing_that_was_agreed_on_lies_between(deadline: AtTimes, now: int) -> None:
    """A little later the answer is the same, until the time has come."""
    due = sure(due_after(deadline, now))
    room = due - now - round(deadline.notice * MINUTE)
    assert due_after(deadline, now + room // 2) == due
    assert due_after(deadline, now + room - 1) == due
    later = sure(due_after(deadline, now + room))
    assert later > due


# --- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "field"),
    [
        (After(0), "deadline.minutes"),
        (After(-5), "deadline.minutes"),
        (After(1e-9), "deadline.minutes"),
        (After(4.999 / 60), "deadline.minutes"),
        (After(float("nan")), "deadline.minutes"),
        (After(LONGEST + 1), "deadline.minutes"),
        (AtTimes(()), "deadline.times"),
        (AtTimes(("08:00",) * 25), "deadline.times"),
        (AtTimes(("24:00",)), "deadline.times"),
        (AtTimes(("8:00",)), "deadline.times"),
        (AtTimes(("08:60",)), "deadline.times"),
        (AtTimes(("noon",)), "deadline.times"),
        (AtTimes(("08:00\n",)), "deadline.times"),
        (AtTimes(("08:00",), "Europe/Atlantis"), "deadline.zone"),
        (AtTimes(("08:00",), "../../etc/passwd"), "deadline.zone"),
        (AtTimes(("08:00",), ""), "deadline.zone"),
        (AtTimes(("08:00",), days=()), "deadline.days"),
        (AtTimes(("08:00",), days=(7,)), "deadline.days"),
        (AtTimes(("08:00",), notice=-1), "deadline.notice"),
        (AtTimes(("08:00",), notice=LONGEST + 1), "deadline.notice"),
    ],
)
def test_a_deadline_that_cannot_be_is_refused_with_the_field(deadline: Deadline, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        check(deadline)
    assert caught.value.field == field
    assert caught.value.sentence.endswith(".")


@given(AT)
def test_every_other_deadline_is_accepted(deadline: AtTimes) -> None:
    check(deadline)
    check(NoDeadline())


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        (NoDeadline(), "no deadline: the game waits for every answer"),
        (After(1440), "1 day for every decision"),
        (After(120), "2 hours for every decision"),
        (After(90), "90 minutes for every decision"),
        (After(0.5), "30 seconds for every decision"),
        (AtTimes(("20:00",), "Europe/Berlin"), "every day at 20:00 (Europe/Berlin)"),
        (AtTimes(("08:00", "20:00"), days=(0, 4), notice=60),
         "every Monday and Friday at 08:00 and 20:00 (UTC), at least 1 hour after the question"),
    ],
)  # fmt: skip
def test_a_deadline_is_said_as_people_say_it(deadline: Deadline, words: str) -> None:
    assert in_words(deadline) == words


# --- at the table -----------------------------------------------------------------------------------


def test_by_correspondence_the_reveal_waits_for_its_time_even_when_all_are_in() -> None:
    """TRU-13.3, TRU-O3: at the announced time and not before."""
    table = Sitting(header(options={"rounds": 2, "reveal": "correspondence"}, deadline=After(60))).begun()
    table.everybody("loot")
    assert table.request(0) == 1
    table.answer(0, "attack 1")
    due = sure(table.table.state.due)
    table.perform(kept.TimeUp(due + 1))
    assert table.request(0) == 2
    assert [seat.missed for seat in table.table.state.seats] == [0, 0, 0]


def test_at_a_table_the_reveal_comes_as_soon_as_all_are_in() -> None:
    """TRU-13.3."""
    assert Sitting(header(deadline=After(60))).begun().everybody("loot").request(0) == 2


def test_the_next_question_has_the_next_time() -> None:
    """TRU-O4: one or two reveals a day."""
    twice = AtTimes(("08:00", "20:00"), "Europe/Berlin")
    table = Sitting(header(options={"rounds": 3, "reveal": "correspondence"}, deadline=twice)).begun()
    dues = []
    while (due := table.table.state.due) is not None:
        dues.append(utc(due))
        table.now = due + 1
        table.perform(kept.TimeUp(table.now))
    assert [text[11:] for text in dues] == ["07:00", "19:00", "07:00"]


# --- a pause, more time: the agreed hours hold ---------------------------------------------------------

EVENINGS = AtTimes(("20:00",), "Europe/Berlin")


def at_hours(deadline: Deadline, begins: str) -> Sitting:
    """A table that began at this time."""
    table = Sitting(header(options={"rounds": 5}, deadline=deadline)).seated()
    table.now = ms(begins)
    return table.perform(kept.Began(table.now))


@pytest.mark.parametrize(
    ("paused", "resumed", "due"),
    [
        # The pause is over long before the hour, or short before it: the agreed time holds.
        ("2026-06-10T15:00+02:00", "2026-06-10T16:00+02:00", "2026-06-10T18:00"),
        ("2026-06-10T15:00+02:00", "2026-06-10T19:00+02:00", "2026-06-10T18:00"),
        # Less than an hour would be left where more was: the next agreed time.
        ("2026-06-10T15:00+02:00", "2026-06-10T19:01+02:00", "2026-06-11T18:00"),
        # As much as was left is enough, however little it was.
        ("2026-06-10T19:50+02:00", "2026-06-10T19:50+02:00", "2026-06-10T18:00"),
        ("2026-06-10T19:50+02:00", "2026-06-10T19:51+02:00", "2026-06-11T18:00"),
        # After 26 hours and 17 minutes it is twenty o'clock and not 22:17.
        ("2026-06-10T15:00+02:00", "2026-06-11T17:17+02:00", "2026-06-11T18:00"),
        ("2026-06-10T15:00+02:00", "2026-07-01T20:00+02:00", "2026-07-02T18:00"),
    ],
)
def test_after_a_pause_a_decision_closes_at_an_agreed_hour(paused: str, resumed: str, due: str) -> None:
    """TRU-O4: what was agreed on is the hour; nothing ever falls beside it."""
    table = at_hours(EVENINGS, "2026-06-10T12:00+02:00")
    table.perform(kept.Paused(ms(paused))).perform(kept.Resumed(ms(resumed)))
    assert utc(table.table.state.due) == due
    assert (table.table.state.left, table.table.state.stood) == (None, None)


def test_the_notice_that_was_agreed_on_holds_after_a_pause_too() -> None:
    table = at_hours(AtTimes(("08:00", "20:00"), "UTC", notice=180), "2026-06-10T09:00+00:00")
    table.perform(kept.Paused(ms("2026-06-10T10:00+00:00"))).perform(kept.Resumed(ms("2026-06-10T18:00+00:00")))
    assert utc(table.table.state.due) == "2026-06-11T08:00"


@pytest.mark.parametrize(("times", "due"), [(1, "2026-06-11T18:00"), (3, "2026-06-13T18:00")])
def test_extension_at_clock_times_is_a_later_one_of_them(times: int, due: str) -> None:
    table = at_hours(EVENINGS, "2026-06-10T12:00+02:00")
    table.perform(kept.Extended(table.now, times=times))
    assert utc(table.table.state.due) == due


def test_extension_that_was_given_is_not_lost_by_a_pause() -> None:
    """Before the pause or during it; and the pause is no longer than it was."""
    early = at_hours(EVENINGS, "2026-06-10T12:00+02:00").perform(kept.Extended(ms("2026-06-10T13:00+02:00"), times=2))
    late = at_hours(EVENINGS, "2026-06-10T12:00+02:00")
    for table in (early, late):
        table.perform(kept.Paused(ms("2026-06-10T15:00+02:00")))
    late.perform(kept.Extended(ms("2026-06-10T15:30+02:00"), times=2))
    for table in (early, late):
        table.perform(kept.Resumed(ms("2026-06-10T16:00+02:00")))
        assert utc(table.table.state.due) == "2026-06-12T18:00"


@pytest.mark.parametrize(
    ("deadline", "more", "field"),
    [
        (EVENINGS, kept.Extended(0, minutes=60), "times"),
        (EVENINGS, kept.Extended(0), "times"),
        (EVENINGS, kept.Extended(0, times=MOST_LATER + 1), "times"),
        (EVENINGS, kept.Extended(0, times=-1), "times"),
        (After(60), kept.Extended(0, times=1), "times"),
        (After(60), kept.Extended(0), "minutes"),
        (NoDeadline(), kept.Extended(0, minutes=5), "minutes"),
    ],
)
def test_extension_is_given_in_what_was_agreed_on(deadline: Deadline, more: kept.Extended, field: str) -> None:
    refusal = at_hours(deadline, "2026-06-10T12:00+02:00").refused(more)
    assert isinstance(refusal, NotAllowed)
    assert refusal.field == field


@given(AT, MOMENTS, st.integers(0, 3 * 10**8), st.integers(0, 10**10))
def test_whenever_a_pause_ends_the_deadline_is_an_agreed_time_that_leaves_enough(
    deadline: AtTimes, put: int, thought: int, pause: int
) -> None:
    """As much as was left, or the notice, or an hour, whichever is least needed; never sooner than it stood."""
    stood = sure(due_after(deadline, put))
    stopped = min(put + thought, stood)
    now, left = stopped + pause, stood - stopped
    due = due_again(deadline, now, left, stood)
    assert due >= max(stood, now + min(left, round(max(deadline.notice, 60) * MINUTE)))
    assert due == due_after(AtTimes(deadline.times, deadline.zone, deadline.days), due - 1)
