"""SQLite's log: moved into the file beside the thread that writes, so that no order waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.keeping import Room, room
from tests.table.tables import START, Sitting, header

from turncoat.server import sqlite
from turncoat.server.migrate import migrate
from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.draft import Draft

MANY = 10


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(sqlite, "MANY", MANY)
    store = Store(f"sqlite:///{tmp_path / 'turncoat.db'}")
    migrate(store.engine)
    yield store
    store.close()


class Written:
    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.log = store, folder / "turncoat.db-wal"
        self.table = Sitting(header()).table
        draft = Draft(self.table)
        draft.perform(kept.WordsSealed(START, 0, "0" * 64))
        store.create(self.table, draft, START, listed=True)
        draft.accept()

    def write(self, times: int, *, tidy: bool) -> int:
        for _ in range(times):
            draft = Draft(self.table)
            draft.perform(kept.WordsSealed(START, 0, "0" * 64))
            self.store.commit([draft], START)
            draft.accept()
            if tidy and self.store.untidy:
                assert self.store.tidy()
        return self.log.stat().st_size


def test_the_log_does_not_grow_with_the_number_of_orders(store: Store, tmp_path: Path) -> None:
    table = Written(store, tmp_path)
    early = table.write(5 * MANY, tidy=True)
    assert table.write(20 * MANY, tidy=True) <= 1.5 * early


def test_the_size_of_the_log_shows_when_nobody_moves_it(store: Store, tmp_path: Path) -> None:
    """The planted fault: with nobody to move it the log grows for ever."""
    table = Written(store, tmp_path)
    early = table.write(5 * MANY, tidy=False)
    assert table.write(20 * MANY, tidy=False) > 3 * early


def test_to_look_does_not_count_as_written(store: Store) -> None:
    store.tidy()
    for _ in range(2 * MANY):
        store.load("nowhere")
    assert not store.untidy


async def orders(desk: Room, number: int) -> None:
    """Take so many orders, one after another."""
    table = await desk.table(3)
    for place in range(number):
        await desk.answer(table, place % 2, "loot" if place % 4 < 2 else "pass")


async def test_the_log_is_moved_beside_the_writer_and_what_is_left_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what was written meanwhile holds up the one who writes."""
    monkeypatch.setattr(sqlite, "MANY", MANY)
    threads: list[str] = []
    move = sqlite.Log.move

    def noted(log: sqlite.Log) -> bool:
        threads.append(threading.current_thread().name.rpartition("_")[0])
        move(log)
        return len(threads) % 2 == 0

    monkeypatch.setattr(sqlite.Log, "move", noted)
    async with room(tmp_path) as desk:
        await orders(desk, 3 * MANY)
    assert threads[:2] == ["turncoat-reader", "turncoat-writer"]


async def test_orders_are_taken_though_the_log_cannot_be_moved(desk: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", MANY)

    def fails(_: sqlite.Log) -> bool:
        raise OSError("the disk is full")

    monkeypatch.setattr(sqlite.Log, "move", fails)
    await orders(desk, 3 * MANY)


def test_sqlite_itself_never_moves_the_log(store: Store) -> None:
    """Its own way of doing it makes whoever comes just then wait."""
    with store.reading() as connection:
        pragmas = ("wal_autocheckpoint", "synchronous", "journal_mode")
        assert [connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in pragmas] == [0, 2, "wal"]


def test_when_the_store_is_closed_everything_is_in_the_file(store: Store, tmp_path: Path) -> None:
    Written(store, tmp_path).write(3, tidy=False)
    store.close()
    assert not list(tmp_path.glob("*-wal"))
