"""Sends what is queued for one channel: to several owners at the same time, to each of them one thing after another.

A slow owner holds up nobody else: an owner's places are served in turn, and slow owners never have more than half
of the ways out. What became of a notice is stored as soon as it is known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from turncoat.server.notices.attempts import after
from turncoat.server.notices.channel import Channel, Gone, Later, Notice, Outcome
from turncoat.server.notices.choices import ALWAYS, USUAL
from turncoat.server.notices.told import DROPPED, Line
from turncoat.table.milliseconds import MINUTE

if TYPE_CHECKING:
    from turncoat.server.notices.outbox import Look, Outbox

LOG = logging.getLogger("turncoat")

ROUND = 50
"""How many notices are taken from the queue at once."""

SENDERS = 8
"""To how many owners a channel sends at the same time."""

SLOW = 1.0
"""An owner to whom sending took more than this many seconds the last time is slow."""

LONGEST = 60.0
"""Seconds after which sending is given up, and tried again later."""

MANY = 10_000
"""Of more owners it is forgotten that they were slow."""


class Sending(Struct):
    """What is being sent to one owner.

    Attributes:
        owner: The owner to whom it is sent.
        lines: The stored notices that are sent.
        look: What was looked up in the store for these notices.
        done: What became of it, as far as is known.
    """

    owner: str
    lines: Sequence[Line]
    look: Look
    done: list[Line]


class Sender:
    """The way out of one channel.

    Args:
        channel: The channel.
        outbox: Knows what is owed.
    """

    def __init__(self, channel: Channel, outbox: Outbox) -> None:
        self.channel, self.outbox = channel, outbox
        self.task: asyncio.Task[None] | None = None
        self._slow = set[str]()
        self._asked = asyncio.Event()

    def soon(self) -> None:
        """Send what is to be sent by now; what is being sent already is looked at again before it is done."""
        self._asked.set()
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._send_all())

    async def now(self) -> None:
        """Send what is to be sent by now, and wait for it."""
        self.soon()
        if self.task is not None:
            await self.task

    async def _send_all(self) -> None:
        """Send what is to be sent by now, and set the channel's alarm for what comes next."""
        name, keeper = self.channel.name, self.outbox.keeper
        try:
            await self._send_queue()
            follows = await keeper.read(self.outbox.told.next, name)
            self.outbox.alarms.set(name, None if follows is None else max(follows, keeper.now()) - 1)
        except Exception:
            LOG.exception("notices could not be sent (%s) and are tried again in a minute", name)
            self.outbox.alarms.set(name, keeper.now() + MINUTE)

    async def _send_queue(self) -> None:
        running: dict[asyncio.Task[None], Sending] = {}
        try:
            while True:
                self._asked.clear()
                for sending in await self._next([sent.owner for sent in running.values()]):
                    running[asyncio.create_task(self._send_to(sending))] = sending
                if not running and not self._asked.is_set():
                    return
                asked = asyncio.create_task(self._asked.wait())
                await asyncio.wait({*running, asked}, return_when=asyncio.FIRST_COMPLETED)
                asked.cancel()
                await self._note([running.pop(task) for task in list(running) if task.done()])
        finally:
            for task in running:
                task.cancel()
            if running:
                await asyncio.gather(*running, return_exceptions=True)
                await self._note(running.values())

    async def _note(self, sendings: Iterable[Sending]) -> None:
        """Store what became of notices."""
        if lines := [line for sending in sendings for line in sending.done]:
            await self.outbox.keeper.write(self.outbox.told.write, lines)

    async def _next(self, busy: Collection[str]) -> list[Sending]:
        """To whom something is sent next, and what; nothing once the server stops."""
        if self.outbox.closing or len(busy) >= SENDERS:
            return []
        found: dict[str, list[Line]] = {}
        while True:
            full = self._slow_among((*busy, *found)) >= SENDERS // 2
            skipped, keeper = {*busy, *found, *(self._slow if full else ())}, self.outbox.keeper
            lines = await keeper.read(self.outbox.told.due, self.channel.name, keeper.now(), ROUND, skipped)
            passed = self._choose(lines, found, busy)
            if len(found) + len(busy) >= SENDERS or not passed:
                break
        if not found:
            return []
        began = self.outbox.stopwatch()
        look = await self.outbox.look({line.table_id for lines in found.values() for line in lines})
        self.outbox.rest(self.outbox.stopwatch() - began)
        return [Sending(owner, lines, look, []) for owner, lines in found.items()]

    def _choose(self, lines: Sequence[Line], found: dict[str, list[Line]], busy: Collection[str]) -> bool:
        """Add those to whom something of this is sent now; whether somebody slow was passed over."""
        passed, new = False, dict[str, list[Line]]()
        for line in lines:
            chosen = (*busy, *found, *new)
            if line.owner in new:
                new[line.owner].append(line)
            elif line.owner in self._slow and self._slow_among(chosen) >= SENDERS // 2:
                passed = True
            elif len(chosen) < SENDERS:
                new[line.owner] = [line]
        found.update(new)
        return passed

    def _slow_among(self, owners: Iterable[str]) -> int:
        return sum(owner in self._slow for owner in owners)

    async def _send_to(self, sending: Sending) -> None:
        """Send notices to one owner, one by one or, as a digest, together."""
        clock = asyncio.get_running_loop().time
        began, times = clock(), sending.look.wishes.get(sending.owner, USUAL).times
        together = self.channel.gathers and times.digest_at is not None
        for _, there in groupby(sorted(sending.lines, key=_target), key=_target):
            place = list(there)
            for some in [place] if together else [[line] for line in place]:
                if self.outbox.closing:
                    return
                quiet = times.quiet_until(self.outbox.keeper.now())
                loud = [line for line in some if quiet is None or line.kind in ALWAYS]
                sending.done += [replace(line, next=quiet) for line in some if line not in loud]
                sending.done += await self._send(sending.look, loud) if loud else []
        if len(self._slow) >= MANY:
            self._slow.clear()
        (self._slow.add if clock() - began > SLOW else self._slow.discard)(sending.owner)

    async def _send(self, look: Look, lines: Sequence[Line]) -> list[Line]:
        """Send what of these notices is true at this moment, and say what became of them."""
        began, now = self.outbox.stopwatch(), self.outbox.keeper.now()
        try:
            notices = await self.outbox.true_now(look, lines)
        except Exception:
            LOG.exception("it could not be found out whether a notice is still true")
            return [after(line, Later(why="the table could not be looked at"), now) for line in lines]
        self.outbox.rest(self.outbox.stopwatch() - began)
        true = [line for line in lines if line.name in notices]
        dropped = [replace(line, state=DROPPED, next=None) for line in lines if line not in true]
        if not true:
            return dropped
        outcome = await self._hand_over([notices[line.name] for line in true], true[0].target)
        return [*dropped, *(after(line, outcome, self.outbox.keeper.now()) for line in true)]

    async def _hand_over(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Give notices to the channel; whatever goes wrong there is tried again later."""
        try:
            async with asyncio.timeout(LONGEST):
                outcome = await self.channel.send(notices, target)
        except TimeoutError:
            return Later(why="no answer in time")
        except Exception:
            LOG.exception("sending by %s failed", self.channel.name)
            return Later(why="it failed")
        if isinstance(outcome, Gone):
            await self.outbox.keeper.write(self.outbox.told.forget_target, self.channel.name, target)
        return outcome

    async def stop(self, seconds: float) -> None:
        """Send what is being sent now, wait at most this many seconds, and stop; the next start sends the rest."""
        if self.task is None or self.task.done():
            return
        self._asked.set()
        await asyncio.wait([self.task], timeout=seconds)
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task


def _target(line: Line) -> str:
    return line.target
