"""A person at a real terminal: what is typed goes through a pseudo-terminal, and what is shown comes out of it."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.kit import says

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

COLOUR = re.compile(r"\x1b\[[\d;]*\b(?:3[0-7]|9[0-7])m|\x1b\[[\d;]*\b(?:3[0-7]|9[0-7]);[\d;]*m")
CODES = re.compile(r"\x1b\[\??[\d;]*[A-Za-z]")
RIGHT = re.compile(r"(?:\x08|\x1b\[\d+D)\x1b\[\d+C")
"""Back to where the line is typed, behind the prompt and a space that need not be written."""
PATIENCE = 60
"""Seconds after which something that never shows is missed."""


class Terminal:
    """``turncoat`` at a terminal of its own."""

    def __init__(self, *arguments: str, before: str = "", **environment: str) -> None:
        self.shown, self.raw, self.over = "", b"", False
        self.child, self.ear = pty.fork()
        if not self.child:
            known = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
            program = f"{before}\nfrom turncoat.cli import main; main()"
            size = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm-256color"}
            # Tests in the background may have been told to overhear Ctrl-C; a child would inherit that.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.execve(sys.executable, [sys.executable, "-c", program, *arguments], known | size | environment)

    def until(self, wanted: str) -> str:
        """Read until these words show; what showed since the last time, without colours."""
        while (found := self.plain.find(wanted)) < 0:
            assert self._read(), f"{wanted!r} never showed; what did:\n{self.shown}"
        said, self.shown = self.plain[: found + len(wanted)], self.plain[found + len(wanted) :]
        return said

    def types(self, keys: str) -> None:
        """Type these keys."""
        os.write(self.ear, keys.encode())

    def ends(self) -> tuple[int, str]:
        """Read to the end: the exit code, and what showed, without colours."""
        while self._read():
            pass
        assert self.over, f"the program goes on; what showed:\n{self.shown}"
        _, status = os.waitpid(self.child, 0)
        self.child = 0
        return os.waitstatus_to_exitcode(status), self.plain

    @property
    def plain(self) -> str:
        """What shows, without colours."""
        return CODES.sub("", RIGHT.sub(" ", self.shown)).replace("\r\n", "\n")

    def _read(self) -> bool:
        ready, _, _ = select.select([self.ear], [], [], PATIENCE)
        try:
            data = os.read(self.ear, 65536) if ready else b""
        except OSError:
            data = b""
        self.over = bool(ready) and not data
        self.raw += data
        self.shown += data.decode(errors="replace")
        return bool(data)

    def close(self) -> None:
        """Hang up; a program that does not go by itself is ended."""
        os.close(self.ear)
        if self.child:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)


GAME = ("play", "truce", "--rounds", "1", "--players", "3", "--bots", "random", "--seed", "s", "--pace", "0")


@pytest.fixture
def sit_down() -> Iterator[object]:
    """Start ``turncoat`` at a terminal; it is closed afterwards."""
    opened: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(*arguments, **environment))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def test_a_short_game_at_a_terminal(sit_down: type[Terminal]) -> None:
    """Choose, think again, choose, seal; the reveal; the verdict."""
    terminal = sit_down(*GAME)
    asked = terminal.until("\n> ")
    says(asked, "Round 1 of 1   the Stash: ● 1", "What will you do this round?")
    terminal.types("attack bar\r")
    assert "You will attack Barney when everybody has answered. Press Enter or write yes to do it, no to choose" in (
        terminal.until("\nseal it? > ")
    )
    terminal.types("no\r")
    assert "Forgotten." in terminal.until("\n> ")
    terminal.types("loot\r")
    terminal.until("\nseal it? > ")
    terminal.types("defend\r")
    assert "You will defend" in terminal.until("\nseal it? > ")
    terminal.types("y\r")
    code, shown = terminal.ends()
    assert code == 0
    assert "Agatha defends" in shown
    assert re.search(r"\n(You win\.|You share the victory\.|You lose; .+\.)\n$", shown)


def test_colours_are_for_terminals_that_want_them(sit_down: type[Terminal]) -> None:
    """A terminal gets colours, unless NO_COLOR is set; a pipe never does (see ``test_play``)."""
    coloured, plain, dumb = sit_down(*GAME), sit_down(*GAME, NO_COLOR="1"), sit_down(*GAME, TERM="dumb")
    for terminal in (coloured, plain, dumb):
        terminal.until("Type help")
        terminal.types("quit\r")
        assert terminal.ends()[0] == 0
    assert COLOUR.search(coloured.raw.decode())
    assert not COLOUR.search(plain.raw.decode())
    assert not CODES.search(dumb.raw.decode())


@pytest.mark.parametrize(("keys", "code"), [("\x04", 0), ("\x03", 130)])
def test_ctrl_d_and_ctrl_c_leave_politely(keys: str, code: int, sit_down: type[Terminal]) -> None:
    terminal = sit_down(*GAME)
    terminal.until("\n> ")
    terminal.types(keys)
    left, shown = terminal.ends()
    assert left == code
    assert "You leave the table. To play it again from the start: --seed s." in shown
    assert "Traceback" not in shown


MISSED = """
import signal, threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
"""
"""Ctrl-C reaches another thread, so that it interrupts no system call of the one that waits for a line: the same as
when it comes just before that call, which happens by itself where the machine is busy."""


def test_ctrl_c_is_noticed_though_it_interrupts_no_system_call(sit_down: type[Terminal]) -> None:
    terminal = sit_down(*GAME, before=MISSED)
    terminal.until("\n> ")
    terminal.types("\x03")
    left, shown = terminal.ends()
    assert left == 130
    assert "You leave the table." in shown


def test_ctrl_c_during_a_slow_reveal_leaves_politely(sit_down: type[Terminal]) -> None:
    terminal = sit_down(*GAME[:-1], "60")
    terminal.until("TRU-2.1")
    terminal.types("\x03")
    left, shown = terminal.ends()
    assert left == 130
    assert "You leave the table." in shown
    assert "Traceback" not in shown


def test_what_is_typed_during_a_reveal_waits_for_the_prompt(sit_down: type[Terminal]) -> None:
    """It does not land between the lines that are told; the line that is typed next begins with it."""
    terminal = sit_down("play", "--rounds", "2", "--seed", "a", "--pace", "0.4")
    terminal.until("\n> ")
    terminal.types("loot!\r")
    terminal.until("The seals are broken")
    terminal.types("qx")
    assert "qx" not in terminal.until("What will you do this round?")
    terminal.until("> qx")
    terminal.types("\x7f\x7fdefend\r")
    assert "You will defend" in terminal.until("\nseal it? > ")
    terminal.types("quit\r")
    assert terminal.ends()[0] == 0


def test_a_replay_step_by_step_ends_with_ctrl_d(sit_down: type[Terminal], tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    game = sit_down(*GAME, "--save", file)
    game.until("\n> ")
    game.types("loot\r\r")
    assert "Saved as" in game.ends()[1]
    replay = sit_down("replay", file, "--step", "--seat", "agatha")
    replay.until("Enter: go on, q: leave. ")
    replay.types("\x04")
    code, shown = replay.ends()
    assert code == 0
    assert "Traceback" not in shown


def test_a_line_can_be_edited_completed_and_brought_back(sit_down: type[Terminal]) -> None:
    """Tab completes a word of an answer and a name, arrow up brings the line back, arrow left moves in it."""
    terminal = sit_down(*GAME)
    terminal.until("\n> ")
    terminal.types("att\tbar\t\r")
    assert "You will attack Barney" in terminal.until("\nseal it? > ")
    terminal.types("no\r")
    terminal.until("\n> ")
    terminal.types("\x1b[A\x1b[A\r")
    assert "You will attack Barney" in terminal.until("\nseal it? > ")
    terminal.types("oot\x1b[D\x1b[D\x1b[Dl\r")
    assert "You will loot" in terminal.until("\nseal it? > ")
    terminal.types("quit\r")
    assert terminal.ends()[0] == 0
