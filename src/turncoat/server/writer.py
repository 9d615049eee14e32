"""The writer: jobs become drafts, drafts become one durable transaction, and only then callers get results."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from turncoat.kernel import play
from turncoat.kernel.errors import Refusal
from turncoat.server.counts import COUNTS
from turncoat.server.dumps import save_dump
from turncoat.server.leases import LeaseLost
from turncoat.server.limits import MOST_BYTES, MOST_ENTRIES
from turncoat.server.live_tables import LiveTables
from turncoat.server.quota import ASKER, WriteQuota
from turncoat.server.sql import disk_is_full
from turncoat.table.draft import Draft, Mark, RulesCrashed
from turncoat.table.record import (
    Answered,
    AnyEntry,
    Began,
    Garbled,
    Paused,
    Resumed,
    RulesChanged,
    SeatTaken,
    TableClosed,
    TimeUp,
    VoteLapsed,
    WordsCalled,
    WordsOpened,
)

LOG = logging.getLogger("turncoat")


R = TypeVar("R")


BOTS_AT_ONCE = 4
"""The most jobs of bots done in one go; only one is done while jobs of people wait."""

AT_ONCE = 4
"""How many jobs are carried out, or reported, before other requests go on."""

QUIET = 0.02
"""How often to check whether a caller waits, in seconds."""


async def few_at_once(many: Iterable[R], few: int = AT_ONCE) -> AsyncIterator[R]:
    """Go through all jobs; after every few of them, other requests go on."""
    for number, item in enumerate(many, 1):
        yield item
        if number % few == 0:
            await asyncio.sleep(0)


class Stumbled(Refusal):
    """The rules failed; the answer was not accepted."""

    kind = "stumbled"


class NotStored(Stumbled):
    """The database failed; the answer was not accepted."""


NOT_STORED = "This could not be stored and does not count. Please look at the table and submit it again."
"""The sentence for that refusal."""


class NotMine(NotStored):
    """Another process writes the table; nothing changed, and the caller can try again."""


class Full(Refusal):
    """The table has reached its greatest size."""

    kind = "full"


class Cause(Struct, frozen=True):
    """The stored reason of a change, such as a mail.

    Attributes:
        at: When it was stored, in milliseconds since the epoch; the change counts from then.
        also: Called with a connection in the transaction that stores the change.
    """

    at: int
    also: Callable[[Connection], None]


CAUSE: ContextVar[Cause | None] = ContextVar("CAUSE", default=None)
"""The reason for changes that a request asks for."""


class Job(Generic[R]):
    """One change of one table, from where and when it was asked for, who waits for it, and what became of it.

    The time of a job is its arrival: what came in time counts, however long others keep the server busy.
    """

    def __init__(self, table_id: str, at: int, work: Callable[[Draft, int], R], done: asyncio.Future[R]) -> None:
        self.table_id, self.at = table_id, at
        self.address, self.cause = ASKER.get(), CAUSE.get()
        self.work = work
        self.done = done
        self.result: R | None = None
        self.refusal: Refusal | None = None

    def tell(self) -> None:
        """Give the result of the job to the waiting caller."""
        if self.done.done():
            return
        if self.refusal is not None:
            self.done.set_exception(self.refusal)
        else:
            self.done.set_result(self.result)  # type: ignore[arg-type]


class Writer:
    """Carries out all waiting jobs, stores them in one transaction, and reports the results.

    Jobs of bots wait behind those of people, and only a few of them are carried out with them.

    Args:
        live_tables: The tables.
        dumps: Folder for records on which the rules failed.
        now: Tells the time in milliseconds since the epoch.
        draw: Draws this many random bytes, as hexadecimal digits.
        quota: Limits how much each client makes the server write.
    """

    def __init__(
        self,
        live_tables: LiveTables,
        dumps: Path,
        now: Callable[[], int],
        draw: Callable[[int], str],
        quota: WriteQuota,
    ) -> None:
        self.live_tables, self.dumps, self.now, self.draw, self.quota = live_tables, dumps, now, draw, quota
        self._jobs: list[Job[Any]] = []
        self._after_people: deque[Job[Any]] = deque()
        self._work = asyncio.Event()
        self._closing = False
        self._thread = ThreadPoolExecutor(1, "turncoat-writer")
        self._tidying: asyncio.Task[None] | None = None

    async def write(self, change: Callable[..., R], *arguments: Any) -> R:
        """Change something in the store in the one thread that writes; the bytes count for the address that asks.

        Raises:
            TooMany: this client has made the server write too much and must wait.
        """
        self.quota.check()
        meter = self.live_tables.store.meter

        def metered() -> tuple[R, int]:
            before = meter.added
            return change(*arguments), meter.added - before

        result, size = await self._in_thread(metered)
        self.quota.charge(ASKER.get(), "", size)
        return result

    async def quiet(self) -> None:
        """Wait until no write is waiting."""
        while self._jobs or self._after_people or self.live_tables.busy:  # noqa: ASYNC110  # a rest is wanted, not a bell
            await asyncio.sleep(QUIET)

    async def aside(self, change: Callable[..., R], *arguments: Any) -> R:
        """Write something for which nobody waits, after all waiting writes."""
        await self.quiet()
        return await self._in_thread(change, *arguments)

    async def _in_thread(self, change: Callable[..., R], *arguments: Any) -> R:
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, COUNTS.timed, "write", change, *arguments)
        finally:
            if self.live_tables.store.untidy and (self._tidying is None or self._tidying.done()):
                self._tidying = asyncio.create_task(self._tidy())

    async def _tidy(self) -> None:
        """Beside the thread that writes; what was written meanwhile is little, and follows in that thread."""
        tidy = self.live_tables.store.tidy
        try:
            if not await self.live_tables.read(tidy):
                await asyncio.get_running_loop().run_in_executor(self._thread, tidy)
        except Exception:
            LOG.exception("the log of the database could not be moved and is tried again")

    async def change(self, table_id: str, work: Callable[[Draft, int], R], *, after_people: bool = False) -> R:
        """Carry out a change; returns its result when it is durable.

        Args:
            table_id: The table.
            work: Called with a draft of the table and the time.
            after_people: Whether a bot asked for the change; it then waits for the changes that people asked for.

        Bots' answers wait while the address that made the table has written its share.

        Raises:
            TooMany: the client's address has written too much and must wait.
            Refusal: it is not possible; nothing has changed.
        """
        self.quota.check(table_id)
        if after_people:
            await self.quota.turn(table_id)
        if self._closing:
            raise NotStored("The server is shutting down; please send this again in a moment.")
        if table_id not in self.live_tables:
            await self.live_tables.table(table_id)
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        (self._after_people if after_people else self._jobs).append(Job(table_id, self.now(), work, done))
        self._work.set()
        return await done

    async def run(self) -> None:
        """Work until ``close`` is called and all jobs are done."""
        while self._jobs or self._after_people or not self._closing:
            if not self._jobs and not self._after_people:
                self._work.clear()
                await self._work.wait()
            await self.commit(self._next())

    def _next(self) -> list[Job[Any]]:
        """What is carried out together now: all that people have handed in, and a little of what bots have."""
        jobs, self._jobs = self._jobs, []
        bots = [self._after_people.popleft() for _ in range(min(1 if jobs else BOTS_AT_ONCE, len(self._after_people)))]
        for job in bots:
            job.at = self.now()  # they come behind people who came later
        return jobs + bots

    def close(self) -> None:
        """Refuse new jobs, and finish the waiting ones."""
        self._closing = True
        self._work.set()

    async def shut(self) -> None:
        """Stop the thread after its last job."""
        if self._tidying is not None:
            await self._tidying
        self._thread.shutdown()

    async def commit(self, jobs: list[Job[Any]]) -> None:
        """Carry out jobs, store their changes, then report results and refusals."""
        at, drafts = self.now(), dict[str, Draft]()
        self.live_tables.busy = {job.table_id for job in jobs}
        async for job in few_at_once(jobs):
            await self._carry_out(job, drafts)
        changed = [draft for draft in drafts.values() if draft.entries or draft.talk]
        sizes = await self._stored(changed, at)
        stored = isinstance(sizes, Mapping)
        if isinstance(sizes, Mapping):
            COUNTS.stored(changed)
            async for draft in few_at_once(changed):
                draft.accept()
                draft.table.size += sizes[draft.table.header.table]
            self._charge(jobs, sizes)
        else:
            for job in jobs:
                job.refusal = sizes
        self.live_tables.busy = set()
        async for job in few_at_once(jobs):
            job.tell()
        async for draft in few_at_once(changed if stored else ()):
            self.live_tables.tell(draft.table)

    def _charge(self, jobs: Sequence[Job[Any]], sizes: Mapping[str, int]) -> None:
        """Callers who changed a table in the same transaction share the bytes by which it grew."""
        done = [job for job in jobs if job.refusal is None and job.table_id in sizes]
        many = Counter(job.table_id for job in done)
        for job in done:
            self.quota.charge(job.address, job.table_id, sizes[job.table_id] // many[job.table_id])

    async def _stored(self, changed: Sequence[Draft], at: int) -> Mapping[str, int] | NotStored:
        """Store the drafts; returns by how many bytes each table grew.

        If that fails, the tables go back to their stored state.
        """
        if not changed:
            return {}
        try:
            return await self._in_thread(self.live_tables.store.commit, changed, at)
        except LeaseLost as fault:
            LOG.info("%s", fault)
            if self.live_tables.peers is not None:
                self.live_tables.peers.lose(fault.tables)
            await self.live_tables.reload(draft.table for draft in changed)
            return NotMine(NOT_STORED)
        except Exception as fault:
            why = "the disk is full" if disk_is_full(fault) else "a transaction failed"
            LOG.exception("%s; its orders are refused", why, exc_info=None if disk_is_full(fault) else fault)
            await self.live_tables.reload(draft.table for draft in changed)
            return NotStored(NOT_STORED)

    async def _carry_out(self, job: Job[Any], drafts: dict[str, Draft]) -> None:
        """Carry out a job on the draft of its table; any error becomes its refusal."""
        table_id = job.table_id
        try:
            if table_id not in drafts:
                drafts[table_id] = Draft(await self.live_tables.table(table_id), self.draw)
        except Refusal as refusal:
            job.refusal = refusal
            return
        draft = drafts[table_id]
        mark = draft.mark()
        try:
            job.result = job.work(draft, job.at if job.cause is None else max(job.cause.at, _last(draft)))
            check_room(draft, mark)
            if job.cause is not None:
                draft.also.append(job.cause.also)
        except Full as refusal:
            draft.back_to(mark)
            job.refusal = refusal
        except Refusal as refusal:  # what was too late has closed its decision all the same
            job.refusal = refusal
        except RulesCrashed as crash:
            LOG.exception("the rules failed at table %s", table_id)
            await self.live_tables.read(save_dump, self.dumps, self.live_tables.store, draft, crash)
            sentence = (
                "The program made an error here, so this was not accepted. Nothing has changed; the host has a report."
            )
            job.refusal = Stumbled(sentence)
        except Exception:
            LOG.exception("a change of table %s failed", table_id)
            draft.back_to(mark)
            job.refusal = Stumbled("Something went wrong here. Nothing has changed.")


def _last(draft: Draft) -> int:
    """The time of the last event or message at a table; 0: there is none."""
    lists = (draft.table.happened, draft.happened, draft.table.talk, draft.talk)
    return max((rows[-1].at for rows in lists if rows), default=0)


def check_room(draft: Draft, mark: Mark) -> None:
    """Accept what was added to a table since a mark, unless it holds as much as it can.

    There is as much room again for what the game needs to go on, so that nobody who fills a table stops it; and the
    host can always close it.

    Raises:
        Full: the table has reached its greatest size.
    """
    table = draft.table
    played = max(draft.state.entries / MOST_ENTRIES, table.size / MOST_BYTES)
    said = (len(table.talk) + len(draft.talk)) / MOST_ENTRIES
    if max(played, said) <= 1:
        return
    added = draft.entries[mark.entries :]
    needed = all(isinstance(entry, Paused | TableClosed) or (played <= 2 and _needed(entry, mark)) for entry in added)
    if len(draft.talk) > mark.talk or not needed:
        most = f"{MOST_ENTRIES:,} orders and other steps, {MOST_ENTRIES:,} messages and {MOST_BYTES // 10**6} MB"
        only = "players can only answer each question once" if played <= 2 else "only its host can close it"
        raise Full(f"This table is full: a table can hold {most}. From now on {only}.", field="table")


def _needed(entry: AnyEntry, mark: Mark) -> bool:
    """Whether the game needs this entry, unlike a changed answer, a standing order or a new name."""
    match entry:
        case Answered() | Garbled():
            return mark.game is not None and play.answer_of(mark.game, entry.seat) is None
        case SeatTaken():
            return entry.kind is not mark.state.seats[entry.seat].kind
        case _:
            return isinstance(entry, TimeUp | Began | WordsCalled | WordsOpened | Resumed | RulesChanged | VoteLapsed)
