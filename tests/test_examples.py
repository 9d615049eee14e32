"""The examples run, say what they promise, and are as short as they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests import outside
from tests.conformance import checks
from tests.conformance.walk import Walk
from tests.kit import of_the_tree, sure

from turncoat import games
from turncoat.bots.match import Match, derive, seat_bots
from turncoat.games import AnyRuleset, game_ids, ruleset
from turncoat.games.truce.story import TruceStory

EXAMPLES = Path(__file__).parent.parent / "examples"


def run_example(name: str, *arguments: str) -> str:
    """What an example prints."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def lines_of_code(name: str) -> int:
    """Lines that are neither empty, nor imports, nor a docstring of one line, nor below the main guard."""
    text = (EXAMPLES / name).read_text().split("\nif __name__")[0]
    text = re.sub(r"^from \S+ import \([^)]*\)$", "", text, flags=re.MULTILINE)
    return sum(not re.match(r'\s*(""".*"""|from .*|import .*|)$', line) for line in text.splitlines())


def test_a_bot_in_20_lines_plays_a_whole_game() -> None:
    coins = sure(re.search(r"Coins at the end: \[([\d, ]+)\]", run_example("bot_in_20_lines.py")))
    assert len(coins[1].split(",")) == 6


def test_an_experiment_in_20_lines_compares_four_numbers_of_coins() -> None:
    printed = run_example("experiment_in_20_lines.py", "2")
    assert re.findall(r"^ *(\d+) coins:", printed, re.MULTILINE) == ["1", "3", "5", "10"]


@pytest.mark.parametrize(
    ("name", "most"), [("bot_in_20_lines.py", 20), ("experiment_in_20_lines.py", 20), ("undercut/rules.py", 100)]
)
def test_the_examples_are_as_short_as_they_say(name: str, most: int) -> None:
    assert lines_of_code(name) <= most


# --- a game from outside ----------------------------------------------------------------------


@pytest.fixture
def undercut(tmp_path: Path) -> Iterator[AnyRuleset]:
    """The game, found through the entry point."""
    outside.write(tmp_path)
    with outside.found(tmp_path):
        yield ruleset("undercut")


def test_a_game_from_outside_is_found(undercut: AnyRuleset) -> None:
    assert "undercut" in game_ids()
    assert undercut.title == "Undercut"


def test_a_story_that_is_none_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class in place of one of it is not passed over."""
    monkeypatch.setattr("turncoat.games.truce.story.STORY", TruceStory)
    with pytest.raises(TypeError, match=r"STORY = TruceStory\(\)"):
        _ = games.Game("truce", "turncoat.games.truce.rules").story


def test_without_its_entry_point_it_is_not_there() -> None:
    assert "undercut" not in game_ids()


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_a_game_from_outside_conforms(undercut: AnyRuleset, seats: int) -> None:
    checks.at_every_step(Walk(undercut, {"rounds": 2}, seats, Random(seats)))


def test_what_is_kept_of_games_is_not_asked_of_one_from_outside(undercut: AnyRuleset) -> None:
    """Recorded games, facts and verbs lie in this repository."""
    assert "undercut" in game_ids()
    assert "undercut" not in of_the_tree()


def test_bots_play_a_game_from_outside(undercut: AnyRuleset) -> None:
    match = Match(
        undercut, undercut.read_options({}), 4, derive("u", "game"), seat_bots("undercut", ["random"] * 4, "u")
    )
    result = match.play()
    assert result.questions == 5
    assert result.faults == []


def test_the_smallest_number_that_stands_alone_wins(undercut: AnyRuleset) -> None:
    """UND-2.2."""
    match = Match(undercut, undercut.read_options({"rounds": 1}), 4, derive("u"), {})
    for seat, number in enumerate((1, 1, 3, 2)):
        match.submit(seat, undercut.read_action({"type": "number", "number": number}))
    assert match.result().winners == [3]
    assert match.result().scores == [0, 0, 0, 4]


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("games", "undercut  Undercut: Say a small number"),
        ("rules undercut 2.2", "smallest number"),
        ("simulate undercut --games 20 --players 4 --workers 2 --seed s", "20 games of undercut"),
        ("fuzz undercut --games 5 --seed s", "nothing found."),
        ("play undercut --rounds 1 --players 3 --seed s", "The game is over"),
    ],
)
def test_the_command_line_knows_a_game_from_outside(tmp_path: Path, command: str, printed: str) -> None:
    outside.write(tmp_path)
    done = turncoat(tmp_path, command, "choose 2\nseal\n")
    progress = all("Ctrl-C shows the results." in line for line in done.stderr.splitlines())
    assert (done.returncode, progress) == (0, True), done.stderr
    assert printed in done.stdout


def test_the_tests_of_this_repository_pass_for_a_game_from_outside(tmp_path: Path) -> None:
    """The third command of docs/adding-a-game.md, for a game whose only bot never says a word."""
    outside.write(tmp_path)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "pytest", "tests/conformance", "tests/leaks", "-k", "undercut", "-q"]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
        cwd=EXAMPLES.parent,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def turncoat(folder: Path, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where what lies in a folder is installed."""
    program = [sys.executable, "-c", "from turncoat.cli import main; main()", *command.split()]
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        program,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
        cwd=folder,
    )


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        ("games", "truce  Truce: "),
        ("rules", "dune  Dune, "),
        ("play --rounds 1 --seed s", "The game is over"),
        ("fuzz truce --games 1 --seed s", "nothing found."),
    ],
)
def test_a_broken_game_hurts_no_other(tmp_path: Path, command: str, printed: str) -> None:
    """It is left out, with a sentence where games are listed."""
    outside.write(tmp_path, "[turncoat.games]\nbroken = nopkg.rules:RULES\n")
    done = turncoat(tmp_path, command, "loot\n\n")
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout
    said = "turncoat: The game broken of the distribution cutlery is left out: ModuleNotFoundError: No module named"
    assert done.stderr == "" or (done.stderr.startswith(said) and command in ("games", "rules"))
    refused = turncoat(tmp_path, "play broken")
    assert (refused.returncode, refused.stderr.startswith(said)) == (2, True)
