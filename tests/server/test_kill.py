"""Promise: no lost order. A real process is killed (SIGKILL) at random moments while orders pour in.

``TURNCOAT_KILLS`` sets how often; the default is what a normal run can afford.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests import history
from tests.kit import sure
from tests.server import killed
from tests.serving import database_at

from turncoat.server.store import Store
from turncoat.table import record as kept
from turncoat.table.proof import Receipt
from turncoat.table.record import Json

KILLS = int(os.environ.get("TURNCOAT_KILLS", "5"))
TABLES = 6
MOVES: tuple[Json, ...] = ({"type": "loot"}, {"type": "pass"}, {"type": "defend"})
RECEIPT = msgspec.json.Decoder(Receipt)


class Process:
    """A server in a process of its own, and what it has acknowledged."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.arguments = (database_at(folder / "turncoat.db"), str(folder), str(TABLES), *flags)
        self.receipts: list[Receipt] = []
        self.refusals: list[str] = []
        self.sent: set[tuple[str, int, int]] = set()

    async def run_until_killed(self, chance: Random, acknowledged: int) -> None:
        """Start it, pour in orders, and kill it once so many have been acknowledged and others are on their way."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            killed.__file__,
            *self.arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        for place in msgspec.json.decode(await process.stdout.readline()):
            self._send(process.stdin, chance, place["table"], place["request"], place["waiting"])
        owed = Counter[str]()
        for _ in range(acknowledged):
            line = await process.stdout.readline()
            if b"refused" in line:
                self.refusals.append(line.decode())
                continue
            receipt = RECEIPT.decode(line)
            self.receipts.append(receipt)
            owed[receipt.table] += 1
            self._next(process.stdin, chance, receipt)
        process.kill()
        rest = await process.stdout.read()
        self.receipts += [RECEIPT.decode(line) for line in rest.splitlines(keepends=True) if line.endswith(b"}\n")]
        assert await process.wait() == -9

    def _next(self, stdin: asyncio.StreamWriter, chance: Random, receipt: Receipt) -> None:
        """Once all three have answered a question, they answer the next."""
        done = {one.seat for one in self.receipts if (one.table, one.request) == (receipt.table, receipt.request)}
        sent = {seat for table, seat, request in self.sent if (table, request) == (receipt.table, receipt.request)}
        if done >= sent:
            self._send(stdin, chance, receipt.table, receipt.request + 1, [0, 1, 2])

    def _send(self, stdin: asyncio.StreamWriter, chance: Random, table: str, request: int, seats: list[int]) -> None:
        for seat in seats:
            self.sent.add((table, seat, request))
            order = {"table": table, "seat": seat, "request": request, "action": chance.choice(MOVES)}
            stdin.write(msgspec.json.encode(order) + b"\n")


def faults(folder: Path, receipts: list[Receipt]) -> list[str]:
    """What is wrong with the database, given what was acknowledged."""
    with closing(Store(database_at(folder / "turncoat.db"))) as store:
        found = history.faults(store, history.of_receipts(receipts))
        for table_id in {receipt.table for receipt in receipts}:
            answers = [entry for entry in sure(store.record(table_id)).entries if isinstance(entry, kept.Answered)]
            twice = Counter((answer.seat, answer.request) for answer in answers)
            found += [f"twice: {place} of table {table_id}" for place, times in twice.items() if times > 1]
    return [fault for fault in found if not fault.startswith("twice, or sent by nobody")]


async def kill_again_and_again(folder: Path, times: int, seed: int, *flags: str) -> tuple[list[Receipt], list[str]]:
    """Kill a server so often, starting it again on the same file each time; the receipts and the faults."""
    chance, process = Random(seed), Process(folder, *flags)
    for _ in range(times):
        await process.run_until_killed(chance, chance.randrange(1, 400))
    assert process.refusals == []
    return process.receipts, faults(folder, process.receipts)


@pytest.mark.timeout(120 + 60 * KILLS)
def test_every_acknowledged_order_survives_a_kill(tmp_path: Path) -> None:
    """None lost, none twice, the chain intact, and the record replays."""
    receipts, found = asyncio.run(kill_again_and_again(tmp_path, KILLS, seed=1))
    assert len(receipts) >= KILLS
    assert found == []


@pytest.mark.timeout(180)
def test_acknowledging_before_the_order_is_durable_is_caught(tmp_path: Path) -> None:
    """The planted fault: the same check finds the orders that were lost."""
    _, found = asyncio.run(kill_again_and_again(tmp_path, 1, 2, "hasty"))
    assert any(fault.startswith("lost") for fault in found)
