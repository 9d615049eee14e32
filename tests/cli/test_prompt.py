"""What Tab completes at the prompt."""

from __future__ import annotations

import pytest

from turncoat.cli.prompt import completions

WORDS = ("attack", "agree", "move", "Imperial Basin", "Ibad", "Barney")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("att", [("attack", "att")]),
        ("a", [("attack", "a"), ("agree", "a")]),
        ("attack B", [("barney", "b")]),
        ("move 3 to imperial b", [("imperial basin", "imperial b")]),
        ("tell i,imp", [("imperial basin", "imp")]),
        ("ask barney:mo", [("move", "mo")]),
        ("xyz", []),
    ],
)
def test_the_end_of_a_line_is_completed(line: str, found: list[tuple[str, str]]) -> None:
    """As many words as begin something that is known, whatever its capitals."""
    assert completions(line, lambda begun: WORDS) == found
