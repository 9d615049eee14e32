"""The database of ``turncoat serve``: a writable file that no other server uses, or PostgreSQL."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from turncoat.kernel.errors import BadSetup


def writable(file: str) -> Path:
    """The path of a file that can be written.

    Raises:
        BadSetup: the file cannot be written.
    """
    path = Path(file).expanduser()
    try:
        with path.open("ab"):
            pass
    except OSError as fault:
        raise BadSetup(f"--db: {file} cannot be written: {(fault.strerror or 'unknown reason').lower()}.") from None
    return path.resolve()


def alone_with(file: Path) -> BinaryIO | sqlite3.Connection:
    """Keep other servers away from a database until the returned lock is closed.

    Two servers would each hold the tables in memory and overwrite each other's changes. The operating system releases
    the lock when the process ends. On Linux the lock is on the database file itself, whatever its name; SQLite locks
    other parts of the file, so the two do not conflict. On other systems they would conflict, so the lock is on an
    empty database beside the file.

    Raises:
        BadSetup: another server uses the database.
    """
    try:
        return _locked(file) if sys.platform == "linux" else _locked_beside(file)
    except (BlockingIOError, sqlite3.OperationalError) as fault:
        if isinstance(fault, BlockingIOError) or "locked" in str(fault):
            why = "is being served already; stop that server first, or use another file"
        else:
            why = f"cannot be locked for this server: {fault}"
        raise BadSetup(f"--db: {file.name} {why}.", field="db") from None


def _locked(file: Path) -> BinaryIO:
    """The file, with a lock on it."""
    import fcntl  # noqa: PLC0415  # not on every system

    opened = file.open("rb")
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        opened.close()
        raise
    return opened


def _locked_beside(file: Path) -> sqlite3.Connection:
    """An empty database beside the file, with a lock on it."""
    lock = sqlite3.connect(file.with_name(f"{file.name}-serving"), timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


@contextmanager
def database_of(place: str) -> Iterator[str]:
    """The address of the database that ``--db`` names; while this context lasts, no other server uses its file.

    Several servers can share a PostgreSQL database (``turncoat.server.peers``).

    Raises:
        BadSetup: the file cannot be written, or another server uses it.
    """
    if "://" in place:
        yield place
        return
    path = writable(place)
    with closing(alone_with(path)):
        yield f"sqlite:///{path}"


def dumps_beside(place: str) -> Path:
    """The folder for records of games in which the rules failed: beside the file, or this folder."""
    if "://" in place:
        return Path("turncoat-dumps").resolve()
    path = Path(place).expanduser().resolve()
    return path.with_name(f"{path.stem}-dumps")
