"""Games of `simulate` that are kept: the same as otherwise, stopped and gone on with, never mixed with others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from turncoat.bots.result import Result
from turncoat.cli import INTERRUPTED, NONSENSE, run
from turncoat.lab import kept
from turncoat.lab.batches import Batch, play_game
from turncoat.lab.run_file import Played, read_run

ASKED = "simulate truce --games 12 --players 4 --bots schemer:fast,random --rounds 2 --workers 1 --json"
COMMAND = ASKED.split()

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capsys: Printed, *arguments: str) -> dict[str, object]:
    """The report without what depends on the clock."""
    assert run([*COMMAND, *arguments]) == 0
    report: dict[str, object] = json.loads(capsys.readouterr().out)
    return {name: value for name, value in report.items() if "second" not in name}


def test_what_is_kept_is_what_would_have_been_played(inside: Path, capsys: Printed) -> None:
    plain = told(capsys, "--seed", "s")
    assert told(capsys, "--seed", "s", "--out", "one.games") == plain
    assert told(capsys, "--seed", "s", "--out", "two.games", "--workers", "2") == plain
    assert Path("one.games").read_bytes() == Path("two.games").read_bytes()


def test_the_file_says_with_what_and_of_what_it_was_played(inside: Path, capsys: Printed) -> None:
    told(capsys, "--seed", "s", "--out", "one.games")
    head, games, _ = read_run(Path("one.games"))
    assert all((head.turncoat, head.python, head.ruleset))
    assert head.question.question == "What do games of Truce show?"
    assert head.question.seed == "s"
    assert len(games) == 12
    assert run(["lab", "report", "one.games", "-o", "one.csv"]) == 0
    assert len(Path("one.csv").read_text().splitlines()) == 13


def test_a_run_that_was_stopped_goes_on_and_keeps_its_seed(
    inside: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = told(capsys, "--seed", "s", "--out", "whole.games")
    play, played = play_game, 0

    def tired(batch: Batch, number: int, *, course: bool) -> Result:
        nonlocal played
        played += 1
        if played > 5:
            raise KeyboardInterrupt
        return play(batch, number, course=course)

    with monkeypatch.context() as patched:
        patched.setattr(kept, "play_game", tired)
        assert run([*COMMAND, "--seed", "s", "--out", "run.games"]) == INTERRUPTED
    shown = capsys.readouterr()
    assert json.loads(shown.out)["games"] == 5
    assert "the same command goes on with run.games" in shown.err
    assert len(read_run(Path("run.games"))[1]) == 5
    assert told(capsys, "--out", "run.games") == whole
    assert Path("run.games").read_bytes() == Path("whole.games").read_bytes()


def test_every_combination_is_kept_under_its_name(inside: Path, capsys: Printed) -> None:
    assert run([*COMMAND, "--seed", "s", "--out", "run.games", "--vary", "coins=1,5"]) == 0
    capsys.readouterr()
    games: list[Played] = read_run(Path("run.games"))[1]
    assert [game.arm for game in games] == ["coins 1"] * 12 + ["coins 5"] * 12
    assert run(["lab", "report", "run.games", "-o", "run.html", "--study", "0"]) == 0
    assert "<b>coins 5.</b>" in Path("run.html").read_text()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--option", "coins=9"], "holds games of another question"),
        (["--seed", "t"], "holds games of another question"),
        (["--bots", "random"], "holds games of another question"),
    ],
)
def test_games_of_another_run_are_left_alone(inside: Path, capsys: Printed, more: list[str], said: str) -> None:
    told(capsys, "--seed", "s", "--out", "run.games")
    before = Path("run.games").read_bytes()
    assert run([*COMMAND, "--out", "run.games", *more]) == NONSENSE
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert Path("run.games").read_bytes() == before


def test_a_game_in_which_the_rules_fail_is_told_and_not_kept(
    inside: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(batch: Batch, number: int, *, course: bool) -> Result:
        raise ValueError("no")

    monkeypatch.setattr(kept, "play_game", broken)
    assert run([*COMMAND, "--seed", "s", "--out", "run.games"]) == 1
    assert "Game 0: the rules failed" in capsys.readouterr().out
    assert read_run(Path("run.games"))[1] == []
