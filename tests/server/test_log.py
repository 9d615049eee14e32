"""SQLite's log: moved into the file beside the thread that writes, so that no order waits for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.keeping import Room, room, story

from turncoat.server import sqlite
from turncoat.server.migrate import migrate
from turncoat.server.store import Store

MANY = 10


async def size_of_log(desk: Room, folder: Path, orders: int) -> int:
    """Bytes of the log after so many transactions."""
    table = await desk.table(3)
    for number in range(orders):
        await desk.answer(table, number % 2, "loot" if number % 4 < 2 else "pass")
    return size(folder)


def size(folder: Path) -> int:
    """Bytes of the log now."""
    return max(one.stat().st_size for one in folder.glob("*.db-wal"))


@story
async def test_the_log_does_not_grow_with_the_number_of_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", MANY)
    async with room(tmp_path) as desk:
        early = await size_of_log(desk, tmp_path, 10 * MANY)
        assert await size_of_log(desk, tmp_path, 20 * MANY) <= 1.5 * early


@story
async def test_the_size_of_the_log_shows_when_nobody_moves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: with nobody to move it the log grows for ever."""
    monkeypatch.setattr(sqlite, "MANY", 10**9)
    async with room(tmp_path) as desk:
        early = await size_of_log(desk, tmp_path, 10 * MANY)
        assert await size_of_log(desk, tmp_path, 20 * MANY) > 1.5 * early


@story
async def test_orders_are_taken_though_the_log_cannot_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "MANY", MANY)

    def fails(_: sqlite.Log) -> bool:
        raise OSError("the disk is full")

    monkeypatch.setattr(sqlite.Log, "move", fails)
    async with room(tmp_path) as desk:
        await size_of_log(desk, tmp_path, 3 * MANY)


def test_sqlite_itself_never_moves_the_log(tmp_path: Path) -> None:
    """Its own way of doing it makes whoever comes just then wait."""
    store = Store(f"sqlite:///{tmp_path / 'turncoat.db'}")
    migrate(store.engine)
    with store.reading() as connection:
        pragmas = ("wal_autocheckpoint", "synchronous", "journal_mode")
        assert [connection.exec_driver_sql(f"PRAGMA {one}").scalar() for one in pragmas] == [0, 2, "wal"]
    store.close()


def test_when_the_store_is_closed_everything_is_in_the_file(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'turncoat.db'}")
    migrate(store.engine)
    store.close()
    assert not list(tmp_path.glob("*-wal"))
