"""Every kind of entry: what it does, and that a refusal changes nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.tables import NAMES, START, Sitting, action, header, whole

from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Unreadable
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft, RulesCrashed
from turncoat.table.record import AnyEntry, SeatKind
from turncoat.table.table import Phase

MINUTE = 60_000


def test_people_and_bots_sit_down_and_get_up() -> None:
    table = Sitting().seated()
    table.perform(kept.SeatTaken(START, 1, "Barney", SeatKind.BOT, "random", stands_in=True))
    assert [seat.kind for seat in table.table.state.seats] == ["person", "bot", "person"]
    table.perform(kept.SeatTaken(START, 1, "Barney", SeatKind.OPEN))
    assert table.table.state.seats[1].kind == "open"
    assert table.table.state.seats[1].bot == ""


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        (kept.SeatTaken(START, 3, "Zoe", SeatKind.PERSON), "seat"),
        (kept.SeatTaken(START, -1, "Zoe", SeatKind.PERSON), "seat"),
        (kept.SeatTaken(START, 0, "bARNEY", SeatKind.PERSON), "name"),
        (kept.SeatTaken(START, 0, " ", SeatKind.PERSON), "name"),
        (kept.SeatTaken(START, 0, "x" * 41, SeatKind.PERSON), "name"),
        (kept.SeatTaken(START, 0, "Zoe", SeatKind.BOT), "bot"),
        (kept.SeatTaken(START, 0, "Zoe", SeatKind.PERSON, "random"), "bot"),
        (kept.WordsSealed(START, 9, "0" * 64), "seat"),
        (kept.WordsCalled(START), "words"),
        (kept.WordsOpened(START, 0, "x" * 20), "phase"),
        (kept.Answered(START, 0, 1, action("pass")), "phase"),
        (kept.Garbled(START, 0, 1), "phase"),
        (kept.Withdrew(START, 0), "phase"),
        (kept.StandingOrderLeft(START, 0, "round.choose", ()), "phase"),
        (kept.TimeUp(START), "phase"),
        (kept.Paused(START), "phase"),
        (kept.Resumed(START), "phase"),
        (kept.Extended(START, 5), "phase"),
    ],
)
def test_before_the_game_begins_is_refused(entry: AnyEntry, field: str) -> None:
    refusal = Sitting().seated().refused(entry)
    assert refusal.field == field
    assert refusal.sentence.endswith(".")


def test_a_game_does_not_begin_while_seats_are_free() -> None:
    table = Sitting().perform(kept.SeatTaken(START, 0, "Agatha", SeatKind.PERSON))
    refusal = table.refused(kept.Began(START))
    assert isinstance(refusal, NotAllowed)
    assert "Seat 2" in refusal.sentence


def begun() -> Sitting:
    return Sitting(header(options={"rounds": 2})).begun()


@pytest.mark.parametrize(
    ("entry", "kind", "field"),
    [
        (kept.Began(START), NotAllowed, "phase"),
        (kept.WordsSealed(START, 0, "0" * 64), NotAllowed, "phase"),
        (kept.WordsCalled(START), NotAllowed, "phase"),
        (kept.WordsOpened(START, 0, "x" * 20), NotAllowed, "phase"),
        (kept.Resumed(START), NotAllowed, "phase"),
        (kept.Answered(START, 7, 1, action("pass")), NotYours, "seat"),
        (kept.Answered(START, 0, 0, action("pass")), OutOfDate, "request"),
        (kept.Answered(START, 0, 2, action("pass")), OutOfDate, "request"),
        (kept.Answered(START, 0, 1, action("attack 0")), NotAllowed, "target"),
        (kept.Answered(START, 0, 1, action("attack 3")), NotAllowed, "target"),
        (kept.Answered(START, 0, 1, action("give 4 to 1")), NotAllowed, "coins"),
        (kept.Answered(START, 0, 1, {"type": "dance"}), Unreadable, "type"),
        (kept.Answered(START, 0, 1, {"type": "attack"}), Unreadable, "target"),
        (kept.Answered(START, 0, 1, {"type": "attack", "target": "x"}), Unreadable, "target"),
        (kept.Garbled(START, 0, 1), Unreadable, ""),
        (kept.Withdrew(START, 0), NotYours, ""),
        (kept.StandingOrderLeft(START, 0, "round.choose", ()), NotYours, ""),
        (kept.SeatTaken(START, 0, "Agatha", SeatKind.OPEN), NotAllowed, "bot"),
        (kept.Extended(START, 5), NotAllowed, "minutes"),
        (kept.Extended(START, 0), NotAllowed, "minutes"),
        (kept.Extended(START, float("nan")), NotAllowed, "minutes"),
    ],
)
def test_while_the_game_is_under_way_is_refused(entry: AnyEntry, kind: type[Exception], field: str) -> None:
    """TRU-R21: a bad answer is refused; every refusal leaves all as it was."""
    refusal = begun().answer(1, "loot").refused(entry)
    assert type(refusal) is kind
    assert refusal.field == field


@pytest.mark.parametrize("last", ["finished", "closed"])
def test_after_the_end_nothing_is_accepted(last: str) -> None:
    table = begun()
    if last == "finished":
        table.to_the_end()
    else:
        table.perform(kept.TableClosed(START))
    assert table.table.state.phase == last
    for entry in (
        kept.Answered(START, 0, 1, action("pass")),
        kept.Withdrew(START, 0),
        kept.TimeUp(START),
        kept.Paused(START),
        kept.Resumed(START),
        kept.Extended(START, 1),
        kept.TableClosed(START),
        kept.Began(START),
        kept.SeatTaken(START, 0, "Zoe", SeatKind.PERSON),
    ):
        assert table.refused(entry).field == "phase"


def test_an_answer_can_be_changed_and_taken_back_until_the_reveal() -> None:
    """TRU-3.9, TRU-R20: the last one on file counts; taken back, the table waits again."""
    table = begun().answer(0, "loot").answer(0, "attack 1").answer(1, "pass").withdraw(1).answer(2, "pass")
    assert table.table.game is not None
    assert table.table.rules.shown_waiting(table.table.game) == [1]
    table.answer(1, "defend")
    revealed = [
        happened.event for happened in table.table.happened if type(happened.event).__name__ == "ActionsRevealed"
    ]
    assert len(revealed) == 1
    assert [action.__struct_config__.tag for action in revealed[0].actions] == ["attack", "defend", "pass"]  # type: ignore[attr-defined]


def test_nonsense_becomes_a_pass_where_the_table_wants_that() -> None:
    """TRU-O7: sending nonsense over a good action costs the round."""
    table = Sitting(header(options={"rounds": 2, "bad_submission": "becomes Pass"})).begun()
    table.answer(0, "loot").perform(kept.Garbled(START, 0, 1)).answer(1, "pass").answer(2, "pass")
    revealed = next(
        happened.event for happened in table.table.happened if type(happened.event).__name__ == "ActionsRevealed"
    )
    assert revealed.defaulted == (0,)  # type: ignore[attr-defined]


def test_time_up_plays_the_default_and_counts_the_missed_turns() -> None:
    """TRU-3.8: who has handed in nothing passes; the count goes back to nothing with the next answer."""
    table = Sitting(header(options={"rounds": 3}, deadline=After(10))).begun()
    table.answer(0, "loot").perform(kept.TimeUp(START + 10 * MINUTE + 1))
    assert [seat.missed for seat in table.table.state.seats] == [0, 1, 1]
    table.answer(0, "loot").answer(1, "loot").perform(kept.TimeUp(START + 30 * MINUTE))
    assert [seat.missed for seat in table.table.state.seats] == [0, 0, 2]


def test_the_missed_turns_do_not_betray_who_has_handed_in() -> None:
    """TRU-O5: the count changes when the seals are broken and not before."""
    table = Sitting(header(options={"rounds": 3, "show_submitted": False}, deadline=After(10))).begun()
    table.perform(kept.TimeUp(START + 11 * MINUTE))
    before = table.table_view(0)
    table.answer(1, "loot")
    assert table.table_view(0) == before
    table.answer(0, "pass").answer(2, "pass")
    assert [seat.missed for seat in table.table.state.seats] == [0, 0, 0]


def test_a_pause_keeps_the_time_that_was_left() -> None:
    table = Sitting(header(deadline=After(10))).begun()
    assert table.table.state.due == START + 10 * MINUTE
    paused = table.perform(kept.Paused(START + 4 * MINUTE)).table.state
    assert (paused.due, paused.left) == (None, 6 * MINUTE)
    assert table.refused(table.answered(0, "pass")).sentence == "The table is paused; the host can resume it."
    assert table.refused(kept.TimeUp(START + 60 * MINUTE)).field == "phase"
    table.perform(kept.Extended(START, 2), kept.Resumed(START + 100 * MINUTE))
    now = table.table.state
    assert now == replace(
        paused,
        phase=Phase.PLAYING,
        due=START + 108 * MINUTE,
        left=None,
        stood=None,
        entries=7,
        chain=now.chain,
        moved=START + 100 * MINUTE,
    )


def test_a_pause_without_a_deadline_has_nothing_to_keep() -> None:
    table = begun().perform(kept.Paused(START), kept.Resumed(START + 1))
    assert table.table.state.due is None
    assert table.table.state.phase is Phase.PLAYING


def test_the_host_gives_more_time() -> None:
    table = Sitting(header(deadline=After(10))).begun()
    table.perform(kept.Extended(START, 2.5))
    assert table.table.state.due == START + round(12.5 * MINUTE)
    assert table.refused(kept.Extended(START, 60 * 24 * 32)).field == "minutes"


def test_a_deadline_is_set_for_every_decision_and_for_none_after_the_last() -> None:
    table = Sitting(header(options={"rounds": 2}, deadline=After(10))).begun()
    table.now += 3 * MINUTE
    table.everybody()
    assert table.table.state.due == START + 13 * MINUTE
    table.everybody()
    assert table.table.state.due is None


def test_a_change_or_a_gift_does_not_move_the_deadline() -> None:
    """TRU-13.5: the time of the round is the time of the round."""
    table = Sitting(header(deadline=After(10))).begun()
    table.now += 5 * MINUTE
    table.answer(0, "loot").answer(0, "pass").withdraw(0).answer(0, "give 1 to 1")
    assert table.table.state.due == START + 10 * MINUTE


def test_a_crash_of_the_rules_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted step that fails: the entry is rejected, and the next one goes through."""
    from turncoat.games.truce.state import Round

    table = begun().answer(0, "pass").answer(1, "pass")
    before = whole(table.table)
    step = Round.table_of_contents["loot"]
    monkeypatch.setattr(step, "advance", lambda *_: 1 / 0)
    draft = Draft(table.table)
    with pytest.raises(RulesCrashed):
        draft.perform(table.answered(2, "pass"))
    assert draft.entries == []
    draft.accept()
    assert whole(table.table) == before
    monkeypatch.undo()
    table.answer(2, "pass")
    assert table.request(0) == 2


def test_a_draft_goes_back_to_its_mark() -> None:
    table = begun()
    draft = Draft(table.table)
    draft.perform(table.answered(0, "loot"))
    mark = draft.mark()
    draft.perform(table.answered(0, "give 1 to 1"))
    draft.perform(kept.Paused(START))
    draft.back_to(mark)
    draft.accept()
    assert table.table.state.phase is Phase.PLAYING
    assert table.table.state.entries == 5
    assert NAMES[0] == "Agatha"
    table.answer(1, "pass").answer(2, "pass")
    assert table.table.rules.scores(table.table.game) == [4, 3, 3]  # type: ignore[arg-type]
