"""The keeper: nothing is acknowledged before it is durable, and whatever fails changes nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.kit import sure
from tests.server.keeping import MINUTE, NAMES, START, Clock, Room, owing, request, room, sits
from tests.table.tables import whole

from turncoat.kernel.errors import NotAllowed, NotYours, OutOfDate, Refusal, Unreadable
from turncoat.kernel.promise import Message, Say
from turncoat.server.keeper import NoSuchTable, NotStored, SeatPlan, Stumbled, TablePlan
from turncoat.table import record as kept
from turncoat.table import record_file
from turncoat.table.deadline import After
from turncoat.table.draft import Draft, RulesCrashed
from turncoat.table.replay import replay
from turncoat.table.table import Table
from turncoat.table.verify import verify


async def on_disk(desk: Room, table: Table) -> Table:
    return sure(await desk.keeper.read(desk.store.load, table.header.table))


async def assert_memory_is_disk(desk: Room, table: Table) -> None:
    live = await desk.keeper.table(table.header.table)
    assert whole(await on_disk(desk, table)) == whole(live)


# --- group commit -----------------------------------------------------------------------------------


async def test_all_orders_of_one_turn_share_a_transaction(desk: Room) -> None:
    tables = [await desk.table(6) for _ in range(5)]
    desk.store.commits.clear()
    receipts = await asyncio.gather(*(desk.answer(table, seat, "loot") for table in tables for seat in range(5)))
    assert len(desk.store.commits) == 1
    assert sorted(desk.store.commits[0]) == sorted(table.header.table for table in tables)
    assert len({receipt.digest for receipt in receipts}) == 25
    for table in tables:
        assert owing(table) == [5]
        await assert_memory_is_disk(desk, table)


async def test_a_whole_round_can_be_handed_in_at_once(desk: Room) -> None:
    """Several orders for one table in one batch: each sees what the one before it did."""
    table = await desk.table(3)
    desk.store.commits.clear()
    await asyncio.gather(*(desk.answer(table, seat, "loot") for seat in range(3)))
    assert request(table) == 2
    assert len(desk.store.commits) == 1
    await assert_memory_is_disk(desk, table)


async def test_an_order_that_comes_after_the_reveal_in_the_same_batch_is_out_of_date(desk: Room) -> None:
    table = await desk.table(3)
    orders = [desk.answer(table, seat, "loot") for seat in range(3)]
    results = await asyncio.gather(*orders, desk.answer(table, 0, "defend"), return_exceptions=True)
    assert isinstance(results[3], OutOfDate)
    assert results[3].request == 2


async def test_a_refused_order_among_good_ones_harms_nobody(desk: Room) -> None:
    table, other = await desk.table(3), await desk.table(3)
    results = await asyncio.gather(
        desk.answer(table, 0, "loot"),
        desk.answer(table, 1, "attack 1"),
        desk.keeper.answer(table.header.table, 1, 1, {"type": "dance"}),
        desk.keeper.answer(table.header.table, 9, 1, {"type": "pass"}),
        desk.keeper.answer("nowhere", 0, 1, {"type": "pass"}),
        desk.answer(other, 2, "defend"),
        return_exceptions=True,
    )
    kinds = [type(result) for result in results]
    assert kinds[1:5] == [NotAllowed, Unreadable, NotYours, NoSuchTable]
    assert owing(table) == [1, 2]
    assert owing(other) == [0, 1]
    record = sure(desk.store.record(table.header.table))
    assert sum(isinstance(entry, kept.Answered) for entry in record.entries) == 1


async def test_nothing_is_written_when_everything_is_refused(desk: Room) -> None:
    table = await desk.table(3)
    desk.store.commits.clear()
    with pytest.raises(NotAllowed):
        await desk.answer(table, 1, "attack 1")
    assert desk.store.commits == []


# --- the rules fail ---------------------------------------------------------------------------------


async def test_a_crash_of_the_rules_rejects_the_answer_and_keeps_the_table(
    desk: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted step that raises; the dump replays to the same crash; the table goes on."""
    from turncoat.games.truce.state import Round

    table, other = await desk.table(3), await desk.table(3)
    await desk.answer(table, 0, "loot")
    await desk.answer(table, 1, "loot")
    before = whole(table)
    step = Round.table_of_contents["loot"]
    monkeypatch.setattr(step, "advance", lambda *_: int("three"))
    last, fine = await asyncio.gather(
        desk.answer(table, 2, "loot"), desk.answer(other, 0, "loot"), return_exceptions=True
    )
    assert type(last) is Stumbled
    assert not isinstance(fine, BaseException)
    assert whole(table) == before
    await assert_memory_is_disk(desk, table)

    (dump,) = desk.dumps.glob("*.jsonl")
    record = record_file.read(dump.read_bytes())
    with pytest.raises(RulesCrashed) as crash:
        replay(record)
    assert crash.value.entry == record.entries[-1]
    report = dump.with_suffix(".report.json").read_text()
    assert "ValueError" in report

    monkeypatch.undo()
    assert verify(record) == ["The chain of the record does not fit its header and entries: something was changed."]
    await desk.answer(table, 2, "loot")
    assert request(table) == 2


