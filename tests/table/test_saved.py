"""Saved and not ready: an answer that nobody knows of, until its owner hands it in or time is up."""

from __future__ import annotations

import pytest
from tests.table.tables import START, Sitting, action, header

from turncoat.kernel import play
from turncoat.kernel.errors import NotAllowed, OutOfDate
from turncoat.server.keeper import close_if_late
from turncoat.table import record as kept
from turncoat.table.deadline import After, AtTimes
from turncoat.table.draft import Draft
from turncoat.table.export import exported
from turncoat.table.pace import Pace
from turncoat.table.table_view import make_table_view
from turncoat.table.verify import verify

HOUR = 3_600_000
AGATHA, BARNEY, CELESTE = range(3)


def at_table(rounds: int = 20) -> Sitting:
    return Sitting(header(3, {"rounds": rounds}, After(60))).begun()


def save(table: Sitting, seat: int, move: str | None) -> Sitting:
    given = None if move is None else action(move)
    return table.perform(kept.AnswerSaved(table.now, seat, table.request(seat), given))


def time_is_up(table: Sitting) -> Sitting:
    """What the server does when the alarm rings."""
    table.now = (table.table.state.due or 0) + 1
    draft = Draft(table.table)
    close_if_late(draft, table.now)
    draft.accept()
    table.entries += draft.entries
    return table


def test_a_saved_answer_closes_nothing_and_nobody_sees_it() -> None:
    """Not in what is waited for, not in the chain: everything is as if there were none."""
    table = at_table()
    seen, chain = [make_table_view(table.table, seat) for seat in (AGATHA, CELESTE, None)], table.table.state.chain
    save(table, BARNEY, "loot")
    assert [make_table_view(table.table, seat) for seat in (AGATHA, CELESTE, None)] == seen
    assert table.table.state.chain == chain
    question = make_table_view(table.table, BARNEY).question
    assert question is not None
    assert (question.saved, question.filed) == (action("loot"), None)
    table.answer(AGATHA, "pass").answer(CELESTE, "pass")
    assert table.request(BARNEY) == 1


def test_all_saved_and_none_handed_in_counts_as_all_in_when_time_is_up() -> None:
    table = at_table()
    for seat in range(3):
        save(table, seat, "loot")
    time_is_up(table)
    assert (table.request(BARNEY), [seat.missed for seat in table.table.state.seats]) == (2, [0, 0, 0])


def test_who_has_saved_nothing_gets_the_default(  # TRU-3.8
) -> None:
    table = save(at_table(), BARNEY, "loot")
    time_is_up(table)
    assert [seat.missed for seat in table.table.state.seats] == [1, 0, 1]


def test_the_last_saved_answer_closes_its_decision_and_the_next_one_stays_open() -> None:
    """Time is not up for a question that has just been put, nor is a saved answer one to it."""
    table = at_table()
    table.answer(AGATHA, "pass").answer(CELESTE, "pass")
    save(table, BARNEY, "loot")
    time_is_up(table)
    assert [table.request(seat) for seat in range(3)] == [2, 2, 2]
    assert table.table.state.due == table.now + HOUR
    assert not any(isinstance(entry, kept.TimeUp) for entry in table.entries)
    assert table.table.state.saved == {}


def test_it_is_replaced_put_away_and_gone_once_another_is_handed_in() -> None:
    table = save(save(at_table(), BARNEY, "loot"), BARNEY, "pass")
    assert table.table.state.saved[BARNEY].action == action("pass")
    save(table, BARNEY, None)
    with pytest.raises(NotAllowed, match="You have saved no answer"):
        save(table, BARNEY, None)
    save(table, BARNEY, "loot")
    table.answer(BARNEY, "pass")
    assert table.table.state.saved == {}


def test_only_what_could_be_handed_in_is_saved() -> None:
    table = at_table()
    attack = kept.AnswerSaved(START, BARNEY, 1, {"type": "attack", "target": BARNEY})
    assert table.refused(attack).sentence
    late = table.refused(kept.AnswerSaved(START, BARNEY, 7, action("loot")))
    assert isinstance(late, OutOfDate)
    assert "question 7, which is not asked yet" in late.sentence
    gift = kept.AnswerSaved(START, BARNEY, 1, {"type": "give", "to": 0, "coins": 1})
    if play.is_beside(table.table.game, BARNEY, "give"):  # type: ignore[arg-type]
        assert "takes effect at once" in table.refused(gift).sentence


@pytest.mark.parametrize("agreed", [Pace(), Pace(grace=5)])
def test_a_record_that_leaves_has_none_of_it_and_still_plays_again(agreed: Pace) -> None:
    table = at_table(rounds=2)
    table.perform(kept.PaceAgreed(START, After(60), agreed))
    save(table, BARNEY, "loot")
    time_is_up(table)
    while table.table.state.phase == "playing":
        save(table, AGATHA, "pass")
        time_is_up(table)
    assert verify(table.record(), table.receipts) == []
    home = exported(table.record(), BARNEY)
    assert not any(isinstance(entry, kept.AnswerSaved) for entry in home.entries)
    assert verify(home, []) == []


def test_at_a_table_with_clock_times_it_waits_for_the_time() -> None:
    table = Sitting(header(3, {"rounds": 5}, AtTimes(("20:00",)))).begun()
    save(table, BARNEY, "loot")
    due = table.table.state.due
    time_is_up(table)
    assert (table.table.state.due, table.request(BARNEY)) == ((due or 0) + 24 * HOUR, 2)
