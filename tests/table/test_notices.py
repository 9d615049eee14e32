"""What each seat should have been told: from what everybody knows, and from the seat's own question and answers."""

from __future__ import annotations

from tests.table.tables import START, Sitting, header

from turncoat.kernel import play
from turncoat.table import record as kept
from turncoat.table.deadline import After, Deadline, NoDeadline
from turncoat.table.milliseconds import DAY
from turncoat.table.notices import Kind, Owed, next_look, owed
from turncoat.table.pace import Ladder, Pace
from turncoat.table.proposals import Draw, Pause

MINUTE = 60_000
HOUR = 60 * MINUTE
DAILY = After(24 * 60)


def begun(deadline: Deadline = DAILY, pace: Pace | None = None) -> Sitting:
    table = Sitting(header(3, {"rounds": 60}, deadline))
    if pace is not None:
        table.perform(kept.PaceAgreed(START, deadline, pace))
    return table.begun()


def told(table: Sitting, seat: int | None, at: int | None = None) -> list[Owed]:
    return owed(table.table, seat, table.now if at is None else at)


def kinds(table: Sitting, seat: int | None, at: int | None = None) -> list[str]:
    return [str(one.kind) for one in told(table, seat, at)]


def keys(table: Sitting, seat: int | None, at: int | None = None) -> set[str]:
    return {one.key for one in told(table, seat, at)}


def test_before_the_game_nobody_is_told_anything() -> None:
    assert kinds(Sitting(header(3)).seated(), 0) == []


def test_whoever_is_asked_is_told_until_they_have_answered() -> None:
    table = begun()
    assert kinds(table, 0) == ["began", "turn"]
    (turn,) = (one for one in told(table, 0) if one.kind is Kind.TURN)
    assert (turn.key, turn.at, turn.due, turn.until) == ("turn 1", START, START + DAY, START + DAY)
    table.answer(0, "pass")
    assert kinds(table, 0) == ["began"]
    table.withdraw(0)
    assert kinds(table, 0) == ["began", "turn"]


def test_what_others_have_sealed_changes_nothing_for_anybody_else() -> None:
    """Not a notice, nor a word of one, nor the time at which it is looked for again."""
    table = begun()
    at = range(START, START + 25 * HOUR, 17 * MINUTE)
    before = [(told(table, seat, now), next_look(table.table, now)) for seat in (0, 2, None) for now in at]
    table.now += 3 * HOUR
    table.answer(1, "attack 2")
    assert [(told(table, seat, now), next_look(table.table, now)) for seat in (0, 2, None) for now in at] == before


def test_a_reminder_comes_at_half_of_the_time_and_shortly_before_its_end() -> None:
    table = begun()
    assert "reminder" not in kinds(table, 0, START + 12 * HOUR - 1)
    assert "reminder 1 half" in keys(table, 0, START + 12 * HOUR)
    last = START + DAY - 144 * MINUTE
    assert f"reminder 1 last {START + DAY}" in keys(table, 0, last)
    assert "reminder 1 half" not in keys(table, 0, last)
    assert kinds(table, 0, START + DAY + 1) == []
    assert [next_look(table.table, at) for at in (START, START + 12 * HOUR, last)] == [START + 12 * HOUR, last, None]


def test_whoever_has_little_time_or_has_saved_an_answer_is_not_reminded() -> None:
    quick = begun(After(59))
    assert next_look(quick.table, START) is None
    table = begun()
    table.perform(kept.AnswerSaved(START, 0, 1, {"type": "pass"}))
    assert "reminder" not in kinds(table, 0, START + 13 * HOUR)
    assert "reminder" in kinds(table, 1, START + 13 * HOUR)


def test_a_question_without_a_deadline_is_worth_a_notice_for_a_month() -> None:
    table = begun(NoDeadline())
    assert "turn" in kinds(table, 0, START + 30 * DAY)
    assert kinds(table, 0, START + 30 * DAY + 1) == []


def test_whoever_is_late_is_told_of_extra_time_and_of_nothing_else() -> None:
    table = begun(DAILY, Pace(grace=120))
    table.now = START + DAY + 1
    table.answer(0, "pass").perform(kept.Overtime(table.now))
    late = next(one for one in told(table, 1) if one.kind is Kind.OVERTIME)
    assert (late.key, late.at, late.due) == ("overtime 1", table.now, table.now + 2 * HOUR)
    assert "turn" not in kinds(table, 1)
    assert "overtime" not in kinds(table, 0)


def test_whoever_missed_a_turn_is_told_until_they_are_back() -> None:
    table = begun()
    table.answer(0, "pass")
    table.now = START + DAY + 1
    table.perform(kept.TimeUp(table.now))
    assert f"missed {table.now}" in keys(table, 1)
    assert "missed" not in kinds(table, 0)
    table.everybody()
    assert "missed" not in kinds(table, 1)


