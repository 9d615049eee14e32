"""How much faster do two workers of Dask play a batch of games than one, and what does a cluster cost?

The same games of Conspiracy, every choice at random, played here by one process, by one worker, and by two; each worker
is a process with one thread. Scheduler and caller need a little of a core as well: two workers show what they can do
where there are three cores or more.

    PYTHONPATH=src .bench-venv/bin/python bench/lab_cluster.py        (make bench)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter

from distributed import Client

from _measure import Case, Goal, main
from turncoat.games import ruleset
from turncoat.lab import batches
from turncoat.lab.batches import Batch

GAME = "conspiracy"
GAMES = 400
"""Games of a turn: some seconds for one core."""

PATIENCE = 60
"""Seconds to wait for the workers."""


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[str]:
    """A scheduler and so many workers, each a process; its address."""
    folder.mkdir()
    known, alone = folder / "scheduler.json", ("--host", "127.0.0.1", "--no-dashboard")
    ends = ("--scheduler-file", str(known))
    of_worker = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    with ExitStack() as stack:

        def start(name: str, *words: str) -> None:
            command = [sys.executable, "-m", f"distributed.cli.{name}", *words, *ends, *alone]
            process = stack.enter_context(Popen(command, stdout=DEVNULL, stderr=DEVNULL))
            stack.callback(process.terminate)

        start("dask_scheduler", "--port", "0")
        for _ in range(workers):
            start("dask_worker", *of_worker)
        with Client(scheduler_file=str(known), set_as_default=False, timeout=PATIENCE) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
            address = client.scheduler.address
        yield address


class Played:
    """A batch of games in one place, with a seed of its own each time."""

    def __init__(self, workers: int | str) -> None:
        self.workers, self.seeds = workers, count()

    def __call__(self) -> float:
        """One turn; games a second."""
        names = ("random",) * ruleset(GAME).usual_seats
        batch, begin = Batch(GAME, {}, names, GAMES, str(next(self.seeds))), perf_counter()
        batches.run(batch, workers=self.workers)
        return GAMES / (perf_counter() - begin)


def ask() -> int:
    """Measure."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        one, two = (stack.enter_context(cluster(folder / str(number), number)) for number in (1, 2))
        cases = [Case("one worker", Played(one)), Case("two workers", Played(two)), Case("here", Played(1))]
        goals = [Goal("two workers", over="one worker", floor=1.7)] if (os.cpu_count() or 1) > 2 else []
        return main(f"{GAMES} random games of {GAME}", cases, unit="games/s", goals=goals)


if __name__ == "__main__":
    sys.exit(ask())
