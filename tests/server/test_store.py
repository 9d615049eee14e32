"""The store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError
from tests.kit import sure
from tests.postgres import only_on_postgres, only_on_sqlite
from tests.serving import database_at
from tests.table.tables import START, Sitting, action, header, whole

from turncoat.kernel.promise import Message, Pledge, Say
from turncoat.server.notices.schema import SERVER_VALUES
from turncoat.server.schema import ENTRIES, SESSIONS
from turncoat.server.store import Running, Store, Wanted
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.draft import Draft


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(database_at(tmp_path / "turncoat.db"))
    yield made
    made.close()


def put(store: Store, sitting: Sitting, at: int = START) -> Sitting:
    """Create a table in the store with its first entry."""
    draft = Draft(sitting.table)
    draft.perform(kept.SeatTaken(at, 0, "Agatha", kept.SeatKind.PERSON))
    store.create(sitting.table, draft, at, listed=sitting.table.header.listed)
    draft.accept()
    return sitting


def commit(store: Store, sitting: Sitting, *entries: kept.AnyEntry, at: int = START) -> None:
    """One transaction with these entries."""
    draft = Draft(sitting.table)
    for entry in entries:
        draft.perform(entry)
    store.commit([draft], at)
    draft.accept()


def begun(store: Store) -> Sitting:
    sitting = put(store, Sitting(header(options={"rounds": 2}, deadline=After(10))))
    others = [kept.SeatTaken(START, seat, name, kept.SeatKind.PERSON) for seat, name in ((1, "Barney"), (2, "Celeste"))]
    commit(store, sitting, *others, kept.Began(START))
    return sitting


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    sitting = begun(store)
    commit(store, sitting, sitting.answered(0, "loot"), sitting.answered(1, "give 1 to 2"))
    draft = Draft(sitting.table)
    draft.say(Message(0, Say((1,), "Grüß Gott 🤝", Pledge(0, "support", {"target": 1}))), START)
    store.commit([draft], START)
    draft.accept()
    found = sure(store.load("tab1e"))
    assert whole(found) == whole(sitting.table)
    assert found.header == sitting.table.header
    assert found.secret == sitting.table.secret


def test_unknown_tables_are_none(store: Store) -> None:
    assert store.load("nowhere") is None
    assert store.record("nowhere") is None
    assert store.running() == []
    assert store.summaries() == []
    assert store.summaries(Wanted(("nowhere",))) == []


def test_entries_keep_their_order_and_number(store: Store) -> None:
    sitting = begun(store)
    for _ in range(12):
        commit(store, sitting, sitting.answered(0, "loot"), sitting.answered(0, "pass"))
    record = sure(store.record("tab1e"))
    assert len(record.entries) == 28
    assert [entry.action for entry in record.entries[4:] if isinstance(entry, kept.Answered)] == [
        action("loot"),
        action("pass"),
    ] * 12


def test_several_tables_in_one_transaction_are_all_written_or_none(store: Store) -> None:
    sitting, two = begun(store), Sitting(header())
    two.table.header = replace(two.table.header, table="0ther")
    put(store, two)
    drafts = [Draft(sitting.table), Draft(two.table)]
    drafts[0].perform(sitting.answered(0, "loot"))
    drafts[1].perform(kept.WordsSealed(START, 0, "0" * 64))
    drafts[1].state.entries = 1  # a number that is taken: the second table's entry cannot be written
    drafts[1].entries = [kept.WordsSealed(START, 0, "0" * 64)]
    with pytest.raises(IntegrityError):
        store.commit(drafts, START)
    found = sure(store.load("tab1e"))
    assert whole(found) == whole(sitting.table)


def test_the_same_entry_cannot_be_written_twice(store: Store) -> None:
    sitting = begun(store)
    draft = Draft(sitting.table)
    draft.perform(sitting.answered(0, "loot"))
    store.commit([draft], START)
    with pytest.raises(IntegrityError):
        store.commit([draft], START)
    with store.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(ENTRIES)) == 5


def test_running_tables_are_found_again(store: Store) -> None:
    sitting = begun(store)
    assert store.running() == [Running("tab1e", sitting.table.state.due, care=False)]
    commit(store, sitting, kept.Paused(START))
    assert store.running() == []
    commit(store, sitting, kept.Resumed(START), kept.TableClosed(START))
    assert store.running() == []


def test_the_list_of_tables_shows_the_listed_ones_and_the_latest_first(store: Store) -> None:
    sittings = []
    for number, (name, listed) in enumerate((("a", True), ("b", False), ("c", True))):
        sitting = Sitting()
        sitting.table.header = replace(sitting.table.header, table=name, listed=listed)
        put(store, sitting, START + number)
        sittings.append(sitting)
    assert [summary.id for summary in store.summaries()] == ["c", "a"]
    assert [summary.id for summary in store.summaries(Wanted(("b", "a")))] == ["b", "a"]
    assert [summary.id for summary in store.summaries(most=1)] == ["c"]
    assert [summary.id for summary in store.summaries(Wanted(after="c"))] == ["a"]
    assert store.summaries()[0].seats[0] == ("Agatha", "person")
    commit(store, sittings[-1], kept.TableClosed(START + 10))
    assert [summary.id for summary in store.summaries()] == ["a"]


def test_a_list_holds_as_many_open_tables_as_it_can_whatever_came_later(store: Store) -> None:
    """What is left out of a list does not take the place of what belongs in it, and a header cannot say its place."""
    for number, name in enumerate(("a", "b", "mine", "over", "boast")):
        sitting = Sitting()
        created = 10 * START if name == "boast" else START
        sitting.table.header = replace(sitting.table.header, table=name, created=created)
        put(store, sitting, START - 1 if name == "boast" else START + number)
        if name == "over":
            commit(store, sitting, kept.TableClosed(START))
    assert [summary.id for summary in store.summaries(Wanted(without=("mine",)), most=2)] == ["b", "a"]
    assert [summary.id for summary in store.summaries()] == ["mine", "b", "a", "boast"]


def test_times_beyond_32_bits_are_kept(store: Store) -> None:
    sitting = put(store, Sitting(), at=4_102_444_800_000)
    assert store.summaries()[0].changed == 4_102_444_800_000
    assert sitting.table.happened[0].at == 4_102_444_800_000


def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    begun(store)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE tables SET title = 'being changed'"))
        (summary,) = store.summaries()
        assert summary.title == "A table"
    assert store.summaries()[0].title == "being changed"


def test_every_byte_that_is_added_is_counted(store: Store) -> None:
    """Each database's library is given rows in its own form; what a stranger may write is counted in all of them."""
    rows = [{"name": name, "value": b"x" * 1000} for name in ("one", "two")]
    with store.engine.begin() as connection:
        connection.execute(insert(SERVER_VALUES), rows)
        connection.execute(insert(SERVER_VALUES).values(name="three", value=b"y" * 500))
    assert store.meter.added == 3 + 3 + 5 + 2 * 1000 + 500