def test_whoever_is_stood_in_for_is_told_until_they_have_their_seat_again() -> None:
    table = begun(DAILY, Pace(ladder=Ladder(1, 0, 0, ("random",) * 3)))
    table.answer(0, "pass").answer(2, "pass")
    table.now = START + DAY + 1
    table.perform(kept.TimeUp(table.now))
    (missed,) = (one for one in told(table, 1) if one.kind is Kind.MISSED)
    assert missed.facts == {"stands_in": 1, "offered": 0}
    assert "turn" not in kinds(table, 1)
    seat = table.table.state.seats[1]
    table.perform(kept.SeatTaken(table.now, 1, "Barney", kept.SeatKind.PERSON, by=seat.by))
    assert "turn" in kinds(table, 1)
    table.everybody()
    assert "missed" not in kinds(table, 1)


def test_of_decisions_that_were_made_only_the_last_is_news() -> None:
    table = begun()
    for _ in range(3):
        table.now += MINUTE
        table.everybody()
    assert [one.key for one in told(table, None) if one.kind is Kind.RESOLVED] == [f"resolved {table.now}"]
    assert "resolved" in kinds(table, 0, table.now + DAY)
    assert "resolved" not in kinds(table, 0, table.now + DAY + 1)


def test_whoever_still_has_to_answer_is_told_that_the_deadline_was_moved() -> None:
    table = begun()
    table.answer(0, "pass")
    table.now += HOUR
    table.perform(kept.Extended(table.now, 60))
    (moved,) = (one for one in told(table, 1) if one.kind is Kind.MOVED)
    assert (moved.key, moved.due) == (f"moved {table.now}", START + DAY + HOUR)
    assert "moved" not in kinds(table, 0)
    assert "moved" in kinds(table, None)
    table.now += HOUR
    table.perform(kept.Paused(table.now))
    assert [(one.key, one.due) for one in told(table, 1) if one.kind is Kind.MOVED] == [(f"moved {table.now}", None)]
    assert "turn" not in kinds(table, 1)
    table.perform(kept.Resumed(table.now + 1))
    table.now += 1
    table.answer(1, "pass").answer(2, "pass")
    assert "moved" not in kinds(table, 1)


def test_whoever_has_a_vote_is_told_once_and_again_a_day_before_it_lapses() -> None:
    table = begun()
    table.perform(kept.Proposed(START, 0, Pause(3)))
    assert "vote" not in kinds(table, 0)
    assert keys(table, 1) >= {"vote 1"}
    assert next_look(table.table, START + DAY) == START + 2 * DAY
    assert keys(table, 1, START + 2 * DAY) >= {"vote 1", "vote 1 again"}
    table.perform(kept.VoteCast(START, 1, 1, yes=False))
    assert "vote" not in kinds(table, 1)


def test_of_a_secret_vote_nobody_learns_who_has_voted() -> None:
    table = begun()
    table.perform(kept.Proposed(START, None, Draw()), kept.VoteCast(START, 0, 1, yes=True))
    before = [told(table, seat) for seat in (0, 2, None)]
    table.perform(kept.VoteCast(START + 1, 1, 1, yes=True))
    assert [told(table, seat) for seat in (0, 2, None)] == before


def test_what_is_said_to_somebody_is_told_to_them_alone() -> None:
    table = begun()
    table.say(0, "Let us talk.", to=[1]).say(0, "Do you hear?", to=[1]).say(1, "Hello all.")
    assert [one.facts for one in told(table, 1) if one.kind is Kind.SAID] == [{"thread": "0", "message": 2}]
    assert "said" not in kinds(table, 0)
    assert kinds(table, 2) == ["began", "turn", "talk"]
    assert [one.facts["message"] for one in told(table, 2) if one.kind is Kind.TALK] == [1]


def test_the_end_is_told_whichever_it_is() -> None:
    table = begun().to_the_end()
    assert kinds(table, 1) == ["over"]
    closed = begun()
    closed.now += 9 * DAY
    closed.perform(kept.TableClosed(closed.now))
    assert [(one.key, one.at) for one in told(closed, 1)] == [("over", closed.now)]
    assert kinds(closed, None) == ["over"]


def test_a_planted_fault_that_counts_what_is_in_is_seen() -> None:
    """The planted fault: a notice that names how many answers are missing changes when somebody seals."""
    table = begun()

    def counted(seat: int) -> list[tuple[Owed, int]]:
        assert table.table.game is not None
        return [(one, len(play.waiting(table.table.game))) for one in told(table, seat)]

    before = counted(0)
    table.answer(1, "pass")
    assert counted(0) != before
