"""A recorded game once more, as one seat saw it."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs
from tests.table.tables import Sitting, header

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.kernel.promise import Pledge
from turncoat.table.record import Answered, write

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of two rounds in which Agatha whispers to Barney and robs Celeste."""
    sitting = Sitting(header(options={"rounds": 2})).begun()
    sitting.say(0, "help me", to=[1], promise=Pledge(0, "attack", {"target": 2}))
    sitting.answer(0, "attack 2").answer(1, "support 0").answer(2, "pass").everybody("loot")
    file = tmp_path / "game.jsonl"
    file.write_bytes(write(sitting.record()))
    return file


def test_the_game_is_told_with_its_rules_and_ends_with_the_ledger(record: Path, capsys: Printed) -> None:
    assert run(["replay", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Agatha's attack on Celeste succeeds, 1 against 0.  TRU-8.2" in told
    assert "Round 2 of 2   the Stash" in told
    assert "→Cel" in told.splitlines()[-4]


def test_a_seat_reads_what_was_whispered_to_it_and_others_do_not(record: Path, capsys: Printed) -> None:
    """TRU-14.1: private talk stays with those who take part in it."""
    for seat, hears in (("agatha", True), ("Barn", True), ("2", True), ("celeste", False), (None, False)):
        assert run(["replay", str(record), *(["--seat", seat] if seat else [])]) == 0
        assert ("help me" in capsys.readouterr().out) is hears


def test_a_promise_is_put_into_words(record: Path, capsys: Printed) -> None:
    assert run(["replay", str(record), "--seat", "barney"]) == 0
    assert "Agatha to you: “help me” (promises to attack Celeste)" in capsys.readouterr().out


def test_step_by_step(record: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nq\n"))
    assert run(["replay", str(record), "--step"]) == 0
    told = capsys.readouterr().out
    assert "Round 2 of 2" in told
    assert "TRU-11" not in told


def test_as_json_lines(record: Path, capsys: Printed) -> None:
    assert run(["replay", str(record), "--seat", "agatha", "--json"]) == 0
    lines: list[Any] = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[-1]["event"]["type"] == "game_ended"


def test_a_seat_that_nobody_had_is_refused(record: Path, capsys: Printed) -> None:
    assert run(["replay", str(record), "--seat", "zoe"]) == NONSENSE
    assert "--seat zoe: name one of Agatha, Barney, Celeste, or a number from 1 to 3." in capsys.readouterr().err


def test_a_record_that_is_still_sealed_is_refused(tmp_path: Path, capsys: Printed) -> None:
    sealed = structs.replace(Sitting(header()).begun().record(), secret=None)
    file = tmp_path / "sealed.jsonl"
    file.write_bytes(write(sealed))
    assert run(["replay", str(file)]) == NONSENSE
    assert "still sealed" in capsys.readouterr().err


def test_a_record_that_was_changed_is_found_out(record: Path, tmp_path: Path, capsys: Printed) -> None:
    sitting = Sitting(header(options={"rounds": 2})).begun().everybody()
    changed = sitting.record()
    last = changed.entries[-1]
    assert isinstance(last, Answered)
    changed.entries[-1] = structs.replace(last, action={"type": "attack", "target": 77})
    file = tmp_path / "changed.jsonl"
    file.write_bytes(write(changed))
    assert run(["replay", str(file)]) == FOUND
    assert "the record does not play under these rules: attack: target must be" in capsys.readouterr().err
