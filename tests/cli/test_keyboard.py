"""The prompt at a real terminal: Tab completes, the arrows bring lines back and move in them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from tests.cli.keyboard import Keyboard

TAB, UP, DOWN, LEFT, HOME, ENTER = "\t", "\x1b[A", "\x1b[B", "\x1b[D", "\x01", "\r"

PLAIN = "\nwhile True: input('> ')\n"
"""A prompt that can neither complete nor remember."""


@pytest.fixture
def truce() -> Iterator[Keyboard]:
    with Keyboard(sys.executable, "-m", "turncoat", "play", "truce", "--seed", "a", "--bots", "random") as game:
        game.until(lambda: game.line == ">")
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
