"""``turncoat join`` at a live table, for tests of the terminal."""

from __future__ import annotations

import subprocess
import sys

from tests.serving import Sitting

NAMES = ("Agatha", "Barney", "Celeste")

BEGIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from turncoat.cli import main
main()
"""
"""Ctrl-C arrives, also where the tests run in the background of a shell, which switches it off."""


class Joined:
    """``turncoat join`` in a process of its own, its lines piped into it."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-c", BEGIN, "join", *map(str, arguments)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, text=True, **pipes)  # type: ignore[call-overload]

    def until(self, wanted: str) -> str:
        """Read until a line holds these words."""
        read = ""
        for line in self.process.stdout:
            read += line
            if wanted in line:
                return read
        raise AssertionError(f"{wanted!r} never showed; what did:\n{read}")

    def types(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ends(self) -> tuple[int, str]:
        said, _ = self.process.communicate(timeout=120)
        return self.process.returncode, said


def link(address: str, table: Sitting, seat: int = 0) -> str:
    return f"{address}/join/{table.link(seat)}"
