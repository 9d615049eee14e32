"""The hash of a ruleset: names how a game is played, and nothing about how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from turncoat.kernel import ruleset

FILES = ("__init__.py", "battle.py", "board.py", "board_map.py", "story_telling.py", "text.py", "rules.md")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with rules, drawings and a rulebook."""
    folder = tmp_path / "somegame"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "somegame"


def test_drawings_and_their_parts_do_not_change_what_a_ruleset_is_called(package: str) -> None:
    assert [name for name, _ in ruleset._sources(package)] == ["__init__.py", "battle.py"]
