"""Whose turn it is: people come first, then bots at their tables, then bots among themselves."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.keeping import Room, over, owing, request, room, sits

from turncoat.bots import RandomBot
from turncoat.games.truce.state import Loot
from turncoat.kernel.boxes import Action
from turncoat.server.bots import BotRunner
from turncoat.server.writer import BOTS_AT_ONCE


def slow_bots(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event, list[str]]:
    """Seat bots that wait for the second event; the first says that one thinks, the list who has thought."""
    thinking, go_on, order = threading.Event(), threading.Event(), list[str]()

    class Slow(RandomBot):
        def beside(self, view: Any, boxes: Any) -> Action | None:
            return None

        def answer(self, view: Any, boxes: Any) -> Action:
            order.append(f"{self.seat} of {self.seats}")
            thinking.set()
            go_on.wait(30)
            return Loot()

    monkeypatch.setattr("turncoat.bots.process.bot_factory", lambda _game, _name: Slow)
    return thinking, go_on, order


async def test_what_people_hand_in_overtakes_what_bots_have(desk: Room) -> None:
    """One order of a bot goes with people's, and a few where there are none of people."""
    done: list[str] = []

    def job(name: str) -> Callable[..., None]:
        return lambda _draft, _at: done.append(name)

    table_id = (await desk.table()).header.table
    writer, commits, carry_out = desk.keeper.writer, list[int](), desk.keeper.writer.commit

    async def counted(jobs: list[Any]) -> None:
        commits.append(len(jobs))
        await carry_out(jobs)

    writer.commit = counted  # type: ignore[method-assign]
    of_bots = [desk.keeper.change(table_id, job(f"bot {number}"), after_people=True) for number in range(6)]
    of_people = [desk.keeper.change(table_id, job(f"person {number}")) for number in range(2)]
    await asyncio.gather(*of_bots, *of_people)
    assert done[:3] == ["person 0", "person 1", "bot 0"]
    assert commits == [3, BOTS_AT_ONCE, 1]


async def test_bots_with_people_think_before_those_among_themselves(
    desk: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All bots of a table without people wait, but the one that is thinking."""
    thinking, go_on, order = slow_bots(monkeypatch)
    seated = BotRunner(desk.keeper)
    alone = await desk.table(4, {"rounds": 1}, bots=["random"] * 4)
    await desk.keeper.read(thinking.wait)
    beside = await desk.table(5, {"rounds": 1}, bots=["random"] * 4)
    go_on.set()
    await desk.until(beside, lambda table: owing(table) == [0])
    await desk.until(alone, over)
    assert order == ["0 of 4", "1 of 5", "2 of 5", "3 of 5", "4 of 5", "1 of 4", "2 of 4", "3 of 4"]
    await seated.stop()


async def test_a_person_who_sits_down_among_bots_brings_them_forward(
    desk: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, go_on, order = slow_bots(monkeypatch)
    seated = BotRunner(desk.keeper)
    await desk.table(4, {"rounds": 1}, bots=["random"] * 4)
    await desk.keeper.read(thinking.wait)
    joined = await desk.table(3, {"rounds": 1}, bots=["random"] * 3)
    await desk.keeper.perform(joined.header.table, sits(0))
    go_on.set()
    await desk.until(joined, lambda table: owing(table) == [0])
    assert order[:3] == ["0 of 4", "1 of 3", "2 of 3"]
    await seated.stop()


async def test_bots_of_tables_that_are_put_away_are_let_go_and_come_back_with_their_table(tmp_path: Path) -> None:
    async with room(tmp_path, live=2) as desk:
        seated = BotRunner(desk.keeper)
        tables = [await desk.table(3, bots=["random"]) for _ in range(5)]
        assert len(seated._seats) <= 3
        again = await desk.keeper.table(tables[0].header.table)
        await desk.until(again, lambda table: owing(table) == [0, 1])
        for seat in (0, 1):
            await desk.answer(again, seat)
        await desk.until(again, lambda table: request(table) == 2 and owing(table) == [0, 1])
        await seated.stop()
