"""Talk and promises (TRU-14): who hears what, and who learns what became of a promise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.table.tables import Sitting, header

from turncoat.kernel.errors import NotAllowed
from turncoat.kernel.promise import Fate, Message, Pledge, Say
from turncoat.table.draft import Draft
from turncoat.table.replay import replay
from turncoat.table.table_events import PledgeJudged
from turncoat.table.table_view import events_after, messages_after, messages_before, table_view

SUPPORT = Pledge(0, "support", {"target": 1})
SEATS = (None, 0, 1, 2)


def saying(message: Message) -> object:
    def attempt(draft: Draft) -> None:
        draft.say(message, 0)

    return attempt


def texts(table: Sitting, seat: int | None) -> list[str]:
    return [message.message.said.text for message in messages_after(table.table, seat, 0)]


def judged(table: Sitting, seat: int | None) -> list[tuple[int, Fate]]:
    """What this seat has learned about promises."""
    events = [event.event for event in events_after(table.table, seat, 0)]
    return [(event.sender, event.fate) for event in events if isinstance(event, PledgeJudged)]


def test_what_is_said_in_private_is_heard_by_those_who_are_named() -> None:
    """TRU-14.1: talk openly and in private, at any time."""
    table = Sitting().begun().say(0, "to all").say(1, "to Agatha", (0,)).say(2, "to both", (0, 1)).say(None, "host")
    assert texts(table, None) == ["to all", "host"]
    assert texts(table, 0) == ["to all", "to Agatha", "to both", "host"]
    assert texts(table, 1) == ["to all", "to Agatha", "to both", "host"]
    assert texts(table, 2) == ["to all", "to both", "host"]
    assert [message.number for message in messages_after(table.table, 2, 1)] == [2, 3]


def test_private_talk_leaves_no_trace_with_others() -> None:
    table = Sitting().begun()
    before = {seat: table.table_view(seat) for seat in (None, 1)}
    table.say(0, "psst", (2,)).say(2, "what?", (0,), None)
    table.say(0, "my word", (2,), SUPPORT)
    assert {seat: table.table_view(seat) for seat in (None, 1)} == before


@pytest.mark.parametrize(
    ("talk", "said", "field"),
    [
        ("none", Say(text="hello"), "text"),
        ("none", Say((1,), "hello"), "text"),
        ("public", Say((1,), "hello"), "to"),
        ("full", Say((0,), "to myself"), "to"),
        ("full", Say((3,), "to nobody"), "to"),
        ("full", Say((-1,), "to nobody"), "to"),
        ("full", Say((), "  "), "text"),
        ("full", Say((), "x" * 4001), "text"),
        ("full", Say(promise=Pledge(1, "loot")), "promise.who"),
        ("full", Say(promise=Pledge(0, "loot", times=0)), "promise.times"),
        ("full", Say(promise=Pledge(0, "loot", times=1001)), "promise.times"),
    ],
)
def test_the_talk_setting_of_the_table_is_kept(talk: str, said: Say, field: str) -> None:
    table = Sitting(header(talk=talk)).begun()
    refusal = table.refused(saying(Message(0, said)))  # type: ignore[arg-type]
    assert isinstance(refusal, NotAllowed)
    assert refusal.field == field


def test_at_a_public_table_everything_is_said_to_all() -> None:
    table = Sitting(header(talk="public")).begun().say(0, "hello")
    assert texts(table, None) == ["hello"]


def test_talk_goes_on_after_the_game_but_not_at_a_closed_table() -> None:
    from turncoat.table import record as kept

    over = Sitting(header(options={"rounds": 1})).begun().to_the_end().say(1, "well played")
    assert texts(over, None) == ["well played"]
    closed = Sitting().begun().perform(kept.TableClosed(0))
    assert closed.refused(saying(Message(0, Say(text="hello")))).field == "phase"  # type: ignore[arg-type]


def test_a_promise_is_kept_or_broken_when_the_seals_are_broken() -> None:
    """TRU-14.2: nothing enforces it; the table only remembers."""
    table = Sitting().begun().say(0, promise=SUPPORT).say(1, promise=Pledge(1, "attack", will=False))
    assert judged(table, None) == []
    table.answer(0, "support 1").answer(1, "attack 0").answer(2, "pass")
    assert judged(table, None) == [(0, Fate.KEPT), (1, Fate.BROKEN)]


def test_a_promise_can_stand_for_several_rounds() -> None:
    table = Sitting().begun().say(0, promise=Pledge(0, "attack", {"target": 1}, will=False, times=2))
    table.everybody()
    assert judged(table, 1) == []
    table.everybody()
    assert judged(table, 1) == [(0, Fate.KEPT)]


def test_only_those_who_heard_a_promise_learn_what_became_of_it() -> None:
    table = Sitting().begun().say(0, "my word", (1,), SUPPORT).everybody()
    assert {seat: judged(table, seat) for seat in SEATS} == {
        None: [],
        0: [(0, Fate.BROKEN)],
        1: [(0, Fate.BROKEN)],
        2: [],
    }
    assert {seat: len(table_view(table.table, seat).pledges) for seat in SEATS} == {None: 0, 0: 1, 1: 1, 2: 0}


def test_what_became_of_a_secret_promise_changes_nothing_for_others() -> None:
    """The same game with and without it: other seats' views and events are byte for byte the same."""
    plain, sworn = Sitting().begun(), Sitting().begun().say(0, "my word", (1,), SUPPORT)
    for table in (plain, sworn):
        table.everybody("loot").everybody()
    for seat in (None, 2):
        assert sworn.table_view(seat) == plain.table_view(seat)
        assert events_after(sworn.table, seat, 0) == events_after(plain.table, seat, 0)


