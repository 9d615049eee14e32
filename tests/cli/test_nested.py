"""Files that are nested thousands of levels deep are refused in one sentence, wherever the command line reads one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.table.tables import Sitting, header

from turncoat.cli import FOUND, NONSENSE, run
from turncoat.table.notation import OPENING
from turncoat.table.record_file import write

DEPTHS = (950, 1_100, 15_000)
NESTED = "%s"

FILES = {
    "brackets alone": NESTED,
    "a header": '{"header":%s}\n{"end":{}}',
    "a header's options": '{"header":{"format":1,"options":{"a":%s}}}\n{"end":{}}',
    "a finding": '{"finding":%s}',
    "notation": f"{OPENING}\nGame: %s\n",
}


def nested(text: str, depth: int) -> str:
    return text % ("[" * depth + "]" * depth)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize("command", [("replay",), ("export",), ("fuzz", "truce", "--again")])
def test_a_nested_file_is_refused_in_one_sentence(
    command: tuple[str, ...], what: str, depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(nested(FILES[what], depth))
    assert run([*command, str(file)]) == NONSENSE
    assert_one_sentence(capsys)


def played() -> bytes:
    return write(Sitting(header(options={"rounds": 1})).begun().everybody("loot").record())


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_nested_action_in_a_record_is_refused_in_one_sentence(
    depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_bytes(played().replace(b'{"type":"loot"', nested('{"type":%s', depth).encode(), 1))
    assert run(["replay", str(file)]) in {FOUND, NONSENSE}
    assert_one_sentence(capsys)


@pytest.mark.parametrize("depth", DEPTHS)
def test_nested_receipts_are_refused_in_one_sentence(
    depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, receipts = tmp_path / "game", tmp_path / "receipts"
    game.write_bytes(played())
    receipts.write_text(nested('{"table":%s}', depth))
    assert run(["replay", str(game), "--receipts", str(receipts)]) == NONSENSE
    assert_one_sentence(capsys)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    ("game", "option"),
    [("thrice", "characters"), ("loyalty", "map"), ("truce", "rounds"), ("dune", "skin"), ("conspiracy", "board")],
)
def test_a_nested_option_is_refused_in_one_sentence(
    game: str, option: str, depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(nested(NESTED, depth))
    assert run(["play", game, "--option", f"{option}=@{file}"]) == NONSENSE
    assert_one_sentence(capsys)


def assert_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    said = capsys.readouterr().err
    assert said.startswith("turncoat: ")
    assert said.count("\n") == 1
    assert "Traceback" not in said
