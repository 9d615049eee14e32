"""Plays games on a cluster of Dask: somebody starts a scheduler and workers there, which get batches of games.

The same seed gives the same games there as here: every game has a seed of its own, and results come in the order of the
games. A batch whose worker is lost is sent to another one, with the same result.
"""

from __future__ import annotations

import logging
import time
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from itertools import islice
from math import ceil
from platform import python_version
from typing import Any, TypeVar

from distributed import Client, Future, KilledWorker

from turncoat import __version__
from turncoat.games import game_ids, ruleset
from turncoat.kernel.errors import BadSetup

T = TypeVar("T")
R = TypeVar("R")

BATCH = 0.3
"""The intended duration of a batch in seconds; at least 0.2, so that sending it costs little."""

MOST = 5_000
"""The most games of a batch."""

AHEAD = 3
"""How many batches are sent to each worker before the first results arrive."""

PATIENCE = 15
"""Seconds to wait for the scheduler, and then for a worker."""

TRIES = 5
"""How often a batch is sent again when its workers are lost."""

Ends = dict[str, str]


class Differs(Exception):
    """A worker has other versions or rules than the caller."""


@cache
def ends() -> Ends:
    """What must be the same for caller and workers: versions, and the hash of each game's rules."""
    games = {f"the rules of {game}": ruleset(game).hash for game in game_ids()}
    versions = {"Turncoat": __version__, "Python": python_version(), "distributed": version("distributed")}
    return versions | games


def differences(here: Ends, there: Ends) -> str:
    """The differences, as a part of a sentence; empty: none."""
    names = [name for name in here | there if here.get(name) != there.get(name)]
    return ", ".join(
        f"{name} is {there.get(name, 'not there')} there and {here.get(name, 'not there')} here" for name in names
    )


def play_batch(here: Ends, function: Callable[[T], R], items: Sequence[T]) -> tuple[float, list[R]]:
    """Play a batch on a worker; returns the seconds it took, and the results.

    Raises:
        Differs: this worker has other versions or rules than the caller.
    """
    if said := differences(here, ends()):
        raise Differs(said)
    began = time.perf_counter()
    made = [function(item) for item in items]
    return time.perf_counter() - began, made


def batch_size(games: int, seconds: float) -> int:
    """The number of games in the next batch, from the duration of the last ones."""
    return max(1, min(MOST, ceil(BATCH * games / max(seconds, 1e-9)))) if games else 1


class Cluster:
    """A cluster to which batches are sent.

    Args:
        client: The connection to its scheduler.

    Attributes:
        sizes: How many games each batch had.
    """

    def __init__(self, client: Client) -> None:
        self.client = client
        self.sizes: list[int] = []
        self._games, self._seconds = 0, 0.0

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """The results, in the order of the items.

        Raises:
            BadSetup: a worker has other versions or rules, or the cluster is gone.
        """
        waiting, left = deque[tuple[Future, list[T]]](), iter(items)
        try:
            while True:
                while len(waiting) < AHEAD * self._workers() and (some := self._next(left)):
                    waiting.append((self._send(function, some), some))
                if not waiting:
                    return
                yield from self._result(function, *waiting.popleft())
        finally:
            self.client.cancel([future for future, _ in waiting])

    def _next(self, left: Iterator[T]) -> list[T]:
        some = list(islice(left, batch_size(self._games, self._seconds)))
        self.sizes += [len(some)] if some else []
        return some

    def _workers(self) -> int:
        return max(1, int(sum(self.client.nthreads().values())))

    def _send(self, function: Callable[[T], R], some: list[T]) -> Future:
        return self.client.submit(play_batch, ends(), function, some, pure=False)

    def _result(self, function: Callable[[T], R], future: Future, some: list[T]) -> list[R]:
        for _ in range(TRIES):
            try:
                seconds, made = future.result()
            except KilledWorker:
                future = self._send(function, some)
                continue
            except Differs as fault:
                raise BadSetup(f"--cluster: a worker differs: {fault}.", field="cluster") from None
            self._games, self._seconds = self._games + len(some), self._seconds + seconds
            return list(made)
        raise BadSetup(f"--cluster: {TRIES} times the workers with the same games were lost.", field="cluster")


def full_address(address: str) -> str:
    """The complete address of a scheduler; without a machine's name, this machine."""
    if address.isdecimal():
        return f"tcp://127.0.0.1:{address}"
    return address if "://" in address else f"tcp://{address}"


@contextmanager
def on_cluster(address: str) -> Iterator[Cluster]:
    """A cluster whose workers have the same versions and rules.

    Raises:
        BadSetup: there is no cluster at this address, it has no worker, a worker differs, or it disappears.
    """
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(full_address(address), timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as fault:
        raise BadSetup(
            f"--cluster: there is no scheduler at {address} ({type(fault).__name__}).", field="cluster"
        ) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            _check(client.run(ends))
            yield Cluster(client)
        except (CancelledError, OSError) as fault:
            late = (
                "no worker has joined" if isinstance(fault, TimeoutError) else "the connection to the scheduler is lost"
            )
            raise BadSetup(f"--cluster: {late} at {address}.", field="cluster") from None


def _check(found: dict[str, Any]) -> None:
    """Compare the workers' versions with ours.

    Raises:
        BadSetup: one worker has other versions or rules.
    """
    for worker, there in found.items():
        if said := differences(ends(), there):
            raise BadSetup(f"--cluster: worker {worker} differs: {said}.", field="cluster")
