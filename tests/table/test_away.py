"""Absences: announced, within what was agreed on, known to everybody; the game waits, or a bot stands in."""

from __future__ import annotations

import pytest
from tests.table.tables import NAMES, START, Sitting, header

from turncoat.kernel.errors import BadSetup, NotAllowed, NotYours
from turncoat.server.keeper import close_if_late
from turncoat.table import record as kept
from turncoat.table.away import days_away
from turncoat.table.deadline import After, AtTimes, Deadline, NoDeadline
from turncoat.table.draft import Draft
from turncoat.table.holders import Absence
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Away, Ladder, Pace, check
from turncoat.table.record import SeatKind
from turncoat.table.table_view import make_table_view
from turncoat.table.verify import verify

HOUR = 3_600_000
AGATHA, BARNEY, CELESTE = range(3)
WAITS, STANDS_IN = Away(21, 7), Away(21)


def at_table(agreed: Away, deadline: Deadline = After(1440), ladder: Ladder = Ladder()) -> Sitting:  # noqa: B008
    """Three people at a table with a day for every decision."""
    table = Sitting(header(3, {"rounds": 6}, deadline)).seated()
    return table.perform(kept.PaceAgreed(START, deadline, Pace(ladder=ladder, away=agreed)), kept.Began(START))


def away(table: Sitting, seat: int, start: int, end: int, bot: str = "random") -> Sitting:
    """Announce an absence from and to so many days after now."""
    name = "" if table.table.state.pace.away.wait else bot
    return table.perform(kept.AwayAnnounced(table.now, seat, table.now + start * DAY, table.now + end * DAY, name))


def rings(table: Sitting) -> Sitting:
    """The alarm rings, and the server does what is to be done."""
    table.now = max(table.now, table.table.state.alarm or 0) + 1
    draft = Draft(table.table)
    close_if_late(draft, table.now)
    draft.accept()
    table.entries += draft.entries
    return table


def told(table: Sitting) -> str:
    return table.table.happened[-1].event.say(table.table.names)


def test_everybody_is_told_who_is_away_and_when() -> None:
    table = away(at_table(STANDS_IN), BARNEY, 2, 5)
    assert told(table) == "Barney is away: 2023-11-16 to 2023-11-19."
    assert make_table_view(table.table, None).seats[BARNEY].away == (START + 2 * DAY, START + 5 * DAY)


def test_the_game_waits_for_who_is_away_until_their_return_and_then_its_whole_time() -> None:
    table = away(at_table(WAITS), BARNEY, 0, 3)
    assert table.table.state.due == START + 4 * DAY


def test_it_waits_no_longer_than_was_agreed_on() -> None:
    table = away(at_table(Away(30, 2)), BARNEY, 0, 20)
    assert table.table.state.due == START + DAY + 2 * DAY + DAY


def test_agreed_times_hold() -> None:
    """Nothing off the grid: the first agreed time after the return."""
    at = AtTimes(("20:00",), notice=60)
    table = away(at_table(WAITS, at), BARNEY, 0, 3)
    due = table.table.state.due or 0
    assert (due % DAY == 20 * HOUR, due >= START + 3 * DAY) == (True, True)


def test_nobody_dodges_a_decision_that_is_about_to_be_closed() -> None:
    """12 hours before at the latest; otherwise it counts from the next decision on."""
    table = at_table(WAITS)
    table.now += 13 * HOUR
    away(table, BARNEY, 0, 5)
    assert table.table.state.due == START + DAY
    rings(table)
    assert (table.table.state.due or 0) > table.now + DAY


def test_a_covered_decision_is_no_miss_for_the_ladder() -> None:
    table = at_table(Away(30, 1), ladder=Ladder(2, 4, 0, ("random",) * 3))
    away(table, BARNEY, 0, 20)
    for _ in range(3):
        table.answer(AGATHA, "pass").answer(CELESTE, "pass")
        rings(table)
    assert (table.table.state.seats[BARNEY].kind, table.table.state.seats[BARNEY].absent) == (SeatKind.PERSON, 0)


def test_a_bot_stands_in_from_the_first_day_to_the_last_and_the_player_is_expected_back() -> None:
    table = away(at_table(STANDS_IN, After(10 * 1440)), BARNEY, 2, 5)
    assert table.table.state.alarm == START + 2 * DAY
    rings(table)
    barney = table.table.state.seats[BARNEY]
    assert (barney.stands_in, barney.leave, barney.away) == (True, START + 5 * DAY, 1)
    rings(table)
    barney = table.table.state.seats[BARNEY]
    assert (barney.kind, barney.leave, barney.holder) == (SeatKind.PERSON, None, 1)
    assert table.table.state.alarm == START + 10 * DAY


