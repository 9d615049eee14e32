"""Sets SQLite up so that changes are durable and readers do not wait.

A transaction is appended to a log and synced; from there it has to be moved into the file at some time. SQLite would do
that within a transaction now and then, and the player whose order is in it would wait. Here the server moves it in a
separate step.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=10000",
    "foreign_keys=ON",
    "wal_autocheckpoint=0",
)
"""Durable when a transaction returns; readers do not wait; only ``Log.move`` moves the log."""

MANY = 500
"""The log is moved after this many transactions."""


class Log:
    """The log of a database.

    Args:
        engine: The database.

    Attributes:
        written: The number of transactions since the log was last moved.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.written = 0
        self._looking: Any = None
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "begin", self._begin)

    def _prepare(self, connection: Any, _record: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    def _begin(self, connection: Connection) -> None:
        """Begin a transaction; SQLAlchemy's own BEGIN would lock too late."""
        reads = connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN DEFERRED" if reads else "BEGIN IMMEDIATE")
        self.written += not reads

    def damage(self) -> str:
        """What is wrong with the pages of the file, in the database's words; empty if they hold together.

        It reads the whole file, about 5 ms for each MB on a busy machine, and holds up nobody.
        """
        connection = self.engine.raw_connection()
        self._looking = connection.driver_connection
        try:
            found = str(connection.cursor().execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.OperationalError:
            return ""  # it was told to stop looking, or is too busy
        except sqlite3.DatabaseError as fault:
            return str(fault)
        finally:
            self._looking = None
            connection.close()
        return "" if found == "ok" else " ".join(found.split())

    def look_no_more(self) -> None:
        """Stop the search for damage."""
        if self._looking is not None:
            self._looking.interrupt()

    @property
    def long(self) -> bool:
        """Whether the log is long enough to be moved."""
        return self.written >= MANY

    def move(self) -> bool:
        """Move what is in the log into the file, without holding up anybody; returns whether nothing is left.

        What is written meanwhile is left, and as long as something is left the log goes on growing.
        """
        self.written = 0
        connection = self.engine.raw_connection()
        try:
            _, there, moved = connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        finally:
            connection.close()
        return bool(there == moved)
