"""Games on a cluster: the same as here, byte for byte, also when a worker is killed in the middle."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from turncoat.cli import NONSENSE, run
from turncoat.lab import ask, batches, cluster
from turncoat.lab.batches import Batch
from turncoat.lab.study import study

Printed = pytest.CaptureFixture[str]
Workers = list[subprocess.Popen[bytes]]

QUIET = ("--no-dashboard",)
LONG = 120.0
"""Seconds for which a test waits for a process at most."""


def started(name: str, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.{name}", *words, *QUIET]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def a_cluster(folder: Path, workers: int) -> Iterator[tuple[str, Workers]]:
    """A scheduler and some workers, as processes of this machine; its address."""
    known = folder / "scheduler.json"
    scheduler = started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(known))
    until = time.monotonic() + LONG
    while not (known.exists() and known.read_text().rstrip().endswith("}")):
        assert time.monotonic() < until
        assert scheduler.poll() is None
        time.sleep(0.1)
    alone = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
    made = [started("dask_worker", "--scheduler-file", str(known), *alone) for _ in range(workers)]
    try:
        from distributed import Client

        with Client(scheduler_file=str(known), set_as_default=False, timeout=LONG) as client:
            client.wait_for_workers(workers, timeout=LONG)
            address = client.scheduler.address
        yield address, made
    finally:
        for process in (*made, scheduler):
            process.kill()
            process.wait(60)


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Workers]]:
    """A cluster of three workers, of which one test kills one."""
    with a_cluster(tmp_path_factory.mktemp("cluster"), 3) as made:
        yield made


@pytest.fixture
def two(three: tuple[str, Workers]) -> str:
    """The address of a cluster of at least two workers."""
    return three[0]


def batch(games: int) -> Batch:
    return Batch("truce", {}, ("random",) * 5, games, "s")


def test_a_run_is_the_same_byte_for_byte_when_a_worker_is_killed_in_the_middle(three: tuple[str, Workers]) -> None:
    address, workers = three
    done = list[int]()

    def kill_one(games: int) -> None:
        done.append(games)
        if len(done) == 20:
            workers[0].send_signal(signal.SIGKILL)

    there = batches.run(batch(100), workers=address, progress=kill_one)
    assert workers[0].wait(60) == -signal.SIGKILL
    assert [worker.poll() for worker in workers[1:]] == [None, None]
    assert msgspec.json.encode(there) == msgspec.json.encode(batches.run(batch(100)))


def test_simulate_writes_the_same_file_on_a_cluster(two: str, tmp_path: Path) -> None:
    files = list[bytes]()
    for where in (["--workers", "1"], ["--cluster", two]):
        out = tmp_path / f"{where[0]}.games"
        assert run(["simulate", "truce", "--games", "12", "--seed", "s", "--out", str(out), *where]) == 0
        files.append(out.read_bytes())
    assert files[0] == files[1]


def test_games_of_a_question_and_those_that_are_played_again_are_the_same_on_a_cluster(two: str) -> None:
    """What ``lab ask`` and ``lab report`` have played."""
    tasks = [(batch(4), "short", "random", True, number) for number in range(4)]
    with ask.players(1) as here, ask.players(two) as there:
        assert list(map(msgspec.json.encode, there(tasks))) == list(map(msgspec.json.encode, here(tasks)))
    jobs = [(batch(1), 0, 5)]
    assert study(jobs, two, lambda _: None) == study(jobs, 1, lambda _: None)


def test_batches_grow_until_they_take_long_enough() -> None:
    """At least 0.2 s: sending one costs some milliseconds."""
    assert cluster.batch_size(0, 0.0) == 1
    assert cluster.batch_size(1, 10.0) == 1
    assert cluster.batch_size(10, 0.01) * 0.001 >= 0.2
    assert cluster.batch_size(10, 0.0) == cluster.MOST


def test_batches_on_the_cluster_have_many_games(two: str) -> None:
    with cluster.on_cluster(two) as found:
        assert list(found.map(abs, range(-2000, 0))) == list(range(2000, 0, -1))
        assert max(found.sizes) > 100
        assert sum(found.sizes) == 2000


@pytest.mark.parametrize("what", ["Turncoat", "the rules of truce"])
def test_a_worker_that_plays_by_something_else_is_refused(
    what: str, two: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    right = cluster.ends()
    monkeypatch.setattr(cluster, "ends", lambda: right | {what: "other"})
    assert run(["simulate", "truce", "--games", "10", "--cluster", two]) == NONSENSE
    err = capsys.readouterr().err
    assert f"{what} is {right[what]} there and other here" in err


def test_a_worker_that_joins_later_is_checked_with_each_batch() -> None:
    with pytest.raises(cluster.Differs, match="Python is"):
        cluster.play_batch(cluster.ends() | {"Python": "2.7"}, abs, [1])
    assert cluster.play_batch(cluster.ends(), abs, [-1])[1] == [1]


def test_what_makes_no_sense_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    asked: dict[tuple[str, ...], str] = {
        ("--cluster", "1", "--workers", "2"): "--cluster: its workers are started elsewhere; leave out --workers.",
        ("--cluster", "9"): "--cluster: there is no scheduler at 9",
        ("--cluster", "nonsense://x"): "--cluster: there is no scheduler at nonsense://x",
    }
    for words, why in asked.items():
        assert run(["simulate", "truce", "--games", "1", *words]) == NONSENSE
        err = capsys.readouterr().err
        assert why in err
    assert cluster.full_address("8786") == "tcp://127.0.0.1:8786"
    assert cluster.full_address("tls://lab:8786") == "tls://lab:8786"


def test_a_missing_library_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    from turncoat.cli import arguments

    monkeypatch.setattr(arguments, "find_spec", lambda _: None)
    assert run(["simulate", "truce", "--cluster", "8786"]) == NONSENSE
    assert 'pip install "turncoat[cluster]"' in capsys.readouterr().err
