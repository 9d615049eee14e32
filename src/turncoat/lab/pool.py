"""Processes that play games. They never see Ctrl-C, and whoever leaves early waits for none of them."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""The most tasks that a process has at once, so that it need not wait for the next one."""


class Pool:
    """At most this many processes, each started when it is needed."""

    def __init__(self, workers: int) -> None:
        self._workers, self._tasks = workers, 0
        self._processes: list[SpawnProcess] = []
        self._has = Counter[Connection]()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def map(self, work: Callable[[T], R], arguments: Iterable[T]) -> Iterator[R]:
        """The results in the order of the arguments; a call ends all earlier ones.

        Raises:
            Exception: the work failed with it.
            RuntimeError: a process has ended.
        """
        todo, first = list(arguments), self._tasks
        given, self._tasks = first, first + len(todo)
        found: dict[int, R] = {}
        for task in range(first, self._tasks):
            while task not in found:
                while given < self._tasks and (free := self._free()) is not None:
                    with suppress(OSError):  # that it has ended is heard below
                        free.send((given, work, todo[given - first]))
                    self._has[free] += 1
                    given += 1
                found.update((done, result) for done, result in self._heard() if done >= first)
            yield found.pop(task)

    def _free(self) -> Connection | None:
        """A process that can have another task; None if all have enough."""
        if len(self._processes) < self._workers and 0 not in self._has.values():
            self._start()
        least = min(self._has, key=lambda line: self._has[line])
        return least if self._has[least] < AHEAD else None

    def _start(self) -> None:
        context = get_context("spawn")
        here, there = context.Pipe()
        with _unheard():
            process = context.Process(target=_work, args=(there,), daemon=True)
            process.start()
            self._processes.append(process)
        there.close()
        self._has[here] = 0

    def _heard(self) -> Iterator[tuple[int, Any]]:
        """The results that have come, at least one."""
        for line in wait([line for line, has in self._has.items() if has]):
            assert isinstance(line, Connection)
            try:
                task, result, fault = line.recv()
            except (EOFError, OSError):
                raise RuntimeError("a process that played games has ended") from None
            self._has[line] -= 1
            if fault is not None:
                raise fault
            yield task, result


@contextmanager
def _unheard() -> Iterator[None]:
    """While the context lasts, Ctrl-C waits; processes that are started in it never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it unblocks the signal when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection) -> None:
    """Do tasks until the other end is closed."""
    while True:
        try:
            task, work, argument = line.recv()
        except (EOFError, OSError):
            return
        result, failure = None, None
        try:
            result = work(argument)
        except Exception as fault:  # noqa: BLE001  # whoever waits is told
            failure = fault
        try:
            line.send((task, result, failure))
        except OSError:
            return
