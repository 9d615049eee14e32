"""What is written differently for SQLite and for PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Boolean, Engine, FunctionElement, Table, create_engine, literal
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from turncoat.kernel.errors import BadSetup

POSTGRES = "postgresql://"
"""The beginning of PostgreSQL's addresses."""

NEEDED = 'PostgreSQL needs another library: install it with pip install "turncoat[postgres]".'

DISK_FULL = "53100"
"""PostgreSQL's error code for a full disk."""


def open_engine(database: str) -> Engine:
    """The engine of a database: ``sqlite:///file.db`` or ``postgresql://user@host/name``.

    Raises:
        BadSetup: it is neither, or a library is missing.
    """
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.get_backend_name() not in {"sqlite", "postgresql"}:
        sentence = f"--db: write a file such as turncoat.db, or an address such as {POSTGRES}user@host/name."
        raise BadSetup(sentence, field="db")
    if url.get_backend_name() == "sqlite":
        return create_engine(url)
    try:
        from turncoat.server import postgres  # noqa: PLC0415  # needs an extra
    except ImportError:
        raise BadSetup(NEEDED, field="db") from None
    return postgres.open_engine(url)


@contextmanager
def cannot_be_opened(engine: Engine) -> Iterator[None]:
    """A context in which errors of the database become a refusal saying why it cannot be opened.

    Raises:
        BadSetup: the database cannot be opened; the sentence says why.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0].rstrip(".")
        place = engine.url.render_as_string(hide_password=True)
        raise BadSetup(f"The database {place} cannot be opened: {reason}.", field="db") from fault


class Holds(FunctionElement[bool]):
    """Whether a column of bytes contains these bytes.

    Args:
        column: The column.
        wanted: The bytes to search for.
    """

    type = Boolean()
    inherit_cache = True

    def __init__(self, column: Any, wanted: bytes) -> None:
        super().__init__(column, literal(wanted, column.type))


@compiles(Holds)
def _instr(element: Holds, compiler: SQLCompiler, **how: Any) -> str:
    column, wanted = (compiler.process(clause, **how) for clause in element.clauses)
    return f"instr({column}, {wanted}) > 0"


@compiles(Holds, "postgresql")
def _position(element: Holds, compiler: SQLCompiler, **how: Any) -> str:
    column, wanted = (compiler.process(clause, **how) for clause in element.clauses)
    return f"position({wanted} in {column}) > 0"


def insert_or_update(engine: Engine, table: Table, names: tuple[str, ...]) -> Any:
    """A statement that inserts rows, or updates the row with the same key."""
    insert: Any = sqlite_insert
    if engine.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415  # slow to import
    new = insert(table)
    key = [column.name for column in table.primary_key]
    return new.on_conflict_do_update(
        index_elements=key, set_={name: new.excluded[name] for name in names if name not in key}
    )


def disk_is_full(fault: Exception) -> bool:
    """Whether an error means that the disk is full."""
    if not isinstance(fault, OperationalError):
        return False
    return "disk is full" in str(fault.orig) or getattr(fault.orig, "sqlstate", "") == DISK_FULL
