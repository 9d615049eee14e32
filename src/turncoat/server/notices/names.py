"""Resolves host names. A slow name server blocks a thread for as long as the system waits.

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
"""The turn that a question waits for."""

WAIT = 3.0
"""How many seconds a question waits for a free thread."""

QUICK = 1.0
"""A host is quick if its name was found within this many seconds the last time."""

MANY = 10_000
"""For how many hosts this is remembered."""


class NotAsked(Exception):
    """No thread was free in time, or the owner's earlier question has no answer yet."""


class Names:
    """Threads that resolve host names, for each owner one at a time.

    Args:
        threads: How many names are resolved at the same time.
        what: The name of the threads.
    """

    def __init__(self, threads: int, what: str) -> None:
        self._pool = ThreadPoolExecutor(threads, what)
        self._free = asyncio.Semaphore(threads)
        self._unknown = asyncio.Semaphore(max(1, threads // 2))
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        self._quick = set[str]()

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def ask(self, host: str, port: int, owner: str) -> list[str]:
        """The addresses of a host, as text.

        Raises:
            NotAsked: the name server was not asked.
            OSError: there is no such host.
        """
        turn = self._turns.setdefault(owner, asyncio.Lock())
        taken: list[Turn] = [turn, self._free] if host in self._quick else [turn, self._unknown, self._free]
        await _take(taken)
        loop, began = asyncio.get_running_loop(), monotonic()

        def done(asked: Future[list[str]]) -> None:
            """Free the thread, perhaps long after the caller has stopped waiting."""
            quick = not asked.cancelled() and asked.exception() is None and monotonic() - began < QUICK
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(self._note, host, quick)
                for gate in taken:
                    loop.call_soon_threadsafe(gate.release)

        asked = self._pool.submit(look_up, host, port)
        asked.add_done_callback(done)
        return await asyncio.wrap_future(asked)

    def _note(self, host: str, quick: bool) -> None:  # called by the loop
        if len(self._quick) >= MANY:
            self._quick.clear()
        (self._quick.add if quick else self._quick.discard)(host)


async def _take(wanted: Sequence[Turn]) -> None:
    """Acquire all of these locks within ``WAIT``, or none.

    Raises:
        NotAsked: it took too long.
    """
    taken = list[Turn]()
    try:
        async with asyncio.timeout(WAIT):
            for gate in wanted:
                await gate.acquire()
                taken.append(gate)
    except BaseException as fault:
        for gate in taken:
            gate.release()
        if isinstance(fault, TimeoutError):
            raise NotAsked from None
        raise


def look_up(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a host; this can take long."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(where[0]) for *_, where in found]
