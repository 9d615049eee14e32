"""A seat that changes hands: what was said in private stays with whom it was said to, and the game goes on."""

from __future__ import annotations

import pytest
from tests.table.tables import NAMES, Sitting, header

from turncoat.kernel.promise import Fate, Pledge
from turncoat.table import record as kept
from turncoat.table.export import exported
from turncoat.table.record import SeatKind
from turncoat.table.record_file import read, write
from turncoat.table.replay import replay
from turncoat.table.table_events import PledgeJudged
from turncoat.table.table_view import events_after, messages_after, table_view
from turncoat.table.verify import verify

SUPPORT = Pledge(0, "support", {"target": 1})
ANNA, BEN, CLARA = range(3)


def sat(seat: int, by: str, name: str = "", kind: SeatKind = SeatKind.PERSON, **more: object) -> kept.SeatTaken:
    bot = "" if kind is SeatKind.PERSON else "random"
    return kept.SeatTaken(0, seat, name or NAMES[seat], kind, bot, by=by, **more)  # type: ignore[arg-type]


def table(options: dict[str, object] | None = None) -> Sitting:
    """Anna, Ben and Clara play, and Anna has whispered to Ben, with a promise."""
    sitting = Sitting(header(options=options or {}))
    sitting.perform(*(sat(seat, f"key {seat}") for seat in range(3)), kept.Began(0))
    return sitting.say(ANNA, "to all").say(ANNA, "for Ben alone", (BEN,), SUPPORT)


def texts(sitting: Sitting, seat: int | None, holder: int | None = None) -> list[str]:
    return [spoken.message.said.text for spoken in sitting.table.heard(seat, holder)]


def fates(sitting: Sitting, seat: int | None) -> list[Fate | None]:
    return [message.fate for message in messages_after(sitting.table, seat, 0)]


def judged(sitting: Sitting, seat: int | None) -> list[Fate]:
    return [event.event.fate for event in events_after(sitting.table, seat, 0) if isinstance(event.event, PledgeJudged)]


FREED = (sat(BEN, "", kind=SeatKind.BOT), sat(BEN, "", kind=SeatKind.OPEN), sat(BEN, "key new"))
LEFT = (sat(BEN, "", kind=SeatKind.BOT), sat(BEN, "key new"))
STOOD_IN = (sat(BEN, "key 1", kind=SeatKind.BOT, stands_in=True), sat(BEN, "key new"))
REVOKED = (sat(BEN, "", kind=SeatKind.BOT, stands_in=True), sat(BEN, "key 1"))
ANOTHER_KEY = (sat(BEN, "key new"),)


@pytest.mark.parametrize("change", [FREED, LEFT, STOOD_IN, REVOKED, ANOTHER_KEY])
def test_a_newcomer_hears_from_the_change_on(change: tuple[kept.SeatTaken, ...]) -> None:
    """TRU-14.1: what was said in private was said to a person, not to a chair; numbers have no gap."""
    sitting = table().perform(*change).say(CLARA, "welcome", (BEN,))
    assert [(message.number, message.message.said.text) for message in messages_after(sitting.table, BEN, 0)] == [
        (1, "to all"),
        (2, "welcome"),
    ]
    assert texts(sitting, ANNA) == ["to all", "for Ben alone"]
    shown = table_view(sitting.table, BEN)
    assert (shown.messages, shown.pledges) == (2, ())


@pytest.mark.parametrize("change", [FREED, LEFT, STOOD_IN, REVOKED, ANOTHER_KEY])
def test_a_promise_is_judged_and_told_to_those_who_heard_it(change: tuple[kept.SeatTaken, ...]) -> None:
    """TRU-14.2: Anna learns what became of her word to Ben; who sits in his place now learns of no promise."""
    sitting = table().perform(*change).everybody("loot")
    assert (judged(sitting, ANNA), fates(sitting, ANNA)) == ([Fate.BROKEN], [None, Fate.BROKEN])
    assert (judged(sitting, BEN), fates(sitting, BEN)) == ([], [None])


