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
from turncoat.server.notices.attempts import after
from turncoat.server.notices.channel import Channel, Gone, Later, Notice, Outcome
from turncoat.server.notices.choices import ALWAYS, SPECTATOR, USUAL, Choices, Wishes, delay
from turncoat.server.notices.told import DROPPED, Line, Reached, Told
from turncoat.server.read_marks import EVERYWHERE, ReadMarks, is_on, mute_key
from turncoat.server.rows import Damaged
from turncoat.table.holders import NOBODY, holder_of
from turncoat.table.notices import Kind, Owed, next_look, owed
from turncoat.table.table import Table

if TYPE_CHECKING:
    from turncoat.server.tokens import Tokens

LOG = logging.getLogger("turncoat")

MINUTE = 60_000
GATHER = 2000
"""Milliseconds for which changes of a table are gathered before it is looked at."""

AT_ONCE = 20
"""How many tables are looked at together."""

ROUND = 50
"""How many notices are taken from the queue at once."""

SENDERS = 4
"""To how many places a channel sends at the same time."""

LONGEST = 60.0
"""Seconds after which sending is given up, and tried again later."""

LAST = 10.0
"""Seconds for which a server that stops waits for what is being sent."""

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
        reached: Who is reached there.
        wishes: What they want, by owner; who has chosen nothing is left out.
        tables: The tables that are there, by id.
    """

    reached: Sequence[Reached]
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
        self._closing = False
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
        """Stop, once what is being sent is sent; the rest is sent after the next start."""
        self._closing = True
        sending = [task for task in self._sending.values() if not task.done()]
        if sending:
            await asyncio.wait(sending, timeout=LAST)
        for task in (tasks := [*self._tasks, *sending]):
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
        due = self._owed(look, look.reached)
        if not due:
            return 0
        known = await self.keeper.read(self.told.known, tables, {one.key for one in due.values()})
        lines = list(self._new_lines(due, known, look.wishes))
        if lines:
            await self.keeper.write(self.told.write, lines)
        for channel in {line.channel for line in lines}:
            self._send_soon(channel)
        return len(lines)

    def _new_lines(self, due: Due, known: Sequence[Line], wishes: Mapping[str, Wishes]) -> Iterable[Line]:
        """What is to be queued, and what it takes the place of."""
        stored = {line.name: line for line in known}
        waiting = {(*line.place, line.kind): line for line in known if line.next is not None}
        now = self.keeper.now()
        for name, one in due.items():
            if name in stored and stored[name].state != DROPPED:
                continue
            owner, table, seat, channel, target, key = name
            at = max(now, one.at + delay(one.kind, channel))
            if self.channels.by_name[channel].gathers:
                at = wishes.get(owner, USUAL).times.next_digest(now) or at
            older = waiting.get((owner, table, seat, channel, target, one.kind))
            if older is not None and one.kind in GATHERING and older.name not in due:
                at = min(at, older.next or at)
                yield replace(older, state=DROPPED, next=None)
            yield Line(owner, table, seat, key, channel, target, one.kind, one.at, one.until, next=at)

    async def _look(self, tables: Collection[str]) -> Look:
        """Look up some tables, who is reached there, and what they want and have read."""
        reached = await self.keeper.read(self.told.reached, tables)
        if not reached:
            return Look([], {}, {})
        wishes = await self.keeper.read(self.choices.of, {one.owner for one in reached})
        for owner in {one.owner for one in reached if one.seat is not None}:
            await self.read_marks.of(owner, EVERYWHERE)
        there = sorted({one.table for one in reached})
        return Look(
            reached, wishes, {table: found for table in there if (found := await self._table(table)) is not None}
        )

    def _owed(self, look: Look, reached: Iterable[Reached]) -> Due:
        """What these who are reached are owed at this moment and want to be told."""
        now, due = self.keeper.now(), dict[tuple[str, str, int, str, str, str], Owed]()
        for one in reached:
            if one.table in look.tables:
                wishes = look.wishes.get(one.owner, USUAL)
                for notice in self._to_tell(look.tables[one.table], one, wishes, now):
                    due[(*one.place, notice.key)] = notice
        return due

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
            while name in self._asked and not self._closing:
                self._asked.discard(name)
                while lines := await self._due(name):
                    await self._send_lines(self.channels.by_name[name], lines)
                follows = await self.keeper.read(self.told.next, name)
            self.alarms.set(name, None if follows is None else max(follows, self.keeper.now()) - 1)
        except Exception:
            LOG.exception("notices could not be sent (%s) and are tried again in a minute", name)
            self.alarms.set(name, self.keeper.now() + MINUTE)

    async def _due(self, name: str) -> list[Line]:
        """What is to be sent next on a channel; nothing once the server stops."""
        return [] if self._closing else await self.keeper.read(self.told.due, name, self.keeper.now(), ROUND)

    async def _send_lines(self, channel: Channel, lines: Sequence[Line]) -> None:
        """Send notices to several places at the same time, and note together what became of them."""
        limit, look = asyncio.Semaphore(SENDERS), await self._look({line.table_id for line in lines})
        places = [list(place) for _, place in groupby(sorted(lines, key=_where), key=_where)]
        sending = (self._send_to(channel, look, place, limit) for place in places)
        done = await asyncio.gather(*sending, return_exceptions=True)
        await self.keeper.write(self.told.write, [line for some in done if isinstance(some, list) for line in some])
        for fault in done:
            if isinstance(fault, BaseException):
                raise fault

    async def _send_to(
        self, channel: Channel, look: Look, lines: Sequence[Line], limit: asyncio.Semaphore
    ) -> list[Line]:
        """Send the notices for one place, one by one or, as a digest, together; what became of them."""
        times, done = look.wishes.get(lines[0].owner, USUAL).times, list[Line]()
        together = channel.gathers and times.digest_at is not None
        async with limit:
            for some in [lines] if together else [[line] for line in lines]:
                quiet = times.quiet_until(self.keeper.now())
                loud = [line for line in some if quiet is None or line.kind in ALWAYS]
                done += [replace(line, next=quiet) for line in some if line not in loud]
                done += await self._send(channel, look, loud) if loud else []
        return done

    async def _send(self, channel: Channel, look: Look, lines: Sequence[Line]) -> list[Line]:
        """Send what of these notices is true at this moment, and say what became of them."""
        there = {
            line.table_id: await self._table(line.table_id)
            for line in lines
            if line.table_id in self.keeper.live_tables
        }
        now = look._replace(tables={**look.tables, **{name: table for name, table in there.items() if table}})
        places = {line.place for line in lines}
        due = self._owed(now, [one for one in look.reached if one.place in places])
        true = [line for line in lines if line.name in due]
        dropped = [replace(line, state=DROPPED, next=None) for line in lines if line not in true]
        if not true:
            return dropped
        notices = [self._notice(line, due[line.name], now.tables[line.table_id]) for line in true]
        outcome = await self._hand_over(channel, notices, true[0].target)
        return [*dropped, *(after(line, outcome, self.keeper.now()) for line in true)]

    async def _hand_over(self, channel: Channel, notices: Sequence[Notice], target: str) -> Outcome:
        """Give notices to their channel; whatever goes wrong there is tried again later."""
        try:
            async with asyncio.timeout(LONGEST):
                outcome = await channel.send(notices, target)
        except TimeoutError:
            return Later(why="no answer in time")
        except Exception:
            LOG.exception("sending by %s failed", channel.name)
            return Later(why="it failed")
        if isinstance(outcome, Gone):
            await self.keeper.write(self.told.forget_target, channel.name, target)
        return outcome

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


def _where(line: Line) -> tuple[str, str]:
    return (line.owner, line.target)