def test_whoever_is_back_earlier_is_back_for_good_and_keeps_the_days() -> None:
    table = rings(away(at_table(STANDS_IN), BARNEY, 0, 20))
    assert table.table.state.seats[BARNEY].stands_in
    table.now = START + 2 * DAY
    table.perform(kept.SeatTaken(table.now, BARNEY, NAMES[BARNEY], SeatKind.PERSON))
    table.now += 1
    away(table, BARNEY, 1, 19)
    assert [seat.stands_in for seat in table.table.state.seats] == [False] * 3


def test_somebody_else_in_the_seat_is_not_away() -> None:
    table = rings(away(at_table(STANDS_IN), BARNEY, 0, 5))
    table.perform(kept.SeatTaken(table.now, BARNEY, "Zoe", SeatKind.PERSON, by="another"))
    assert (table.table.state.seats[BARNEY].absences, table.table.state.seats[BARNEY].leave) == ((), None)


def test_an_absence_that_passed_while_the_table_was_paused_stops_nothing() -> None:
    """No alarm rings for ever."""
    table = away(at_table(STANDS_IN, After(20 * 1440)), BARNEY, 1, 2)
    table.perform(kept.Paused(START))
    table.now = START + 5 * DAY
    table.perform(kept.Resumed(table.now))
    rings(table)
    assert (table.table.state.alarm or 0) > table.now
    assert table.table.state.seats[BARNEY].kind is SeatKind.PERSON


def test_an_announcement_can_be_taken_back() -> None:
    table = away(at_table(STANDS_IN), BARNEY, 2, 5).perform(kept.BackAnnounced(START, BARNEY))
    assert (told(table), table.table.state.seats[BARNEY].absences) == ("Barney is back.", ())
    assert "announced no absence" in table.refused(kept.BackAnnounced(START, BARNEY)).sentence


@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        (0, 22, "This table allows 21 days of absence in any 90; with these you would have 22."),
        (3, 3, "An absence cannot begin in the past"),
        (-1, 3, "An absence cannot begin in the past"),
        (400, 401, "within a year"),
    ],
)
def test_an_absence_that_cannot_be_is_refused(start: int, end: int, sentence: str) -> None:
    table = at_table(STANDS_IN)
    refused = table.refused(kept.AwayAnnounced(START, BARNEY, START + start * DAY, START + end * DAY, "random"))
    assert (sentence in refused.sentence, isinstance(refused, NotAllowed)) == (True, True)


def test_a_table_that_has_not_agreed_on_absences_has_none_and_a_bot_is_never_away() -> None:
    table = at_table(Away())
    assert "allows no absences" in table.refused(kept.AwayAnnounced(START, BARNEY, START, START + DAY)).sentence
    table = at_table(STANDS_IN)
    table.perform(kept.SeatTaken(START, BARNEY, NAMES[BARNEY], SeatKind.BOT, "random"))
    assert isinstance(table.refused(kept.AwayAnnounced(START, BARNEY, START, START + DAY)), NotYours)


def test_days_are_counted_once_and_only_those_of_the_last_90() -> None:
    days = [Absence(a * DAY, b * DAY, 0) for a, b in ((0, 10), (5, 12), (100, 101))]
    assert days_away(days, 12 * DAY) == 12
    assert days_away(days, 101 * DAY) == 2
    assert days_away([Absence(0, DAY + 1, 0)], 2 * DAY) == 2


def test_without_a_deadline_everybody_is_waited_for_anyway() -> None:
    with pytest.raises(BadSetup) as caught:
        check(NoDeadline(), Pace(away=Away(3)))
    assert caught.value.field == "pace.away.days"


@pytest.mark.parametrize("agreed", [WAITS, STANDS_IN])
def test_a_game_with_absences_plays_again_and_verifies(agreed: Away) -> None:
    table = away(away(at_table(agreed), BARNEY, 0, 3), CELESTE, 2, 4)
    while table.table.state.phase == "playing":
        for seat in range(3):
            if table.table.state.seats[seat].kind is SeatKind.BOT and table.table.state.phase == "playing":
                table.answer(seat, "pass")
        if table.table.state.phase == "playing":
            rings(table)
    assert verify(table.record(), table.receipts) == []
