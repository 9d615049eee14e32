"""Long tasks, such as replaying a game, run in a separate process, one after the other.

Nobody who plays waits for them. Requests wait in a short queue; equal requests share one task; results are cached for a
while; a task for which nobody waits any more is stopped.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar, TypeVarTuple, Unpack, cast

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from turncoat.kernel.errors import BadSetup
from turncoat.server.limits import Limits, line
from turncoat.server.problems import Busy, TooMany

R = TypeVar("R")
A = TypeVarTuple("A")

QUEUE = 16
"""How many tasks may wait or run at the same time; only one runs."""

OWN = 4
"""How many of these tasks one client may have: an IPv4 address, or a /48 of IPv6."""

LONGEST = 60.0
"""The most seconds that a task may run."""

ROOM = 32 * 2**20
"""How many bytes of results are kept."""

SOON = 5
"""Seconds after which a refused caller may ask again."""

NICE = 10
"""The niceness of the process, so that the server has priority."""


class _Job(Generic[R]):
    """A task, who asked for it first, and how many callers wait for it."""

    def __init__(self, address: str, task: asyncio.Task[R]) -> None:
        self.address, self.task = address, task
        self.waiting = 0


class LongTasks:
    """Runs long tasks in a process beside the server.

    Args:
        limits: How often one address may ask for a task.
        room: How many bytes of results are kept.
        longest: How many seconds a task may run.
    """

    def __init__(self, limits: Limits, room: int = ROOM, longest: float = LONGEST) -> None:
        self.limits, self.room, self.longest = limits, room, longest
        self._kept: OrderedDict[Hashable, tuple[int, object]] = OrderedDict()
        self._size = 0
        self._jobs: dict[Hashable, _Job[Any]] = {}
        self._turn = asyncio.Lock()
        self._one = CapacityLimiter(1)

    async def ask(self, address: str, work: Callable[[Unpack[A]], R], *arguments: *A) -> R:
        """The result of a task; equal arguments share one run.

        Args:
            address: The client's address, for the limits.
            work: A function of a module.
            arguments: The function's arguments; they and the result are passed between processes.

        Raises:
            TooMany: this address has asked too often.
            Busy: too many wait already, or the process ended.
            BadSetup: the task takes too long.
        """
        key = (work, *arguments)
        if key in self._kept:
            self._kept.move_to_end(key)
            return cast("R", self._kept[key][1])
        job = self._jobs.get(key)
        if job is None:
            self._let_in(line(address))
            job = self._jobs[key] = _Job(line(address), asyncio.create_task(self._do(key, work, *arguments)))
        return await self._wait(key, job)

    def known(self, work: Callable[[Unpack[A]], R], *arguments: *A) -> R | None:
        """The result of a task that somebody has asked for lately; None: it is not kept."""
        kept = self._kept.get((work, *arguments))
        return None if kept is None else cast("R", kept[1])

    def _let_in(self, address: str) -> None:
        if sum(job.address == address for job in self._jobs.values()) >= OWN:
            raise TooMany(
                f"The server is still at work on {OWN} things for you; please try again in {SOON} seconds.", SOON
            )
        if len(self._jobs) >= QUEUE:
            raise Busy(f"The server has too much work of this kind; please try again in {SOON} seconds.", SOON)
        self.limits.check("long_tasks", address)

    async def _wait(self, key: Hashable, job: _Job[R]) -> R:
        """Wait for a task together with other callers; when the last one gives up, the task is cancelled."""
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiting -= 1
            if not job.waiting:
                job.task.cancel()
                if self._jobs.get(key) is job:
                    del self._jobs[key]

    async def _do(self, key: Hashable, work: Callable[[Unpack[A]], R], *arguments: *A) -> R:
        async with self._turn:
            try:
                async with asyncio.timeout(self.longest):
                    packed = await to_process.run_sync(
                        _stood_back, work, arguments, cancellable=True, limiter=self._one
                    )
            except TimeoutError:
                raise BadSetup(
                    f"It takes more than {self.longest:g} seconds to replay this game; run `turncoat replay "
                    "FILE` instead.",
                    field="record",
                ) from None
            except BrokenWorkerProcess:
                raise Busy(f"The server could not finish this; please try again in {SOON} seconds.", SOON) from None
        found = cast("R", pickle.loads(packed))  # noqa: S301  # our own process has packed it
        self._keep(
            key, len(packed) + sum(len(argument) for argument in arguments if isinstance(argument, bytes)), found
        )
        return found

    def _keep(self, key: Hashable, size: int, found: object) -> None:
        """Cache a result, unless it is larger than a quarter of the cache."""
        if size > self.room // 4:
            return
        self._kept[key] = (size, found)
        self._size += size
        while self._size > self.room:
            _, (gone, _) = self._kept.popitem(last=False)
            self._size -= gone


def _stood_back(work: Callable[..., object], arguments: tuple[Any, ...]) -> bytes:
    """In the other process: lower the priority, run the task, and pack its result."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, max(NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    return pickle.dumps(work(*arguments), pickle.HIGHEST_PROTOCOL)
