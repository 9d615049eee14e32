"""Ctrl-C ends a run at once, in a pipe and at a terminal, with what was found by then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from turncoat.cli import INTERRUPTED
from turncoat.lab.batches import mapped
from turncoat.lab.pool import Pool
from turncoat.lab.stopping import Stopping, stopping

PATIENCE = 120.0

SLOW = """
import sys, threading
from turncoat.lab.batches import mapped

def endless(number):
    print("plays\\n", end="", flush=True)
    threading.Event().wait()

if __name__ == "__mp_main__" and "late" in sys.argv:
    print("starts\\n", end="", flush=True)
    threading.Event().wait()
if __name__ == "__main__":
    try:
        with mapped(int(sys.argv[1])) as each:
            for _ in each(endless, range(9)):
                pass
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""
"""Games that never end; with ``late`` the processes that play them never get as far as the first."""

AT_TERMINAL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""

SIMULATE = ("-m", "turncoat", "simulate", "truce", "--bots", "random", "--games", "1000000", "--seed", "a")


@pytest.fixture(autouse=True)
def _as_in_the_foreground() -> Iterator[None]:
    """Programs that a shell starts in the background ignore Ctrl-C; so would those that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(*command: str, after: str, twice: bool = False) -> tuple[int, str]:
    """The exit code and the output of a program in a pipe that gets Ctrl-C as soon as it writes this."""
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "start_new_session": True}
    with subprocess.Popen((sys.executable, *command), **both) as process:  # type: ignore[call-overload]
        assert process.stdout is not None
        said = ""
        while after not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        for _ in range(1 + twice):
            os.killpg(process.pid, signal.SIGINT)
        more, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said + more


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_game_that_runs_is_not_waited_for(workers: str, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    code, said = interrupted(str(tmp_path / "slow.py"), workers, after="plays")
    assert code == 0
    assert said.replace("plays\n", "") == "stopped\n"


def test_ctrl_c_while_the_processes_start_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    code, said = interrupted(str(tmp_path / "slow.py"), "2", "late", after="starts")
    assert code == 0
    assert said.replace("starts\n", "") == "stopped\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_pipe_gets_the_results_so_far(workers: str) -> None:
    """``timeout -s INT`` sends the signal to the program and again to its group."""
    code, said = interrupted(*SIMULATE, "--workers", workers, after="Ctrl-C shows the results", twice=True)
    assert code == INTERRUPTED
    assert " games of truce, 6 players, seed a" in said
    assert said.endswith("Interrupted: these are the results so far.\n")
    assert "Traceback" not in said


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_terminal_gets_the_results_so_far(workers: str) -> None:
    here, there = os.openpty()
    command = (sys.executable, "-c", AT_TERMINAL, *SIMULATE, "--workers", workers)
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there) as process:
        os.close(there)
        said, pressed = "", False
        for piece in pieces(here):
            said += piece
            if not pressed and "/1000000" in said:
                os.write(here, b"\x03")
                pressed = True
        assert process.wait(PATIENCE) == INTERRUPTED
    os.close(here)
    assert " games of truce, 6 players, seed a" in said
    assert "Interrupted: these are the results so far." in said
    assert "Traceback" not in said


def pieces(terminal: int) -> Iterator[str]:
    """What a program writes to its terminal, until it ends."""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return
        if not data:
            return
        yield data.decode(errors="replace")


def pressed_between() -> Iterator[int]:
    """Results, with Ctrl-C behind each."""
    with mapped(1) as each:
        for one in each(abs, [1, 2, 3]):
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
            yield one


def test_ctrl_c_between_two_results_waits_for_the_next() -> None:
    """What is done with a result is done whole; later Ctrl-C is what it always was."""
    results = pressed_between()
    assert next(results) == 1
    with pytest.raises(KeyboardInterrupt):
        next(results)
    handler = signal.getsignal(signal.SIGINT)
    assert isinstance(handler, Stopping)
    handler.asked -= 2
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_without_ctrl_c_the_handler_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopping() as outer, stopping() as inner:
        assert inner is outer or before is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is before


def test_a_pool_gives_the_results_in_order_and_the_failure_of_the_work() -> None:
    with Pool(2) as pool:
        assert list(pool.map(abs, range(-5, 5))) == [5, 4, 3, 2, 1, 0, 1, 2, 3, 4]
        assert next(pool.map(abs, range(-9, 0))) == 9
        assert list(pool.map(str, range(3))) == ["0", "1", "2"]
        with pytest.raises(TypeError):
            list(pool.map(len, [3]))  # type: ignore[arg-type]


@pytest.mark.parametrize("tasks", [1, 3])
def test_a_process_that_dies_is_told(tasks: int) -> None:
    """Also while it has another task that it has not read."""
    with Pool(1) as pool, pytest.raises(RuntimeError, match="has ended"):
        list(pool.map(os._exit, [3] * tasks))
