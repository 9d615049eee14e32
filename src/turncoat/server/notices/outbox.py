"""The outbox: what people should have been told and were not is queued, asked again in the moment of sending, and sent.

When a table changes, only its id is noted. The notices that are due are computed from the present table
(``turncoat.table.notices``), so a restart, a crash and an outdated notice need no special treatment. It hangs on one
clock, the server's; each channel sends by itself, so that one that hangs holds up no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from turncoat.kernel.errors import Refusal
from turncoat.server.clock import Alarms
from turncoat.server.keeper import Keeper
from turncoat.server.notices.channel import Notice
from turncoat.server.notices.choices import GATHERED, SPECTATOR, USUAL, Choices, Wishes, delay
from turncoat.server.notices.sender import Sender
from turncoat.server.notices.told import DROPPED, Line, Reached, Told
from turncoat.server.read_marks import EVERYWHERE, ReadMarks, is_on, mute_key
from turncoat.server.rows import Damaged
from turncoat.table.holders import NOBODY, STANDS_BY, holder_of
from turncoat.table.milliseconds import HOUR, MINUTE
from turncoat.table.notices import Kind, Owed, next_look, owed
from turncoat.table.table import Table

if TYPE_CHECKING:
    from turncoat.server.tokens import Tokens

LOG = logging.getLogger("turncoat")

GATHER = 2000
"""For how many milliseconds changes of a table are collected before notices are planned."""

AT_ONCE = 20
"""For how many tables notices are planned in one step."""

LAST = 10.0
"""How many seconds a stopping server waits for notices that are being sent."""

SLACK = MINUTE
"""A table that changed this many milliseconds before all were looked at may not have been among them."""

MANY = 20_000
"""For how many tables the last state is remembered."""

GATHERING = (Kind.SAID, Kind.TALK, *GATHERED)
"""Of these a newer notice takes the place of one that waits, and comes when that one would have come."""

SHARE = 0.01
"""The part of the server's time that looking at tables may take; sending what is found takes about twice as much.

