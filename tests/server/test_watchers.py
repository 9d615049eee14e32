"""Those who look on are told soon, but never before those who wait for a receipt."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.keeping import Room
from tests.table.tables import Sitting, header

from turncoat.server.watchers import AT_ONCE, Notifier, Watcher


class Listening(Watcher):
    """A watcher that notes when it is rung for."""

    def __init__(self, heard: list[int], number: int) -> None:
        super().__init__(Sitting(header()).table, None)
        self.heard, self.number = heard, number

    def ring(self) -> None:
        self.heard.append(self.number)


async def test_a_crowd_is_rung_for_a_few_at_a_time() -> None:
    """Between two lots of them the loop looks at what else has come in."""
    heard: list[int] = []
    crier = Notifier()
    for number in range(2 * AT_ONCE + 1):
        crier.notify(Listening(heard, number))
    lots = []
    for _ in range(3):
        await asyncio.sleep(0)
        lots.append(len(heard))
    assert lots == [AT_ONCE, 2 * AT_ONCE, 2 * AT_ONCE + 1]
    assert heard == sorted(heard)


async def test_who_is_still_to_be_rung_for_is_rung_for_once() -> None:
    heard: list[int] = []
    crier, stream_limits = Notifier(), [Listening(heard, number) for number in range(AT_ONCE + 1)]
    for _ in range(3):
        for watcher in stream_limits:
            crier.notify(watcher)
    await asyncio.sleep(0)
    crier.notify(stream_limits[0])
    await asyncio.sleep(0)
    assert heard == [*range(AT_ONCE + 1), 0]


async def test_the_receipt_is_given_before_those_who_look_on_are_told(desk: Room) -> None:
    table, order = await desk.table(3), list[str]()
    async with desk.keeper.watch(table.header.table, 1) as watcher:
        await watcher.changed()

        async def look_on() -> None:
            await watcher.changed()
            order.append("told")

        looking = asyncio.create_task(look_on())
        await desk.answer(table, 0, "loot")
        order.append("receipt")
        await looking
    assert order == ["receipt", "told"]


async def test_a_watcher_who_is_sent_home_waits_no_longer(desk: Room) -> None:
    table = await desk.table(3)
    async with desk.keeper.watch(table.header.table, 1) as watcher:
        assert await watcher.changed() is not None
        waiting = asyncio.create_task(watcher.changed())
        await asyncio.sleep(0)
        watcher.go_home()
        assert await waiting is None
        assert await watcher.changed() is None


async def test_who_may_not_know_of_a_change_is_not_rung_for(desk: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 2: a seat that somebody else's sealed order does not concern has no work done for it."""
    rung: list[int | None] = []
    monkeypatch.setattr(Watcher, "ring", lambda self: rung.append(self.seat))
    table = await desk.table(3, {"rounds": 3, "show_submitted": False})
    async with desk.keeper.watch(table.header.table, 0) as own, desk.keeper.watch(table.header.table, 1) as other:
        await own.changed()
        await other.changed()
        for move in ("loot", "defend"):
            await desk.answer(table, 0, move)
            await asyncio.sleep(0)
            await own.changed()
        assert rung == [0, 0]
