"""The one writer of every table of this process.

Whatever changes a table is a *job*. All jobs that arrive in one turn of the event loop are carried out on
drafts and share one durable transaction; only then is anybody told, and only then does the one who asked
get an answer. Nothing else writes tables, so that two orders can never race.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal, Unreadable
from turncoat.kernel.promise import Message
from turncoat.server.dumps import save_dump
from turncoat.server.store import Store
from turncoat.table import deadline as deadlines
from turncoat.table import record as kept
from turncoat.table import seal
from turncoat.table.deadline import Deadline, NoDeadline
from turncoat.table.draft import Draft, RulesCrashed
from turncoat.table.face import as_json, face
from turncoat.table.record import AnyEntry, Header, Json, Record, SeatKind, Secret
from turncoat.table.replay import replay
from turncoat.table.seal import Receipt
from turncoat.table.table import Phase, Table

R = TypeVar("R")

LOG = logging.getLogger("turncoat")


class NoSuchTable(Refusal):
    """There is no table of this id."""

    kind = "no_such_table"


class Stumbled(Refusal):
    """The rules failed; the answer was not accepted."""

    kind = "stumbled"


class SeatPlan(Struct, frozen=True):
    """A seat of a table to be created: whose name is on it, and which bot sits there, if any."""

    name: str
    bot: str = ""


class TablePlan(Struct, frozen=True):
    """What a host agrees on when creating a table; see ``Header``."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: Json = {}
    title: str = ""
    deadline: Deadline = NoDeadline()
    press: str = "full"
    listed: bool = True


class Job(Generic[R]):
    """One change of one table, and who waits for it."""

    def __init__(self, table: Table, work: Callable[[Draft, int], R], done: asyncio.Future[R]) -> None:
        self.table = table
        self.work = work
        self.done = done


class Watcher:
    """Somebody who wants to know when what a seat is shown has changed."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table, self.seat = table, seat
        self._bell = asyncio.Event()
        self._seen = b""

    def ring(self) -> None:
        """Something at the table has changed, perhaps nothing that this seat may know."""
        self._bell.set()

    async def changed(self) -> bytes:
        """Wait until the seat's face differs from the one last returned, and return it as JSON."""
        while True:
            shown = as_json(face(self.table, self.seat))
            if shown != self._seen:
                self._seen = shown
                return shown
            self._bell.clear()
            await self._bell.wait()


