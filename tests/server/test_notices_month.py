"""A month of tables: no notice is contradicted by its table at the moment of sending, and none comes twice.

``TURNCOAT_MONTH`` sets how many tables, ``TURNCOAT_DAYS`` how many days; the default is what a normal run can afford.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from tests.server.noticing import House, Recorder
from tests.server.test_outbox import as_it_was_queued, at_house

from turncoat.kernel import play
from turncoat.kernel.errors import Refusal
from turncoat.kernel.promise import Message, Say
from turncoat.server.notices.channel import Notice
from turncoat.server.notices.outbox import Outbox
from turncoat.table import record as kept
from turncoat.table.deadline import After, AtTimes
from turncoat.table.milliseconds import DAY
from turncoat.table.notices import Kind
from turncoat.table.pace import Ladder, Pace
from turncoat.table.proposals import Extension
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Phase, Table

TABLES = int(os.environ.get("TURNCOAT_MONTH", "3"))
DAYS = int(os.environ.get("TURNCOAT_DAYS", "5"))
STEP = 6 * 60
DEADLINES = (After(720), After(1440, days=(0, 1, 2, 3, 4)), AtTimes(("08:00", "20:00"), "Europe/Berlin", notice=60))
PACES = (Pace(), Pace(grace=120), Pace(ladder=Ladder(2, 4, 5, ("random",) * 3)))
ASKED = (Kind.TURN, Kind.REMINDER, Kind.OVERTIME, Kind.MOVED)


class Month:
    """Tables whose people answer, are late, miss turns, come back, talk, vote, pause and extend.

    Attributes:
        wrong: What was sent and was not true.
    """

    def __init__(self, house: House) -> None:
        self.house, self.chance, self.tables = house, Random(7), dict[str, Table]()
        self.wrong = list[str]()
        for channel in house.channels:
            channel.hook = self.check

    def check(self, notices: Sequence[Notice]) -> None:
        """Compare what is about to be sent with the table itself."""
        for notice in notices:
            if not is_true(self.tables[notice.table], notice):
                self.wrong.append(f"{notice.key} at seat {notice.seat}")

    async def run(self) -> None:
        for number in range(TABLES):
            deadline = DEADLINES[number % len(DEADLINES)]
            table = await self.house.table(deadline, PACES[number // 3 % len(PACES)], rounds=60)
            self.tables[table.header.table] = table
        for _ in range(DAYS * 24 * 60 // STEP):
            await self.pass_time(STEP)
            going_on = [table for table in self.tables.values() if table.state.phase not in OVER]
            await asyncio.gather(*map(self.act, going_on))

    async def pass_time(self, minutes: int) -> None:
        """Time passes; decisions are closed and notices sent when it is time."""
        house, keeper = self.house, self.house.services.keeper
        end = house.clock.now + minutes * 60_000
        while house.clock.now < end:
            due = [one for alarms in (keeper.alarms, house.services.outbox.alarms) for one in alarms._due.values()]
            house.clock.now = min([end, *(one + 1 for one in due if one >= house.clock.now)])
            if late := keeper.alarms._late():
                await keeper._close_decisions(late)
            await house.settle()

    async def act(self, table: Table) -> None:
        """People do something, or nothing."""
        table_id, keeper, now = table.header.table, self.house.services.keeper, self.house.clock.now
        for seat in range(3):
            what, there = self.chance.random(), table.state.seats[seat]
            try:
                if there.stands_in and what < 0.3:
                    taken = kept.SeatTaken(now, seat, there.name, SeatKind.PERSON, by=there.by)
                    await keeper.perform(table_id, lambda _, taken=taken: taken)  # type: ignore[misc]
                elif what < 0.45:
                    await self.house.answer(table, seat)
                elif what < 0.5:
                    await keeper.say(table_id, Message(seat, Say(((seat + 1) % 3,), "A word.")))
                elif what < 0.52:
                    await keeper.perform(table_id, lambda at, seat=seat: kept.Proposed(at, seat, Extension(60.0)))  # type: ignore[misc]
                elif what < 0.53:
                    await keeper.perform(table_id, lambda at: kept.PausedUntil(at, at + DAY))
                elif what < 0.54:
                    await keeper.withdraw(table_id, seat)
            except Refusal:
                continue


def is_true(table: Table, notice: Notice) -> bool:
    """Whether a table bears out what a notice says; asked in another way than the outbox asks."""
    state, seat, game = table.state, notice.seat, table.game
    if notice.kind is Kind.OVER:
        return state.phase in OVER
    if notice.kind is Kind.SAID:
        return True  # what was said stays said, also after the game
    if game is None or seat is None or state.phase in OVER:
        return False
    if notice.kind in ASKED:
        playing = state.phase is Phase.PLAYING or notice.kind is Kind.MOVED
        number = notice.key.split()[1]
        same = notice.kind is Kind.MOVED or int(number) == game.requests[seat]
        return playing and same and seat in play.waiting(game)
    if notice.kind is Kind.VOTE:
        return any(vote.number == notice.facts["vote"] and seat not in vote.ballots for vote in state.votes)
    if notice.kind is Kind.MISSED:
        return bool(state.seats[seat].missed or state.seats[seat].stands_in)
    return True


def month(folder: Path) -> tuple[list[str], Counter[tuple[str, str, str, str]], Counter[str]]:
    """What was wrong, how often each notice came, and how many of each kind there were."""
    found = list[Month]()

    async def play_it(house: House) -> None:
        found.append(Month(house))
        await found[0].run()

    house = at_house(folder, play_it, Recorder("push"), Recorder("mail"))
    told = [(channel.name, one) for channel in house.channels for _, one in channel.given]
    times = Counter((name, one.table, str(one.seat), one.key) for name, one in told)
    return found[0].wrong, times, Counter(str(one.kind) for _, one in told)


@pytest.mark.timeout(60 + 10 * TABLES * DAYS)
def test_in_a_month_no_notice_is_contradicted_and_none_comes_twice(tmp_path: Path) -> None:
    wrong, times, kinds = month(tmp_path)
    assert wrong == []
    assert max(times.values()) == 1
    assert {"began", "turn", "reminder", "said"} <= set(kinds), kinds
    assert len(times) >= 10 * TABLES * DAYS, (len(times), kinds)


@pytest.mark.timeout(600)
def test_notices_that_are_not_asked_again_are_found_in_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: what was true when it was queued is sent."""
    monkeypatch.setattr(Outbox, "true_now", as_it_was_queued)
    monkeypatch.setattr(f"{__name__}.TABLES", 3)
    monkeypatch.setattr(f"{__name__}.DAYS", 3)
    assert month(tmp_path)[0]
