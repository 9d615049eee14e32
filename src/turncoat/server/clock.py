"""The time, and the next table whose deadline comes."""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

LONGEST_SLEEP = 3600.0
"""The clock is checked at least this often, in seconds: somebody may have set it."""


def real_time() -> int:
    """The time, in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Alarms:
    """One alarm for every table that has a deadline.

    Args:
        now: The clock, in milliseconds since the epoch.
        ring: Called with all tables whose time is up. An alarm rings once; what is handed in at the deadline is in time
            (TRU-R22), so it rings after it.
    """

    def __init__(self, now: Callable[[], int], ring: Callable[[list[str]], Awaitable[None]]) -> None:
        self.now, self.ring = now, ring
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._changed = asyncio.Event()

    def set(self, table_id: str, due: int | None) -> None:
        """Set the alarm of a table, in milliseconds since the epoch; ``None`` removes it."""
        if due is None:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != due:
            self._due[table_id] = due
            heapq.heappush(self._heap, (due, table_id))
            if self._heap[0] == (due, table_id):
                self._changed.set()

    def look(self) -> None:
        """Check the alarms now, because the clock has been set."""
        self._changed.set()

    @property
    def count(self) -> int:
        """How many alarms are set."""
        return len(self._due)

    async def run(self) -> None:
        """Wait for the next deadline and act on it, until the task is cancelled."""
        while True:
            if late := self._late():
                await self.ring(late)
                continue
            self._changed.clear()
            wait = LONGEST_SLEEP
            if self._heap:
                wait = min(wait, max(0, self._heap[0][0] + 1 - self.now()) / 1000)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()

    def _late(self) -> list[str]:
        """Remove and return the tables whose time is up; alarms that were set again later stay."""
        late = []
        now = self.now()
        while self._heap and (self._heap[0][0] < now or self._due.get(self._heap[0][1]) != self._heap[0][0]):
            due, table_id = heapq.heappop(self._heap)
            if self._due.get(table_id) == due:
                del self._due[table_id]
                late.append(table_id)
        return late
