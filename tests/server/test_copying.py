"""A whole database moves to another place, between SQLite and PostgreSQL: everything is there, or nothing."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, inspect, select, text
from tests import postgres
from tests.kit import sure
from tests.postgres import only_on_postgres
from tests.recorded import database
from tests.server.test_store import begun, commit
from tests.serving import database_at, everything_in
from tests.table.tables import whole

from turncoat.cli import NONSENSE, run
from turncoat.cli.database_file import database_of
from turncoat.kernel.errors import BadSetup
from turncoat.server import copying
from turncoat.server.copying import copy_database
from turncoat.server.migrate import NEWEST, layout, migrate
from turncoat.server.notices.schema import SERVER_VALUES
from turncoat.server.schema import SESSIONS
from turncoat.server.store import Store

Printed = pytest.CaptureFixture[str]


def place(folder: Path) -> str:
    """A database with a table at which somebody has answered, as ``--db`` names it."""
    address = database_at(folder / "old.db")
    with closing(Store(address)) as store:
        sitting = begun(store)
        commit(store, sitting, sitting.answered(0, "loot"))
        with store.engine.begin() as connection:
            connection.execute(insert(SERVER_VALUES).values(name="key", value=bytes(range(256))))
    return address.removeprefix("sqlite:///")


def new_place(folder: Path) -> str:
    """A place where there is nothing, as ``--db`` names it."""
    return postgres.databases.empty() if postgres.on_postgres() else str(folder / "new.db")


def address_of(place: str) -> str:
    return place if "://" in place else f"sqlite:///{place}"


def contents(place: str) -> list[tuple[Any, ...]]:
    """Everything that a database holds; databases sort texts differently, and SQLite's truth is 1."""
    found = list[tuple[Any, ...]]()
    with closing(Store(address_of(place))) as store, store.reading() as connection:
        for table in inspect(connection).get_table_names():
            for row in connection.execute(text(f"SELECT * FROM {table}")):
                found.append((table, *(int(value) if isinstance(value, bool) else value for value in row)))
    return sorted(found, key=repr)


def test_all_tables_arrive_as_they_were(tmp_path: Path, capsys: Printed) -> None:
    old, new = place(tmp_path), new_place(tmp_path)
    assert run(["db", "copy", old, new]) == 0
    out = capsys.readouterr().out
    assert "entries: 5 rows, the same at both ends.\n" in out
    assert "tables: 1 row, the same at both ends.\n" in out
    assert contents(new) == contents(old)
    with closing(Store(address_of(old))) as left, closing(Store(address_of(new))) as arrived:
        assert whole(sure(arrived.load("tab1e"))) == whole(sure(left.load("tab1e")))
        with arrived.reading() as connection:
            assert layout(connection) == NEWEST


@only_on_postgres
def test_there_and_back_between_both_databases(tmp_path: Path) -> None:
    first, file, last = place(tmp_path), str(tmp_path / "file.db"), postgres.databases.empty()
    assert run(["db", "copy", first, file]) == 0
    assert run(["db", "copy", file, last]) == 0
    assert contents(first) == contents(file) == contents(last)


@only_on_postgres
def test_a_text_with_a_nul_arrives_as_postgresql_can_hold_it(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'file.db'}")) as store:
        migrate(store.engine)
        with store.engine.begin() as connection:
            connection.execute(insert(SESSIONS).values(digest="a\0b", person=None, seen=1))
    new = new_place(tmp_path)
    assert run(["db", "copy", str(tmp_path / "file.db"), new]) == 0
    assert "'a\ufffdb'" in everything_in(new, "sessions")


def test_a_database_of_an_older_version_is_copied_as_it_is_and_upgraded_at_the_next_start(tmp_path: Path) -> None:
    old, new = tmp_path / "older.db", new_place(tmp_path)
    shutil.copy(database.FOLDER / database.DATABASE, old)
    before = contents(str(old))
    assert run(["db", "copy", str(old), new]) == 0
    assert contents(new) == before
    with closing(Store(address_of(new))) as store:
        migrate(store.engine)
        for kept in database.kept():
            assert store.load(kept.table) is not None


@pytest.mark.parametrize("fault", ["lost", "changed"])
def test_what_does_not_arrive_as_it_left_is_noticed_and_nothing_is_left(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    old, new = place(tmp_path), new_place(tmp_path)
    monkeypatch.setattr(copying, "_all", spoiled(copying._all, fault))
    assert run(["db", "copy", old, new]) == NONSENSE
    assert "did not arrive as it left" in capsys.readouterr().err
    assert there_is_nothing(new)


def spoiled(every: Any, fault: str) -> Any:
    """Planted: the second time that entries are asked for, at the other end, one is missing or has another number."""
    asked = list[str]()

    def some(table: Any) -> Any:
        asked.append(table.name)
        if table.name != "entries" or asked.count("entries") < 2:
            return every(table)
        if fault == "lost":
            return every(table).limit(4)
        return select(table.c.table_id, table.c.number + 1, table.c.body)

    return some


def there_is_nothing(place: str) -> bool:
    if "://" not in place:
        return not Path(place).exists()
    with closing(Store(place)) as store, store.reading() as connection:
        return not inspect(connection).get_table_names()


def test_nothing_is_written_where_there_is_something(tmp_path: Path, capsys: Printed) -> None:
    old = place(tmp_path)
    other = database_at(tmp_path / "other.db").removeprefix("sqlite:///")
    before = contents(other)
    assert run(["db", "copy", old, other]) == NONSENSE
    assert "already" in capsys.readouterr().err
    assert contents(other) == before


def test_a_file_that_is_no_database_of_turncoat_is_refused(tmp_path: Path, capsys: Printed) -> None:
    new = new_place(tmp_path)
    (tmp_path / "empty.db").touch()
    (tmp_path / "notes.db").write_text("buy milk " * 1000)
    for old, why in {
        "nowhere.db": "There is no file",
        "empty.db": "There is no database of Turncoat to be copied.",
        "notes.db": "file is not a database",
    }.items():
        assert run(["db", "copy", str(tmp_path / old), new]) == NONSENSE
        err = capsys.readouterr().err
        assert why in err
        assert err.count("\n") == 1
        assert there_is_nothing(new)


def test_a_database_that_is_being_served_is_left_alone(tmp_path: Path, capsys: Printed) -> None:
    old, new = place(tmp_path), new_place(tmp_path)
    with database_of(old) as address, closing(Store(address)) as server:
        server.stay(alone=False)
        assert run(["db", "copy", old, new]) == NONSENSE
    err = capsys.readouterr().err
    assert "is being served already; stop that server first" in err
    assert "--db" not in err
    assert there_is_nothing(new)


def test_a_server_may_be_at_work_on_what_is_copied_for_a_backup(tmp_path: Path) -> None:
    """The copy is of one moment: what is stored meanwhile is in none of its tables."""
    old = place(tmp_path)
    file = tmp_path / "copy.db"
    with closing(Store(address_of(old))) as source, closing(Store(f"sqlite:///{file}")) as target:
        before = contents(old)

        def meanwhile(table: str, _: int) -> None:
            if table == "entries":
                with source.engine.begin() as connection:
                    connection.execute(insert(SESSIONS).values(digest="new", person=None, seen=1))

        copy_database(source, target, meanwhile)
    assert contents(str(file)) == before
    assert contents(old) != before


def test_a_store_at_which_something_is_cannot_be_copied_to(tmp_path: Path) -> None:
    with closing(Store(database_at(tmp_path / "a.db"))) as store, pytest.raises(BadSetup, match="tables already"):
        copy_database(store, store)
