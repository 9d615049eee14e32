"""Asks name servers. One that is slow keeps a thread for as long as the system waits, so nobody has two at once."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from weakref import WeakValueDictionary

WAIT = 3.0
"""Seconds for which a question waits for its turn."""


class NotAsked(Exception):
    """No thread was free in time, or an earlier question of the same owner is still open."""


class Names:
    """Threads that ask name servers, for each owner one question at a time.

    Args:
        threads: How many questions are open at once.
        what: Names the threads.
    """

    def __init__(self, threads: int, what: str) -> None:
        self._pool = ThreadPoolExecutor(threads, what)
        self._free = asyncio.Semaphore(threads)
        self._turns = WeakValueDictionary[str, asyncio.Lock]()

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
        await self._wait_for(turn)
        loop = asyncio.get_running_loop()

        def done(_: Future[list[str]]) -> None:
            """The thread is free again, perhaps long after whoever asked has given up."""
            with suppress(RuntimeError):  # the server has stopped
                loop.call_soon_threadsafe(turn.release)
                loop.call_soon_threadsafe(self._free.release)

        asked = self._pool.submit(look_up, host, port)
        asked.add_done_callback(done)
        return await asyncio.wrap_future(asked)

    async def _wait_for(self, turn: asyncio.Lock) -> None:
        try:
            async with asyncio.timeout(WAIT):
                await turn.acquire()
                try:
                    await self._free.acquire()
                except BaseException:
                    turn.release()
                    raise
        except TimeoutError:
            raise NotAsked from None


def look_up(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a host; this can take long."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(where[0]) for *_, where in found]
