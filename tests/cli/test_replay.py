"""A recorded game once more, as one seat saw it."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs
from tests.table.tables import Sitting, header

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.kernel.promise import Pledge
from turncoat.lab import fuzz
from turncoat.table.record import Answered, Record, Secret
from turncoat.table.record_file import write

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
    assert "Agatha's attack on Celeste succeeds with strength 1 against 0.  TRU-8.2" in told
    assert "Round 2 of 2   the Stash" in told
    assert "→Cel" in told.splitlines()[-5]
    assert told.splitlines()[-1].startswith("Verified: the seed fits the commitment, and all 10 entries")


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
    told = capsys.readouterr().err
    assert "the record is not valid: Entry 7 (answered of seat 2) or the talk before it is refused: attack" in told


def test_a_record_of_an_older_version_is_refused_in_one_sentence(record: Path, capsys: Printed) -> None:
    record.write_bytes(record.read_bytes().replace(b'"format":2', b'"format":1', 1))
    assert run(["replay", str(record)]) == NONSENSE
    said = "turncoat: The record was written by an older version of Turncoat (format 1; this one reads 2).\n"
    assert capsys.readouterr().err == said


def test_a_record_of_other_rules_is_told_apart_in_one_sentence(tmp_path: Path, capsys: Printed) -> None:
    """Promise 5: one by its ruleset from one that was changed."""
    other = Sitting(header(ruleset="0123456789abcdef", options={"rounds": 1})).begun().to_the_end().record()
    last = other.entries[-1]
    assert isinstance(last, Answered)
    other.entries[-1] = structs.replace(last, action={"type": "defend"})
    file = tmp_path / "other.jsonl"
    file.write_bytes(write(other))
    assert run(["replay", str(file)]) == FOUND
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "This game was played by other rules of Truce than those that are installed" in err


# --- verification -----------------------------------------------------------------------------


@pytest.fixture
def played() -> Sitting:
    return Sitting(header(options={"rounds": 1})).begun().everybody("loot")


def kept(folder: Path, record: Record) -> str:
    file = folder / "kept.jsonl"
    file.write_bytes(write(record))
    return str(file)


def test_receipts_that_are_in_the_record_are_counted(played: Sitting, tmp_path: Path, capsys: Printed) -> None:
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_bytes(b"\n".join(msgspec.json.encode(receipt) for receipt in played.receipts[:2]) + b"\n\n")
    assert run(["replay", kept(tmp_path, played.record()), "--receipts", str(receipts)]) == 0
    assert "lead to the chain of the record, and so do your 2 receipts." in capsys.readouterr().out


def test_a_receipt_whose_order_is_not_in_the_record_is_found_out(
    played: Sitting, tmp_path: Path, capsys: Printed
) -> None:
    other = Sitting(header(options={"rounds": 1})).begun().everybody("defend")
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_bytes(msgspec.json.encode(other.receipts[0]))
    assert run(["replay", kept(tmp_path, played.record()), "--receipts", str(receipts)]) == FOUND
    assert "the record is not valid: The receipt of seat 0" in capsys.readouterr().err


def test_what_is_no_receipt_is_refused_with_its_line(played: Sitting, tmp_path: Path, capsys: Printed) -> None:
    receipts = tmp_path / "receipts.jsonl"
    receipts.write_text('{"seat": 1}\n')
    assert run(["replay", kept(tmp_path, played.record()), "--receipts", str(receipts)]) == NONSENSE
    assert "--receipts: line 1 is not a receipt" in capsys.readouterr().err


@pytest.mark.parametrize("noted", ["--commitment", "--chain"])
def test_what_somebody_noted_must_be_what_the_record_says(
    noted: str, played: Sitting, tmp_path: Path, capsys: Printed
) -> None:
    file, record = kept(tmp_path, played.record()), played.record()
    right = record.header.commitment if noted == "--commitment" else record.chain
    assert run(["replay", file, noted, right]) == 0
    assert run(["replay", file, noted, "0" * 64]) == FOUND
    assert "the record is not valid: The " in capsys.readouterr().err


def test_an_answer_that_was_changed_afterwards_is_found_out(played: Sitting, tmp_path: Path, capsys: Printed) -> None:
    """The game can still be told, and is; but the chain does not fit it."""
    record = played.record()
    last = record.entries[-1]
    assert isinstance(last, Answered)
    record.entries[-1] = structs.replace(last, action={"type": "defend"})
    assert run(["replay", kept(tmp_path, record)]) == FOUND
    out, err = capsys.readouterr()
    assert "Celeste defends" in out
    assert "Verified" not in out
    assert "The chain of the record does not fit its header and entries" in err


def test_it_says_from_which_line_on_a_file_was_changed(record: Path, tmp_path: Path, capsys: Printed) -> None:
    """A millisecond later, another word, another order: each is found in its line, legal or not."""
    lines = record.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        told = re.search(r'"(?:at|created|salt|chain)":"?\w+', line)
        assert told is not None
        changed = line[: told.end() - 1] + ("1" if line[told.end() - 1] != "1" else "2") + line[told.end() :]
        file = tmp_path / f"{number}.jsonl"
        file.write_text("\n".join([*lines[: number - 1], changed, *lines[number:]]))
        assert run(["replay", str(file)]) == FOUND
        assert f"From line {number} (" in capsys.readouterr().err


def test_it_says_where_an_order_was_changed_that_can_be_played(record: Path, tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "changed.jsonl"
    file.write_text(
        record.read_text().replace(
            '"seat":2,"request":1,"action":{"type":"pass"}', '"seat":2,"request":1,"action":{"type":"loot"}'
        )
    )
    assert run(["replay", str(file)]) == FOUND
    place = (
        file.read_text().splitlines().index(next(one for one in file.read_text().splitlines() if '"loot"' in one)) + 1
    )
    assert f"From line {place} (answered of seat 2) on, the file is not what was written." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [('"target":2', '"target":7', "attack: target must be "), ('"type":"attack"', '"type":"atack"', "atack")],
)
def test_it_says_where_an_order_was_changed_that_cannot_be_played(
    old: str, new: str, refused: str, record: Path, tmp_path: Path, capsys: Printed
) -> None:
    lines = record.read_text().splitlines()
    place = next(number for number, line in enumerate(lines) if '"answered"' in line and old in line)
    lines[place] = lines[place].replace(old, new)
    file = tmp_path / "changed.jsonl"
    file.write_text("\n".join(lines))
    assert run(["replay", str(file)]) == FOUND
    told = capsys.readouterr().err
    assert f"From line {place + 1} (answered of seat 0) on, the file is not what was written." in told
    sentence = f"Entry {place} (answered of seat 0) or the talk before it is refused: "
    assert refused in told.partition(sentence)[2]
    assert told.count("\n") == 1


def test_a_line_that_was_taken_away_is_found_out(record: Path, tmp_path: Path, capsys: Printed) -> None:
    """Any but the header, without which it is no record."""
    lines = record.read_text().splitlines()
    for number in range(2, len(lines) + 1):
        file = tmp_path / f"{number}.jsonl"
        file.write_text("\n".join(lines[: number - 1] + lines[number:]))
        assert run(["replay", str(file)]) == FOUND
        told = capsys.readouterr().err
        assert told.startswith("turncoat: the record is not valid: ")
        last = number == len(lines)
        assert (f"breaks off after line {number - 1}" if last else f"From line {number} (") in told
        assert told.count("\n") == 1


def test_another_seed_than_was_committed_to_is_found_out(played: Sitting, tmp_path: Path, capsys: Printed) -> None:
    record = structs.replace(played.record(), secret=Secret("00" * 32, "cd" * 32))
    for options in ([], ["--json"]):
        assert run(["replay", kept(tmp_path, record), *options]) == FOUND
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("turncoat: the record is not valid: The seed is not the one that was promised before")


def test_a_finding_of_fuzz_is_for_fuzz(tmp_path: Path, capsys: Printed) -> None:
    setup = fuzz.Setup("truce", {}, 3, "00" * 32)
    file = tmp_path / "finding.json"
    file.write_bytes(fuzz.write(fuzz.Finding("odd", "rules", setup, "0", ())))
    assert run(["replay", str(file)]) == NONSENSE
    told = capsys.readouterr().err
    assert told.endswith(f"{file} is a finding of turncoat fuzz; turncoat fuzz --again {file} plays it again.\n")
    assert told.count("\n") == 1


def test_what_others_wrote_cannot_command_the_terminal(tmp_path: Path, capsys: Printed) -> None:
    sitting = Sitting(header(options={"rounds": 1})).begun()
    sitting.say(0, "\x1b[2Jgone\x07").everybody()
    assert run(["replay", kept(tmp_path, sitting.record())]) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "“�[2Jgone�”" in told
