"""A server to be killed: its tables play by themselves, and its outbox writes every notice that it sends as a line.

``python noticed.py FOLDER TABLES (play | rest)``. With ``rest`` nobody answers any more; once nothing is left to be
sent, the last line is ``done``, after one line for every seat that is still asked: ``asked WHO KEY``.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.server.noticing import House, Recorder

from turncoat.kernel import play
from turncoat.server.notices.channel import Notice, Outcome
from turncoat.table.table import Table


class Printer(Recorder):
    """A channel that takes a moment, and says what it has sent."""

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Say it, and only then that it is sent."""
        for notice in notices:
            put(f"sent {target} {notice.key.replace(' ', '_')}")
        await asyncio.sleep(0.005)
        return await super().send(notices, target)


def put(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(folder: Path, tables: int, *, plays: bool) -> None:
    house = House(folder, Printer(), real=True)
    await house.services.open()
    keeper = house.services.keeper
    if not keeper.store.running():
        for _ in range(tables):
            await house.table(rounds=1000)
    found = [await keeper.table(one.table) for one in keeper.store.running()]
    if plays:
        await play_on(house, found)
    await rest(house, found)
    await house.services.close()


async def play_on(house: House, tables: Sequence[Table]) -> None:
    """Everybody answers, at one table after another, until somebody kills the process."""
    chance = Random()
    while True:
        await house.answer(chance.choice(tables), 0, 1, 2)
        await asyncio.sleep(0.02)


async def rest(house: House, tables: Sequence[Table]) -> None:
    """Wait until nothing is left to be sent, and say who is asked what."""
    told, outbox = house.services.outbox.told, house.services.outbox
    await asyncio.sleep(2)
    while outbox._changed or (await house.services.keeper.read(told.next, "push")) is not None:  # noqa: ASYNC110  # a rest is wanted, no bell
        await asyncio.sleep(0.1)
    for table in tables:
        assert table.game is not None
        for seat in play.waiting(table.game):
            put(f"asked {house.who(table.header.table, seat)} turn_{table.game.requests[seat]}")
    put("done")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), plays=sys.argv[3] == "play"))
