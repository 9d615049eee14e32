"""The prompt at a real terminal: Tab completes, the arrows bring lines back and move in them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.keyboard import Keyboard

from turncoat.table.record_file import read

TAB, UP, DOWN, LEFT, HOME, ENTER = "\t", "\x1b[A", "\x1b[B", "\x1b[D", "\x01", "\r"

PLAIN = "\nwhile True: input('> ')\n"
"""A prompt that can neither complete nor remember."""


def playing(game: str, *more: str, columns: int = 100) -> Keyboard:
    """A game at its first prompt."""
    command = (sys.executable, "-m", "turncoat", "play", game, "--seed", "a", "--bots", "random", "--pace", "0", *more)
    found = Keyboard(*command, columns=columns)
    found.until(lambda: found.line == ">")
    return found


@pytest.fixture
def truce() -> Iterator[Keyboard]:
    with playing("truce") as game:
        yield game


def test_tab_completes_answers_and_names(truce: Keyboard) -> None:
    truce.types("att", "> att")
    truce.types(TAB, "> attack")
    truce.types("bar", "> attack bar")
    truce.types(TAB, "> attack barney")
    truce.shows(ENTER, "You will attack Barney")


def test_tab_lists_what_a_line_can_become(truce: Keyboard) -> None:
    truce.press(f"give 2 to {TAB}{TAB}")
    truce.until(lambda: any({"barney", "celeste", "darcy"} <= {*line.split()} for line in truce.lines))


def test_tab_completes_what_a_field_can_be(truce: Keyboard) -> None:
    """Asked field by field, and after an amount of coins that is none of the names."""
    truce.press(f"attack{ENTER}")
    truce.until(lambda: truce.line.startswith("target") and truce.line.endswith(">"))
    asked = truce.line
    truce.types(f"bar{TAB}", f"{asked} barney")


def test_tab_completes_what_is_explained(truce: Keyboard) -> None:
    with playing("dune", "--players", "4") as dune:
        dune.types(f"explain lasg{TAB}", "> explain lasgun")
    truce.types(f"? loo{TAB}", "> ? loot")


@pytest.mark.parametrize("ending", [signal.SIGHUP, signal.SIGTERM])
def test_a_game_is_saved_when_its_terminal_is_closed(ending: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    with playing("truce", "--save", str(file)) as game:
        game.process.send_signal(ending)
        game.until_over()
    assert read(file.read_bytes()).header.game == "truce"


def test_the_arrows_bring_earlier_lines_back(truce: Keyboard) -> None:
    truce.shows(f"rules 3.3{ENTER}", "TRU-3.3  ")
    truce.shows(f"rules 3.4{ENTER}", "TRU-3.4  ")
    truce.types(UP, "> rules 3.4")
    truce.types(UP, "> rules 3.3")
    truce.types(DOWN, "> rules 3.4")


def test_a_line_is_mended_where_it_is_wrong(truce: Keyboard) -> None:
    truce.types(f"ttack barny{LEFT}e{HOME}a", "> attack barney")
    truce.shows(ENTER, "You will attack Barney")


def test_a_prompt_that_does_nothing_of_this_is_noticed() -> None:
    """The keys arrive there, and nothing comes of them."""
    with Keyboard(sys.executable, "-c", PLAIN) as bare:
        bare.until(lambda: bare.line == ">")
        bare.press(f"rules{ENTER}{UP}{TAB}!")
        bare.until(lambda: "!" in bare.line)
        assert bare.line != "> rules!"
