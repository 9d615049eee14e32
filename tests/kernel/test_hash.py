"""The hash of a ruleset: names how a game is played, and nothing about how it looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from turncoat.kernel import ruleset

RULES = ("__init__.py", "battle.py", "board_limits.py", "text_limits.py")
"""Names that only begin like those of drawings and texts are rules."""
LOOKS = ("board.py", "drawing/__init__.py", "drawing/map.py", "events/war.py", "story.py", "text.py", "rules.md")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with rules, drawings and a rulebook."""
    for name in (*RULES, *LOOKS):
        path = tmp_path / "somegame" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "somegame"


def test_drawings_and_their_parts_do_not_change_what_a_ruleset_is_called(package: str) -> None:
    assert [name for name, _ in ruleset._sources(package)] == list(RULES)