async def test_a_dump_that_cannot_be_written_does_not_stop_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from turncoat.games.truce.state import Round

    (tmp_path / "dumps").write_text("a file where the folder should be")
    async with room(tmp_path) as desk:
        table = await desk.table(3)
        monkeypatch.setattr(Round.table_of_contents["loot"], "advance", lambda *_: 1 / 0)
        results = await asyncio.gather(*(desk.answer(table, seat) for seat in range(3)), return_exceptions=True)
        assert type(results[2]) is Stumbled
        assert owing(table) == [2]


async def test_a_change_that_fails_halfway_is_undone_and_the_writer_goes_on(desk: Room) -> None:
    """Not only the rules can fail: whatever a job raises, it has changed nothing."""
    table = await desk.table(3)
    before = whole(table)

    def stumble(draft: Draft, at: int) -> None:
        draft.perform(kept.Paused(at))
        raise ZeroDivisionError

    with pytest.raises(Stumbled):
        await desk.keeper.change(table.header.table, stumble)
    assert whole(table) == before
    await desk.answer(table, 0)


async def test_a_listener_that_fails_does_not_stop_the_writer(desk: Room) -> None:
    table = await desk.table(3)
    desk.keeper.listeners.append(lambda _table: 1 / 0)  # type: ignore[arg-type, return-value]
    await desk.answer(table, 0)
    await desk.answer(table, 1)


# --- the database fails -----------------------------------------------------------------------------


