"""Backups, made while a server works, checked before they count; and back again, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import delete, update
from tests.kit import says, sure
from tests.server.keeping import Room, room
from tests.server.test_copying import address_of, contents, new_place
from tests.serving import database_at
from tests.table.tables import whole

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.server import backing_up
from turncoat.server.moved import is_copy
from turncoat.server.schema import ENTRIES
from turncoat.server.store import Store

HERE = "https://games.example"
Printed = pytest.CaptureFixture[str]


def place(folder: Path) -> str:
    """The database of the room in this folder, as ``--db`` names it."""
    return database_at(folder / "turncoat.db").removeprefix("sqlite:///")


async def answered(desk: Room) -> str:
    """A table at which somebody has answered; its id."""
    table = await desk.table(3)
    await desk.answer(table, 0, "loot")
    return table.header.table


def played(folder: Path) -> str:
    """A database with two tables at which somebody has answered."""

    async def play() -> None:
        async with room(folder) as desk:
            for _ in range(2):
                await answered(desk)

    asyncio.run(play())
    return place(folder)


async def test_a_backup_is_made_while_a_server_works_and_has_everything(tmp_path: Path, capsys: Printed) -> None:
    backup = tmp_path / "backup.db"
    async with room(tmp_path) as desk:
        table_id = await answered(desk)
        before = whole(await desk.keeper.table(table_id))
        assert run(["backup", str(backup), "--db", place(tmp_path)]) == 0
        await desk.answer(await desk.keeper.table(table_id), 1, "loot")
    says(capsys.readouterr().out, "1 tables; 1 replayed, 1 with the stored result.", f"The backup is {backup}")
    with closing(Store(f"sqlite:///{backup}")) as store:
        assert whole(sure(store.load(table_id))) == before


def test_only_its_owner_can_read_a_backup(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        assert run(["backup", str(tmp_path / "backup.db"), "--db", played(tmp_path)]) == 0
    finally:
        os.umask(old)
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == 0o600


def spoil(database: str, how: str) -> None:
    """Planted: an entry of one table is lost, or is not what was written."""
    with closing(Store(address_of(database))) as store, store.engine.begin() as connection:
        ((table_id, number),) = connection.execute(
            ENTRIES.select()
            .with_only_columns(ENTRIES.c.table_id, ENTRIES.c.number)
            .order_by(ENTRIES.c.number.desc())
            .limit(1)
        )
        one = (ENTRIES.c.table_id == table_id, ENTRIES.c.number == number)
        connection.execute(
            delete(ENTRIES).where(*one) if how == "lost" else update(ENTRIES).where(*one).values(body=b"no")
        )


@pytest.mark.parametrize(("how", "why"), [("lost", "is not the same"), ("damaged", "is damaged in the database")])
def test_what_does_not_play_again_is_named_and_is_no_backup(
    how: str, why: str, tmp_path: Path, capsys: Printed
) -> None:
    database = played(tmp_path)
    spoil(database, how)
    assert run(["backup", str(tmp_path / "backup.db"), "--db", database, "--sample", "0"]) == FOUND
    out, err = capsys.readouterr()
    says(out, why, "2 tables; 2 replayed, 1 with the stored result.")
    says(err, "No backup was written.")
    assert list(tmp_path.glob("backup*")) == []


def test_a_check_that_plays_nothing_again_would_miss_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault of the check itself."""
    database = played(tmp_path)
    spoil(database, "lost")
    monkeypatch.setattr(backing_up, "rebuilt", lambda table, *_: table)
    assert run(["backup", str(tmp_path / "backup.db"), "--db", database, "--sample", "0"]) == 0


