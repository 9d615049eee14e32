"""Copying a whole database to another place, from SQLite to PostgreSQL too: what arrived is compared with what left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import Connection, MetaData, Table, insert, inspect, select

from turncoat.kernel.errors import BadSetup
from turncoat.server.migrate import NEWEST, layout, prepare
from turncoat.server.notices.schema import ALL_TABLES
from turncoat.server.sql import cannot_be_opened
from turncoat.server.store import Store

AT_ONCE = 500
"""How many rows are in memory at the same time."""

DIGEST = 16
"""Bytes of the digest of a row (BLAKE2b)."""


class Digest:
    """Compares the rows of two tables, whatever their order: databases sort texts differently.

    Attributes:
        rows: The number of rows read so far.
    """

    def __init__(self) -> None:
        self.rows = self._sum = 0

    def add(self, row: Iterable[Any]) -> None:
        """Count one more row."""
        self.rows += 1
        self._sum += int.from_bytes(blake2b(msgspec.msgpack.encode(tuple(row)), digest_size=DIGEST).digest())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]  # it changes


def copy_database(source: Store, target: Store, tell: Callable[[str, int], None] = lambda table, rows: None) -> None:
    """Copy all tables as they are at one moment, in one transaction; whatever goes wrong, nothing is left of it.

    Args:
        source: The address of the database to copy, of any version of the schema; the copy has the same. A server may
            use it meanwhile.
        target: An empty database.
        tell: Called after each copied table of the database, with its name and number of rows.

    Raises:
        BadSetup: the source is no database of Turncoat, the target is not empty, or something arrived differently.
    """
    with cannot_be_opened(target.engine), target.engine.begin() as here:
        if inspect(here).get_table_names():
            raise BadSetup("There are tables already where the copy should be; name a new file or an empty database.")
        with cannot_be_opened(source.engine), source.reading() as there:
            for table in _made(there, here):
                rows = _copied(table, there, here, bare=target.engine.dialect.name == "postgresql")
                tell(table.name, rows)


def _made(there: Connection, here: Connection) -> Sequence[Table]:
    """Create the empty tables of one database in another one.

    Raises:
        BadSetup: the database holds no tables of Turncoat.
    """
    found = layout(there)
    if not found:
        raise BadSetup("There is no database of Turncoat to be copied.")
    if found == NEWEST:
        prepare(here)
        return ALL_TABLES.sorted_tables
    older = MetaData()
    older.reflect(there)
    for column in (column for table in older.tables.values() for column in table.columns):
        column.type = column.type.as_generic()
    older.create_all(here)
    return older.sorted_tables


def _copied(table: Table, there: Connection, here: Connection, *, bare: bool) -> int:
    """Copy the rows of a table; returns their number.

    Args:
        table: The table to be copied.
        there: The database from which rows are read.
        here: The database into which rows are written.
        bare: Whether to replace the character NUL, which PostgreSQL does not allow in texts.

    Raises:
        BadSetup: what arrived is not the same.
    """
    left, arrived = Digest(), Digest()
    for rows in there.execute(_all(table)).partitions():
        sent = [tuple(_bare(value) if bare else value for value in row) for row in rows]
        for row in sent:
            left.add(row)
        here.execute(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in sent])
    for row in here.execute(_all(table)):
        arrived.add(row)
    if left != arrived:
        sentence = f"Table {table.name} of the database did not arrive as it left ({left.rows} rows, {arrived.rows})."
        raise BadSetup(f"{sentence} Nothing was copied.")
    return left.rows


def _bare(value: Any) -> Any:
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _all(table: Table) -> Any:
    return select(table).execution_options(yield_per=AT_ONCE)
