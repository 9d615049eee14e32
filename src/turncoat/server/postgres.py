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
from sqlalchemy.engine import make_url
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

Fault = psycopg.Error
"""Whatever goes wrong with the database."""

CONNECT_SECONDS = 10
"""How long to wait for a connection."""

WRITES, SERVES = 0x7472_7300, 0x7472_7301
"""Advisory locks of the database: a writer holds the first during a transaction; all servers share the second while
they run."""

OWN = "own"
"""An option of a connection that changes single rows alone, each in one statement, and so waits for no other writer."""


def open_engine(url: URL) -> Engine:
    """The engine of a database. An address may choose its own time-out: ``?connect_timeout=30``.

    Waiting for one's turn to write takes 10 seconds at most, as with SQLite.
    """
    plain = url.set(drivername="postgresql+psycopg", query={})
    engine = create_engine(plain, connect_args=_asked(url), pool_pre_ping=True, max_overflow=40)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _asked(url: URL) -> dict[str, Any]:
    """What is asked of each connection."""
    settings = " ".join(f"-c {name}={value}" for name, value in SESSION.items())
    asked = cast("str", url.query.get("options", ""))
    return {"connect_timeout": CONNECT_SECONDS} | dict(url.query) | {"options": f"{asked} {settings}".strip()}


async def listening(database: str, *channels: str) -> psycopg.AsyncConnection[Any]:
    """A connection of its own that hears what is told on these channels.

    Raises:
        psycopg.Error: the database cannot be reached.
    """
    url = make_url(database)
    place = {"host": url.host, "port": url.port, "user": url.username, "password": url.password, "dbname": url.database}
    given = {name: value for name, value in place.items() if value} | _asked(url)
    connection = await psycopg.AsyncConnection.connect(**given, autocommit=True)
    try:
        for channel in channels:
            await connection.execute(f"LISTEN {channel}".encode())
    except BaseException:
        await connection.close()
        raise
    return connection


class WithoutNul(StrDumperUnknown):
    """A text in PostgreSQL cannot hold the character NUL.

    A request may contain it all the same: SQLite stores it, or finds nothing by it.
    """

    def dump(self, obj: str) -> Buffer | None:
        """Write a replacement character in its place."""
        return super().dump(obj.replace("\0", "\ufffd"))


def _prepare(connection: Any, _record: ConnectionPoolEntry) -> None:
    connection.adapters.register_dumper(str, WithoutNul)


def _begin(connection: Connection) -> None:
    """Readers see one moment, however many questions they ask; of those who write, one does at a time."""
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    options = connection.get_execution_options()
    reads = bool(options.get("reads"))
    driver.isolation_level = IsolationLevel.REPEATABLE_READ if reads else IsolationLevel.READ_COMMITTED
    driver.read_only = reads
    if not reads and not options.get(OWN):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITES})")


def stay(connection: Connection, *, alone: bool) -> None:
    """Use a database as long as this connection lasts, alone or with others who are not.

    Raises:
        BadSetup: somebody else is using it.
    """
    kind = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
    driver.autocommit = True
    row = driver.execute(f"SELECT {kind}({SERVES})".encode()).fetchone()
    driver.autocommit = False
    if row is None or row[0] is False:
        place = connection.engine.url.database
        served = "is being served already; stop that server first, or use another database"
        what = served if alone else "is being copied"
        raise BadSetup(f"--db: {place} {what}.", field="db")
