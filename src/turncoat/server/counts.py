"""What this process has done since it was started, for anyone who watches over it; see ``turncoat.server.metrics``."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Lock
from typing import ParamSpec, TypeVar

from turncoat.table.draft import Draft
from turncoat.table.record import Answered, TimeUp

P = ParamSpec("P")
R = TypeVar("R")

LAGS = (0.005, 0.02, 0.1, 0.5, 2.0)
"""Seconds: delays of the event loop are counted up to each of these, and beyond."""

LOOKED = 0.5
"""Seconds between two looks at how late the event loop is."""


class Counts:
    """What this process has counted; all numbers only grow.

    Attributes:
        orders: Answers that were stored.
        closed: Decisions that a deadline closed.
        refusals: Requests that were refused, by kind.
        requests: Requests, by the first digit of the status of their answer.
        database: Seconds spent in the database, by kind of work.
        asked: How often the database was asked, by kind of work.
        lags: How often the event loop was late, by ``LAGS``.
        late: Seconds that the event loop was late, all together.
    """

    def __init__(self) -> None:
        self.orders = self.closed = 0
        self.refusals, self.requests = Counter[str](), Counter[str]()
        self.database: dict[str, float] = {"read": 0.0, "write": 0.0}
        self.asked = Counter({"read": 0, "write": 0})
        self.lags, self.late = [0] * (len(LAGS) + 1), 0.0
        self._lock = Lock()

    def stored(self, drafts: Sequence[Draft]) -> None:
        """Drafts are durable."""
        for draft in drafts:
            for entry in draft.entries:
                self.orders += isinstance(entry, Answered)
                self.closed += isinstance(entry, TimeUp)

    def timed(self, kind: str, work: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Do something in the database, in any thread."""
        began = time.perf_counter()
        try:
            return work(*arguments, **named)
        finally:
            with self._lock:
                self.database[kind] += time.perf_counter() - began
                self.asked[kind] += 1

    def lagged(self, seconds: float) -> None:
        """The event loop was late by this much."""
        self.lags[bisect_left(LAGS, seconds)] += 1
        self.late += seconds

    async def watch_loop(self) -> None:
        """Look now and then how late the event loop is, until the task is cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + LOOKED
            await asyncio.sleep(LOOKED)
            self.lagged(max(0.0, clock() - due))


COUNTS = Counts()
"""Those of this process."""
