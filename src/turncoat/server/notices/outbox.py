"""The outbox: what people should have been told and were not is queued, asked again in the moment of sending, and sent.

Nothing is done when something happens but to note at which table. What is owed there is asked of the table as it is
(``turncoat.table.notices``), so a restart, a crash and a notice that is true no more are all the same case. It hangs on
one clock, the server's; each channel sends by itself, so that one that hangs holds up no other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from turncoat.kernel.errors import Refusal
from turncoat.server.clock import Alarms
from turncoat.server.keeper import Keeper
from turncoat.server.notices.channel import Channel, Gone, Later, Notice, Outcome, Refused, Sent
from turncoat.server.notices.choices import ALWAYS, SPECTATOR, USUAL, Choices, Wishes, delay
from turncoat.server.notices.told import DROPPED, FAILED, QUEUED, SENT, Line, Reached, Told
from turncoat.server.read_marks import EVERYWHERE, ReadMarks, is_on, mute_key
from turncoat.server.rows import Damaged
from turncoat.table.holders import NOBODY, holder_of
from turncoat.table.notices import Kind, Owed, next_look, owed
from turncoat.table.table import Table

if TYPE_CHECKING:
    from turncoat.server.tokens import Tokens

LOG = logging.getLogger("turncoat")

MINUTE = 60_000
RETRIES = tuple(MINUTE * minutes for minutes in (1, 5, 30, 120, 360, 720))
"""After how many milliseconds a notice is tried again that could not be sent, the first time and then."""

GATHER = 1000
"""Milliseconds for which changes of a table are gathered before it is looked at."""

AT_ONCE = 20
"""How many tables are looked at together."""

ROUND = 100
"""How many notices are taken from the queue at once."""

SENDERS = 4
"""To how many places a channel sends at the same time."""

LONGEST = 60.0
"""Seconds after which sending is given up, and tried again later."""

SLACK = MINUTE
"""A table that changed this many milliseconds before all were looked at may not have been among them."""

MANY = 20_000
"""Of more tables it is not known what they were like when they changed last."""

GATHERING = (Kind.SAID, Kind.TALK, Kind.RESOLVED)
"""Of these a newer notice takes the place of one that waits, and comes when that one would have come."""

Due = Mapping[tuple[str, str, int, str, str, str], Owed]
"""What is owed, by what makes it unique (``Line.name``)."""


class Look(NamedTuple):
    """What somebody who looked at some tables has found.

    Attributes:
        due: What is owed to those who are reached there, and want to be told.
        wishes: What they want, by owner; who has chosen nothing is left out.
        tables: The tables that are there, by id.
    """

    due: Due
    wishes: Mapping[str, Wishes]
    tables: Mapping[str, Table]


class Outbox:
    """Sends notices.

    Args:
        keeper: The tables and their clock.
        told: The store's part that knows what was told.
        choices: What people have chosen.
        read_marks: What people have read.
        tokens: Makes the ids of notices.
    """

    def __init__(self, keeper: Keeper, told: Told, choices: Choices, read_marks: ReadMarks, tokens: Tokens) -> None:
        self.keeper, self.told, self.choices, self.read_marks = keeper, told, choices, read_marks
        self.tokens, self.channels = tokens, told.channels
        self.alarms = Alarms(keeper.now, self._ring)
        self._changed = set[str]()
        self._seen: dict[str, tuple[object, ...]] = {}
        self._sending: dict[str, asyncio.Task[None]] = {}
        self._asked = set[str]()
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
        if table_id not in self._changed:
            self._changed.add(table_id)
            self.alarms.set(table_id, self.keeper.now() + GATHER)

    async def start(self) -> None:
        """Take up what was left when the server stopped, resting between tables: whoever asks for one comes first."""
        if self.channels.by_name:
            self._tasks = [asyncio.create_task(work) for work in (self.alarms.run(), self._take_up())]

    async def stop(self) -> None:
        """Stop; what is not sent is sent after the next start."""
        tasks = [*self._tasks, *self._sending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take_up(self) -> None:
        clock = asyncio.get_running_loop().time
        try:
            for name in self.channels.by_name:
                self._send_soon(name)
            found = await self.keeper.read(self.told.to_look_at, await self.keeper.read(self.told.looked) - SLACK)
            for first in range(0, len(found), AT_ONCE):
                began = clock()
                await self._plan(found[first : first + AT_ONCE])
                await asyncio.sleep(clock() - began)
        except Exception:
            LOG.exception("the outbox could not look at all tables after its start; it does as they change")

    async def _ring(self, names: list[str]) -> None:
        tables = [name for name in names if name not in self.channels.by_name]
        self._changed.update(tables)
        try:
            await self.plan()
        except Exception:
            LOG.exception("notices of some tables could not be planned and are tried again in a minute")
            for table in self._changed:
                self.alarms.set(table, self.keeper.now() + MINUTE)
        for name in set(names) - set(tables):
            self._send_soon(name)

    async def work(self) -> None:
        """Look at all tables that have changed, and send all that is to be sent by now."""
        await self.plan()
        for name in self.channels.by_name:
            self._send_soon(name)
        await asyncio.gather(*(self._sending[name] for name in self.channels.by_name))

    # --- what is owed -------------------------------------------------------------------------

    async def plan(self) -> None:
        """Queue what is owed at the tables that have changed, and was not told."""
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
        """Queue what is owed at some tables; how much that is."""
        look = await self._look(tables)
        now = self.keeper.now()
        for table_id, table in look.tables.items():
            if table_id not in self._changed:  # else its alarm is set, and comes sooner
                follows = next_look(table, now)
                self.alarms.set(table_id, None if follows is None else follows - 1)
        if not look.due:
            return 0
        known = await self.keeper.read(self.told.known, tables, {one.key for one in look.due.values()})
        lines = list(self._new_lines(look, known))
        if lines:
            await self.keeper.write(self.told.write, lines)
        for channel in {line.channel for line in lines}:
            self._send_soon(channel)
        return len(lines)

    def _new_lines(self, look: Look, known: Sequence[Line]) -> Iterable[Line]:
        """What is to be queued, and what it takes the place of."""
        stored = {line.name: line for line in known}
        waiting = {(*line.place, line.kind): line for line in known if line.next is not None}
        now = self.keeper.now()
        for name, one in look.due.items():
            if name in stored and stored[name].state != DROPPED:
                continue
            owner, table, seat, channel, target, key = name
            at = max(now, one.at + delay(one.kind, channel))
            if self.channels.by_name[channel].gathers:
                at = look.wishes.get(owner, USUAL).times.next_digest(now) or at
            older = waiting.get((owner, table, seat, channel, target, one.kind))
            if older is not None and one.kind in GATHERING and older.name not in look.due:
                at = min(at, older.next or at)
                yield replace(older, state=DROPPED, next=None)
            yield Line(owner, table, seat, key, channel, target, one.kind, one.at, one.until, next=at)

    async def _look(self, tables: Collection[str]) -> Look:
        """Look at some tables; nothing is waited for between the last look at a table and the answer."""
        reached = await self.keeper.read(self.told.reached, tables)
        if not reached:
            return Look({}, {}, {})
        wishes = await self.keeper.read(self.choices.of, {one.owner for one in reached})
        for owner in {one.owner for one in reached if one.seat is not None}:
            await self.read_marks.of(owner, EVERYWHERE)
        there = sorted({one.table for one in reached})
        live = {table: found for table in there if (found := await self._table(table)) is not None}
        now, due = self.keeper.now(), dict[tuple[str, str, int, str, str, str], Owed]()
        for one in reached:
            if one.table in live:
                seat = -1 if one.seat is None else one.seat
                for notice in self._to_tell(live[one.table], one, wishes.get(one.owner, USUAL), now):
                    due[one.owner, one.table, seat, one.channel, one.target, notice.key] = notice
        return Look(due, wishes, live)

    async def _table(self, table_id: str) -> Table | None:
        """A table with all that happened there; not taken into memory for this."""
        try:
            if table_id in self.keeper.live_tables:
                return await self.keeper.table(table_id)
            return await self.keeper.read(self.keeper.store.load, table_id)
        except (Refusal, Damaged):
            return None

    def _to_tell(self, table: Table, one: Reached, wishes: Wishes, now: int) -> list[Owed]:
        """What somebody is owed at a place; of messages only the last one that they have not read."""
        if one.seat is None:
            found = [notice for notice in owed(table, None, now) if notice.kind in SPECTATOR]
            return [notice for notice in found if notice.at >= one.since]
        holder = holder_of(table.state.seats[one.seat], [one.by])
        if holder == NOBODY:
            return []
        news = [
            notice
            for notice in owed(table, one.seat, now, holder)
            if notice.at >= one.since and wishes.wants(one.table, notice.kind, one.channel)
        ]
        said = [notice for notice in news if notice.kind in (Kind.SAID, Kind.TALK)]
        unread = [notice for notice in said if self._unread(table, one, holder, notice)]
        last = {notice.kind: notice for notice in sorted(unread, key=lambda notice: notice.at)}
        return [notice for notice in news if notice not in said] + list(last.values())

    def _unread(self, table: Table, one: Reached, holder: int, notice: Owed) -> bool:
        """Whether a message has not been read on a page, and comes from somebody whom the reader hears."""
        place, number = (one.table, one.seat), int(notice.facts["message"])
        marks = self.read_marks.known(one.owner, place)
        sender = table.hearing(one.seat, holder).said[number - 1].message.sender
        if sender is not None and is_on(marks, mute_key(sender, table.state.seats[sender].holder)):
            return False
        return marks.get(f"to {notice.facts['thread']}".strip(), 0) < number

    # --- sending ------------------------------------------------------------------------------

    def _send_soon(self, name: str) -> None:
        """Let a channel send; if it does already, it looks again before it is done."""
        if name not in self._sending or self._sending[name].done():
            self._sending[name] = asyncio.create_task(self._send_all(name))
        self._asked.add(name)

    async def _send_all(self, name: str) -> None:
        """Send what is to be sent on a channel by now, and set its alarm for what comes next."""
        follows = None
        try:
            while name in self._asked:
                self._asked.discard(name)
                while lines := await self.keeper.read(self.told.due, name, self.keeper.now(), ROUND):
                    await self._send_lines(self.channels.by_name[name], lines)
                follows = await self.keeper.read(self.told.next, name)
            self.alarms.set(name, None if follows is None else max(follows, self.keeper.now()) - 1)
        except Exception:
            LOG.exception("notices could not be sent (%s) and are tried again in a minute", name)
            self.alarms.set(name, self.keeper.now() + MINUTE)

    async def _send_lines(self, channel: Channel, lines: Sequence[Line]) -> None:
        """Send notices to several places at the same time."""
        limit = asyncio.Semaphore(SENDERS)
        async with asyncio.TaskGroup() as sending:
            for _, place in groupby(sorted(lines, key=_where), key=_where):
                sending.create_task(self._send_to(channel, list(place), limit))

    async def _send_to(self, channel: Channel, lines: Sequence[Line], limit: asyncio.Semaphore) -> None:
        """Send the notices for one place, one by one or, as a digest, together."""
        async with limit:
            wishes = (await self.keeper.read(self.choices.of, [lines[0].owner])).get(lines[0].owner, USUAL)
            together = channel.gathers and wishes.times.digest_at is not None
            for some in [lines] if together else [[line] for line in lines]:
                quiet = wishes.times.quiet_until(self.keeper.now())
                loud = [line for line in some if quiet is None or line.kind in ALWAYS]
                later = [replace(line, next=quiet) for line in some if line not in loud]
                done = await self._send(channel, loud) if loud else []
                await self.keeper.write(self.told.write, [*done, *later])

    async def _send(self, channel: Channel, lines: Sequence[Line]) -> list[Line]:
        """Send what of these notices is still true, and say what became of them."""
        due, _, tables = await self._look({line.table_id for line in lines})
        true = [line for line in lines if line.name in due]
        dropped = [replace(line, state=DROPPED, next=None) for line in lines if line not in true]
        if not true:
            return dropped
        try:
            notices = [self._notice(line, due[line.name], tables[line.table_id]) for line in true]
            async with asyncio.timeout(LONGEST):
                outcome: Outcome = await channel.send(notices, true[0].target)
        except Exception as fault:
            LOG.exception("sending by %s failed", channel.name, exc_info=None if _is_late(fault) else fault)
            outcome = Later(why="no answer in time" if _is_late(fault) else "it failed")
        if isinstance(outcome, Gone):
            await self.keeper.write(self.told.forget_target, channel.name, true[0].target)
        return [*dropped, *(self._after(line, outcome) for line in true)]

    def _notice(self, line: Line, one: Owed, table: Table) -> Notice:
        """A notice as a channel is given it."""
        return Notice(
            id=self.tokens.mac(f"notice/{line.owner}/{line.table_id}/{line.seat}/{line.key}"),
            kind=one.kind,
            key=line.key,
            table=line.table_id,
            seat=None if line.seat < 0 else line.seat,
            owner=line.owner,
            title=table.header.title,
            game=table.rules.title,
            at=one.at,
            until=one.until,
            due=one.due,
            facts=one.facts,
        )

    def _after(self, line: Line, outcome: Outcome) -> Line:
        """A line after it was sent, or was not."""
        match outcome:
            case Sent():
                return replace(line, state=SENT, next=None, tries=line.tries + 1)
            case Later(after, why):
                return self._again(line, after, why)
            case Refused(why) | Gone(why):
                LOG.info("a notice by %s was refused: %s", line.channel, why)
                return replace(line, state=FAILED, next=None, tries=line.tries + 1)

    def _again(self, line: Line, after: float, why: str) -> Line:
        """A line that is tried again, unless that was done often enough or it would come too late."""
        tried = line.tries + 1
        if tried > len(RETRIES):
            return replace(line, state=FAILED, next=None, tries=tried)
        at = self.keeper.now() + max(RETRIES[line.tries], round(1000 * after))
        if at > line.until:
            LOG.info("a notice by %s could not be sent in time: %s", line.channel, why)
            return replace(line, state=FAILED, next=None, tries=tried)
        return replace(line, state=QUEUED, next=at, tries=tried)


def _where(line: Line) -> tuple[str, str]:
    return (line.owner, line.target)


def _is_late(fault: Exception) -> bool:
    return isinstance(fault, TimeoutError)
