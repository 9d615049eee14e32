"""What a seat is shown: nothing it may not know, and nothing that grows with the length of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.tables import Sitting, header

from turncoat.games import ruleset
from turncoat.games.truce.state import Truce
from turncoat.games.truce.view import TruceView, view
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Pledge
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft
from turncoat.table.table import Table
from turncoat.table.table_view import events_after, messages_after, shown, table_view

SEATS = (None, 0, 1, 2, 3)


def sealed_changes(table: Sitting, chance: Random, seats: tuple[int, ...]) -> int:
    """Others hand in, change and take back, whisper and promise, without breaking the seals; how often."""
    done = 0
    for _ in range(chance.randrange(1, 12)):
        seat = chance.choice(seats)
        other = chance.choice([one for one in seats if one != seat])
        move = chance.choice(("loot", "defend", "pass", f"attack {other}", f"support {other}"))
        try:
            match chance.randrange(4):
                case 0:
                    table.withdraw(seat)
                case 1:
                    table.say(seat, "psst", (other,), Pledge(seat, "loot"))
                case _:
                    table.answer(seat, move)
            done += 1
        except Refusal:
            pass
    return done


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.booleans())
def test_nothing_that_others_seal_alters_a_face_where_marks_are_hidden(seed: int, correspondence: bool) -> None:
    """TRU-12.3, TRU-R23, TRU-O5: byte for byte, and not even a number of an event or a question moves."""
    options = {"show_submitted": False, "reveal": "correspondence" if correspondence else "table"}
    table = Sitting(header(4, options, After(10))).begun()
    chance = Random(seed)
    if chance.random() < 0.5:
        table.answer(0, "loot")
    before = {seat: (table.table_view(seat), events_after(table.table, seat, 0)) for seat in (None, 0)}
    sealed_changes(table, chance, (1, 2, 3) if correspondence else (1, 2))
    for seat, (shown_before, heard_before) in before.items():
        assert table.table_view(seat) == shown_before
        assert events_after(table.table, seat, 0) == heard_before
        assert messages_after(table.table, seat, 0) == []


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_what_others_seal_changes_the_public_marks_and_nothing_else(seed: int) -> None:
    """TRU-R23: who has handed in shows; neither what it is nor how often it was changed."""
    table = Sitting(header(4, {}, After(10))).begun()
    before = {seat: table.table_view(seat) for seat in (None, 0)}
    sealed_changes(table, Random(seed), (1, 2))
    for seat, shown_before in before.items():
        assert without_marks(table.table_view(seat)) == without_marks(shown_before)


def without_marks(data: bytes) -> bytes:
    plain = msgspec.json.decode(data)
    plain.pop("waiting")
    plain["view"].pop("submitted")
    return msgspec.json.encode(plain)


@given(st.integers(0, 10**9))
@settings(max_examples=30)
def test_a_planted_leak_is_caught(seed: int) -> None:
    """The same comparison notices a view that counts the entries of the record."""
    table = Sitting(header(4, {"show_submitted": False}, After(10))).begun()
    before = table.table_view(0) + str(table.table.state.entries).encode()
    done = sealed_changes(table, Random(seed), (1, 2))
    entries = [entry for entry in table.entries if isinstance(entry, kept.Answered | kept.Withdrew)]
    if done and entries:
        assert table.table_view(0) + str(table.table.state.entries).encode() != before


def test_a_face_asks_the_seat_and_shows_its_own_sealed_answer_to_nobody_else() -> None:
    table = Sitting().begun().answer(0, "attack 1")
    mine, theirs, nobodys = (table_view(table.table, seat).question for seat in (0, 1, None))
    assert mine is not None
    assert theirs is not None
    assert mine.filed == {"type": "attack", "target": 1}
    assert mine.default == {"type": "pass"}
    assert theirs.filed is None
    assert nobodys is None


def test_a_paused_table_asks_nothing() -> None:
    table = Sitting().begun().perform(kept.Paused(0))
    assert table_view(table.table, 0).question is None


def test_scores_and_winners_show_when_the_game_is_over() -> None:
    """TRU-11.4: three who are level share the victory."""
    table = Sitting(header(options={"rounds": 1})).begun()
    assert table_view(table.table, 0).scores == ()
    table.to_the_end()
    assert table_view(table.table, None).scores == (3, 3, 3)
    assert table_view(table.table, None).winners == (0, 1, 2)


def test_a_face_before_the_game_shows_who_sits_where() -> None:
    shown_now = table_view(Sitting().seated().table, 1)
    assert [seat.name for seat in shown_now.seats] == ["Agatha", "Barney", "Celeste"]
    assert shown_now.view is None
    assert shown_now.question is None


def test_each_seat_numbers_what_it_has_heard_without_gaps() -> None:
    table = Sitting().begun().say(0, "a", (1,)).say(1, "b").say(2, "c", (0,)).everybody().say(2, "d")
    for seat in (None, 0, 1, 2):
        events, messages = events_after(table.table, seat, 0), messages_after(table.table, seat, 0)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert [message.number for message in messages] == list(range(1, len(messages) + 1))
        assert table_view(table.table, seat).events == len(events)
        assert events_after(table.table, seat, 3) == events[3:]


# --- speed ------------------------------------------------------------------------------------------


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """Whose views were made, in order."""
    views: list[int | None] = []

    def counted(game: Truce, seat: int | None) -> TruceView:
        views.append(seat)
        return view(game, seat)

    monkeypatch.setitem(vars(ruleset("truce")), "view", counted)
    return views


def test_a_face_is_made_once_for_every_change_however_many_look(made: list[int | None]) -> None:
    table = Sitting().begun()
    for _ in range(5):
        for seat in (None, 0, 1):
            shown(table.table, seat)
            table_view(table.table, seat)
    assert sorted(made, key=str) == [0, 1, None]
    table.answer(2, "loot")
    shown(table.table, 0)
    assert len(made) == 4


def test_nothing_is_made_for_nobody(made: list[int | None]) -> None:
    table = Sitting().begun()
    shown(table.table, 1)
    table.say(0, "psst", (2,)).answer(0, "loot").everybody().everybody("defend")
    assert made == [1]


def test_an_accepted_order_empties_only_what_it_changes(made: list[int | None]) -> None:
    """TRU-R23: that somebody has changed what is on file shows to nobody else."""
    table = Sitting().begun().answer(0, "loot")
    for seat in (None, 0, 1, 2):
        shown(table.table, seat)
    table.answer(0, "defend")
    for seat in (None, 0, 1, 2):
        shown(table.table, seat)
    assert made[4:] == [0]


SECRETS: dict[str, Callable[[Sitting], object]] = {
    "an order": lambda table: table.answer(1, "loot"),
    "nonsense": lambda table: table.perform(kept.Garbled(table.now, 1, table.request(1))),
    "another order": lambda table: table.answer(1, "loot").answer(1, "attack 0"),
    "an order taken back": lambda table: table.answer(1, "loot").withdraw(1),
    "a whisper": lambda table: table.say(1, "psst", (2,)),
    "a whispered promise": lambda table: table.say(1, "psst", (2,), Pledge(1, "loot")),
}
"""What others do that a seat must not notice where the table hides who has answered."""


@pytest.mark.parametrize("secret", SECRETS)
def test_what_others_do_in_secret_leaves_the_very_face_that_was_made(secret: str) -> None:
    """TRU-O5, promise 2: a view that is made anew comes later, and so would tell that somebody has sealed something."""
    table = Sitting(header(4, {"show_submitted": False, "bad_submission": "becomes Pass"}, After(10))).begun()
    before = {seat: (table_view(table.table, seat), shown(table.table, seat)) for seat in (None, 0, 3)}
    SECRETS[secret](table)
    for seat, (was, words) in before.items():
        assert table_view(table.table, seat) is was
        assert shown(table.table, seat) is words


def test_nothing_gets_bigger_as_a_game_goes_on() -> None:
    """The sitting, the state and the views of round 200 are as large as those of round 2, give or take digits."""
    table = Sitting(header(options={"rounds": 300}, deadline=After(10))).begun()
    sizes = []
    for number in range(1, 201):
        table.say(0, "again", (1,), Pledge(0, "pass")).everybody()
        if number in (2, 200):
            sizes.append(measure(table))
    for early, late in zip(*sizes, strict=True):
        assert late <= early * 1.1


def measure(table: Sitting) -> tuple[int, int, int, int]:
    """Bytes of the sitting, the snapshot and two table views."""
    assert table.table.game is not None
    sitting = len(msgspec.json.encode(table.table.state))
    return (
        sitting,
        len(table.table.rules.encode(table.table.game)),
        len(table.table_view(0)),
        len(table.table_view(None)),
    )


def test_an_entry_is_carried_out_without_looking_at_the_history() -> None:
    """A table whose history cannot be read any more still takes an answer and shows a view."""
    table = Sitting(header(options={"rounds": 3})).begun()
    for seat in SEATS[:4]:
        table.table_view(seat)
    blind = table.table
    blind.happened, blind.talk = Unreadable(blind.happened), Unreadable(blind.talk)
    draft = Draft(blind)
    draft.perform(table.answered(0, "loot"))
    draft.accept()
    for seat in SEATS[:4]:
        table.table_view(seat)
    assert isinstance(blind, Table)


class Unreadable(list):  # type: ignore[type-arg]
    """A list that can be added to and counted, but not walked through."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        raise AssertionError("the whole history was read")

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        raise AssertionError("the whole history was read")
