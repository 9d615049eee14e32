"""A report of a run: one file for people, tables for programs, and what is said where it cannot be made."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from turncoat.cli import NONSENSE, run
from turncoat.lab.batches import Batch
from turncoat.lab.run_file import read_run
from turncoat.lab.study import look, study

ASKED = """
question = "Do 2 rounds & fewer leave <fewer> with nothing?"
game = "truce"
measure = "players without a coin"
precision = 0.01
bots = ["schemer:fast,random", "random"]
players = 3
[arms."2 rounds"]
rounds = 2
[arms."1 round"]
rounds = 1
[budget]
games = 100
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("lab") / "rounds.toml"
    file.write_text(ASKED)
    assert run(["lab", "ask", str(file), "--workers", "1"]) == 0
    return file.with_suffix(".games")


def test_a_report_is_one_page_that_needs_nothing_else(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert run(["lab", "report", str(games), "-o", str(out), "--study", "2", "--workers", "1"]) == 0
    page = out.read_text()
    assert not re.search(r"<script|<link|<img|src=|url\(|@import", page)
    assert set(re.findall(r"https?://[^\"' <]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "<h1>Do 2 rounds &amp; fewer leave &lt;fewer&gt; with nothing?</h1>" in page
    for title in (
        "Who wins from which seat?",
        "Which player is the strongest?",
        "How long is a game?",
        "How does the lead grow?",
        "When is a game decided?",
        "What are promises worth?",
        "Luck or skill?",
        "How many choices matter?",
        "Do losers choose the winner?",
        "What never happens?",
        "What does this rest on?",
    ):
        assert f"<h2>{title}</h2>" in page
    assert page.count("How this is measured") >= 10
    assert "the bot " in page
    assert "With random bots, " in page


def test_a_table_has_a_row_for_each_game(games: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("games.csv", "games.parquet"):
        assert run(["lab", "report", str(games), "-o", str(tmp_path / name)]) == 0
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table: list[dict[str, Any]] = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert len(rows) == len(table) == len(read_run(games)[1])
    for row, same in zip(rows, table, strict=True):
        assert row == {name: "" if value is None else str(value) for name, value in same.items()}
    assert {row["seat 1 bot"] for row in rows} == {"schemer:fast", "random"}
    assert rows[0]["length"] == "2.0"
    assert len({row["seed"] for row in rows}) < len(rows)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.games", "-o", "r.html"], "none.games cannot be opened"),
        (["text.games", "-o", "r.html"], "is not the file of a run"),
        (["head.games", "-o", "r.html"], "There is no whole game in this run"),
        (["rounds.games", "-o", "r.pdf"], "must end with .html, .csv, .parquet"),
        (["rounds.games", "-o", "no/r.csv"], "cannot be written"),
        (["rounds.games", "-o", "r.html", "--study", "-1"], "--study: must be 0 to 10,000, not -1"),
        (["rounds.games", "-o", "r.html", "--workers", "0"], "--workers: must be 1 to 256, not 0"),
    ],
)
def test_what_cannot_be_reported_is_said_in_one_sentence(
    arguments: list[str], said: str, games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(games.parent)
    Path("text.games").write_text("hello\n")
    Path("head.games").write_bytes(games.read_bytes().partition(b"\n")[0] + b'\n{"arm"')
    before = games.read_bytes()
    assert run(["lab", "report", *arguments]) == NONSENSE
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert games.read_bytes() == before


def test_without_the_libraries_it_says_which_are_missing(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert run(["lab", "report", str(games), "-o", str(tmp_path / "r.html")]) == NONSENSE
    assert 'pip install "turncoat[lab]"' in capsys.readouterr().err


def test_a_run_of_other_rules_is_reported_and_nothing_is_played_again(games: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "other.games", tmp_path / "r.html"
    head = read_run(games)[0]
    other.write_text(games.read_text().replace(head.ruleset, "0" * 16, 1))
    assert run(["lab", "report", str(other), "-o", str(out)]) == 0
    assert "the rules have changed, so no game could be replayed" in out.read_text()


def test_a_study_is_the_same_with_any_number_of_workers() -> None:
    batch = Batch("truce", {"rounds": 2}, ("schemer:fast", "random", "random"), 2, "x")
    jobs = [(batch, number, 2) for number in range(2)]
    assert study(jobs, 1, lambda _: None) == study(jobs, 2, lambda _: None)


def test_a_game_that_is_played_again_is_looked_at_from_all_seats() -> None:
    seen = look((Batch("truce", {"rounds": 2}, ("schemer:fast", "random", "random"), 1, "x"), 0, 2))
    assert len(seen.cells) == 9
    assert {(cell.seat, cell.bot) for cell in seen.cells} == {
        (seat, bot) for seat in range(3) for bot in ("schemer:fast", "random")
    }
    assert {"RoundBegan", "ActionsRevealed", "GameEnded"} <= seen.events
    assert seen.answers
    assert len(seen.options) == 6
