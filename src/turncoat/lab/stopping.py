"""Ctrl-C while many games are played: the results so far are kept, and a second signal at once changes nothing."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

R = TypeVar("R")

TWICE = 1.0
"""Another Ctrl-C within this many seconds is the same one: ``timeout -s INT`` sends it twice."""


class Stopping:
    """Handles Ctrl-C: it ends the wait for the next result, and interrupts nothing between two results.

    Attributes:
        asked: When the first Ctrl-C was pressed; 0: not yet.
    """

    def __init__(self) -> None:
        self.asked = 0.0
        self._waiting = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Note a signal.

        Raises:
            KeyboardInterrupt: a result is waited for, or Ctrl-C is pressed again later.
        """
        first, now = not self.asked, time.monotonic()
        self.asked = self.asked or now
        if self._waiting if first else now > self.asked + TWICE:
            raise KeyboardInterrupt

    def each(self, results: Iterator[R]) -> Iterator[R]:
        """The results, until somebody presses Ctrl-C.

        Raises:
            KeyboardInterrupt: Ctrl-C.
        """
        while True:
            self._waiting = True
            try:
                if self.asked:
                    raise KeyboardInterrupt
                one = next(results)
            except StopIteration:
                return
            finally:
                self._waiting = False
            yield one


@contextmanager
def stopping() -> Iterator[Stopping]:
    """While the context lasts, Ctrl-C is handled by ``Stopping``, and after a Ctrl-C until the process ends.

    An inner context shares the handler of the outer one. Outside the main thread, and where the signal is ignored or
    another part of the program has taken it, nothing changes.
    """
    before = signal.getsignal(signal.SIGINT)
    if isinstance(before, Stopping):
        yield before
        return
    own = Stopping()
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield own
        return
    signal.signal(signal.SIGINT, own)
    try:
        yield own
    finally:
        if not own.asked:
            signal.signal(signal.SIGINT, before)
