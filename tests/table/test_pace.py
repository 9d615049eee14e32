"""Deadline and pace: hours and days that run, time for offers, never early, grace, pauses with an end, a new pace."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit import sure
from tests.table.tables import START, Sitting, header
from tests.table.test_deadline import ZONES, ms, utc

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.table import clock, running_time
from turncoat.table import deadline as deadline_module
from turncoat.table import record as kept
from turncoat.table.deadline import EVERY_DAY, After, AtTimes, Deadline, NoDeadline, check, due_after, in_words
from turncoat.table.milliseconds import DAY, MINUTE
from turncoat.table.pace import Pace, pace_in_words
from turncoat.table.pace import check as check_pace
from turncoat.table.running_time import Running
from turncoat.table.table_view import TableView, make_table_view
from turncoat.table.verify import verify

HOUR = 60 * MINUTE
WEEKDAYS = (0, 1, 2, 3, 4)


# --- hours and days that run ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "now", "due"),
    [
        # 10 June 2026 is a Wednesday.
        (After(120, hours=("09:00", "22:00"), zone="Europe/Berlin"), "2026-06-10T21:00+02:00", "2026-06-11T08:00"),
        (After(60, hours=("09:00", "22:00"), zone="Europe/Berlin"), "2026-06-10T21:00+02:00", "2026-06-10T20:00"),
        (After(60, hours=("09:00", "22:00")), "2026-06-10T23:30+00:00", "2026-06-11T10:00"),
        (After(1440, days=WEEKDAYS), "2026-06-12T12:00+00:00", "2026-06-15T12:00"),
        (After(1440, days=WEEKDAYS), "2026-06-13T12:00+00:00", "2026-06-16T00:00"),
        (After(120, hours=("22:00", "07:00")), "2026-06-10T06:30+00:00", "2026-06-10T23:30"),
        (After(120, hours=("22:00", "07:00")), "2026-06-10T23:00+00:00", "2026-06-11T01:00"),
        # Europe/Berlin: 29 March 2026 has 23 hours, 25 October 25.
        (After(1440, days=(6,), zone="Europe/Berlin"), "2026-03-28T12:00+00:00", "2026-04-04T23:00"),
        (After(1440, days=(6,), zone="Europe/Berlin"), "2026-10-24T12:00+00:00", "2026-10-25T22:00"),
        (After(240, hours=("01:00", "05:00"), zone="Europe/Berlin"), "2026-03-28T22:00+00:00", "2026-03-30T00:00"),
        # There was no 30 December 2011 in Apia.
        (After(1440, days=(4, 5), zone="Pacific/Apia"), "2011-12-29T00:00-10:00", "2011-12-31T10:00"),
    ],
)
def test_time_runs_on_the_agreed_days_and_hours(deadline: After, now: str, due: str) -> None:
    check(deadline)
    assert utc(due_after(deadline, ms(now))) == due


@pytest.mark.parametrize(
    ("deadline", "field"),
    [
        (After(60, hours=("00:00", "00:00")), "deadline.hours"),
        (After(60, hours=("09:00", "09:59")), "deadline.hours"),
        (After(60, hours=("9:00", "22:00")), "deadline.hours"),
        (After(60, hours=("", "22:00")), "deadline.hours"),
        (After(60, days=()), "deadline.days"),
        (After(60, days=(7,)), "deadline.days"),
        (After(60, zone="Mars/Olympus"), "deadline.zone"),
    ],
)
def test_hours_that_cannot_be_are_refused(deadline: Deadline, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        check(deadline)
    assert caught.value.field == field


def test_a_zone_that_there_is_no_more_is_utc() -> None:
    """A table that was made with it still plays."""
    assert utc(due_after(AtTimes(("20:00",), "Mars/Olympus"), ms("2026-06-10T12:00+00:00"))) == "2026-06-10T20:00"


CLOCK = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from((0, 15, 30, 45)))
HOURS = st.none() | st.tuples(CLOCK, CLOCK).filter(
    lambda hours: sum(until - start for start, until in running_time.windows(hours)) >= 60
)
DAYS = st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days)))
LENGTHS = st.builds(After, st.integers(1, 4000).map(float), DAYS, HOURS, st.sampled_from(ZONES))
MOMENTS = st.datetimes(datetime(2010, 1, 1), datetime(2040, 1, 1)).map(  # noqa: DTZ001  # made aware here
    lambda at: round(at.replace(tzinfo=UTC).timestamp()) * 1000
)


def runs(deadline: After, at: int) -> bool:
    """Whether a minute runs, as somebody finds who looks at a clock on the wall."""
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(deadline.zone))
    time = local.strftime("%H:%M")
    if local.weekday() not in deadline.days:
        return False
    if deadline.hours is None:
        return True
    start, until = deadline.hours
    return start <= time < until if start <= until else time >= start or time < until


def changes_its_clocks(deadline: After, now: int, due: int) -> bool:
    """Whether the clocks are changed on the way: hours that begin or end just then are not what a wall shows."""
    zone = ZoneInfo(deadline.zone)
    days = range((due - now) // DAY + 4)
    offsets = {datetime.fromtimestamp((now + (day - 2) * DAY) / 1000, zone).utcoffset() for day in days}
    return len(offsets) > 1


def faults(deadline: After, now: int) -> list[str]:
    """What is wrong with when a decision is closed that was put at a full minute."""
    due = sure(due_after(deadline, now))
    if deadline.hours is not None and changes_its_clocks(deadline, now, due):
        return ["it is not in the future"] if due <= now else []
    walls = sum(runs(deadline, minute) for minute in range(now, due, MINUTE))
    found = [] if walls == deadline.minutes else [f"{walls} minutes have run"]
    return found if runs(deadline, due - MINUTE) else [*found, "the last minute does not run"]


@given(LENGTHS, MOMENTS)
def test_a_length_of_time_uses_up_exactly_its_minutes(deadline: After, at: int) -> None:
    """Over 30 years and eight zones, with a day that is missing, half hours and clocks that are put back."""
    assert not faults(deadline, at - at % MINUTE)


@given(LENGTHS, MOMENTS, st.integers(0, 10 * DAY))
def test_who_is_asked_later_has_no_earlier_deadline_and_what_has_run_adds_up(
    deadline: After, at: int, later: int
) -> None:
    due, then = sure(due_after(deadline, at)), at + later
    assert due <= sure(due_after(deadline, then))
    clock = Running(deadline.days, deadline.hours, deadline.zone)
    middle = min(then, due)
    assert clock.between(at, middle) + clock.between(middle, due) == round(deadline.minutes * MINUTE)


def an_hour_off(minute: Callable[..., int]) -> Callable[..., int]:
    return lambda day, at, zone: minute(day, at, zone) + HOUR


def the_second_time(minute: Callable[..., int]) -> Callable[..., int]:
    """Of two moments that a clock shows alike the later."""

    def moment(day: date, at: int, zone: ZoneInfo) -> int:
        later, left = divmod(at, running_time.MINUTES)
        day += timedelta(days=later)
        local = datetime(day.year, day.month, day.day, *divmod(left, 60), tzinfo=zone, fold=1)
        return round(local.timestamp() * 1000)

    return moment


def off_the_grid(deadline: AtTimes, due: int) -> bool:
    """Whether no agreed time of that day is the first moment at which the clock shows it."""
    local = datetime.fromtimestamp(due / 1000, ZoneInfo(deadline.zone))
    return local.fold == 1 or local.weekday() not in deadline.days or local.strftime("%H:%M") not in deadline.times


def test_a_planted_zone_that_is_off_by_an_hour_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    evenings, now = After(60, hours=("18:00", "22:00"), zone="Asia/Kathmandu"), ms("2026-06-10T00:00+00:00")
    assert not faults(evenings, now)
    monkeypatch.setattr(running_time, "moment", an_hour_off(running_time.moment))
    assert faults(evenings, now)


def test_a_planted_time_that_counts_the_second_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    night, now = AtTimes(("02:30",), "Europe/Berlin"), ms("2026-10-24T12:00+00:00")
    assert not off_the_grid(night, sure(due_after(night, now)))
    monkeypatch.setattr(deadline_module, "moment", the_second_time(running_time.moment))
    assert off_the_grid(night, sure(due_after(night, now)))


def test_a_planted_pause_that_leaves_the_agreed_hours_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    evenings, noon = AtTimes(("20:00",)), ms("2026-06-10T12:00+00:00")

    def after_a_pause() -> int:
        table = Sitting(header(deadline=evenings)).seated().perform(kept.Began(noon))
        over = noon + 26 * HOUR + 17 * MINUTE
        return sure(table.perform(kept.PausedUntil(noon, over), kept.Resumed(over)).table.state.due)

    assert not off_the_grid(evenings, after_a_pause())
    monkeypatch.setattr(clock, "due_again", lambda _deadline, now, left, _stood: now + left)
    assert off_the_grid(evenings, after_a_pause())


# --- what is agreed on ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "pace", "field"),
    [
        (NoDeadline(), Pace(quick=10), "pace.quick"),
        (After(60), Pace(quick=61), "pace.quick"),
        (After(60), Pace(quick=0.01), "pace.quick"),
        (AtTimes(("20:00",)), Pace(quick=60), "pace.quick"),
        (NoDeadline(), Pace(early="never"), "pace.early"),
        (NoDeadline(), Pace(grace=60), "pace.grace"),
        (After(60), Pace(early="never", grace=60), "pace.grace"),
    ],
)
def test_a_pace_that_cannot_be_is_refused(deadline: Deadline, pace: Pace, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        check_pace(deadline, pace)
    assert caught.value.field == field


def test_there_is_no_grace_where_the_rules_keep_the_hour() -> None:
    """TRU-O3."""
    with pytest.raises(BadSetup):
        check_pace(After(60), Pace(grace=5), needed="The seals break at the hour.")


def test_a_pace_in_words() -> None:
    hours = After(1440, WEEKDAYS, ("09:00", "22:00"), "Europe/Berlin")
    days = "Monday, Tuesday, Wednesday, Thursday and Friday"
    assert in_words(hours) == (
        f"1 day for every decision; the clock runs on {days} from 09:00 to 22:00 (Europe/Berlin)"
    )
    assert pace_in_words(After(1440), Pace(quick=240, grace=60)) == (
        "1 day for every decision; 4 hours for quick questions; 1 hour more, once, if somebody is late"
    )
    assert pace_in_words(After(60), Pace(early="never")).endswith("never early, even when everybody has answered")


# --- at a table -------------------------------------------------------------------------------------


def at_pace(deadline: Deadline, pace: Pace = Pace(), **options: object) -> Sitting:  # noqa: B008  # frozen
    table = Sitting(header(options=options, deadline=deadline)).seated()
    return table.perform(kept.PaceAgreed(START, deadline, pace), kept.Began(START))


def seen(table: Sitting, seat: int | None = 0) -> TableView:
    return make_table_view(table.table, seat)


def test_never_early_waits_for_its_time_when_all_are_in() -> None:
    """For every game what TRU-13.3 has by correspondence; who is in shows all the same (TRU-R23)."""
    table = at_pace(After(60), Pace(early="never"))
    table.everybody("loot")
    assert (table.request(0), seen(table).waiting) == (1, ())
    table.answer(0, "pass")
    table.now += HOUR + 1
    table.perform(kept.TimeUp(table.now))
    assert table.request(0) == 2
    assert [seat.missed for seat in table.table.state.seats] == [0, 0, 0]


def test_a_table_that_never_closes_early_plays_again_and_verifies() -> None:
    table = at_pace(After(60), Pace(early="never"), rounds=2)
    table.everybody("loot").to_the_end()
    assert verify(table.record(), table.receipts) == []


def test_grace_is_given_once_and_ends_when_the_last_is_in() -> None:
    table = at_pace(After(60), Pace(grace=30))
    table.answer(0, "loot")
    table.now += HOUR + 1
    table.perform(kept.Overtime(table.now))
    state = table.table.state
    assert (state.due, seen(table).overtime) == (table.now + 30 * MINUTE, True)
    told = table.table.happened[-1].event.say(table.table.names)
    assert told == "Time was up, and Barney and Celeste had not answered: they get extra time, this once."
    with pytest.raises(NotAllowed):
        table.perform(kept.Overtime(sure(state.due) + 1))
    table.answer(1, "loot").answer(2, "loot")
    assert (table.request(0), seen(table).overtime) == (2, False)
    assert [seat.missed for seat in table.table.state.seats] == [0, 0, 0]


def test_there_is_no_grace_where_it_is_secret_who_is_missing() -> None:
    """TRU-O5: overtime would tell that somebody has handed in nothing."""
    table = at_pace(After(60), Pace(grace=30), show_submitted=False)
    table.now += HOUR + 1
    with pytest.raises(NotAllowed):
        table.perform(kept.Overtime(table.now))


def test_nobody_waits_for_a_bot() -> None:
    table = at_pace(After(60), Pace(grace=30))
    for seat in range(3):
        table.perform(kept.SeatTaken(START, seat, seen(table).seats[seat].name, kept.SeatKind.BOT, "random"))
    table.now += HOUR + 1
    with pytest.raises(NotAllowed):
        table.perform(kept.Overtime(table.now))


def test_a_pause_has_an_end_and_the_running_time_that_was_left() -> None:
    """Paused on Friday at 21:00 with an hour to go, until Saturday: the clock does not run before Monday at nine."""
    friday = ms("2026-06-12T20:00+00:00")
    table = Sitting(header(deadline=After(120, WEEKDAYS, ("09:00", "22:00")))).seated()
    table.perform(kept.Began(friday), kept.PausedUntil(friday + HOUR, friday + DAY))
    state = table.table.state
    assert (state.alarm, state.left, state.due) == (friday + DAY, HOUR, None)
    table.perform(kept.Resumed(friday + DAY))
    assert utc(table.table.state.due) == "2026-06-15T10:00"


def test_a_pause_can_be_given_another_end_but_not_one_that_is_too_far() -> None:
    table = at_pace(After(60)).perform(kept.PausedUntil(START, START + DAY), kept.PausedUntil(START, START + 2 * DAY))
    assert table.table.state.until == START + 2 * DAY
    for until in (START, START + 60 * DAY + 1):
        with pytest.raises(NotAllowed):
            table.perform(kept.PausedUntil(START, until))


def test_after_a_pause_with_an_end_clock_times_hold() -> None:
    noon = ms("2026-06-10T12:00+00:00")
    table = Sitting(header(deadline=AtTimes(("20:00",)))).seated().perform(kept.Began(noon))
    table.perform(kept.PausedUntil(noon, noon + 26 * HOUR + 17 * MINUTE))
    table.perform(kept.Resumed(noon + 26 * HOUR + 17 * MINUTE))
    assert utc(table.table.state.due) == "2026-06-11T20:00"


def test_a_new_pace_holds_from_the_next_decision_on() -> None:
    table = at_pace(After(60)).perform(kept.PaceAgreed(START, After(1440), Pace()))
    assert table.table.state.due == START + HOUR
    table.everybody()
    assert table.table.state.due == START + DAY
    assert seen(table).deadline == After(1440)


def test_a_table_without_a_deadline_gets_one_at_once() -> None:
    table = Sitting().begun().perform(kept.PaceAgreed(START + 5, After(60), Pace()))
    assert table.table.state.due == START + 5 + HOUR


def test_a_pace_without_a_deadline_is_refused_where_the_rules_need_one() -> None:
    """TRU-O3: by correspondence nothing but the deadline breaks the seals."""
    table = Sitting(header(options={"reveal": "correspondence"}, deadline=After(60))).begun()
    with pytest.raises(BadSetup):
        table.perform(kept.PaceAgreed(START, NoDeadline(), Pace()))


def test_what_was_agreed_on_before_has_the_same_form_as_ever() -> None:
    """The chain of an old table begins with it (trap of a new field)."""
    assert msgspec.json.encode(After(60)) == b'{"type":"after","minutes":60}'
    assert msgspec.json.encode(Pace()) == b"{}"
    assert After(60).days == EVERY_DAY
