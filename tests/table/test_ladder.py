"""Who misses one decision after another: default, stand-in, offered seat, sleep; and back again (TRU-3.8)."""

from __future__ import annotations

import pytest
from tests.table.tables import NAMES, START, Sitting, header

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.kernel.promise import Message
from turncoat.table import ladder
from turncoat.table import record as kept
from turncoat.table.deadline import After, Deadline, NoDeadline
from turncoat.table.holders import Seat
from turncoat.table.milliseconds import DAY
from turncoat.table.pace import Ladder, Pace, check
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase
from turncoat.table.table_view import make_table_view
from turncoat.table.verify import verify

MINUTE = 60_000
AGREED = Ladder(2, 4, 14, ("random",) * 3)
BARNEY = 1


def at_table(agreed: Ladder = AGREED, **options: object) -> Sitting:
    """Three people at a table with an hour for every decision."""
    table = Sitting(header(options={"rounds": 20} | options, deadline=After(60))).seated()
    return table.perform(kept.PaceAgreed(START, After(60), Pace(ladder=agreed)), kept.Began(START))


def round_without(table: Sitting, *absent: int) -> Sitting:
    """A round in which these hand in nothing; bots pass."""
    for seat in range(3):
        if seat not in absent:
            table.answer(seat, "pass")
    if absent:
        table.now = (table.table.state.due or 0) + 1
        table.perform(kept.TimeUp(table.now))
    return table


def barney(table: Sitting) -> Seat:
    return table.table.state.seats[BARNEY]


def told(table: Sitting) -> list[str]:
    return [one.event.say(table.table.names) for one in table.table.happened]


def test_after_one_missed_decision_nothing_but_the_default_follows() -> None:
    table = round_without(at_table(), BARNEY)
    assert (barney(table).kind, barney(table).absent, barney(table).missed) == (SeatKind.PERSON, 1, 1)


def test_after_two_a_bot_stands_in_for_a_person_who_can_come_back() -> None:
    table = at_table()
    for _ in range(2):
        round_without(table, BARNEY)
    assert (barney(table).kind, barney(table).bot, barney(table).stands_in) == (SeatKind.BOT, "random", True)
    assert told(table)[-1] == "A bot (random) stands in for Barney." or "A bot (random) stands in for Barney." in told(
        table
    )
    assert barney(table).away == 1


def test_an_own_answer_in_between_begins_the_count_anew() -> None:
    table = at_table()
    for absent in ((BARNEY,), (), (BARNEY,)):
        round_without(table, *absent)
    assert barney(table).absent == 1


def test_after_four_the_seat_is_offered_and_nobody_waits_for_it() -> None:
    table = at_table()
    for _ in range(2):
        round_without(table, BARNEY)
    for _ in range(2):
        assert not barney(table).offered
        round_without(table)
    assert (barney(table).offered, make_table_view(table.table, 0).seats[BARNEY].offered) == (True, True)
    assert "The seat of Barney is offered to others; Barney can come back until somebody has taken it." in told(table)


def test_whoever_comes_back_before_somebody_else_has_sat_down_is_who_they_were() -> None:
    table = at_table()
    for absent in ((BARNEY,), (BARNEY,), (), ()):
        round_without(table, *absent)
    table.perform(kept.SeatTaken(table.now, BARNEY, NAMES[BARNEY], SeatKind.PERSON))
    assert (barney(table).kind, barney(table).absent, barney(table).offered) == (SeatKind.PERSON, 0, False)
    assert barney(table).holder == 1


def test_somebody_else_hears_nothing_that_was_said_before() -> None:
    """TRU-14.1: the cut. Promises and private talk stay with the one before."""
    table = at_table().say(0, "For Barney alone.", [BARNEY])
    for absent in ((BARNEY,), (BARNEY,), (), ()):
        round_without(table, *absent)
    table.perform(kept.SeatTaken(table.now, BARNEY, "Zoe", SeatKind.PERSON, by="another"))
    assert (barney(table).offered, barney(table).away) == (False, None)
    assert table.table.heard(BARNEY) == []
    assert isinstance(table.table.heard(0)[0].message, Message)


