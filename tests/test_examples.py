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
from tests.conformance import checks
from tests.conformance.walk import Walk
from tests.kit import of_the_tree, sure

from turncoat import bots, games
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


def forget() -> None:
    """Look for games anew."""
    for known in (games.outside, game_ids, games.game_of, bots.bots_for):
        known.cache_clear()


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which the game lies as a distribution with its entry point, as an installer would leave it."""
    info = tmp_path / "undercut-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: undercut\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[turncoat.games]\nundercut = undercut.rules:RULES\n")
    return tmp_path


@pytest.fixture
def undercut(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyRuleset]:
    """The game, found through the entry point."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.syspath_prepend(str(installed))
    forget()
    yield ruleset("undercut")
    forget()


def test_a_game_from_outside_is_found(undercut: AnyRuleset) -> None:
    assert "undercut" in game_ids()
    assert undercut.title == "Undercut"


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (
            "undercut = undercut",
            'the entry point of undercut is "undercut", but must be like "yourpackage.rules:RULES"',
        ),
        ("undercut = undercut.rules:GAME", 'must be like "yourpackage.rules:RULES"'),
        ("undercut = undercut.rulez:RULES", "should have its RULES in undercut.rulez: no such module"),
        ("cut = undercut.rules:RULES", 'the game cut has RULES with id="undercut"'),
    ],
)
def test_an_entry_point_that_leads_nowhere_says_so(
    point: str, words: str, undercut: AnyRuleset, installed: Path
) -> None:
    (installed / "undercut-1.0.dist-info" / "entry_points.txt").write_text(f"[turncoat.games]\n{point}\n")
    forget()
    with pytest.raises(TypeError, match=re.escape(words)):
        ruleset(point.split(maxsplit=1)[0])


def test_a_story_that_is_none_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class in place of one of it is not passed over."""
    monkeypatch.setattr("turncoat.games.truce.story.STORY", TruceStory)
    with pytest.raises(TypeError, match="STORY = YourStory"):
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
def test_the_command_line_knows_a_game_from_outside(installed: Path, command: str, printed: str) -> None:
    path = os.pathsep.join([str(installed), str(EXAMPLES), os.environ.get("PYTHONPATH", "")])
    program = [sys.executable, "-c", "from turncoat.cli import main; main()", *command.split()]
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(
        program, input="say 2\nseal\n", capture_output=True, text=True, check=False, env=environment, cwd=installed
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert printed in done.stdout
