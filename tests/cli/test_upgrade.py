"""``turncoat upgrade --check``: what becomes of every table, said beforehand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.kit import says
from tests.serving import Sitting, begin, client_of, gather, open_services

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.games.truce.rules import RULES
from turncoat.kernel import Ruleset

THREE = ("Agatha", "Barney", "Celeste")
Printed = pytest.CaptureFixture[str]


def refuse_support(patched: pytest.MonkeyPatch) -> None:
    """Other rules, by which there is no Support."""
    right = Ruleset.read_action

    def read(self: Any, data: Any) -> Any:
        return right(self, {} if data["type"] == "support" else data)

    patched.setitem(vars(RULES), "hash", "0123456789abcdef")
    patched.setattr(Ruleset, "read_action", read)


def tables(folder: Path) -> tuple[Sitting, Sitting, Sitting]:
    """One with a Support, one without, and one whose game is over."""
    with client_of(open_services(folder)) as client:
        first, second, third = begin(client, THREE), begin(client, THREE), begin(client, THREE, options={"rounds": 1})
        for seat in range(3):
            first.answer(seat, "support", target=(seat + 1) % 3)
            third.answer(seat, "support", target=(seat + 1) % 3)
        gather(client, THREE, title="Sunday")
    return first, second, third


def files(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


def test_all_tables_play_on_where_the_rules_are_the_same(tmp_path: Path, capsys: Printed) -> None:
    first, _, third = tables(tmp_path)
    before = files(tmp_path)
    assert run(["upgrade", "--check", str(tmp_path / "test.db")]) == 0
    out = capsys.readouterr().out
    says(
        out,
        f"{first.id} (truce, Truce): plays on, its rules are the same.\n",
        f"{third.id} (truce, Truce): is over.\n",
        "(truce, Sunday)",
    )
    assert out.endswith("4 tables: 4 would go on as before, 0 would be stopped.\n")
    assert files(tmp_path) == before


def test_it_says_which_tables_would_be_stopped_and_changes_nothing(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = tables(tmp_path)
    before = files(tmp_path)
    refuse_support(monkeypatch)
    assert run(["upgrade", "--check", str(tmp_path / "test.db")]) == FOUND
    out = capsys.readouterr().out
    says(out, f"{first.id} (truce, Truce): would be stopped, as entry 8 of 10 is not accepted any more.\n")
    says(out, f"{second.id} (truce, Truce): plays on by the new rules, which lead to the same so far.\n")
    says(
        out,
        f"{third.id} (truce, Truce): is over and can be read, but not replayed or exported, as entry 8 of 10 is not",
    )
    assert out.endswith("4 tables: 2 would go on as before, 2 would be stopped.\n")
    assert files(tmp_path) == before


def test_a_server_may_be_at_work_meanwhile(tmp_path: Path, capsys: Printed) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = begin(client, THREE)
        assert (tmp_path / "test.db-wal").exists()
        assert run(["upgrade", "--check", str(tmp_path / "test.db")]) == 0
        says(capsys.readouterr().out, table.id, "1 table: 1 would go on as before, 0 would be stopped.\n")
        table.answer(0, "loot")


def test_a_damaged_table_is_named(tmp_path: Path, capsys: Printed) -> None:
    table, _, _ = tables(tmp_path)
    with closing(sqlite3.connect(tmp_path / "test.db")) as db, db:
        db.execute("UPDATE tables SET secret = x'00' WHERE id = ?", (table.id,))
    assert run(["upgrade", "--check", str(tmp_path / "test.db")]) == FOUND
    says(
        capsys.readouterr().out,
        f"{table.id} (truce, Truce): would be stopped, as Table {table.id} is damaged",
        "3 would go on as before, 1 would be stopped",
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--check", "nowhere.db"], "There is no file nowhere.db."),
        (["--check", "notes.db"], "notes.db cannot be read: file is not a database."),
        (["notes.db"], "Add --check to see what would happen"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_sentence(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.db").write_text("buy milk " * 1000)
    assert run(["upgrade", *words]) == NONSENSE
    assert capsys.readouterr().err.startswith(f"turncoat: {why}")


def test_a_database_of_another_version_is_refused_by_its_name(tmp_path: Path, capsys: Printed) -> None:
    tables(tmp_path)
    with closing(sqlite3.connect(tmp_path / "test.db")) as db, db:
        db.execute("UPDATE alembic_version SET version_num = 'later'")
    assert run(["upgrade", "--check", str(tmp_path / "test.db")]) == NONSENSE
    says(capsys.readouterr().err, f"{tmp_path / 'test.db'} was made by another version of Turncoat")