def test_a_backup_comes_back_and_tells_nobody_until_its_server_has_moved(tmp_path: Path, capsys: Printed) -> None:
    database, new = played(tmp_path), new_place(tmp_path)
    with closing(Store(address_of(database))) as store:
        assert not is_copy(store.engine, HERE, moved=False)
    before = contents(database)
    backup = str(tmp_path / "backup.db")
    assert run(["backup", backup, "--db", database]) == 0
    assert run(["restore", backup, "--db", new]) == 0
    says(capsys.readouterr().out, "Notices leave once you start the server with --moved.")
    assert [row for row in contents(new) if row[0] != "server_values"] == [
        row for row in before if row[0] != "server_values"
    ]
    with closing(Store(address_of(new))) as store:
        assert is_copy(store.engine, HERE, moved=False)
        assert is_copy(store.engine, "", moved=False)
        assert not is_copy(store.engine, HERE, moved=True)
        assert not is_copy(store.engine, HERE, moved=False)


def test_a_backup_is_checked_without_writing_anything(tmp_path: Path, capsys: Printed) -> None:
    backup = tmp_path / "backup.db"
    assert run(["backup", str(backup), "--db", played(tmp_path)]) == 0
    before = backup.read_bytes(), sorted(tmp_path.iterdir())
    capsys.readouterr()
    assert run(["restore", "--check", "--sample", "0", str(backup), "--db", str(tmp_path / "new.db")]) == 0
    assert capsys.readouterr().out == "2 tables; 2 replayed, 2 with the stored result.\n"
    assert (backup.read_bytes(), sorted(tmp_path.iterdir())) == before
    spoil(str(backup), "lost")
    assert run(["restore", str(backup), "--sample", "0", "--db", str(tmp_path / "new.db")]) == FOUND
    assert not (tmp_path / "new.db").exists()


def test_nothing_is_restored_where_there_is_something(tmp_path: Path, capsys: Printed) -> None:
    database, backup = played(tmp_path), str(tmp_path / "backup.db")
    assert run(["backup", backup, "--db", database]) == 0
    before = contents(database)
    assert run(["restore", backup, "--db", database]) == NONSENSE
    says(capsys.readouterr().err, "already")
    assert contents(database) == before


def test_in_a_folder_backups_are_named_by_the_time_and_old_ones_deleted(tmp_path: Path, capsys: Printed) -> None:
    database, folder = played(tmp_path), tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        (folder / f"turncoat-2026060{day}-031500.db").touch()
    (folder / "turncoat-holiday.db").touch()
    assert run(["backup", str(folder), "--db", database, "--keep", "2"]) == 0
    left = sorted(file.name for file in folder.iterdir())
    assert left[0] == "turncoat-20260603-031500.db"
    assert left[2:] == ["turncoat-holiday.db"]
    assert run(["backup", str(tmp_path / "one.db"), "--db", database, "--keep", "2"]) == NONSENSE
    says(capsys.readouterr().err, f"turncoat: --keep: {tmp_path / 'one.db'} is not a folder.")


def test_what_makes_no_sense_is_said_in_one_sentence(tmp_path: Path, capsys: Printed) -> None:
    database = played(tmp_path)
    (tmp_path / "notes.db").write_text("buy milk " * 1000)
    for words, why in {
        ("backup", str(tmp_path / "notes.db"), "--db", database): "exists already; name a new file.",
        ("backup", str(tmp_path / "no" / "b.db"), "--db", database): "cannot be written: no such file or directory.",
        ("backup", str(tmp_path / "b.db"), "--db", str(tmp_path / "none.db")): "--db: there is no file",
        ("backup", str(tmp_path / "b.db"), "--db", str(tmp_path / "notes.db")): "file is not a database.",
        ("restore", str(tmp_path / "none.db")): "There is no file",
        ("restore", "--check", str(tmp_path / "notes.db")): "cannot be read: file is not a database.",
    }.items():
        assert run(list(words)) == NONSENSE
        err = capsys.readouterr().err
        assert why in err
        assert err.count("\n") == 1
    assert not list(tmp_path.glob("b.db*"))


def test_a_damaged_file_is_found(tmp_path: Path, capsys: Printed) -> None:
    backup = tmp_path / "backup.db"
    assert run(["backup", str(backup), "--db", played(tmp_path)]) == 0
    with closing(sqlite3.connect(backup)) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    with backup.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    assert run(["restore", "--check", str(backup)]) != 0
    assert "damaged" in capsys.readouterr().err