class Keeper:
    """Keeps all tables: loads them, changes them, closes their decisions in time.

    Args:
        store: The database, at the newest layout.
        dumps: Folder for records on which the rules failed.
        now: Tells the time in milliseconds since the epoch; tests set it.
    """

    def __init__(self, store: Store, dumps: Path, now: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self.store, self.dumps, self.now = store, dumps, now
        self.listeners: list[Callable[[Table], None]] = []
        self._live: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._jobs: list[Job[Any]] = []
        self._dues: list[tuple[int, str]] = []
        self._work, self._alarm = asyncio.Event(), asyncio.Event()
        self._writer = ThreadPoolExecutor(1, "turncoat-writer")
        self._reader = ThreadPoolExecutor(2, "turncoat-reader")
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to work; running games whose time is up while nobody worked are taken up first."""
        self._tasks = [asyncio.create_task(self._commit_for_ever()), asyncio.create_task(self._watch_the_clock())]
        for table_id in await self.read(self.store.running):
            await self.table(table_id)

    async def stop(self) -> None:
        """Finish what was begun and stop."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._writer.shutdown()
        self._reader.shutdown()

    async def read(self, question: Callable[..., R], *arguments: Any) -> R:
        """Ask the store something without holding up the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, question, *arguments)

    async def write(self, change: Callable[..., R], *arguments: Any) -> R:
        """Change something in the store that is not a table, in the one thread that writes."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, change, *arguments)

    # --- tables -------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table:
        """The live table.

        Raises:
            NoSuchTable: if there is none.
        """
        if table_id in self._live:
            return self._live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Table:
        try:
            found = await self.read(self.store.load, table_id)
        finally:
            self._loading.pop(table_id, None)
        if found is None:
            raise NoSuchTable(f"There is no table {table_id}.", field="table")
        self._adopt(found)
        return found

    def _adopt(self, table: Table) -> None:
        self._live[table.header.table] = table
        self._set_alarm(table)
        for listener in self.listeners:
            listener(table)

    async def create(self, plan: TablePlan) -> Table:
        """Create a table, bots seated; its seed is drawn and committed to.

        Raises:
            BadSetup: a sentence naming what cannot be.
        """
        header, secret = _header(plan, self.now())
        table = Table(header, secret)
        draft = Draft(table)
        for number, seat in enumerate(plan.seats):
            kind = SeatKind.BOT if seat.bot else SeatKind.OPEN
            draft.perform(kept.SeatTaken(header.created, number, seat.name, kind, seat.bot))
        await self.write(self.store.create, table, draft, header.created)
        draft.accept()
        self._adopt(table)
        return table

    async def import_record(self, record: Record) -> Table:
        """Put a finished game that was exported elsewhere on a table of its own, to look at and to replay.

        Raises:
            Refusal: the record is sealed, was changed, or is already here.
        """
        again = await self.read(replay, record)
        if await self.read(self.store.load, record.header.table) is not None:
            raise BadSetup("This table is already here.", field="record")
        table = Table(again.header, again.secret)
        draft = Draft(table)
        draft.sitting, draft.game = again.sitting, again.game
        draft.happened, draft.talk, draft.entries = again.happened, again.talk, record.entries
        await self.write(self.store.create, table, draft, self.now())
        draft.accept()
        self._adopt(table)
        return table

    # --- changes ------------------------------------------------------------------------------

    async def change(self, table_id: str, work: Callable[[Draft, int], R]) -> R:
        """Carry out a change and return its result once it is durable.

        Raises:
            Refusal: it is not possible; nothing has changed.
        """
        table = await self.table(table_id)
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._jobs.append(Job(table, work, done))
        self._work.set()
        return await done

    async def perform(self, table_id: str, make: Callable[[int], AnyEntry]) -> None:
        """Carry out one entry; ``make`` is given the time."""
        await self.change(table_id, lambda draft, at: draft.perform(make(at)))

    async def answer(self, table_id: str, seat: int, request: int, action: Json) -> Receipt:
        """Hand in an answer; the receipt is given once it is durable."""

        def hand_in(draft: Draft, at: int) -> Receipt:
            _close_if_late(draft, at)
            try:
                draft.perform(kept.Answered(at, seat, request, action))
            except Unreadable as refusal:
                _garble(draft, at, seat, request, refusal)
            return seal.receipt(draft.table.secret, table_id, seat, request, draft.accepted, at)

        return await self.change(table_id, hand_in)

    async def garbled(self, table_id: str, seat: int, request: int, refusal: Unreadable) -> Receipt:
        """Something was handed in that is no answer at all: refused, unless the rules make one of it.

        Raises:
            Unreadable: the refusal.
        """

        def hand_in(draft: Draft, at: int) -> Receipt:
            _close_if_late(draft, at)
            _garble(draft, at, seat, request, refusal)
            return seal.receipt(draft.table.secret, table_id, seat, request, draft.accepted, at)

        return await self.change(table_id, hand_in)

    async def withdraw(self, table_id: str, seat: int) -> None:
        """Take an answer back."""

        def take_back(draft: Draft, at: int) -> None:
            _close_if_late(draft, at)
            draft.perform(kept.Withdrew(at, seat))

        await self.change(table_id, take_back)

    async def say(self, table_id: str, message: Message) -> None:
        """Say something at a table."""
        await self.change(table_id, lambda draft, at: draft.say(message, at))

    # --- watching -----------------------------------------------------------------------------

    @asynccontextmanager
    async def watch(self, table_id: str, seat: int | None) -> AsyncIterator[Watcher]:
        """Be told of changes of what a seat is shown."""
        watcher = Watcher(await self.table(table_id), seat)
        crowd = self._watchers.setdefault(table_id, set())
        crowd.add(watcher)
        try:
            yield watcher
        finally:
            crowd.discard(watcher)
            if not crowd:
                self._watchers.pop(table_id, None)

    # --- the writer ---------------------------------------------------------------------------

    async def _commit_for_ever(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            jobs, self._jobs = self._jobs, []
            await self._commit(jobs)

    async def _commit(self, jobs: list[Job[Any]]) -> None:
        at, drafts, results = self.now(), dict[str, Draft](), list[tuple[Job[Any], Any]]()
        for job in jobs:
            draft = drafts.setdefault(job.table.header.table, Draft(job.table))
            result = self._carry_out(job, draft, at)
            if result is not _FAILED:
                results.append((job, result))
        changed = [draft for draft in drafts.values() if draft.entries or draft.talk]
        if changed:
            try:
                await self.write(self.store.commit, changed, at)
            except Exception:
                LOG.exception("a transaction failed; its orders are refused")
                for job, _ in results:
                    _fail(
                        job, Stumbled("The order could not be stored, so it does not count. Please hand it in again.")
                    )
                return
        for draft in changed:
            draft.accept()
            self._tell(draft.table)
        for job, result in results:
            if not job.done.done():
                job.done.set_result(result)

    def _carry_out(self, job: Job[Any], draft: Draft, at: int) -> Any:
        try:
            return job.work(draft, at)
        except Refusal as refusal:
            _fail(job, refusal)
        except RulesCrashed as crash:
            LOG.exception("the rules failed at table %s", draft.table.header.table)
            save_dump(self.dumps, self.store, draft, crash.entry)
            sentence = "The Arbiter stumbled over this and did not accept it. Nothing has changed; a report was saved."
            _fail(job, Stumbled(sentence))
        return _FAILED

    def _tell(self, table: Table) -> None:
        self._set_alarm(table)
        for watcher in self._watchers.get(table.header.table, ()):
            watcher.ring()
        for listener in self.listeners:
            listener(table)

    # --- the clock ----------------------------------------------------------------------------

    def _set_alarm(self, table: Table) -> None:
        due = table.sitting.due
        if due is not None:
            heapq.heappush(self._dues, (due, table.header.table))
            self._alarm.set()

    async def _watch_the_clock(self) -> None:
        while True:
            self._alarm.clear()
            wait = None if not self._dues else max(0, self._dues[0][0] + 1 - self.now()) / 1000
            if wait is None or wait > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._alarm.wait(), None if wait is None else min(wait, 3600))
                continue
            due, table_id = heapq.heappop(self._dues)
            await self._close_decision(due, table_id)

    async def _close_decision(self, due: int, table_id: str) -> None:
        """Time is up. Should the rules fail on it, the table is paused rather than tried again for ever."""

        def close(draft: Draft, at: int) -> None:
            if draft.sitting.due == due:
                draft.perform(kept.TimeUp(at))

        try:
            await self.change(table_id, close)
        except Refusal as refusal:
            LOG.warning("table %s cannot go on: %s", table_id, refusal.sentence)
            await self.perform(table_id, kept.Paused)


_FAILED = object()


def _fail(job: Job[Any], refusal: Refusal) -> None:
    if not job.done.done():
        job.done.set_exception(refusal)


def _close_if_late(draft: Draft, at: int) -> None:
    """What is handed in at the deadline is in time; anything later is not (TRU-R22)."""
    due = draft.sitting.due
    if due is not None and at > due and draft.sitting.phase is Phase.PLAYING:
        draft.perform(kept.TimeUp(at))


def _garble(draft: Draft, at: int, seat: int, request: int, refusal: Unreadable) -> None:
    try:
        draft.perform(kept.Garbled(at, seat, request))
    except Unreadable:
        raise refusal from None


def _header(plan: TablePlan, now: int) -> tuple[Header, Secret]:
    """What is agreed on, checked, with a fresh seed."""
    rules = ruleset(plan.game)
    options = rules.read_options(plan.options)
    deadlines.check(plan.deadline)
    if isinstance(plan.deadline, NoDeadline) and (needed := rules.needs_deadline(options)):
        raise BadSetup(needed, field="deadline")
    if len(plan.seats) not in rules.seats:
        low, high = rules.seats[0], rules.seats[-1]
        raise BadSetup(f"seats: {rules.title} is for {low} to {high} players, not {len(plan.seats)}.", field="seats")
    if clash := rules.conflicts(options, len(plan.seats)):
        raise BadSetup(clash, field="options")
    if plan.press not in ("full", "public", "none"):
        raise BadSetup("press: must be full, public or none.", field="press", choices=("full", "public", "none"))
    secret = Secret(secrets.token_hex(32), secrets.token_hex(32))
    header = Header(
        table=secrets.token_hex(6),
        game=plan.game,
        ruleset=rules.hash,
        title=plan.title.strip()[:80] or rules.title,
        options=dict(plan.options),
        seats=len(plan.seats),
        commitment=seal.commitment(secret),
        created=now,
        deadline=plan.deadline,
        press=plan.press,  # type: ignore[arg-type]
        listed=plan.listed,
    )
    return header, secret
