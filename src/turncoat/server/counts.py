"""Counters of this process since its start, for monitoring; see ``turncoat.server.metrics``."""

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
"""Seconds between two measurements of the event loop's delay."""


class Counts:
    """Counters of this process; they only grow.

    Attributes:
        orders: The number of stored answers.
        closed: The number of decisions that a deadline closed.
        refusals: The number of refused requests, by kind.
        requests: The number of requests, by the first digit of the status of their answer.
        database: Seconds spent in the database, by kind of work.
        asked: The number of queries to the database, by kind of work.
        lags: How often the event loop was late, by the steps of ``LAGS``.
        late: By how many seconds the event loop was late, in total.
    """

    def __init__(self) -> None:
        self.orders = self.closed = 0
        self.refusals, self.requests = Counter[str](), Counter[str]()
        self.database: dict[str, float] = {"read": 0.0, "write": 0.0}
        self.asked = Counter({"read": 0, "write": 0})
        self.lags, self.late = [0] * (len(LAGS) + 1), 0.0
        self._lock = Lock()

    def stored(self, drafts: Sequence[Draft]) -> None:
        """Count the answers in these drafts, which are stored now."""
        for draft in drafts:
            for entry in draft.entries:
                self.orders += isinstance(entry, Answered)
                self.closed += isinstance(entry, TimeUp)

    def timed(self, kind: str, work: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Time a piece of work with the database, in any thread."""
        began = time.perf_counter()
        try:
            return work(*arguments, **named)
        finally:
            with self._lock:
                self.database[kind] += time.perf_counter() - began
                self.asked[kind] += 1

    def lagged(self, seconds: float) -> None:
        """Note that the event loop was late by this many seconds."""
        self.lags[bisect_left(LAGS, seconds)] += 1
        self.late += seconds

    async def watch_loop(self) -> None:
        """Measure the event loop's delay from time to time, until the task is cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + LOOKED
            await asyncio.sleep(LOOKED)
            self.lagged(max(0.0, clock() - due))


COUNTS = Counts()
"""The counters of this process."""
