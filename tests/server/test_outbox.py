"""The outbox: what is owed and was not told is sent, once, and only if it is still true."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import pytest
from tests.server.noticing import House, Recorder
from tests.serving import Clock

from turncoat.kernel import play
from turncoat.kernel.promise import Message, Say
from turncoat.server.notices.attempts import RETRIES
from turncoat.server.notices.channel import Gone, Later, Notice, Refused
from turncoat.server.notices.choices import Times
from turncoat.server.notices.outbox import Look, Name, Outbox
from turncoat.server.notices.told import Line
from turncoat.server.read_marks import mute_key
from turncoat.table import record as kept
from turncoat.table.notices import Kind, Owed, owed
from turncoat.table.record import SeatKind
from turncoat.table.table import Table

MINUTE = 60_000
DAY = 24 * 60


def at_house(folder: Path, play_it: Callable[[House], Awaitable[None]], *channels: Recorder) -> House:
    """Let something happen at a server whose outbox does nothing by itself."""

    async def whole() -> House:
        house = House(folder, *channels)
        await house.services.keeper.start()
        try:
            await play_it(house)
        finally:
            await house.services.outbox.stop()
            await house.services.keeper.stop()
            house.services.auth.close()
            house.services.store.close()
        return house

    return asyncio.run(whole())


def test_whoever_is_asked_is_told_once(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        await house.later(1)
        await house.later(60)
        agatha = house.who(table.header.table, 0)
        assert house.channel.keys(agatha) == ["began", "turn 1"]
        (notice,) = [one for where, one in house.channel.given if where == agatha and one.kind is Kind.TURN]
        assert (notice.title, notice.seat, notice.due) == ("Whist", 0, table.state.due)
        assert table.header.table not in notice.id

    at_house(tmp_path, play_it)


def test_every_turn_is_told_within_five_seconds(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        await house.answer(table, 0, 1, 2)
        await house.later(5 / 60)
        told = {one.seat for _, one in house.channel.given if one.key == "turn 2"}
        assert told == {0, 1, 2}

    at_house(tmp_path, play_it)


def test_what_is_true_no_more_is_not_sent(tmp_path: Path) -> None:
    """A mail waits for two minutes; whoever has answered meanwhile gets none."""

    async def play_it(house: House) -> None:
        table = await house.table()
        await house.later(1)
        await house.answer(table, 0)
        await house.later(2)
        assert "turn 1" not in house.channel.keys(house.who(table.header.table, 0))
        assert "turn 1" in house.channel.keys(house.who(table.header.table, 1))

    at_house(tmp_path, play_it, Recorder("mail"))


def test_a_planted_fault_that_sends_without_asking_again_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox, "true_now", as_it_was_queued)
    with pytest.raises(AssertionError, match="turn 1"):
        test_what_is_true_no_more_is_not_sent(tmp_path)


async def as_it_was_queued(outbox: Outbox, _: Look, lines: list[Line]) -> dict[Name, Notice]:
    """The planted fault: what was true when it was queued is sent."""
    table = await outbox.keeper.table(lines[0].table_id)
    return {line.name: outbox._notice(line, next_owed(line), table) for line in lines}


def next_owed(line: Line) -> Owed:
    return Owed(Kind(line.kind), line.key, line.at, line.until)


def test_nothing_happens_at_the_outbox_when_somebody_seals(tmp_path: Path) -> None:
    """Neither a notice for others nor a look at the table: no time of a sealed answer can show."""

    async def play_it(house: House) -> None:
        table = await house.table()
        await house.later(10)
        many = len(house.channel.given)
        await house.answer(table, 1)
        assert house.services.outbox._changed == set()
        await house.later(10)
        assert len(house.channel.given) == many

    at_house(tmp_path, play_it)


def test_a_planted_fault_by_which_a_sealed_answer_sends_a_notice_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: the key of a notice counts the answers that are in."""
    from turncoat.server.notices import outbox as module

    def counting(table: Table, seat: int | None, now: int, holder: int | None = None) -> list[Owed]:
        found = owed(table, seat, now, holder)
        many = "" if table.game is None else str(len(play.waiting(table.game)))
        return [Owed(one.kind, one.key + many, one.at, one.until) for one in found]

    monkeypatch.setattr(module, "owed", counting)
    monkeypatch.setattr(Outbox, "note", lambda outbox, table: outbox._changed.add(table.header.table))
    with pytest.raises(AssertionError):
        test_nothing_happens_at_the_outbox_when_somebody_seals(tmp_path)