async def test_when_the_transaction_fails_all_its_orders_are_refused_and_nobody_is_told(desk: Room) -> None:
    """A planted failure before anything is durable: memory is what the disk is."""
    table, other = await desk.table(3), await desk.table(3)
    before = whole(table), whole(other)
    table_views: list[bytes | None] = []
    async with desk.keeper.watch(table.header.table, 1) as watcher:
        table_views.append(await watcher.changed())
        desk.store.fails = "before"
        results = await asyncio.gather(
            desk.answer(table, 0, "loot"),
            desk.answer(table, 1, "attack 1"),
            desk.answer(other, 2, "loot"),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [NotStored] * 3
        assert (whole(table), whole(other)) == before
        desk.store.fails = ""
        await desk.answer(table, 0, "loot")
        table_views.append(await watcher.changed())
    assert table_views[0] != table_views[1]
    await assert_memory_is_disk(desk, table)
    await assert_memory_is_disk(desk, other)


async def test_when_it_is_unknown_whether_the_transaction_is_durable_memory_follows_the_disk(desk: Room) -> None:
    """A planted failure after it was durable: the order is refused, but the table shows that it is there."""
    table = await desk.table(3)
    desk.store.fails = "after"
    with pytest.raises(NotStored, match="look at the table"):
        await desk.answer(table, 0, "loot")
    desk.store.fails = ""
    assert owing(table) == [1, 2]
    await assert_memory_is_disk(desk, table)
    await desk.answer(table, 1)
    await desk.answer(table, 2)
    assert request(table) == 2


async def test_two_writers_of_one_database_cannot_both_write_the_same_entry(tmp_path: Path) -> None:
    """The key of the entries refuses the second; it reads again and goes on from there."""
    async with room(tmp_path) as here:
        table = await here.table(3)
        async with room(tmp_path) as there:
            twin = await there.keeper.table(table.header.table)
            await here.answer(table, 0, "loot")
            with pytest.raises(NotStored):
                await there.answer(twin, 1, "loot")
            assert owing(twin) == [1, 2]
            await there.answer(twin, 1, "loot")
            await assert_memory_is_disk(there, twin)


# --- tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        (TablePlan("chess", ()), "game"),
        (TablePlan("truce", (SeatPlan("A"), SeatPlan("B"))), "seats"),
        (TablePlan("truce", tuple(map(SeatPlan, NAMES[:3])), {"rounds": 0}), "rounds"),
        (TablePlan("truce", tuple(map(SeatPlan, NAMES[:3])), {"colour": "red"}), "colour"),
        (TablePlan("truce", tuple(map(SeatPlan, NAMES[:3])), {"reveal": "correspondence"}), "deadline"),
        (TablePlan("truce", tuple(map(SeatPlan, NAMES[:3])), deadline=After(0)), "deadline.minutes"),
        (TablePlan("truce", tuple(map(SeatPlan, NAMES[:3])), talk="loud"), "talk"),  # type: ignore[arg-type]
        (TablePlan("truce", (SeatPlan("A", "gambler"), SeatPlan("B"), SeatPlan("C"))), "bots"),
        (TablePlan("truce", (SeatPlan("A"), SeatPlan("a"), SeatPlan("C"))), "name"),
        (TablePlan("truce", (SeatPlan(""), SeatPlan("a"), SeatPlan("C"))), "name"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused_with_the_field(desk: Room, plan: TablePlan, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        await desk.keeper.create(plan)
    assert caught.value.field == field
    assert desk.store.summaries() == []


async def the_next(desk: Room) -> Table:
    """The next table that is loaded or changes, by whatever cause."""
    found: asyncio.Queue[Table] = asyncio.Queue()
    desk.keeper.listeners.append(found.put_nowait)
    return await found.get()


async def test_a_start_loads_no_table_and_knows_every_deadline(tmp_path: Path) -> None:
    """A table is loaded when somebody asks for it or its time is up: a start does not get longer with their number."""
    async with room(tmp_path) as desk:
        table_id = (await desk.table(3, deadline=After(10))).header.table
        await desk.table(3)
    async with room(tmp_path, Clock()) as desk:
        assert len(desk.keeper.live_tables) == 0
        assert desk.keeper.alarms.count == 1
        desk.set_clock(START + 11 * MINUTE)
        loaded = await the_next(desk)
        assert loaded.header.table == table_id
        await desk.until(loaded, lambda table: request(table) == 2)


async def test_bots_are_woken_after_a_start(tmp_path: Path) -> None:
    """Nobody asks for their table, and no deadline leads to it."""
    async with room(tmp_path) as desk:
        table_id = (await desk.table(3, bots=("random",))).header.table
    async with room(tmp_path) as desk:
        assert (await the_next(desk)).header.table == table_id


async def test_a_table_survives_a_restart_to_the_last_byte(tmp_path: Path) -> None:
    async with room(tmp_path) as desk:
        table = await desk.table(4, bots=["random"])
        await desk.answer(table, 0, "loot")
        await desk.keeper.say(table.header.table, Message(0, Say((1,), "psst")))
        before = whole(table)
    async with room(tmp_path) as desk:
        again = await desk.keeper.table(table.header.table)
        assert whole(again) == before
        with pytest.raises(NoSuchTable, match="There is no table nowhere"):
            await desk.keeper.table("nowhere")


async def test_tables_that_nobody_needs_are_put_away_and_come_back(tmp_path: Path) -> None:
    async with room(tmp_path, live=3) as desk:
        first = await desk.table(3)
        async with desk.keeper.watch(first.header.table, 0) as watcher:
            tables = [await desk.table(3) for _ in range(6)]
            assert len(desk.keeper.live_tables) <= 4
            assert first.header.table in desk.keeper.live_tables
            assert watcher.table is await desk.keeper.table(first.header.table)
            for table in tables:
                await desk.answer(table, 0, "loot")
            for table in tables:
                again = await desk.keeper.table(table.header.table)
                assert owing(again) == [1, 2]
                await assert_memory_is_disk(desk, again)


async def test_many_who_ask_for_a_table_at_once_get_the_same(tmp_path: Path) -> None:
    async with room(tmp_path) as desk:
        table = await desk.table(3)
    async with room(tmp_path) as desk:
        found = await asyncio.gather(*(desk.keeper.table(table.header.table) for _ in range(10)))
        assert len(set(map(id, found))) == 1


async def test_a_server_that_closes_finishes_what_was_begun_and_refuses_the_rest(desk: Room) -> None:
    table = await desk.table(3)
    begun = asyncio.gather(*(desk.answer(table, seat, "loot") for seat in range(3)))
    await asyncio.sleep(0)
    await desk.keeper.stop()
    assert len(await begun) == 3
    with pytest.raises(NotStored, match="shutting down"):
        await desk.answer(table, 0)
    await asyncio.to_thread(assert_durable, desk, table)


def assert_durable(desk: Room, table: Table) -> None:
    found = sure(desk.store.load(table.header.table))
    assert request(found) == 2


# --- watching ---------------------------------------------------------------------------------------


async def test_a_watcher_is_told_only_when_what_its_seat_is_shown_has_changed(desk: Room) -> None:
    """TRU-12.3: neither an order that was changed nor a whisper wakes a seat that may not know of it."""
    table = await desk.table(3)
    table_id = table.header.table
    async with desk.keeper.watch(table_id, 0) as mine, desk.keeper.watch(table_id, None) as theirs:
        await mine.changed(), await theirs.changed()
        await desk.answer(table, 1, "loot")
        await mine.changed(), await theirs.changed()
        told = asyncio.ensure_future(mine.changed())
        looked = asyncio.ensure_future(theirs.changed())
        await desk.answer(table, 1, "attack 2")
        await desk.keeper.say(table_id, Message(1, Say((2,), "psst")))
        await asyncio.sleep(0)
        assert not told.done()
        await desk.keeper.say(table_id, Message(1, Say((0,), "psst")))
        await told
        await asyncio.sleep(0)
        assert not looked.done()
        looked.cancel()


async def test_a_watcher_sees_nothing_before_it_is_durable(desk: Room) -> None:
    table = await desk.table(3)
    seen: list[int] = []
    commit = desk.store.commit

    def slow(drafts: list[Draft], at: int) -> dict[str, int]:
        seen.append(len(owing(table)))
        return commit(drafts, at)

    desk.store.commit = slow  # type: ignore[method-assign, assignment]
    await desk.answer(table, 0, "loot")
    assert seen == [3]
    assert len(owing(table)) == 2


# --- records --------------------------------------------------------------------------------------


async def test_the_record_of_a_table_is_complete(desk: Room) -> None:
    """Everything that was accepted, in order, with the time of the server's clock."""
    table = await desk.table(3, begins=False)
    await desk.keeper.perform(table.header.table, kept.Began)
    desk.clock.now += 5
    await desk.answer(table, 1, "loot")
    await desk.keeper.withdraw(table.header.table, 1)
    record = sure(desk.store.record(table.header.table))
    assert [type(entry).__name__ for entry in record.entries] == [*["SeatTaken"] * 6, "Began", "Answered", "Withdrew"]
    assert [entry.at for entry in record.entries][-3:] == [START, START + 5, START + 5]
    first = record.entries[3]
    assert isinstance(first, kept.SeatTaken)
    assert replace(first, salt="") == sits(0)(START)
