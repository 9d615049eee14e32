"""Deletes abandoned tables: games that never began and that nobody visited for 30 days.

It deletes a few rows at a time while nobody waits for the database, at the start and then every hour. A table that is
being deleted is gone for everybody at once; if the server is killed, the rest is deleted after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, Connection, bindparam, delete, or_, select, update

from turncoat.server.clock import Alarms
from turncoat.server.keeper import Keeper
from turncoat.server.notices.schema import HOOKS, NOTICE_CHOICES, NOTICES
from turncoat.server.schema import (
    CAMPAIGN_TABLES,
    CODES,
    ENTRIES,
    EVENTS,
    HOLDINGS,
    KEYS,
    READ_MARKS,
    REMOVED,
    TABLE_CHARACTERS,
    TABLES,
    TALK,
)
from turncoat.server.store import Store
from turncoat.table.milliseconds import DAY, HOUR
from turncoat.table.table import Phase

LOG = logging.getLogger("turncoat")

EVERY = HOUR
"""Milliseconds between two searches for abandoned tables."""

VISITS = DAY
"""Visits are stored once in this many milliseconds."""

STAYS = 30 * DAY
"""Milliseconds that a table which never began stays after its last change and the last visit of somebody who holds a
seat or the host's rights; at most a day and an hour longer, as visits are written down coarsely."""

PIECE = 500
"""How many rows are deleted in one transaction."""

NEVER_BEGAN = TABLES.c.phase.in_((Phase.GATHERING, Phase.CLOSED)) & TABLES.c.snapshot.is_(None)
"""Holds for tables whose game has not begun and is not about to begin; a host may have closed them instead."""


def stays_until(now: int) -> int:
    """Until when a table that has not begun stays there, if nobody comes back after now; a midnight (UTC)."""
    until = now + STAYS
    return until - until % VISITS


class AbandonedTables:
    """Removes tables from the database. Every method is one short transaction.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def visited(self, visits: Mapping[str, int]) -> None:
        """Store the last visits of these tables, each at most once a day."""
        long_ago = (TABLES.c.id == bindparam("table")) & (TABLES.c.visited <= bindparam("at") - VISITS)
        rows = [{"table": table, "at": at} for table, at in visits.items()]
        with self.engine.begin() as connection:
            connection.execute(update(TABLES).where(long_ago).values(visited=bindparam("at")), rows)

    def found(self, before: int) -> list[str]:
        """The tables that never began and were not visited since, and tables that are deleted only in part."""
        with self.reading() as connection:
            return list(connection.scalars(select(TABLES.c.id).where(_abandoned(before))))

    def begin(self, table_id: str, before: int) -> bool:
        """Hide a table from everybody if it is still abandoned (``found``); returns whether it was hidden."""
        return self._hide(table_id, _abandoned(before))

    def hide(self, table_id: str) -> bool:
        """Hide a table from all people, in any phase, before it is deleted."""
        return self._hide(table_id, TABLES.c.phase != REMOVED)

    def _hide(self, table_id: str, condition: ColumnElement[bool]) -> bool:
        with self.engine.begin() as connection:
            gone = update(TABLES).where(TABLES.c.id == table_id, condition)
            if not connection.execute(gone.values(phase=REMOVED, listed=False)).rowcount:
                return False
            for kind in (TABLE_CHARACTERS, CAMPAIGN_TABLES, READ_MARKS, NOTICES, NOTICE_CHOICES, HOOKS):
                connection.execute(delete(kind).where(kind.c.table_id == table_id))
            return True

    def clear(self, table_id: str) -> bool:
        """Delete a piece of what is left of a table; returns whether there was more than its own row."""
        with self.engine.begin() as connection:
            if _some_rows(connection, table_id) or _some_keys(connection, table_id):
                return True
            connection.execute(delete(TABLES).where(TABLES.c.id == table_id, TABLES.c.phase == REMOVED))
            return False


def _abandoned(before: int) -> ColumnElement[bool]:
    nobody = (TABLES.c.visited < before) & (TABLES.c.changed < before)
    return or_(NEVER_BEGAN & nobody, TABLES.c.phase == REMOVED)


def _some_rows(connection: Connection, table_id: str) -> bool:
    for kind in (TALK, EVENTS, ENTRIES):
        of_it = kind.c.table_id == table_id
        some = select(kind.c.number).where(of_it).limit(PIECE)
        if connection.execute(delete(kind).where(of_it, kind.c.number.in_(some))).rowcount:
            return True
    return False


def _some_keys(connection: Connection, table_id: str) -> bool:
    keys = connection.scalars(select(KEYS.c.digest).where(KEYS.c.table_id == table_id).limit(PIECE)).all()
    for column in (HOLDINGS.c.key, CODES.c.key, KEYS.c.digest):
        connection.execute(delete(column.table).where(column.in_(keys)))
    return bool(keys)


class Cleanup:
    """Removes tables that never began, and notes visits to tables.

    Args:
        keeper: Holds the tables and writes to the database.
        abandoned: Removes tables from the database.
        forget: Called when keys have stopped working.
    """

    def __init__(self, keeper: Keeper, abandoned: AbandonedTables, forget: Callable[[], None]) -> None:
        self.keeper, self.abandoned, self.forget = keeper, abandoned, forget
        self.alarms = Alarms(keeper.now, self._ring)
        self._visits: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Clean up now, and then every hour."""
        self.alarms.set("", self.keeper.now() - 1)
        self._task = asyncio.create_task(self.alarms.run())

    async def stop(self) -> None:
        """Stop, and store the visits of the last hour."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._write_down()

    def visit(self, table_id: str) -> None:
        """Note that somebody with a seat or the host's rights visits the table."""
        self._visits[table_id] = self.keeper.now()

    async def _ring(self, _: list[str]) -> None:
        try:
            await self.look()
        except Exception:
            LOG.exception("tables that never began could not be removed; the server tries again in an hour")
        self.alarms.set("", self.keeper.now() + EVERY)

    async def look(self) -> None:
        """Store the visits, and remove the tables that nobody has visited for long."""
        await self._write_down()
        before = self.keeper.now() - STAYS - VISITS
        for table_id in await self.keeper.read(self.abandoned.found, before):
            await self._remove(table_id, before)

    async def take_down(self, table_id: str) -> None:
        """Delete a table now, unless a page or program is connected to it."""
        if not self.keeper.live_tables.watched(table_id):
            await self._delete(table_id, self.abandoned.hide, table_id)

    async def _write_down(self) -> None:
        visits, self._visits = self._visits, {}
        if visits:
            await self.keeper.writer.aside(self.abandoned.visited, visits)

    async def _remove(self, table_id: str, before: int) -> None:
        live_tables, writer = self.keeper.live_tables, self.keeper.writer
        await writer.quiet()
        if live_tables.watched(table_id):
            self.visit(table_id)
        if table_id not in self._visits and await self._delete(table_id, self.abandoned.begin, table_id, before):
            LOG.info("table %s never began, nobody came back to it, and it is removed", table_id)

    async def _delete(self, table_id: str, hide: Callable[..., bool], *given: object) -> bool:
        """Hide a table from everybody, if it can be, and delete it piece by piece; whether that was done."""
        live_tables, writer = self.keeper.live_tables, self.keeper.writer
        if self.keeper.peers is not None:
            await self.keeper.peers.have(table_id, anyway=True)
        if not live_tables.withdraw(table_id):
            return False
        try:
            gone = going = await writer.aside(hide, *given)
        finally:
            live_tables.give_back(table_id)
        if gone:
            self.forget()
        while going:
            going = await writer.aside(self.abandoned.clear, table_id)
        return gone
