"""Deadlines on a server: kept to the millisecond, over restarts, and once only after a day off-line."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import pytest
from tests.kit import sure
from tests.server.keeping import MINUTE, START, Clock, Room, owing, request, room

from turncoat.kernel.errors import OutOfDate, Refusal
from turncoat.server.clock import Alarms
from turncoat.server.keeper import TRY_AGAIN
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft
from turncoat.table.table import Phase

DAY = 24 * 60 * MINUTE


async def test_a_decision_is_closed_when_its_time_is_up(desk: Room) -> None:
    """TRU-3.8: whoever has handed in nothing passes."""
    table = await desk.table(3, deadline=After(10))
    await desk.answer(table, 0, "loot")
    desk.set_clock(START + 10 * MINUTE + 1)
    await desk.until(table, lambda table: request(table) == 2)
    assert [seat.missed for seat in table.state.seats] == [0, 1, 1]
    assert table.state.due == START + 20 * MINUTE + 1


async def test_exactly_at_the_deadline_is_in_time_and_a_millisecond_later_is_not(desk: Room) -> None:
    """TRU-R22, TRU-13.5."""
    table = await desk.table(3, deadline=After(10))
    desk.clock.now = START + 10 * MINUTE
    await desk.answer(table, 0, "loot")
    assert owing(table) == [1, 2]
    desk.clock.now += 1
    with pytest.raises(OutOfDate) as caught:
        await desk.answer(table, 1, "loot")
    assert caught.value.request == 2
    assert request(table) == 2
    assert [seat.missed for seat in table.state.seats] == [0, 1, 1]
    record = sure(desk.store.record(table.header.table))
    assert [type(entry).__name__ for entry in record.entries[-2:]] == ["Answered", "TimeUp"]


async def test_whoever_was_in_time_is_however_long_the_server_was_busy(desk: Room) -> None:
    """What comes in at the deadline waits until something else is stored; meanwhile time is up."""
    table, other = await desk.table(3, deadline=After(10)), await desk.table(3)
    desk.clock.now = START + 10 * MINUTE
    stored = desk.store.commit

    def slowly(drafts: Sequence[Draft], at: int) -> dict[str, int]:
        while not desk.keeper.writer._jobs:
            sleep(0.001)
        desk.clock.now += 2_000
        desk.store.commit = stored  # type: ignore[method-assign]
        return stored(drafts, at)

    desk.store.commit = slowly  # type: ignore[method-assign]
    busy = asyncio.create_task(desk.answer(other, 0, "loot"))
    while not desk.keeper.live_tables.busy:  # noqa: ASYNC110  # until it is being stored
        await asyncio.sleep(0)
    await desk.answer(table, 0, "loot")
    await busy
    assert owing(table) == [1, 2]
    record = sure(desk.store.record(table.header.table))
    assert record.entries[-1].at == START + 10 * MINUTE


async def test_an_answer_that_is_too_late_is_not_kept_for_the_next_round(desk: Room) -> None:
    """TRU-13.5."""
    table = await desk.table(3, deadline=After(10))
    desk.clock.now = START + 11 * MINUTE
    with pytest.raises(OutOfDate):
        await desk.answer(table, 1, "loot")
    assert owing(table) == [0, 1, 2]


async def test_taking_back_too_late_is_refused(desk: Room) -> None:
    table = await desk.table(3, deadline=After(10))
    await desk.answer(table, 1, "loot")
    desk.clock.now = START + 11 * MINUTE
    with pytest.raises(Refusal):
        await desk.keeper.withdraw(table.header.table, 1)
    assert [seat.missed for seat in table.state.seats] == [1, 0, 1]


async def test_deadlines_survive_a_restart(tmp_path: Path) -> None:
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, deadline=After(10))
    clock.now += 9 * MINUTE
    async with room(tmp_path, clock) as desk:
        again = await desk.keeper.table(table.header.table)
        assert again.state.due == START + 10 * MINUTE
        desk.set_clock(START + 10 * MINUTE + 1)
        await desk.until(again, lambda table: request(table) == 2)


async def test_after_a_day_off_line_one_decision_is_closed_and_not_a_hundred(tmp_path: Path) -> None:
    """Nobody loses the whole game because the server was away."""
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, {"rounds": 100}, After(10))
    clock.now += DAY
    async with room(tmp_path, clock) as desk:
        await desk.until(table, lambda table: request(table) == 2)
        again = await desk.keeper.table(table.header.table)
        assert again.state.due == clock.now + 10 * MINUTE
        await desk.answer(again, 0, "loot")
        assert request(again) == 2


async def test_a_pause_stops_the_clock_over_a_restart_too(tmp_path: Path) -> None:
    clock = Clock()
    async with room(tmp_path, clock) as desk:
        table = await desk.table(3, deadline=After(10))
        await desk.keeper.perform(table.header.table, kept.Paused)
    clock.now += DAY
    async with room(tmp_path, clock) as desk:
        again = await desk.keeper.table(table.header.table)
        assert (again.state.phase, request(again)) == ("paused", 1)
        await desk.keeper.perform(table.header.table, kept.Resumed)
        desk.set_clock(START + DAY + 10 * MINUTE + 1)
        await desk.until(again, lambda table: request(table) == 2)


async def test_extension_moves_the_alarm(desk: Room) -> None:
    table = await desk.table(3, deadline=After(10))
    await desk.keeper.perform(table.header.table, lambda at: kept.Extended(at, 5.0))
    desk.set_clock(START + 12 * MINUTE)
    await desk.answer(table, 0, "loot")
    assert request(table) == 1
    desk.set_clock(START + 15 * MINUTE + 1)
    await desk.until(table, lambda table: request(table) == 2)


async def test_many_tables_that_are_due_at_once_share_a_transaction(desk: Room) -> None:
    tables = [await desk.table(3, deadline=After(10)) for _ in range(20)]
    desk.store.commits.clear()
    desk.set_clock(START + 10 * MINUTE + 1)
    for table in tables:
        await desk.until(table, lambda table: request(table) == 2)
    assert len(desk.store.commits) == 1


async def test_when_the_rules_fail_at_the_deadline_the_table_is_paused(
    desk: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted step that raises: the table is not tried again for ever; once mended, it goes on."""
    from turncoat.games.truce.state import Round

    table = await desk.table(3, deadline=After(10))
    monkeypatch.setattr(Round.table_of_contents["loot"], "advance", lambda *_: 1 / 0)
    desk.set_clock(START + 10 * MINUTE + 1)
    await desk.until(table, lambda table: table.state.phase is Phase.PAUSED)
    assert len(list(desk.dumps.glob("*.jsonl"))) == 1
    monkeypatch.undo()
    await desk.keeper.perform(table.header.table, kept.Resumed)
    desk.set_clock(desk.clock.now + 1)
    await desk.until(table, lambda table: request(table) == 2)


