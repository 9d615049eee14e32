"""Sending notices: nobody waits for the slow place of another, a stop doubles nothing, a bad table harms no other."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.server.noticing import House, Recorder
from tests.server.test_outbox import at_house

from turncoat.server.notices import outbox as module
from turncoat.server.notices.channel import Notice, Outcome
from turncoat.server.notices.sender import SENDERS, Sender
from turncoat.table.notices import Owed, owed
from turncoat.table.table import Table


class Hanging(Recorder):
    """A channel that hangs where it sends to certain people, until it is told otherwise."""

    def __init__(self, *who: str) -> None:
        super().__init__()
        self.who, self.hung, self.go, self.sent = who, Counter[str](), asyncio.Event(), asyncio.Event()

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        if target.startswith(self.who):
            self.hung[target] += 1
            await self.go.wait()
        outcome = await super().send(notices, target)
        self.sent.set()
        return outcome

    async def until(self, many: int) -> None:
        """Wait until so many notices have arrived."""
        while len(self.given) < many:
            self.sent.clear()
            await self.sent.wait()


def test_others_are_told_while_a_place_does_not_answer(tmp_path: Path) -> None:
    channel = Hanging("agatha")

    async def play_it(house: House) -> None:
        await house.table()
        await house.services.outbox.plan()
        await asyncio.wait_for(channel.until(4), 60)
        assert {where.partition("-")[0] for where, _ in channel.given} == {"barney", "celeste"}
        assert sum(channel.hung.values()) == 1, "what else there is for somebody waits for what was sent to them"
        channel.go.set()
        await asyncio.wait_for(channel.until(6), 60)

    at_house(tmp_path, play_it, channel)


def test_slow_people_never_have_more_than_half_of_the_ways_out(tmp_path: Path) -> None:
    """However many there are, and although they are first in the queue."""
    channel = Hanging("agatha", "barney")

    async def play_it(house: House) -> None:
        tables = [await house.table() for _ in range(SENDERS)]
        outbox = house.services.outbox
        sender = outbox._senders["push"] = Sender(channel, outbox)
        slow = {house.who(table.header.table, seat) for table in tables for seat in (0, 1)}
        sender._slow.update(slow)
        await outbox.plan()
        await asyncio.wait_for(channel.until(2 * SENDERS), 60)
        assert {where.partition("-")[0] for where, _ in channel.given} == {"celeste"}
        assert len(channel.hung) <= SENDERS // 2
        channel.go.set()
        await asyncio.wait_for(channel.until(6 * SENDERS), 60)
        assert len(channel.given) == 6 * SENDERS

    at_house(tmp_path, play_it, channel)


def test_a_stop_forgets_nothing_that_was_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAST", 0.01)
    channel = Hanging("agatha")

    async def before(house: House) -> None:
        await house.table()
        await house.services.outbox.plan()
        await asyncio.wait_for(channel.until(4), 60)

    first = at_house(tmp_path, before, channel)

    async def after(house: House) -> None:
        house.clock.now = first.clock.now
        await house.services.outbox._take_up()
        await house.later(1)

    again = at_house(tmp_path, after).channel
    assert {where.partition("-")[0] for where, _ in again.given} == {"agatha"}


def noted(calls: list[str], method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that also notes that it was called."""

    def call(*given: Any) -> Any:
        calls.append(method.__name__)
        return method(*given)

    return call


def test_two_looks_at_a_table_come_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that ends late does not queue again what was sent meanwhile."""
    calls = list[str]()

    async def play_it(house: House) -> None:
        table, outbox = await house.table(), house.services.outbox
        for name in ("known", "write"):
            monkeypatch.setattr(outbox.told, name, noted(calls, getattr(outbox.told, name)))
        await asyncio.gather(*(outbox._plan([table.header.table]) for _ in range(2)))
        assert calls[:2] == ["known", "write"]
        await house.later(1)
        assert len(house.channel.given) == 6

    at_house(tmp_path, play_it)


def test_one_bad_table_silences_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = list[str]()

    def failing(table: Table, seat: int | None, now: int, holder: int | None = None) -> list[Owed]:
        if table.header.table in bad:
            raise ZeroDivisionError
        return owed(table, seat, now, holder)

    monkeypatch.setattr(module, "owed", failing)

    async def play_it(house: House) -> None:
        tables = [await house.table() for _ in range(3)]
        bad.append(tables[1].header.table)
        await house.later(20)
        told = {where.partition("-")[2] for where, _ in house.channel.given}
        assert told == {tables[0].header.table, tables[2].header.table}
        bad.clear()
        await house.later(60)
        assert tables[1].header.table in {where.partition("-")[2] for where, _ in house.channel.given}

    at_house(tmp_path, play_it)