The greatest share of time for planning; after much work it pauses. Time that other programs take from the server counts
as work: so its part stays as small on a busy machine.
"""

MOST_REST = 2 * MINUTE
"""The longest such pause, in milliseconds."""

Name = tuple[str, str, int, str, str, str]
"""The key of a notice: ``Line.name``."""

Due = dict[Name, Owed]
"""The notices that are due, by their key."""


class Look(NamedTuple):
    """The facts about some tables that decide on notices.

    Attributes:
        reached: The people that channels reach, by table.
        wishes: Their choices, by owner; owners without any are left out.
        tables: The tables that exist, by id.
    """

    reached: Mapping[str, Sequence[Reached]]
    wishes: Mapping[str, Wishes]
    tables: Mapping[str, Table]


class Outbox:
    """Plans notices and sends them.

    Args:
        keeper: The tables and their clock.
        told: Reads and writes notices in the database.
        choices: People's choices about notices.
        read_marks: How far people have read.
        tokens: Makes the ids of notices.

    Attributes:
        stopwatch: Measures the work, in seconds; tests fix it.
    """

    def __init__(self, keeper: Keeper, told: Told, choices: Choices, read_marks: ReadMarks, tokens: Tokens) -> None:
        self.keeper, self.told, self.choices, self.read_marks = keeper, told, choices, read_marks
        self.tokens, self.channels = tokens, told.channels
        self.alarms = Alarms(keeper.now, self._ring)
        self._changed = set[str]()
        self._seen: dict[str, tuple[object, ...]] = {}
        self._senders: dict[str, Sender] = {}
        self._planning = asyncio.Lock()
        self.closing = False
        self.stopwatch: Callable[[], float] = perf_counter
        self._rested = 0
        self._tasks: list[asyncio.Task[None]] = []
        keeper.listeners.append(self.note)

    # --- when ---------------------------------------------------------------------------------

    def note(self, table: Table) -> None:
        """A table was loaded or has changed: it is looked at soon, unless nothing has happened that anybody is told of.

        What a seat seals is no such thing, so no notice comes at that moment.
        """
        if not self.channels.by_name:
            return
        state, table_id = table.state, table.header.table
        now = (len(table.happened), len(table.talk), state.phase, state.moved, state.proposed)
        if self._seen.get(table_id) == now:
            return
        if len(self._seen) >= MANY:
            self._seen.clear()
        self._seen[table_id] = now
        self._look_soon(table_id)

    def note_change(self, table_id: str) -> None:
        """Note that another process has changed a table."""
        if self.channels.by_name:
            self._look_soon(table_id)

    def _look_soon(self, table_id: str) -> None:
        if table_id not in self._changed:
            self._changed.add(table_id)
            self.alarms.set(table_id, max(self.keeper.now() + GATHER, self._rested))

    async def start(self) -> None:
        """Take up what was left when the server stopped, resting between tables: the caller for one comes first."""
        self.closing = False
        if self.channels.by_name:
            self._tasks = [asyncio.create_task(work) for work in (self.alarms.run(), self._take_up())]

    async def stop(self) -> None:
        """Stop after the notices that are being sent; others are sent after the next start."""
        self.closing = True
        await asyncio.gather(*(sender.stop(LAST) for sender in self._senders.values()))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take_up(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            for name in self.channels.by_name:
                self._send_soon(name)
            await self.keeper.read(self.told.suspect)
            found = await self.keeper.read(self.told.to_look_at, await self.keeper.read(self.told.looked) - SLACK)
            for first in range(0, len(found), AT_ONCE):
                began = clock()
                await self._plan(found[first : first + AT_ONCE])
                await asyncio.sleep(clock() - began)
        except Exception:
            LOG.exception("the outbox could not look at all tables after its start; it looks at each as it changes")

    async def _ring(self, names: list[str]) -> None:
        tables = [name for name in names if name not in self.channels.by_name]
        self._changed.update(tables)
        if tables and self.keeper.now() < self._rested:
            for table in tables:
                self.alarms.set(table, self._rested)
        elif tables:
            await self._plan_or_later()
        for name in set(names) - set(tables):
            self._send_soon(name)

    async def _plan_or_later(self) -> None:
        began = self.stopwatch()
        try:
            await self.plan()
            self.rest(self.stopwatch() - began)
        except Exception:
            LOG.exception("notices of some tables could not be planned and are tried again in a minute")
            for table in self._changed:
                self.alarms.set(table, self.keeper.now() + MINUTE)

    def rest(self, seconds: float) -> None:
        """Look at no table for so long that this much work was no more than ``SHARE`` of the time."""
        now, most = self.keeper.now(), self.keeper.now() + MOST_REST
        self._rested = min(most, max(self._rested, now) + round(1000 * seconds / SHARE))

    def rest_no_more(self) -> None:
        """Plan notices again without a pause."""
        self._rested = 0

    async def work(self) -> None:
        """Plan notices for all changed tables, and send those that are due."""
        await self.plan()
        for name in self.channels.by_name:
            self._send_soon(name)
        await asyncio.gather(*(self._senders[name].now() for name in self.channels.by_name))

    # --- what is owed -------------------------------------------------------------------------

    async def plan(self) -> None:
        """Queue the notices that are due at changed tables and were not sent before."""
        at = self.keeper.now()
        changed, self._changed = sorted(self._changed), set()
        try:
            new = [await self._plan(changed[first : first + AT_ONCE]) for first in range(0, len(changed), AT_ONCE)]
        except Exception:
            self._changed.update(changed)
            raise
        if any(new):
            await self.keeper.write(self.told.look, at)

    async def _plan(self, tables: Sequence[str]) -> int:
        """Queue the due notices of some tables; returns their number."""
        async with self._planning:
            look, due = await self.look(tables), Due()
            for table_id, table in look.tables.items():
                try:
                    due |= self._owed(look, look.reached[table_id])
                    follows = next_look(table, self.keeper.now())
                except Exception:
                    LOG.exception("what is owed at table %s cannot be found out; it is tried again later", table_id)
                    follows = self.keeper.now() + HOUR
                if table_id not in self._changed:  # else its alarm is set, and comes sooner
                    self.alarms.set(table_id, None if follows is None else follows - 1)
            if not due:
                return 0
            known = await self.keeper.read(self.told.known, tables, {notice.key for notice in due.values()})
            lines = list(self._new_lines(due, known, look.wishes))
            if lines:
                await self.keeper.write(self.told.write, lines)
        for channel in {line.channel for line in lines}:
            self._send_soon(channel)
        return len(lines)

    def _new_lines(self, due: Due, known: Sequence[Line], wishes: Mapping[str, Wishes]) -> Iterable[Line]:
        """The new rows of the queue, and the rows that they replace."""
        stored = {line.name: line for line in known}
        waiting = {(*line.place, line.kind): line for line in known if line.next is not None}
        now = self.keeper.now()
        for name, notice in due.items():
            if name in stored and stored[name].state != DROPPED:
                continue
            owner, table, seat, channel, target, key = name
            at = max(now, notice.at + delay(notice.kind, channel))
            if self.channels.by_name[channel].gathers:
                at = wishes.get(owner, USUAL).times.next_digest(now) or at
            older = waiting.get((owner, table, seat, channel, target, notice.kind))
            if older is not None and notice.kind in GATHERING and older.name not in due:
                at = min(at, older.next or at)
                yield replace(older, state=DROPPED, next=None)
            yield Line(owner, table, seat, key, channel, target, notice.kind, notice.at, notice.until, next=at)

    async def look(self, tables: Collection[str]) -> Look:
        """Look up some tables, the people reached there, their choices, and what they have read."""
        reached = await self.keeper.read(self.told.reached, tables)
        if not reached:
            return Look({}, {}, {})
        wishes = await self.keeper.read(self.choices.of, {reader.owner for reader in reached})
        for owner in {reader.owner for reader in reached if reader.seat is not None}:
            await self.read_marks.of(owner, EVERYWHERE)
        by_table: dict[str, list[Reached]] = {}
        for reader in reached:
            by_table.setdefault(reader.table, []).append(reader)
        there = {table: found for table in sorted(by_table) if (found := await self._table(table)) is not None}
        return Look(by_table, wishes, there)

    def _owed(self, look: Look, reached: Iterable[Reached]) -> Due:
        """The notices that these people are due now and want."""
        now, due = self.keeper.now(), Due()
        for reader in reached:
            if reader.table in look.tables and not (reader.seat == STANDS_BY and _sits(look, reader)):
                wishes = look.wishes.get(reader.owner, USUAL)
                for notice in self._to_tell(look.tables[reader.table], reader, wishes, now):
                    due[(*reader.place, notice.key)] = notice
        return due

    async def _table(self, table_id: str) -> Table | None:
        """A table with all its events, read without keeping it in memory."""
        try:
            if table_id in self.keeper.live_tables:
                return await self.keeper.table(table_id)
            return await self.keeper.read(self.keeper.store.load, table_id)
        except (Refusal, Damaged):
            return None

    def _to_tell(self, table: Table, reader: Reached, wishes: Wishes, now: int) -> list[Owed]:
        """What somebody is owed at a place; of messages only the last one that they have not read."""
        if reader.seat in (None, STANDS_BY):
            kinds = SPECTATOR if reader.seat is None else (Kind.FREE,)
            found = [notice for notice in owed(table, None, now) if notice.kind in kinds and notice.at >= reader.since]
            return [
                notice
                for notice in found
                if reader.seat is None or wishes.wants(reader.table, notice.kind, reader.channel)
            ]
        holder = holder_of(table.state.seats[reader.seat], [reader.by])
        if holder == NOBODY:
            return []
        news = [
            notice
            for notice in owed(table, reader.seat, now, holder)
            if notice.at >= reader.since and wishes.wants(reader.table, notice.kind, reader.channel)
        ]
        said = [notice for notice in news if notice.kind in (Kind.SAID, Kind.TALK)]
        unread = [notice for notice in said if self._unread(table, reader, holder, notice)]
        last = {notice.kind: notice for notice in sorted(unread, key=lambda notice: notice.at)}
        return [notice for notice in news if notice not in said] + list(last.values())

    def _unread(self, table: Table, reader: Reached, holder: int, notice: Owed) -> bool:
        """Whether a message has not been read on a page, and comes from somebody whom the reader hears."""
        place, number = (reader.table, reader.seat), int(notice.facts["message"])
        marks = self.read_marks.known(reader.owner, place)
        sender = table.hearing(reader.seat, holder).said[number - 1].message.sender
        if sender is not None and is_on(marks, mute_key(sender, table.state.seats[sender].holder)):
            return False
        return marks.get(f"to {notice.facts['thread']}".strip(), 0) < number

    # --- sending ------------------------------------------------------------------------------

    def _send_soon(self, name: str) -> None:
        """Start sending on a channel."""
        if name not in self._senders:
            self._senders[name] = Sender(self.channels.by_name[name], self)
        self._senders[name].soon()

    async def true_now(self, look: Look, lines: Sequence[Line]) -> dict[Name, Notice]:
        """Those of these notices to one owner that are true at this moment, as their channel is given them."""
        there = {
            line.table_id: await self._table(line.table_id)
            for line in lines
            if line.table_id in self.keeper.live_tables
        }
        now = look._replace(tables={**look.tables, **{name: table for name, table in there.items() if table}})
        places = {line.place for line in lines}
        reached = (reader for table in {line.table_id for line in lines} for reader in look.reached.get(table, ()))
        due = self._owed(now, [reader for reader in reached if reader.place in places])
        true = [line for line in lines if line.name in due]
        return {line.name: self._notice(line, due[line.name], now.tables[line.table_id]) for line in true}

    def _notice(self, line: Line, notice: Owed, table: Table) -> Notice:
        """A notice in the form that channels get."""
        return Notice(
            id=self.tokens.mac(f"notice/{line.owner}/{line.table_id}/{line.seat}/{line.key}"),
            kind=notice.kind,
            key=line.key,
            table=line.table_id,
            seat=None if line.seat < 0 else line.seat,
            owner=line.owner,
            title=table.header.title,
            game=table.rules.title,
            at=notice.at,
            until=notice.until,
            due=notice.due,
            facts=notice.facts,
        )


def _sits(look: Look, reader: Reached) -> bool:
    """Whether a substitute has since taken a seat at the table with another key."""
    return any(
        other.owner == reader.owner and other.seat not in (None, STANDS_BY) for other in look.reached[reader.table]
    )
