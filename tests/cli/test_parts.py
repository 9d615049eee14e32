"""Seats are called by the parts that they play, too: the factions of Dune."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.kit import says

from turncoat.cli import run

At = Callable[..., str]


def test_talk_goes_to_a_faction(at: At) -> None:
    """DUN-3.1.1: events name factions, so that one talks to them."""
    says(at("dune", "tell harkonnen: hello\ntell emp: hello\nquit"), "You to Emmett: “hello”", "You to Darcy: “hello”")


def test_a_game_is_exported_and_replayed_as_a_faction_saw_it(
    at: At, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DUN-1.5: as the seat that plays it saw it."""
    file = tmp_path / "game.jsonl"
    at("dune", "keep chani!\nquit", f"--seed a --bots random --save {file}")
    written = []
    for seat in ("harkonnen", "emmett"):
        assert run(["export", str(file), "--seat", seat]) == 0
        written.append(capsys.readouterr().out)
    assert written[0] == written[1]
    assert run(["export", str(file), "--seat", "nobody"]) == 2
    says(capsys.readouterr().err, "--seat nobody: name one of Agatha, ", "Harkonnen")


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("truce", "say", "say WORDS, tell all: WORDS"),
        ("truce", "explain", "explain NAME, ? NAME"),
        ("truce", "menu please", "menu takes nothing more; write menu alone."),
        ("thrice", "the old soldeir", "There is no “the old soldeir”; did you mean the old soldier?"),
        ("dune", "explain arrakeen", "Arrakeen lies beside Imperial Basin, Old Gap and Rim Wall West."),
        ("dune", "explain chani", "Chani (Fremen leader): 6"),
    ],
)
def test_a_word_alone_is_answered_with_what_it_needs(at: At, game: str, typed: str, told: str) -> None:
    said = at(game, f"{typed}\nquit")
    says(said, told)
    assert "did you mean say" not in said
    assert "mechanically" not in said


def test_a_field_says_why_a_name_is_none(at: At) -> None:
    """DUN-4.7.2: there are three sectors of Old Gap; another whole answer can be written instead."""
    told = at("dune", "keep chani!\nalways pass\nship\n2\nold gap\npass\nno\nquit")
    says(told, "to could be Old Gap 8, Old Gap 9 or Old Gap 10: write more of the name.", "You will pass at once")