def test_the_table_does_not_carry_old_promises_along() -> None:
    """What was judged shows at that reveal and is among the events from then on; the sitting does not grow."""
    table = Sitting(header(options={"rounds": 10})).begun()
    for _ in range(8):
        table.say(0, promise=SUPPORT).everybody("loot")
        assert [pledge.fate for pledge in table_view(table.table, 2).pledges] == [Fate.BROKEN]
    assert len(table.table.state.pledges) == 1
    assert len(judged(table, 2)) == 8


def fates(table: Sitting, seat: int | None) -> list[Fate | None]:
    return [message.fate for message in messages_after(table.table, seat, 0)]


def test_what_became_of_a_promise_stays_on_its_message() -> None:
    """TRU-14.2: round after round, for those who heard it; what nothing shows any more is open to the end."""
    table = Sitting(header(options={"rounds": 4})).begun().say(0, "hm").say(0, "", (1,), SUPPORT)
    table.say(1, promise=Pledge(1, "loot")).say(0, "", (1,), SUPPORT)
    assert fates(table, 0) == [None, Fate.OPEN, Fate.OPEN, Fate.OPEN]
    table.everybody("loot").say(0, "", (1,), Pledge(0, "loot", times=9))
    assert fates(table, 0) == [None, Fate.BROKEN, Fate.KEPT, Fate.BROKEN, Fate.OPEN]
    table.to_the_end()
    assert fates(table, 1) == fates(table, 0) == [None, Fate.BROKEN, Fate.KEPT, Fate.BROKEN, Fate.BROKEN]
    assert fates(table, 2) == [None, Fate.KEPT]
    assert replay(table.record()).fates == table.table.fates


def test_what_was_promised_for_longer_than_the_game_is_void_at_its_end() -> None:
    table = Sitting(header(options={"rounds": 2})).begun().say(0, promise=Pledge(0, "pass", times=9)).to_the_end()
    assert fates(table, None) == [Fate.VOID]


def test_talk_is_read_in_pages() -> None:
    """The first since a number, or the last before one; numbers are the reader's own."""
    table = Sitting().begun()
    for number in range(10):
        table.say(0, str(number), (1,) if number % 2 else ())
    said = {
        seat: [message.message.said.text for message in messages_before(table.table, seat, None, 3)] for seat in (1, 2)
    }
    assert said == {1: ["7", "8", "9"], 2: ["4", "6", "8"]}
    assert [message.number for message in messages_before(table.table, 2, 4, 2)] == [2, 3]
    assert [message.number for message in messages_after(table.table, 2, 1, 2)] == [2, 3]
    assert messages_before(table.table, 2, 1, 5) == messages_after(table.table, 2, 99, 5) == []


def test_a_seat_can_have_so_many_open_promises_and_no_more() -> None:
    table = Sitting().begun()
    for _ in range(50):
        table.say(0, promise=SUPPORT)
    refusal = table.refused(saying(Message(0, Say(promise=SUPPORT))))  # type: ignore[arg-type]
    assert refusal.field == "promise"
    table.say(1, promise=Pledge(1, "loot"))


def test_what_no_reveal_shows_cannot_be_promised_but_can_be_offered() -> None:
    """CON-6: which coin somebody saves is not shown."""
    table = Sitting(header(game="conspiracy")).begun()
    save = Pledge(0, "save", {"coin": "S1"})
    for word in (save, replace(save, will=False)):
        refusal = table.refused(saying(Message(0, Say(promise=word))))  # type: ignore[arg-type]
        assert refusal.sentence == (
            "Nobody could see later whether you save, so you cannot promise it. "
            "You can offer it in exchange for something."
        )
        assert refusal.field == "promise.act"
    draft = Draft(table.table)
    draft.say(Message(0, Say((1,), request=Pledge(1, "favour", {"to": 0}), offer=save)), table.now)
    assert draft.talk[-1].message.said.offer == save


def test_a_judged_promise_is_told_in_words() -> None:
    table = Sitting().begun().say(0, promise=SUPPORT).everybody("loot")
    sentences = [event.text for event in events_after(table.table, None, 0)]
    assert "Agatha has broken a promise: support Barney." in sentences
