"""Decides which of several processes at a PostgreSQL database writes a table: always exactly one.

Each process keeps its own row in ``servers`` up to date, by the database's clock. The database table ``leases`` has the
process that holds each table, and a number that changes with every new holder (the fence). Every transaction that
writes a table raises the table's number there, provided that the process still holds the table under the fence that it
knows and is not overdue; else it writes nothing, whatever it believes. A process that takes a table over first makes
the earlier process's fence number invalid.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Connection, DateTime, Engine, Integer, MetaData, Row, Table, Text, event, text

from turncoat.table.table import Phase

OWN = {"own": True}
"""See ``turncoat.server.postgres.OWN``."""

CHANGED, TOLD = "turncoat_changed", "turncoat_told"
"""Channels of the database: changes, each as ``table:number``; and other messages between the processes."""

STALLED = "5s"
"""How long a transaction may be idle: a process that is stopped in the middle of one holds up nobody for longer."""

TIMES_OUT = (17,)
"""The version of PostgreSQL that can end a transaction after a while."""

ALL = MetaData()
"""The tables of the database that only cooperating processes need; their content is temporary."""

SERVERS = Table(
    "servers",
    ALL,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
)
"""The processes: where the others reach each, and until when it holds what it holds (the database's clock)."""

LEASES = Table(
    "leases",
    ALL,
    Column("table_id", Text, primary_key=True),
    Column("holder", Text, nullable=False, index=True),
    Column("fence", Integer, nullable=False),
    Column("number", Integer, nullable=False),
)
"""Who holds a table, how often it has changed hands, and how often it was written since it was first held."""

LEAD = ""
"""As if it were the id of a table: who holds this does what one process does for all."""

_RENEW = text(
    "INSERT INTO servers VALUES (:id, :address, clock_timestamp() + make_interval(secs => :seconds)) "
    "ON CONFLICT (id) DO UPDATE SET until = clock_timestamp() + make_interval(secs => :seconds)"
)
_ALIVE = text(
    "SELECT id, address, until, CAST(extract(epoch FROM until - clock_timestamp()) AS double precision) AS rest "
    "FROM servers WHERE until > clock_timestamp()"
)
_FORGET = text("DELETE FROM servers WHERE until < clock_timestamp() - interval '1 day'")
_LEAVE = text("DELETE FROM servers WHERE id = :id")
_HELD = text("SELECT table_id, fence FROM leases WHERE holder = :id")
_TAKE = text(
    "INSERT INTO leases SELECT :table, :id, 1, 0 "
    "WHERE :table = '' OR EXISTS (SELECT 1 FROM tables WHERE id = :table AND phase <> 'removed') "
    "ON CONFLICT (table_id) DO UPDATE SET holder = :id, fence = leases.fence + 1 "
    "WHERE :anyway OR leases.holder = :seen OR NOT EXISTS "
    "(SELECT 1 FROM servers WHERE id = leases.holder AND until > clock_timestamp()) RETURNING fence"
)
_WRITES = text(
    "UPDATE leases SET number = number + 1 "
    "FROM unnest(CAST(:tables AS text[]), CAST(:fences AS integer[])) AS mine (table_id, fence) "
    "WHERE leases.table_id = mine.table_id AND leases.fence = mine.fence AND leases.holder = :id "
    "AND EXISTS (SELECT 1 FROM servers WHERE id = :id AND until > clock_timestamp()) "
    "RETURNING leases.table_id, pg_notify(:channel, leases.table_id || ':' || number)"
)
_NUMBER = text("SELECT number FROM leases WHERE table_id = :table")
_HOLDER = text("SELECT holder FROM leases WHERE table_id = :table")
_TELL = text("SELECT pg_notify(:channel, :what)")
_ORPHANS = text(
    "SELECT tables.id, tables.due, coalesce(leases.number, 0) AS number FROM tables "
    "LEFT JOIN leases ON leases.table_id = tables.id "
    "LEFT JOIN servers ON servers.id = leases.holder AND servers.until > clock_timestamp() "
    "WHERE servers.id IS NULL AND (tables.phase IN (:opening, :playing) "
    "OR (tables.phase IN (:gathering, :paused) AND tables.due IS NOT NULL))"
)


class LeaseLost(Exception):
    """Other processes hold these tables, or this process is overdue: nothing was written.

    Args:
        tables: The ids of the tables.
    """

    def __init__(self, tables: Collection[str]) -> None:
        super().__init__(f"this process no longer holds these tables: {', '.join(tables)}")
        self.tables = tables


class Orphan(Struct, frozen=True):
    """A table under way that nobody holds: when something is due there, and how often it was written."""

    table: str
    due: int | None
    number: int


class Leases:
    """Reads and writes leases in the database. Every method but ``check`` is one short transaction.

    Args:
        engine: The database, with the newest schema; PostgreSQL.
        address: The address at which other processes reach this one.
        seconds: A process that gives no sign of life for this long loses its tables.

    Attributes:
        id: The id of this process in the database.
        fences: The tables that this process holds, as far as it knows, each with its fence number.
    """

    def __init__(self, engine: Engine, address: str, seconds: float) -> None:
        self.engine, self.address, self.seconds = engine, address, seconds
        self.id = token_hex(8)
        self.fences: dict[str, int] = {}
        event.listen(engine, "connect", _hurry)
        event.listen(engine, "begin", self._in_time)
        engine.dispose()
        with engine.begin() as connection:
            ALL.create_all(connection)

    def _in_time(self, connection: Connection) -> None:
        """End a transaction that writes after the time of a lease, wherever this process was stopped in it.

        While it sends many rows its connection does not count as idle, and ``STALLED`` does not end it.
        """
        options, version = connection.get_execution_options(), connection.dialect.server_version_info
        if version and version >= TIMES_OUT and not options.get("reads") and not options.get("own"):
            milliseconds = round(1000 * self.seconds)
            connection.exec_driver_sql(f"SET LOCAL transaction_timeout = {milliseconds}")

    def renew(self) -> tuple[Mapping[str, tuple[str, datetime, float]], bool]:
        """Give a sign of life.

        Returns by their ids where the processes that are alive are reached, until when they hold what they hold, and
        how many seconds are left of that; and whether this one was still among them.
        """
        with self.engine.connect().execution_options(**OWN) as connection, connection.begin():
            before = {row.id: (row.address, row.until, row.rest) for row in connection.execute(_ALIVE)}
            connection.execute(_RENEW, {"id": self.id, "address": self.address, "seconds": self.seconds})
            connection.execute(_FORGET)
        return before, self.id in before

    def leave(self) -> None:
        """Give up all tables, so that other processes need not wait for them."""
        self._do(_LEAVE, id=self.id)

    def held(self) -> dict[str, int]:
        """The tables that this process holds according to the database, each with its fence number."""
        with self.engine.connect().execution_options(reads=True) as connection:
            return {row.table_id: row.fence for row in connection.execute(_HELD, {"id": self.id})}

    def take(self, table: str, *, anyway: bool = False, seen: str = "") -> int | None:
        """Take a table that no running process holds; returns its fence, or None if it is held or does not exist.

        Args:
            table: The id of the table.
            anyway: Whether to take it even from a process that is alive.
            seen: The process that held the table before; take it from that one too.
        """
        given = {"table": table, "id": self.id, "anyway": anyway, "seen": seen}
        with self.engine.connect().execution_options(**OWN) as connection, connection.begin():
            fence: int | None = connection.scalar(_TAKE, given)
            if fence is not None:
                connection.execute(_TELL, {"channel": TOLD, "what": f"taken {self.id} {table}"})
        return fence

    def check(self, connection: Connection, tables: Sequence[str]) -> None:
        """Count a change of these tables, in the transaction that writes it, and notify all processes.

        Raises:
            LeaseLost: this process may not write one of the tables.
        """
        known = {table: self.fences.get(table, 0) for table in sorted(set(tables))}
        given = {"tables": list(known), "fences": list(known.values()), "id": self.id, "channel": CHANGED}
        written = {row[0] for row in connection.execute(_WRITES, given)}
        if len(written) < len(known):
            raise LeaseLost(known.keys() - written)

    def number(self, table: str) -> int:
        """How often a table was written since it was first held."""
        return self._ask(_NUMBER, table) or 0

    def holder(self, table: str) -> str:
        """The process that holds a table, alive or not; empty: none ever did."""
        return self._ask(_HOLDER, table) or ""

    def tell(self, what: str) -> None:
        """Send a message to all processes."""
        self._do(_TELL, channel=TOLD, what=what)

    def orphans(self) -> list[Orphan]:
        """All tables in play that no process holds."""
        phases = {str(phase): str(phase) for phase in (Phase.OPENING, Phase.PLAYING, Phase.GATHERING, Phase.PAUSED)}
        with self.engine.connect().execution_options(reads=True) as connection:
            rows: Sequence[Row[Any]] = connection.execute(_ORPHANS, phases).all()
        return [Orphan(row.id, row.due, row.number) for row in rows]

    def _ask(self, question: Any, table: str) -> Any:
        with self.engine.connect().execution_options(reads=True) as connection:
            return connection.scalar(question, {"table": table})

    def _do(self, statement: Any, **given: str) -> None:
        with self.engine.connect().execution_options(**OWN) as connection, connection.begin():
            connection.execute(statement, given)


def _hurry(connection: Any, _record: object) -> None:
    """Close a connection soon if it stops in the middle of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{STALLED}'")
    connection.commit()
