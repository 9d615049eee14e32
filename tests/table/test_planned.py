"""One answer ahead: for the next time that the same is asked, and its owner's business alone."""

from __future__ import annotations

import pytest
from tests.table.tables import Sitting, action
from tests.table.test_saved import AGATHA, BARNEY, CELESTE, at_table, save, time_is_up

from turncoat.kernel.errors import NotAllowed, OutOfDate, Unreadable
from turncoat.table import record as kept
from turncoat.table.export import exported
from turncoat.table.record import SeatKind
from turncoat.table.table_events import PlanTakenUp
from turncoat.table.table_view import make_table_view
from turncoat.table.verify import verify


def plan(table: Sitting, seat: int, move: str | None, **fields: object) -> Sitting:
    given = None if move is None else {"type": move, **fields}
    return table.perform(kept.AnswerPlanned(table.now, seat, table.request(seat), given))


def told(table: Sitting, seat: int | None) -> list[bool]:
    """What a seat was told of plans: whether each was possible."""
    events = [one.event for one in table.table.stream(seat)]
    return [event.saved for event in events if isinstance(event, PlanTakenUp)]


def test_a_plan_is_saved_when_its_question_is_asked_again_and_closes_nothing() -> None:
    table = plan(at_table(), BARNEY, "loot")
    seen = [make_table_view(table.table, seat) for seat in (AGATHA, CELESTE, None)]
    plan(table, BARNEY, "attack", target=AGATHA)
    assert [make_table_view(table.table, seat) for seat in (AGATHA, CELESTE, None)] == seen
    for seat in range(3):
        table.answer(seat, "pass")
    question = make_table_view(table.table, BARNEY).question
    assert question is not None
    assert (question.saved, question.planned, question.filed) == ({"type": "attack", "target": AGATHA}, None, None)
    assert (told(table, BARNEY), told(table, AGATHA), told(table, None)) == ([True], [], [])
    table.answer(AGATHA, "pass").answer(CELESTE, "pass")
    assert table.request(BARNEY) == 2
    time_is_up(table)
    assert table.request(BARNEY) == 3


def test_what_has_become_impossible_is_gone_and_its_owner_is_told() -> None:
    """Nobody attacks themselves (TRU-4.2): read as an answer, it is looked at when it is asked."""
    table = plan(at_table(), BARNEY, "attack", target=BARNEY)
    for seat in range(3):
        table.answer(seat, "pass")
    assert (told(table, BARNEY), table.table.state.saved, table.table.state.planned) == ([False], {}, {})


def test_one_plan_at_a_time_and_it_can_be_put_away() -> None:
    table = plan(plan(at_table(), BARNEY, "loot"), BARNEY, "pass")
    assert table.table.state.planned[BARNEY].action == action("pass")
    plan(table, BARNEY, None)
    with pytest.raises(NotAllowed, match="You have planned no answer"):
        plan(table, BARNEY, None)


def test_what_is_no_answer_is_not_planned() -> None:
    table = at_table()
    assert isinstance(table.refused(kept.AnswerPlanned(table.now, BARNEY, 1, {"type": "dance"})), Unreadable)
    assert isinstance(table.refused(kept.AnswerPlanned(table.now, BARNEY, 7, action("loot"))), OutOfDate)


def test_a_newcomer_gets_neither_a_plan_nor_a_saved_answer_of_who_sat_there_before() -> None:
    table = plan(save(at_table(), BARNEY, "loot"), BARNEY, "pass")
    there = table.table.state.seats[BARNEY]
    table.perform(kept.SeatTaken(table.now, BARNEY, there.name, SeatKind.BOT, "random", True, by=there.by))
    assert (BARNEY in table.table.state.saved, BARNEY in table.table.state.planned) == (True, True)
    table.perform(kept.SeatTaken(table.now, BARNEY, "Zoe", SeatKind.PERSON, by="Zoe"))
    assert (table.table.state.saved, table.table.state.planned) == ({}, {})


def test_a_record_that_leaves_has_none_of_it_and_still_plays_again() -> None:
    table = at_table(rounds=2)
    while table.table.state.phase == "playing":
        plan(table, BARNEY, "loot")
        time_is_up(table)
    assert verify(table.record(), table.receipts) == []
    home = exported(table.record(), BARNEY)
    assert not any(isinstance(entry, kept.AnswerPlanned) for entry in home.entries)
    assert verify(home, []) == []