def test_what_was_judged_before_stays_with_them_as_well() -> None:
    sitting = table().everybody("loot")
    assert judged(sitting, BEN) == [Fate.BROKEN]
    before = events_after(sitting.table, CLARA, 0)
    sitting.perform(*FREED)
    assert judged(sitting, BEN) == []
    numbers = [event.number for event in events_after(sitting.table, BEN, 0)]
    assert numbers == list(range(1, len(before) + len(FREED) + 1))


def test_a_bot_that_stands_in_hears_nothing_from_before_and_its_person_nothing_meanwhile() -> None:
    """What is said to the bot stays with the bot; what it says from the seat its person may read."""
    sitting = table().perform(sat(BEN, "key 1", kind=SeatKind.BOT, stands_in=True))
    bot = sitting.table.state.seats[BEN].holder
    sitting.say(CLARA, "for the bot", (BEN,)).say(BEN, "for Clara", (CLARA,))
    assert texts(sitting, BEN, bot) == ["to all", "for the bot", "for Clara"]
    assert texts(sitting, BEN) == ["to all", "for Ben alone", "for Clara"]
    sitting.perform(sat(BEN, "key 1")).say(CLARA, "welcome back", (BEN,))
    assert texts(sitting, BEN) == ["to all", "for Ben alone", "for Clara", "welcome back"]
    assert fates(sitting.everybody("loot"), BEN) == [None, Fate.BROKEN, None, None]


def test_whoever_renames_the_own_seat_is_no_newcomer() -> None:
    sitting = table().perform(sat(BEN, "key 1", "Benjamin"))
    assert texts(sitting, BEN) == ["to all", "for Ben alone"]


def test_a_key_to_a_seat_where_nobody_sits_opens_no_whisper() -> None:
    """Bots and empty seats are whispered to as well; whoever has the key hears what all hear until they sit down."""
    sitting = table().perform(sat(BEN, "", kind=SeatKind.BOT)).say(CLARA, "for the bot", (BEN,))
    assert texts(sitting, BEN) == ["to all"]
    bot = sitting.table.state.seats[BEN].holder
    sitting.perform(sat(BEN, "", kind=SeatKind.OPEN))
    assert sitting.table.state.seats[BEN].holder == bot, "it plays on until somebody comes"
    assert texts(sitting, BEN) == ["to all"]


def test_a_newcomer_is_not_held_back_by_promises_they_know_nothing_of() -> None:
    """What was promised in private before neither shows nor counts."""
    sitting = table()
    for _ in range(50):
        sitting.say(BEN, "", (CLARA,), Pledge(BEN, "loot", times=3))
    sitting.perform(*FREED).say(BEN, "", (CLARA,), Pledge(BEN, "loot"))


@pytest.mark.parametrize("change", [FREED, STOOD_IN])
def test_a_newcomers_record_holds_what_they_have_heard(change: tuple[kept.SeatTaken, ...]) -> None:
    """The record after the game has the talk of its reader's own time, and plays to the same end."""
    sitting = table(options={"rounds": 1}).perform(*change).say(CLARA, "welcome", (BEN,)).everybody("loot")
    whole = sitting.record()
    home = {seat: exported(whole, seat) for seat in (ANNA, BEN, CLARA, None)}
    assert {seat: [spoken.message.said.text for spoken in record.talk] for seat, record in home.items()} == {
        ANNA: ["to all", "for Ben alone"],
        BEN: ["to all", "welcome"],
        CLARA: ["to all", "welcome"],
        None: ["to all"],
    }
    for seat, record in home.items():
        assert verify(record) == []
        again = replay(read(write(record)))
        assert [spoken.message for spoken in again.heard(seat)] == [
            spoken.message for spoken in sitting.table.heard(seat)
        ]


def test_a_replay_gives_the_same_ears() -> None:
    sitting = table().perform(*STOOD_IN).say(CLARA, "welcome", (BEN,)).to_the_end()
    again = replay(sitting.record())
    for seat in (ANNA, BEN, CLARA, None):
        assert messages_after(again, seat, 0) == messages_after(sitting.table, seat, 0)
