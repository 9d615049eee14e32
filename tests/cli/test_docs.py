"""What the documentation of the terminal and of bots shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from tests.kit import sure

from turncoat.cli import COMMANDS, run
from turncoat.games import game_ids

DOCS = Path(__file__).parents[2] / "docs"
TERMINAL, BOTS = DOCS / "playing" / "terminal.md", DOCS / "api" / "bots.md"
PROMPT = re.compile(r"^(?:seal it\? )?> (.*)$", re.MULTILINE)


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def played(command: str, typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints when these lines are typed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert run(shlex.split(command)[1:]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_game_on_the_page_is_the_game_that_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """TRU-2: word by word, from the first line to the end of the first round; then what the page says about talk."""
    game, talk = blocks(TERMINAL, "console")
    first, _, shown = game.partition("\n")
    command = first.removeprefix("$ ")
    assert played(command, PROMPT.findall(game), monkeypatch, capsys).startswith(shown)
    assert talk in played(command, PROMPT.findall(talk), monkeypatch, capsys)


def test_the_lines_that_are_piped_on_the_page_are_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (lines, command) = re.findall(r"`printf '(.+?)' \| (.+?)`", TERMINAL.read_text(encoding="utf-8"))[0]
    typed = lines.replace("\\n", "\n").splitlines()
    assert "The game is over" in played(f"{command} --seed s --bots random", typed, monkeypatch, capsys)


def test_every_command_on_the_pages_is_one() -> None:
    """The command is there, and so are its options and the game."""
    text = TERMINAL.read_text(encoding="utf-8") + BOTS.read_text(encoding="utf-8")
    lines = re.findall(r"\bturncoat ([a-z]+)((?: [^`#|\n]+)?)", text)
    assert len(lines) > 10
    for name, rest in lines:
        assert name in COMMANDS
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            assert run([name, "--help"]) == 0
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in printed.getvalue(), f"turncoat {name}{rest}"
    assert "truce" in game_ids()


def test_the_bot_on_the_page_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    """And keeps its word, which is all it says."""
    known: dict[str, object] = {}
    for code in blocks(BOTS, "python"):
        exec(compile(code, str(BOTS), "exec"), known)
    told = sure(re.fullmatch(r"(\[.+\]) (\[.+\]) (\[.+\]) (\[.+\]) \[\]\n", capsys.readouterr().out))
    kept, broken = told[3], told[4]
    assert re.match(r"\[[1-9]", kept)
    assert broken == "[0, 0, 0, 0, 0, 0]"