@only_on_sqlite
def test_what_is_committed_is_synced(store: Store) -> None:
    """SQLite: write-ahead log, and every transaction on the disk before it counts."""
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2


@only_on_postgres
def test_what_is_committed_is_synced_by_postgresql(store: Store) -> None:
    """Whatever the database is set to: a transaction is on the disk before it counts."""
    with store.engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"


@only_on_postgres
def test_a_text_with_nul_is_stored_without_it(store: Store) -> None:
    """PostgreSQL's texts have none: nobody makes the server fail with one."""
    assert store.load("tab1e\0") is None
    with store.engine.begin() as connection:
        connection.execute(insert(SESSIONS).values(digest="d\0e", seen=1))
        assert connection.scalar(select(SESSIONS.c.digest)) == "d\ufffde"


def test_two_stores_write_one_database_in_turn(tmp_path: Path) -> None:
    one, two = (Store(database_at(tmp_path / "turncoat.db")) for _ in range(2))

    async def both() -> None:
        names = [("a", one), ("b", two), ("c", one), ("d", two)]
        await asyncio.gather(*(asyncio.to_thread(put, store, named(name)) for name, store in names))

    asyncio.run(both())
    assert len(two.summaries()) == 4
    one.close()
    two.close()


def named(name: str) -> Sitting:
    sitting = Sitting()
    sitting.table.header = replace(sitting.table.header, table=name)
    return sitting
