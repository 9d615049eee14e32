"""Asks name servers. One that is slow keeps a thread for as long as the system waits.

So nobody has two threads at once, and hosts that have not answered quickly before share half of the threads: however
many owners bring slow name servers, notices to hosts that are known to be quick go on.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from weakref import WeakValueDictionary

Turn = asyncio.Lock | asyncio.Semaphore
"""What is waited for."""

WAIT = 3.0
"""Seconds for which a question waits for its turn."""

QUICK = 1.0
"""A host whose name was known within this many seconds the last time is quick."""

MANY = 10_000
"""Of more hosts it is forgotten that they were quick."""


class NotAsked(Exception):
    """No thread was free in time, or an earlier question of the same owner is still open."""


class Names:
    """Threads that ask name servers, for each owner one question at a time.

    Args:
        threads: How many questions are open at once.
        what: The name of the threads.
    """

    def __init__(self, threads: int, what: str) -> None:
        self._pool = ThreadPoolExecutor(threads, what)
        self._free = asyncio.Semaphore(threads)
        self._unknown = asyncio.Semaphore(max(1, threads // 2))
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        self._quick = set[str]()

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, host: str, port: int, owner: str) -> list[str]:
        """The addresses of a host, as text.

        Raises:
            NotAsked: it was never asked.
            OSError: there is no such host.
        """
        turn = self._turns.setdefault(owner, asyncio.Lock())
        taken: list[Turn] = [turn, self._free] if host in self._quick else [turn, self._unknown, self._free]
        await _take(taken)
        loop, began = asyncio.get_running_loop(), monotonic()

        def done(asked: Future[list[str]]) -> None:
            """The thread is free again, perhaps long after the caller has given up."""
            quick = not asked.cancelled() and asked.exception() is None and monotonic() - began < QUICK
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._note, host, quick)
                for one in taken:
                    loop.call_soon_threadsafe(one.release)

        asked = self._pool.submit(look_up, host, port)
        asked.add_done_callback(done)
        return await asyncio.wrap_future(asked)

    def _note(self, host: str, quick: bool) -> None:  # called by the loop
        if len(self._quick) >= MANY:
            self._quick.clear()
        (self._quick.add if quick else self._quick.discard)(host)


async def _take(wanted: Sequence[Turn]) -> None:
    """Take all of these within ``WAIT``, or none.

    Raises:
        NotAsked: that took too long.
    """
    taken = list[Turn]()
    try:
        async with asyncio.timeout(WAIT):
            for one in wanted:
                await one.acquire()
                taken.append(one)
    except BaseException as fault:
        for one in taken:
            one.release()
        if isinstance(fault, TimeoutError):
            raise NotAsked from None
        raise


def look_up(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a host; this can take long."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(where[0]) for *_, where in found]
