"""A server with its outbox and a channel that keeps what it is given; people at tables without pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Select, literal, select
from tests.serving import Clock, open_services

from turncoat.kernel import play
from turncoat.server.clock import real_time
from turncoat.server.keeper import SeatPlan, TablePlan
from turncoat.server.notices.channel import Notice, Outcome, Sent
from turncoat.server.people import Session, named
from turncoat.server.schema import HOLDINGS
from turncoat.server.services import Services
from turncoat.table import record as kept
from turncoat.table.deadline import After, Deadline
from turncoat.table.pace import Pace
from turncoat.table.record import SeatKind
from turncoat.table.table import Table

NAMES = ("Agatha", "Barney", "Celeste")
DAILY = After(24 * 60)


class Recorder:
    """A channel that reaches everybody who holds a key, and keeps what it is given.

    Attributes:
        given: What was sent, and where to.
        answer: What it says of sending.
        hook: Called with what is about to be sent.
    """

    def __init__(self, name: str = "push", *, gathers: bool = False) -> None:
        self.name, self.gathers = name, gathers
        self.given: list[tuple[str, Notice]] = []
        self.calls: list[int] = []
        self.answer: Outcome = Sent()
        self.hook: Callable[[Sequence[Notice]], None] = lambda _: None
        self.since = 0

    def reaches(self) -> Select[Any]:
        """Everybody who holds a key, at a place of the same name."""
        holder = HOLDINGS.c.holder
        return select(holder.label("owner"), holder.label("target"), literal(self.since).label("since")).distinct()

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Keep them."""
        self.hook(notices)
        self.given += [(target, notice) for notice in notices]
        self.calls.append(len(notices))
        return self.answer

    def keys(self, target: str) -> list[str]:
        """The keys of what somebody was told, in order."""
        return [notice.key for where, notice in self.given if where == target]


class House:
    """A server on a clock that is moved, its outbox, and one recording channel."""

    def __init__(
        self, folder: Path, *channels: Recorder, real: bool = False, clock: Clock | None = None, **config: Any
    ) -> None:
        self.clock = clock or Clock()
        self.services: Services = open_services(folder, clock=real_time if real else self.clock, **config)
        self.channels = channels or (Recorder(),)
        self.services.channels.by_name.clear()
        for channel in self.channels:
            self.services.channels.add(channel)

    @property
    def channel(self) -> Recorder:
        return self.channels[0]

    async def table(self, deadline: Deadline = DAILY, pace: Pace | None = None, rounds: int = 60) -> Table:
        """A table of three people, each of whom is reached under the name of their seat and table; it has begun."""
        plan = TablePlan(
            "truce", tuple(map(SeatPlan, NAMES)), {"rounds": rounds}, "Whist", deadline, pace=pace or Pace()
        )
        table_id = (await self.services.keeper.create(plan)).header.table
        for seat in range(len(NAMES)):
            await self.sit(table_id, seat, self.who(table_id, seat))
        await self.services.keeper.perform(table_id, kept.Began)
        return await self.services.keeper.table(table_id)

    def who(self, table_id: str, seat: int) -> str:
        """Where a player is reached."""
        return f"{NAMES[seat].lower()}-{table_id}"

    async def sit(self, table_id: str, seat: int, owner: str) -> None:
        """Somebody sits down with a key of their own."""
        (key,) = await self.services.auth.issue(table_id, seat)
        await self.services.auth.hold(Session(owner, None, ()), key)
        by = named(table_id, key)
        taken = lambda at: kept.SeatTaken(at, seat, NAMES[seat], SeatKind.PERSON, by=by)  # noqa: E731
        await self.services.keeper.perform(table_id, taken)

    async def answer(self, table: Table, *seats: int) -> None:
        """Seats answer what they are asked."""
        assert table.game is not None
        for seat in seats:
            if seat in play.asked(table.game):
                await self.services.keeper.answer(table.header.table, seat, table.game.requests[seat], {"type": "pass"})

    async def later(self, minutes: float) -> None:
        """Time passes: the outbox does all that is to be done until then, when it is to be done."""
        end = self.clock.now + round(minutes * 60_000)
        while self.clock.now < end:
            await self.settle()
            alarms = self.services.outbox.alarms
            follows = min((due + 1 for due in alarms._due.values() if due >= self.clock.now), default=end)
            self.clock.now = min(end, follows)
        await self.settle()

    async def settle(self) -> None:
        """The outbox does what is to be done now."""
        late = self.services.outbox.alarms._late()
        if late:
            await self.services.outbox._ring(late)
        await self.services.outbox.work()
