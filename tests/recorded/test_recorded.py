"""Recorded games end as they were recorded, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from tests.kit import of_the_tree, says
from tests.recorded import record, recorded

from turncoat.games.truce import attack
from turncoat.kernel.errors import Refusal

FILES = recorded.files()
KEEP = "if this is meant: .venv/bin/python -m tests.recorded.record shows what is different, and --keep writes it down"
SIX = recorded.FOLDER / "truce-round-of-six.json"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_was_recorded(path: Path) -> None:
    one = recorded.read(path)
    assert one.expected is not None
    now = recorded.played(one)
    assert now.events == one.expected.events, KEEP
    assert now == one.expected, KEEP


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_written_as_it_was_read(path: Path) -> None:
    assert recorded.write(recorded.read(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", of_the_tree())
def test_every_game_has_recorded_games(game: str) -> None:
    assert [path for path in FILES if recorded.read(path).game == game]


def test_the_round_of_six_is_that_of_the_rulebook() -> None:
    """TRU-X1, with a round before it, and the reward after it."""
    one = recorded.read(SIX)
    assert one.players == ["Agatha", "Barney", "Celeste", "Darcy", "Emmett", "Freja"]
    assert one.expected is not None
    sentences = [sentence for _, _, sentence in one.expected.events]
    assert "Celeste loots the Stash: 2 coins." in sentences
    assert "Emmett's attack on Agatha succeeds with strength 1 against 0." in sentences
    says(sentences, "Barney takes 2 coins from Emmett.", "Barney gives 1 coin to Darcy.")


def test_another_move_is_noticed() -> None:
    one = recorded.read(SIX)
    for step in one.steps:
        if step.action == {"type": "support", "target": 1}:
            step.action = {"type": "support", "target": 0}
    assert recorded.played(one) != one.expected


def test_a_change_of_the_rules_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = attack.settlements
    monkeypatch.setattr(attack, "settlements", lambda robs: right(robs)[::-1])
    assert recorded.played(recorded.read(SIX)) != recorded.read(SIX).expected


def test_a_step_that_is_refused_now_is_noticed() -> None:
    one = recorded.read(SIX)
    one.steps[0].action = {"type": "attack", "target": 0}
    with pytest.raises(Refusal):
        recorded.played(one)


def test_a_draw_that_nothing_asks_for_is_noticed() -> None:
    one = recorded.read(recorded.FOLDER / "conspiracy-extended-example.json")
    one.steps[3].draws.append(0)
    with pytest.raises(ValueError, match="1 draws too many"):
        recorded.played(one)


def test_another_draw_is_noticed() -> None:
    one = recorded.read(recorded.FOLDER / "conspiracy-extended-example.json")
    one.steps[3].draws[0] = 4
    assert recorded.played(one) != one.expected


def test_recording_again_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert record.main([]) == 0
    assert capsys.readouterr().out == ""


def test_recording_again_shows_what_is_different(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(SIX, tmp_path)
    path = tmp_path / SIX.name
    wrong = path.read_text(encoding="utf-8").replace("Barney takes 2 coins", "Barney takes 9 coins")
    path.write_text(wrong, encoding="utf-8")
    assert record.main([], tmp_path) == 1
    shown = capsys.readouterr().out
    says(shown, "Barney takes 9 coins from Emmett.", "Barney takes 2 coins from Emmett.")
    assert path.read_text(encoding="utf-8") == wrong
    assert record.main(["--keep"], tmp_path) == 0
    assert path.read_text(encoding="utf-8") == SIX.read_text(encoding="utf-8")


def test_a_game_can_be_made_up(tmp_path: Path) -> None:
    record.main(["--new", "short", "--game", "truce", "--players", "4", "--options", '{"rounds": 2}'], tmp_path)
    one = recorded.read(tmp_path / "short.json")
    assert one.expected == recorded.played(one)
    assert msgspec.json.decode((tmp_path / "short.json").read_bytes())["options"] == {"rounds": 2}
    assert record.main([], tmp_path) == 0