def test_a_bot_that_the_host_has_put_there_does_not_lead_to_an_offer() -> None:
    table = at_table()
    table.perform(kept.SeatTaken(START, BARNEY, NAMES[BARNEY], SeatKind.BOT, "random", stands_in=True))
    for _ in range(6):
        round_without(table)
    assert (barney(table).absent, barney(table).offered) == (0, False)


@pytest.mark.parametrize(("late", "repeated", "absent"), [((), False, 0), ((), True, 1), ((BARNEY,), True, 2)])
def test_where_standing_orders_answer_nobody_counts_as_being_there(
    late: tuple[int, ...], *, repeated: bool, absent: int
) -> None:
    """Somebody who has gone is not back because an old order passes, and nobody learns whether one did."""
    state = at_table(Ladder(3, bots=AGREED.bots)).table.state
    state.seats[BARNEY].absent = 1
    ladder.climb(state, ladder.Closed(START, (0, BARNEY), late, repeated))
    assert state.seats[BARNEY].absent == absent


def test_a_table_without_players_sleeps_and_is_closed_when_nobody_comes() -> None:
    table = at_table()
    for _ in range(2):
        round_without(table, 0, 1, 2)
    state = table.table.state
    assert (state.phase, state.asleep, state.alarm) == (Phase.PAUSED, table.now + 14 * DAY, table.now + 14 * DAY)
    assert told(table)[-1] == "All players have missed their turns: the game stops until one of them is back."
    with pytest.raises(NotAllowed, match="the game stopped"):
        table.answer(0, "pass")
    table.now += 14 * DAY + 1
    table.perform(kept.TableClosed(table.now))
    with pytest.raises(NotAllowed, match="no player came back"):
        table.answer(0, "pass")


def test_whoever_comes_back_wakes_the_table() -> None:
    table = at_table()
    for _ in range(2):
        round_without(table, 0, 1, 2)
    table.now += DAY
    table.perform(kept.SeatTaken(table.now, 0, NAMES[0], SeatKind.PERSON))
    state = table.table.state
    assert (state.phase, state.asleep, state.due) == (Phase.PLAYING, None, table.now + 60 * MINUTE)


def test_where_somebody_is_there_the_table_does_not_sleep() -> None:
    table = at_table()
    for _ in range(2):
        round_without(table, 0, 1)
    assert table.table.state.phase is Phase.PLAYING


def test_all_of_it_plays_again_and_verifies() -> None:
    """The steps are no entries: they follow from those, in a replay as well."""
    table = at_table(rounds=7)
    for absent in ((BARNEY,), (BARNEY,), (), (), (0,), (0,)):
        round_without(table, *absent)
    table.perform(kept.SeatTaken(table.now, BARNEY, NAMES[BARNEY], SeatKind.PERSON))
    table.to_the_end()
    assert verify(table.record(), table.receipts) == []


def test_a_table_that_has_not_agreed_on_it_is_as_ever() -> None:
    table = at_table(Ladder())
    for _ in range(6):
        round_without(table, BARNEY)
    assert (barney(table).kind, barney(table).missed, barney(table).absent) == (SeatKind.PERSON, 6, 0)


@pytest.mark.parametrize(
    ("deadline", "agreed", "field"),
    [
        (NoDeadline(), Ladder(2), "pace.ladder.stand_in"),
        (After(60), Ladder(0, 4), "pace.ladder.stand_in"),
        (After(60), Ladder(0, 0, 14), "pace.ladder.stand_in"),
        (After(60), Ladder(4, 4), "pace.ladder.offer"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused(deadline: Deadline, agreed: Ladder, field: str) -> None:
    with pytest.raises(BadSetup) as caught:
        check(deadline, Pace(ladder=agreed))
    assert caught.value.field == field


def test_there_is_a_bot_for_each_seat() -> None:
    with pytest.raises(BadSetup) as caught:
        at_table(Ladder(2, bots=("random",)))
    assert caught.value.field == "pace.ladder.bots"
