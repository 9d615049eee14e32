"""Holds all tables of this process; every change of a table goes through it.

A change of a table is called a *job*. All jobs that arrive in one turn of the event loop are carried out on drafts and
share one durable transaction; only then are others told, and only then does the sender get an answer. Nothing
else writes tables, so two changes can never conflict.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar, cast

from turncoat.kernel import play
from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.kernel.promise import Message
from turncoat.server.clock import Alarms, real_time
from turncoat.server.limits import Limits
from turncoat.server.live_tables import LiveTables, NoSuchTable
from turncoat.server.plan import SeatPlan, TablePlan, drawn_up, with_bots
from turncoat.server.quota import WriteQuota
from turncoat.server.rows import Damaged
from turncoat.server.store import Store
from turncoat.server.watchers import Watcher
from turncoat.server.writer import NotStored, Stumbled, Writer, few_at_once
from turncoat.table import record as kept
from turncoat.table.away import change_of
from turncoat.table.clock import missing
from turncoat.table.draft import Draft
from turncoat.table.milliseconds import MINUTE
from turncoat.table.pace import Pace
from turncoat.table.proof import Receipt
from turncoat.table.record import AnyEntry, Json, SeatKind
from turncoat.table.table import OVER, Phase, Table

__all__ = ["Keeper", "NoSuchTable", "NotStored", "SeatPlan", "Stumbled", "TablePlan", "Watcher"]

if TYPE_CHECKING:
    from turncoat.server.peers import Peers

R = TypeVar("R")

LOG = logging.getLogger("turncoat")

MOST_LIVE = 2000
"""How many tables are kept in memory."""

LONGEST_PUT_OFF = 120_000
"""The most milliseconds that a decision stays open because the address that made its table has used up its share."""

BEGIN_AGAIN = MINUTE
"""Milliseconds after which the server tries again to begin a game that could not begin by itself."""

CLOSED_AT_ONCE = 250
"""The most decisions that are closed together."""

TRY_AGAIN = 5_000
"""Milliseconds after which the server tries again to close a decision whose closing could not be stored."""


class Keeper:
    """Holds all tables: loads them, changes them, and closes their decisions at the deadline.

    Args:
        store: The database, with the newest schema.
        dumps: Folder for records on which the rules failed.
        now: Tells the time in milliseconds since the epoch; tests set it.
        live: The greatest number of tables in memory.
        draw: Draws this many random bytes, as hexadecimal digits.
        quota: Limits how much each client makes the server write; without it there is no limit.

    Attributes:
        listeners: Called with every table that was loaded or has changed.
        live_tables: The tables in memory.
        begin: Begins the game at a table that begins automatically.
        settle: Waits until what was stored for a table in time is carried out there, but not for long.
        peers: The other processes that write tables of this database; None: there are none.
    """

    begin: Callable[[str], Awaitable[None]]
    settle: Callable[[str], Awaitable[None]] | None = None
    peers: Peers | None = None

    def __init__(
        self,
        store: Store,
        dumps: Path,
        now: Callable[[], int] = real_time,
        live: int = MOST_LIVE,
        draw: Callable[[int], str] = token_hex,
        quota: WriteQuota | None = None,
    ) -> None:
        self.store, self.now, self.draw = store, now, draw
        self.live_tables = LiveTables(store, live)
        self.quota = quota or WriteQuota(Limits({}))
        self.writer = Writer(self.live_tables, dumps, now, draw, self.quota)
        self.alarms = Alarms(now, self._close_decisions)
        self.listeners = self.live_tables.listeners
        self.listeners += [self._set_alarm, self._note_rules]
        self._noting: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start: a table is loaded when it is asked for, when its time is up, or when its bots must go on."""
        running = await self.read(self.store.running) if self.peers is None else []
        for row in running:
            self.alarms.set(row.table, row.due)
        waking = self._wake([row.table for row in running if row.care])
        self._tasks = [asyncio.create_task(work) for work in (self.writer.run(), self.alarms.run(), waking)]

    async def stop(self) -> None:
        """Finish the changes that have begun, refuse later ones, and stop."""
        self.writer.close()
        if self._tasks:
            for task in self._tasks[1:]:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.writer.shut()
        self.live_tables.close()

    async def _wake(self, table_ids: list[str]) -> None:
        """Take up the tables of bots one by one, resting as long after each: the caller for another comes first."""
        clock = asyncio.get_running_loop().time
        for table_id in table_ids:
            began = clock()
            try:
                with suppress(Damaged):
                    await self.table(table_id)
            except Exception:
                LOG.exception("table %s cannot be read; the server tries again when somebody opens it", table_id)
            await asyncio.sleep(clock() - began)

    async def read(self, question: Callable[..., R], *arguments: Any) -> R:
        """Read from the database without blocking the event loop."""
        return await self.live_tables.read(question, *arguments)

    async def write(self, change: Callable[..., R], *arguments: Any) -> R:
        """Write something to the database other than a table, in the one thread that writes."""
        return await self.writer.write(change, *arguments)

    # --- tables -------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """The table in memory. Only a watcher may keep a reference to it, because unused tables are unloaded.

        Raises:
            NoSuchTable: if there is no such table.
        """
        return await self.live_tables.table(table_id)

    async def glance(self, table_ids: Sequence[str]) -> list[Table]:
        """Tables as they stand, for lists; see ``LiveTables.glance``."""
        return await self.live_tables.glance(table_ids)

    def watch(
        self, table_id: str, seat: int | None, names: Sequence[str] | None = None, bell: asyncio.Event | None = None
    ) -> AbstractAsyncContextManager[Watcher]:
        """Watch for changes of what a seat is shown; see ``Watcher``."""
        return self.live_tables.watch(table_id, seat, names, bell)

    async def create(self, plan: TablePlan) -> Table:
        """Create a table, bots included; its seed is drawn and its digest published.

        Raises:
            BadSetup: a sentence in a sentence that names what is not possible.
        """
        header, secret = drawn_up(plan, self.now(), self.draw)
        table = Table(header, secret)
        draft = Draft(table, self.draw)
        for number, seat in enumerate(plan.seats):
            kind = SeatKind.BOT if seat.bot else SeatKind.OPEN
            draft.perform(kept.SeatTaken(header.created, number, seat.name, kind, seat.bot))
        if plan.pace != Pace():
            pace = with_bots(plan.pace, plan.game, header.seats)
            draft.perform(kept.PaceAgreed(header.created, header.deadline, pace))
        await self.write(partial(self.store.create, listed=header.listed), table, draft, header.created)
        draft.accept()
        if self.peers is not None:
            await self.peers.have(header.table)
        self.quota.made(header.table)
        return self.live_tables.adopt(table)

    # --- changes ------------------------------------------------------------------------------

    async def change(self, table_id: str, work: Callable[[Draft, int], R], *, after_people: bool = False) -> R:
        """Carry out a change and return its result once it is durable.

        Args:
            table_id: The table.
            work: Is given a draft of the table and the time.
            after_people: Whether a bot asked for the change; it then waits for the changes that people asked for.

        Raises:
            Refusal: it is not possible; nothing has changed.
        """
        change = partial(self.writer.change, table_id, work, after_people=after_people)
        return await (change() if self.peers is None else self.peers.written(table_id, change, ours=after_people))

    def mine(self, table_id: str) -> bool:
        """Whether this process writes a table, and so runs its bots and deadlines."""
        return self.peers is None or self.peers.mine(table_id)

    async def perform(self, table_id: str, make: Callable[[int], AnyEntry]) -> None:
        """Carry out one entry; ``make`` is given the time."""
        await self.change(table_id, lambda draft, at: draft.perform(make(at)))

    async def answer(
        self, table_id: str, seat: int, request: int, action: Json, *, after_people: bool = False
    ) -> Receipt:
        """Submit an answer; the receipt is given once it is durable."""

        def hand_in(draft: Draft, at: int) -> Receipt:
            close_if_late(draft, at)
            try:
                draft.perform(kept.Answered(at, seat, request, action))
            except Unreadable as refusal:
                _garble(draft, at, seat, request, refusal)
            return cast("Receipt", draft.receipt)

        return await self.change(table_id, hand_in, after_people=after_people)

    async def garbled(self, table_id: str, seat: int, request: int, refusal: Refusal) -> Receipt:
        """A player submitted something that cannot be read: refuse it, unless the rules turn it into an answer.

        Raises:
            Refusal: the one that was given.
        """

        def hand_in(draft: Draft, at: int) -> Receipt:
            close_if_late(draft, at)
            _garble(draft, at, seat, request, refusal)
            return cast("Receipt", draft.receipt)

        return await self.change(table_id, hand_in)

    async def withdraw(self, table_id: str, seat: int) -> None:
        """Withdraw a sealed answer."""

        def take_back(draft: Draft, at: int) -> None:
            close_if_late(draft, at)
            draft.perform(kept.Withdrew(at, seat))

        await self.change(table_id, take_back)

    async def say(self, table_id: str, message: Message, *, after_people: bool = False) -> None:
        """Say something at a table; an answer has the number under which the holder of the seat knows the offer."""

        def speak(draft: Draft, at: int) -> None:
            seat = message.sender
            if seat is None:
                draft.say(message, at)
            else:
                draft.speak(seat, draft.state.seats[seat].holder, message.said, at)

        await self.change(table_id, speak, after_people=after_people)

    # --- other rules ---------------------------------------------------------------------------

    def _note_rules(self, table: Table) -> None:
        """Have a table say that it is played by other rules from now on: soon, whatever is done there meanwhile."""
        if table.stopped:
            LOG.warning("table %s is stopped, as other rules are installed: %s", table.header.table, table.stopped)
        elif table.ruleset != table.rules.hash and table.state.phase not in OVER and self.mine(table.header.table):
            noting = asyncio.get_running_loop().create_task(self._change_rules(table.header.table))
            self._noting.add(noting)
            noting.add_done_callback(self._noting.discard)

    async def _change_rules(self, table_id: str) -> None:
        def note(draft: Draft, at: int) -> None:
            installed = draft.table.rules.hash
            if (draft.state.ruleset or draft.table.header.ruleset) != installed:
                draft.perform(kept.RulesChanged(at, installed))

        with suppress(Refusal):
            await self.change(table_id, note)

    # --- the clock ----------------------------------------------------------------------------

    def _set_alarm(self, table: Table) -> None:
        if self.mine(table.header.table):
            self.alarms.set(table.header.table, table.state.alarm)

    async def _close_decisions(self, table_ids: list[str]) -> None:
        """Close the decisions of these tables, whose time is up; many tables share a transaction."""
        async with asyncio.TaskGroup() as closing:
            async for table_id in few_at_once(table_ids, CLOSED_AT_ONCE):
                closing.create_task(self._close_decision(table_id))

    async def _close_decision(self, table_id: str) -> None:
        try:
            if not self.mine(table_id) or await self._put_off(table_id):
                return
            if self.settle is not None:
                await self.settle(table_id)
            await self._close_or_pause(table_id)
            begins = (await self.table(table_id)).state.begins
            if begins is not None and begins < self.now():
                await self._begin(table_id)
            else:
                self._set_alarm(await self.table(table_id))
        except Damaged:
            return
        except Exception:
            LOG.exception("the decision of table %s could not be closed and is tried again", table_id)
            self.alarms.set(table_id, self.now() + TRY_AGAIN)

    async def _begin(self, table_id: str) -> None:
        """Begin a game for which no host has to be there; what keeps it from that may be gone a little later."""
        try:
            await self.begin(table_id)
        except Refusal as refusal:
            LOG.info("table %s cannot begin yet: %s", table_id, refusal.sentence)
            self.alarms.set(table_id, self.now() + BEGIN_AGAIN)

    async def _put_off(self, table_id: str) -> bool:
        """Let a decision wait while its table may write nothing, but not for long: others wait for it."""
        wait, due = self.quota.wait(table_id), (await self.table(table_id)).state.alarm
        last = self.now() if due is None else due + LONGEST_PUT_OFF
        if not wait or self.now() > last:
            return False
        self.alarms.set(table_id, min(self.now() + 1000 * wait, last))
        return True

    async def _close_or_pause(self, table_id: str) -> None:
        """Should the rules fail on it, the table is paused (closed, before the game) and not tried again for ever."""
        try:
            await self.change(table_id, close_if_late)
        except (NotStored, Damaged):
            raise
        except Refusal as refusal:
            LOG.warning("table %s cannot go on and is stopped: %s", table_id, refusal.sentence)
            opening = (await self.table(table_id)).state.phase is Phase.OPENING
            await self.perform(table_id, kept.TableClosed if opening else kept.Paused)


def close_if_late(draft: Draft, at: int) -> None:
    """Do first what was due before now.

    TRU-13.5: an answer submitted at the deadline counts; a later one is refused (TRU-R22). The same holds for talk.
    """
    for vote in [vote for vote in draft.state.votes if at > vote.until]:
        draft.perform(kept.VoteLapsed(at, vote.number))
    while (leaves := draft.state.leaves) and at >= leaves[0][0]:
        draft.perform(change_of(draft.state, at, leaves[0][1]))
    _hand_in_saved(draft, at)
    state = draft.state
    if state.rings is None or at <= state.rings:
        return
    if state.phase is Phase.PAUSED:
        draft.perform(kept.TableClosed(at) if state.until is None else kept.Resumed(at))
    elif state.phase is Phase.OPENING:
        draft.perform(kept.Began(at))
    elif missing(draft.table, state, draft.game):
        draft.perform(kept.Overtime(at))
    else:
        draft.perform(kept.TimeUp(at))


def _hand_in_saved(draft: Draft, at: int) -> None:
    """Time is up: hand in what seats have saved, as long as the decision that they saved it for is the open one."""
    for seat in sorted(draft.state.saved):
        state = draft.state
        if state.phase is not Phase.PLAYING or state.rings is None or at <= state.rings:
            return
        if seat in state.saved:
            saved = state.saved[seat]
            with suppress(Refusal):
                draft.perform(kept.Answered(at, seat, saved.request, saved.action))


def _garble(draft: Draft, at: int, seat: int, request: int, refusal: Refusal) -> None:
    """Submit the answer that the rules choose for an illegal one; illegal side actions are just refused (TRU-R21)."""
    if draft.game is not None and play.is_beside(draft.game, seat, refusal.about):
        raise refusal
    try:
        draft.perform(kept.Garbled(at, seat, request))
    except Unreadable:
        raise refusal from None
