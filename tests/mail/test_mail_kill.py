"""A server is killed (SIGKILL) again and again with mails coming in: what got its 250 is carried out exactly once.

``TURNCOAT_MAIL_KILLS`` sets how often.
"""

from __future__ import annotations

import json
import os
import smtplib
import subprocess
import sys
import threading
from pathlib import Path
from random import Random

import pytest
from tests.mail import killed_mail
from tests.mail.post import hand_in, written
from tests.serving import database_at

KILLS = int(os.environ.get("TURNCOAT_MAIL_KILLS", "20"))


def life(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, killed_mail.__file__, str(folder), database_at(folder / "test.db"), *more]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=env, text=True)


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, "the server ended by itself"
    return line


def mails_until_killed(folder: Path, first: int, chance: Random, *flags: str) -> tuple[set[str], set[str]]:
    """Hand mails with two orders in one after the other, and kill the server a moment after some of them.

    What was acknowledged, and what was sent. How many mails come before the kill does not depend on the machine.
    """
    process, killed_after = life(folder, *flags), first + chance.randrange(1, 8)
    port, to = json.loads(line_of(process))
    good, sent = set[str](), set[str]()
    killer = threading.Timer(chance.uniform(0, 0.1), process.kill)
    try:
        for number in range(first, first + 1000):
            words = {f"word{number}", f"more{number}"}
            sent |= words
            text = f"say word{number}\nsay more{number}"
            if hand_in(port, to, killed_mail.ADDRESS, written(to, killed_mail.ADDRESS, text))[0] == 250:
                good |= words
            if number == killed_after:
                killer.start()
    except (OSError, smtplib.SMTPException):
        pass
    killer.cancel()
    end(process)
    return good, sent


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def kill_again_and_again(folder: Path, times: int, chance: Random, *flags: str) -> tuple[int, list[str]]:
    """Kill a server so often; how many orders were acknowledged, and which were lost, doubled or invented."""
    good, sent = set[str](), set[str]()
    for number in range(times):
        acknowledged, tried = mails_until_killed(folder, 1000 * number, chance, *flags)
        good |= acknowledged
        sent |= tried
    process = life(folder, "said")
    said = json.loads(line_of(process))
    end(process)
    wrong = [f"{text} was said {said.get(text, 0)} times" for text in sorted(good) if said.get(text) != 1]
    return len(good), wrong + [f"{text}: {times}" for text, times in said.items() if times != 1 or text not in sent]


@pytest.mark.timeout(300 + 30 * KILLS)
def test_what_was_acknowledged_is_carried_out_exactly_once(tmp_path: Path) -> None:
    good, wrong = kill_again_and_again(tmp_path, KILLS, Random(1))
    assert good >= 4 * KILLS
    assert wrong == []


@pytest.mark.timeout(300)
def test_a_server_that_acknowledges_too_early_is_found(tmp_path: Path) -> None:
    """The planted fault: a mail gets its 250 a while before it is kept."""
    assert kill_again_and_again(tmp_path, 3, Random(1), "hasty")[1]