async def test_when_a_deadline_cannot_be_stored_it_is_tried_again(desk: Room) -> None:
    """A planted failure of the disk: the table is not paused for it, and the clock goes on."""
    table = await desk.table(3, deadline=After(10))
    failed = asyncio.Event()
    desk.keeper.listeners.append(lambda _table: failed.set())
    desk.store.fails = "before"
    desk.set_clock(START + 10 * MINUTE + 1)
    await failed.wait()
    desk.store.fails = ""
    assert (table.state.phase, request(table)) == ("playing", 1)
    while request(table) == 1:
        desk.set_clock(desk.clock.now + TRY_AGAIN + 1)
        assert [running.table for running in await desk.keeper.read(desk.store.running)] == [table.header.table]
    assert table.state.phase is Phase.PLAYING


# --- alarms alone -----------------------------------------------------------------------------------


class Bell:
    """Notes what rang."""

    def __init__(self) -> None:
        self.rung: list[list[str]] = []
        self.heard = asyncio.Event()

    async def ring(self, tables: list[str]) -> None:
        self.rung.append(tables)
        self.heard.set()


async def test_an_alarm_rings_once_at_the_time_that_was_set_last() -> None:
    clock, bell = Clock(0), Bell()
    alarms = Alarms(clock, bell.ring)
    for due in (10, 500, 500, 20, 300):
        alarms.set("a", due)
    alarms.set("b", 100)
    alarms.set("c", 50)
    alarms.set("c", None)
    assert alarms.count == 2
    running = asyncio.ensure_future(alarms.run())
    for now, rung in ((100, []), (101, [["b"]]), (300, [["b"]]), (301, [["b"], ["a"]]), (1000, [["b"], ["a"]])):
        clock.now = now
        alarms.look()
        for _ in range(5):
            await asyncio.sleep(0)
        assert bell.rung == rung
    running.cancel()


async def test_setting_the_same_alarm_again_and_again_does_not_pile_up() -> None:
    """Every order of a round sets the alarm of its table anew."""
    alarms = Alarms(Clock(0), Bell().ring)
    for _ in range(1000):
        alarms.set("a", 5)
    assert len(alarms._heap) == 1


async def test_an_alarm_in_the_real_future_rings_by_itself() -> None:
    import time

    bell = Bell()
    alarms = Alarms(lambda: time.time_ns() // 1_000_000, bell.ring)
    running = asyncio.ensure_future(alarms.run())
    alarms.set("a", time.time_ns() // 1_000_000 + 20)
    await bell.heard.wait()
    assert bell.rung == [["a"]]
    running.cancel()
