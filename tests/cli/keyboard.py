"""A program at a real terminal: keys go in, and what stands on the screen comes out."""

from __future__ import annotations

import os
import pty
import select
import struct
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from subprocess import Popen
from termios import TIOCSWINSZ
from types import TracebackType

import pyte

PATIENCE = 120.0
"""So many seconds a program may be silent before a test gives up."""


class Keyboard:
    """A program at a terminal of its own."""

    def __init__(self, *command: str, columns: int = 100, rows: int = 50) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.here, there = pty.openpty()
        ioctl(there, TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kind = {**os.environ, "TERM": "xterm"}
        self.process = Popen(command, stdin=there, stdout=there, stderr=there, start_new_session=True, env=kind)
        os.close(there)

    def __enter__(self) -> Keyboard:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.here)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def line(self) -> str:
        """The line in which the cursor stands."""
        return self.lines[self.screen.cursor.y]

    def press(self, keys: str) -> None:
        os.write(self.here, keys.encode())

    def until(self, true: Callable[[], bool]) -> None:
        """Show what the program writes until this is true."""
        while not true():
            more = b""
            if select.select([self.here], [], [], PATIENCE)[0]:
                with suppress(OSError):  # the program has ended
                    more = os.read(self.here, 65536)
            assert more, "\n".join(self.lines)
            self.stream.feed(more)

    def until_over(self) -> None:
        """Wait until the program has ended."""
        with suppress(OSError):
            while os.read(self.here, 65536):
                pass
        self.process.wait(PATIENCE)

    def types(self, keys: str, line: str) -> None:
        """Press keys; the line in which they are typed becomes this one."""
        self.press(keys)
        self.until(lambda: self.line == line)

    def shows(self, keys: str, text: str) -> None:
        """Press keys; this comes to stand on the screen, and there is a prompt again."""
        self.press(keys)
        self.until(lambda: text in "\n".join(self.lines) and self.line.endswith(">"))
