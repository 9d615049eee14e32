"""The processes in which bots think: they are given turns, return replies, and can be killed at any time."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol
from zlib import crc32

from turncoat.bots.process import LENGTH, BotProcess, framed

MOST_PROCESSES = 4
"""The default for the greatest number of processes."""

START = 60.0
"""A process must be ready within this many seconds."""


class ProcessLost(Exception):
    """The process ended before it had finished a bot's turn."""


class Worker(Protocol):
    """A process or thread that computes turns of bots, one after another."""

    async def think(self, turn: bytes) -> bytes:
        """Compute the reply to a turn.

        Raises:
            ProcessLost: the process has ended.
        """

    async def end(self) -> None:
        """Stop the process or thread at once, even while its bot is thinking."""


class InProcess:
    """Bots that run in a separate process, at low priority."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._mouth, self._ears = process, process.stdin, process.stdout

    @classmethod
    async def started(cls) -> InProcess:
        """Start a process and wait until it is ready.

        It finds the same games and bots as this process; Ctrl-C does not stop it.

        Raises:
            ProcessLost: it could not be started.
        """
        found = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = (sys.executable, "-P", "-m", "turncoat.bots.process")
        made = cls(
            await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=found, start_new_session=True)
        )
        try:
            async with asyncio.timeout(START):
                await made._hear()
        except BaseException:
            await made.end()
            raise
        return made

    async def think(self, turn: bytes) -> bytes:
        """Compute the reply to a turn.

        Raises:
            ProcessLost: the process has ended.
        """
        try:
            self._mouth.write(framed(turn))
            await self._mouth.drain()
        except OSError as fault:
            raise ProcessLost(f"the bots' process {self.process.pid} is gone") from fault
        return await self._hear()

    async def _hear(self) -> bytes:
        try:
            return await self._ears.readexactly(int.from_bytes(await self._ears.readexactly(LENGTH), "big"))
        except (asyncio.IncompleteReadError, OSError) as fault:
            raise ProcessLost(f"the bots' process {self.process.pid} has ended") from fault

    async def end(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class InThread:
    """Bots that run in a thread of this process: for small machines, and for tests."""

    def __init__(self) -> None:
        self.mind = BotProcess()
        self._thread = ThreadPoolExecutor(1, "turncoat-bots")

    @classmethod
    async def started(cls) -> InThread:
        """Start a thread and wait until it is ready."""
        return cls()

    async def think(self, turn: bytes) -> bytes:
        """Compute the reply to a turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.mind.think, turn)

    async def end(self) -> None:
        """Stop waiting for the thread; a thread cannot be stopped."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class Workplace:
    """A place for one process or thread; if it is lost or hangs, the next turn starts another one."""

    def __init__(self, hire: Callable[[], Awaitable[Worker]]) -> None:
        self._hire = hire
        self._thinker: Worker | None = None
        self._lock = asyncio.Lock()

    async def think(self, gather: Callable[[Worker], bytes | None], patience: float) -> bytes | None:
        """Compute a turn after the turns that wait before it.

        Args:
            gather: Is asked for the turn when its time has come; None: there is nothing to think about any more.
            patience: The seconds that the bot may think.

        Raises:
            TimeoutError: the turn took longer than the bot may think.
            ProcessLost: the process has ended.
        """
        async with self._lock:
            if self._thinker is None:
                self._thinker = await self._hire()
            turn = gather(self._thinker)
            if turn is None:
                return None
            try:
                async with asyncio.timeout(patience):
                    return await self._thinker.think(turn)
            except BaseException:
                await self.leave()
                raise

    async def leave(self) -> None:
        """End the process or thread of this worker."""
        thinker, self._thinker = self._thinker, None
        if thinker is not None:
            await thinker.end()


class BotProcesses:
    """The processes in which bots run; all bots of one table use the same one.

    Args:
        processes: How many processes; 0: one thread of this process instead. They are started when they are needed.
    """

    def __init__(self, processes: int) -> None:
        hire: Callable[[], Awaitable[Worker]] = InProcess.started if processes else InThread.started
        self.chairs = [Workplace(hire) for _ in range(max(1, processes))]

    def of(self, table_id: str) -> Workplace:
        """The process for the bots of a table."""
        return self.chairs[crc32(table_id.encode()) % len(self.chairs)]

    async def end(self) -> None:
        """End all processes; turns that they are computing are lost."""
        await asyncio.gather(*(chair.leave() for chair in self.chairs))


def usual_processes() -> int:
    """The usual number of processes for bots: one less than the cores, and at most 4."""
    return max(1, min(MOST_PROCESSES, (os.cpu_count() or 1) - 1))
