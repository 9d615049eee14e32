"""A server is killed (SIGKILL) again and again while its outbox sends: no notice is lost, and none comes three times.

``TURNCOAT_KILLS`` sets how often; the default is what a normal run can afford.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.server import noticed
from tests.serving import database_at

from turncoat.server.notices.sender import ROUND

KILLS = int(os.environ.get("TURNCOAT_KILLS", "3"))
TABLES = 12


async def life(folder: Path, mode: str, most: int) -> list[str]:
    """The lines of one life of the server: until it has sent so many notices and is killed, or is done."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        noticed.__file__,
        str(folder),
        str(TABLES),
        mode,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    lines = list[str]()
    while len(lines) < most and (line := (await process.stdout.readline()).decode().strip()) != "done":
        assert line, "the server ended by itself"
        lines.append(line)
    if mode == "play":
        process.kill()
        rest = (await process.stdout.read()).decode()
        lines += [line for line in rest.splitlines(keepends=False) if rest.endswith("\n") or line != rest]
    await process.wait()
    return lines


async def lives(folder: Path) -> tuple[list[list[str]], list[str]]:
    """What was sent in each life, and in the last one who is still asked what."""
    chance = Random(1)
    database_at(folder / "test.db")
    told = [await life(folder, "play", chance.randrange(30, 90)) for _ in range(KILLS)]
    last = await life(folder, "rest", 100_000)
    told.append([line for line in last if line.startswith("sent")])
    return told, [line.removeprefix("asked ") for line in last if line.startswith("asked")]


@pytest.mark.timeout(120 + 60 * KILLS)
def test_no_notice_is_lost_and_none_comes_more_than_twice(tmp_path: Path) -> None:
    told, asked = asyncio.run(lives(tmp_path))
    for lines in told:
        assert Counter(lines).most_common(1)[0][1] == 1, "no server sends anything twice by itself"
    times = Counter(line.removeprefix("sent ") for lines in told for line in lines)
    assert max(times.values()) <= 2
    assert sum(count == 2 for count in times.values()) <= ROUND * KILLS
    assert asked
    assert [one for one in asked if one not in times] == []