def test_a_planted_fault_that_forgets_what_was_told_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.server.notices.told import Told

    monkeypatch.setattr(Told, "known", lambda *_: [])
    with pytest.raises(AssertionError, match="began"):
        test_what_was_told_is_known_after_a_restart(tmp_path)


def test_what_was_told_is_known_after_a_restart(tmp_path: Path) -> None:
    """And what was not sent before it is sent then, also of tables that are not in memory."""
    clock, ids = Clock(), list[str]()

    async def before(house: House) -> None:
        house.clock.now = clock.now
        ids.append((await house.table()).header.table)
        await house.later(1)
        ids.append((await house.table()).header.table)

    first = at_house(tmp_path, before)
    told = [first.channel.keys(first.who(table, 0)) for table in ids]
    assert told == [["began", "turn 1"], []]

    async def after(house: House) -> None:
        house.clock.now = first.clock.now
        await house.services.outbox._take_up()
        await house.later(1)
        assert ids[0] not in house.services.keeper.live_tables
        told = [house.channel.keys(house.who(table, 0)) for table in ids]
        assert told == [[], ["began", "turn 1"]]

    at_house(tmp_path, after)


def test_what_cannot_be_sent_is_tried_again_with_growing_waits_until_it_is_too_late(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        house.channel.answer = Later()
        tries = list[int]()
        house.channel.hook = lambda notices: tries.append(house.clock.now) if notices[0].key == "turn 1" else None
        table = await house.table()
        for seat in (1, 2):
            await house.answer(table, seat)
        await house.later(2 * DAY)
        waits = [round((after - before) / MINUTE) for before, after in pairwise(tries)]
        assert waits[:5] == [1, 5, 30, 120, 360]
        assert tries[-1] <= (table.state.opened or 0) + DAY * MINUTE
        assert len(RETRIES) == 6

    at_house(tmp_path, play_it)


def test_a_channel_says_when_to_try_again_and_what_is_refused_is_not_tried(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        times = list[int]()
        house.channel.hook = lambda notices: times.append(house.clock.now) if notices[0].key == "began" else None
        house.channel.answer = Later(after=600)
        await house.table()
        await house.later(15)
        assert times[-1] - times[0] in range(10 * MINUTE, 11 * MINUTE)
        house.channel.answer = Refused("no")
        await house.later(60)
        many = len(times)
        await house.later(12 * 60)
        assert len(times) == many

    at_house(tmp_path, play_it)


def test_a_place_that_is_gone_is_sent_nothing_more_of_what_waits(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        house.channel.answer = Gone()
        table = await house.table()
        await house.later(3)
        assert await house.services.keeper.read(house.services.outbox.told.next, "push") is None
        assert table.state.phase == "playing"

    at_house(tmp_path, play_it)


def test_a_channel_that_breaks_or_hangs_holds_up_no_other(tmp_path: Path) -> None:
    def breaks(_: object) -> None:
        raise OSError("no network")

    async def play_it(house: House) -> None:
        mail, push = house.channels
        mail.hook = breaks
        await house.table()
        await house.later(5)
        assert len(push.given) == 6
        mail.hook = lambda _: None
        await house.later(10)
        assert len(mail.given) == 6

    at_house(tmp_path, play_it, Recorder("mail"), Recorder("push"))


def test_who_has_left_or_lost_the_key_is_told_nothing(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        table_id = table.header.table
        await house.services.auth.revoke(table_id, 1)
        await house.services.keeper.perform(
            table_id, lambda at: kept.SeatTaken(at, 2, "Celeste", SeatKind.BOT, "random")
        )
        await house.later(5)
        assert {one.seat for _, one in house.channel.given} == {0}

    at_house(tmp_path, play_it)


def test_quiet_hours_put_off_and_ask_again(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        agatha, barney = (house.who(table.header.table, seat) for seat in (0, 1))
        for who in (agatha, barney):
            house.services.choices.set_times(who, Times("UTC", 22 * 60, house_minute(house) + 60))
        await house.later(30)
        assert house.channel.keys(agatha) == []
        await house.answer(table, 1)
        await house.later(31)
        assert house.channel.keys(agatha) == ["began", "turn 1"]
        assert house.channel.keys(barney) == ["began"]

    at_house(tmp_path, play_it)


def house_minute(house: House) -> int:
    return house.clock.now // MINUTE % DAY


def test_a_digest_is_one_mail_of_what_is_still_true(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        mail, push = house.channels
        first = await house.table()
        agatha = house.who(first.header.table, 0)
        house.services.choices.set_times(agatha, Times("UTC", digest_at=(house_minute(house) + 300) % DAY))
        await house.later(299)
        assert mail.keys(agatha) == []
        assert push.keys(agatha) == ["began", "turn 1"]
        await house.later(2)
        assert mail.keys(agatha) == ["began", "turn 1"]
        assert 2 in mail.calls

    at_house(tmp_path, play_it, Recorder("mail", gathers=True), Recorder("push"))


def test_who_wants_something_else_is_told_that(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        agatha, barney = (house.who(table.header.table, seat) for seat in (0, 1))
        house.services.choices.choose(agatha, "", {(Kind.BEGAN, "push"): False, (Kind.RESOLVED, "push"): True})
        house.services.choices.choose(agatha, table.header.table, {(Kind.BEGAN, "push"): True})
        house.services.choices.refuse(barney, "", "push")
        await house.later(1)
        await house.answer(table, 0, 1, 2)
        await house.later(2)
        assert [key.partition(" ")[0] for key in house.channel.keys(agatha)] == ["began", "turn", "turn", "resolved"]
        assert house.channel.keys(barney) == []

    at_house(tmp_path, play_it)


def test_messages_are_one_notice_and_none_once_they_were_read(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        table_id = table.header.table
        barney, celeste = (house.who(table_id, seat) for seat in (1, 2))
        await house.later(20)
        for number in range(3):
            await house.services.keeper.say(table_id, Message(0, Say((1,), f"Message {number}")))
            await house.later(1)
        await house.services.keeper.say(table_id, Message(0, Say((2,), "And you")))
        await house.services.read_marks.note(celeste, (table_id, 2), {"to 0": 1})
        await house.later(20)
        assert [key for key in house.channel.keys(barney) if key.startswith("said")] == ["said 3"]
        assert [key for key in house.channel.keys(celeste) if key.startswith("said")] == []

    at_house(tmp_path, play_it, Recorder("mail"))


def test_nobody_is_told_what_somebody_says_whom_they_do_not_hear(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        table_id = table.header.table
        barney = house.who(table_id, 1)
        await house.services.read_marks.turn(barney, (table_id, 1), mute_key(0, table.state.seats[0].holder))
        await house.services.keeper.say(table_id, Message(0, Say((1,), "Listen!")))
        await house.later(20)
        assert [key for key in house.channel.keys(barney) if key.startswith("said")] == []

    at_house(tmp_path, play_it)


def test_reminders_come_although_nothing_happens(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        table = await house.table()
        await house.answer(table, 1, 2)
        await house.later(DAY - 1)
        keys = house.channel.keys(house.who(table.header.table, 0))
        assert [key.partition(" last")[0] for key in keys] == ["began", "turn 1", "reminder 1 half", "reminder 1"]
        assert Counter(keys).most_common(1)[0][1] == 1

    at_house(tmp_path, play_it)


def test_an_id_tells_nothing_and_stays_the_same(tmp_path: Path) -> None:
    async def play_it(house: House) -> None:
        house.channel.answer = Later()
        await house.table()
        await house.later(3)
        ids = {(one.owner, one.key): one.id for _, one in house.channel.given}
        assert {(one.owner, one.key, one.id) for _, one in house.channel.given} == {
            (*name, one) for name, one in ids.items()
        }
        assert len(set(ids.values())) == len(ids)
        assert all(isinstance(one, Notice) for _, one in house.channel.given)

    at_house(tmp_path, play_it)
