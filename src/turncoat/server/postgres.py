"""What PostgreSQL needs to do what SQLite does: writers take turns, readers see one moment, what is stored is durable.

Loaded only by a server whose ``--db`` is an address of PostgreSQL; it needs the extra ``postgres``.
"""

from __future__ import annotations

from typing import Any, cast

import psycopg
from psycopg import IsolationLevel
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from turncoat.kernel.errors import BadSetup

SESSION = {
    "application_name": "turncoat",
    "synchronous_commit": "on",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
"""Settings of each connection: durable when a transaction returns, and a server that is gone blocks nobody for long."""

CONNECT_SECONDS = 10
"""How long to wait for a connection."""

WRITES, SERVES = 0x7472_7300, 0x7472_7301
"""Advisory locks of the database: of whoever writes, for a transaction; of the one server, as long as it runs."""


def open_engine(url: URL) -> Engine:
    """The engine of a database. An address may choose its own time-out: ``?connect_timeout=30``.

    Waiting for one's turn to write takes 10 seconds at most, as with SQLite.
    """
    settings = " ".join(f"-c {name}={value}" for name, value in SESSION.items())
    asked = cast("str", url.query.get("options", ""))
    chosen = {"connect_timeout": CONNECT_SECONDS} | dict(url.query) | {"options": f"{asked} {settings}".strip()}
    engine = create_engine(
        url.set(drivername="postgresql+psycopg", query={}), connect_args=chosen, pool_pre_ping=True, max_overflow=40
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


class WithoutNul(StrDumperUnknown):
    """PostgreSQL has no NUL in its texts; a request may have one where SQLite takes it, or finds nothing by it."""

    def dump(self, obj: str) -> Buffer | None:
        """Write a replacement character in its place."""
        return super().dump(obj.replace("\0", "\ufffd"))


def _prepare(connection: Any, _record: ConnectionPoolEntry) -> None:
    connection.adapters.register_dumper(str, WithoutNul)


def _begin(connection: Connection) -> None:
    """Readers see one moment, however many questions they ask; of those who write, one does at a time."""
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    reads = bool(connection.get_execution_options().get("reads"))
    driver.isolation_level = IsolationLevel.REPEATABLE_READ if reads else IsolationLevel.READ_COMMITTED
    driver.read_only = reads
    if not reads:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITES})")


def be_alone(connection: Connection, *, waits: bool) -> None:
    """Keep other servers away as long as this connection lasts.

    A server writes tables through this one connection: when it breaks off, the lock is gone together with the power to
    write, and a server that lost its place to another one writes no table.

    Args:
        connection: The one through which the server writes tables.
        waits: Whether to wait a while: what an earlier connection of this server held may still be there.

    Raises:
        BadSetup: there is a server already.
    """
    kind = "pg_advisory_lock" if waits else "pg_try_advisory_lock"
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    driver.autocommit = True
    try:
        row = driver.execute(f"SELECT {kind}({SERVES})").fetchone()
    except psycopg.errors.LockNotAvailable:
        row = (False,)
    finally:
        if not driver.closed:
            driver.autocommit = False
    if row is not None and row[0] is False:
        place = connection.engine.url.database
        raise BadSetup(
            f"--db: {place} is being served already; stop that server first, or use another database.", field="db"
        )
