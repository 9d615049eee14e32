"""Backups: the whole database in one SQLite file, of SQLite and of PostgreSQL, made while a server works on it.

A backup is checked before it gets its name: it is opened, and some of its tables are played again from their records.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import SystemRandom

from msgspec import Struct

from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.copying import copy_database
from turncoat.server.migrate import all_tables, copy_of, migrate
from turncoat.server.moved import note_restored
from turncoat.server.store import Store
from turncoat.table.replay import rebuilt

PART = ".part"
"""The suffix of a backup file until it is complete and checked."""


class Checked(Struct, frozen=True):
    """The result of checking a backup.

    Attributes:
        tables: How many tables it has.
        replayed: The number of tables that were played again.
        faults: One sentence for each table whose replay differs from its stored state.
    """

    tables: int
    replayed: int
    faults: tuple[str, ...]


def back_up(place: str, target: Path, sample: int) -> Checked:
    """Write a backup into a new file that only its owner can read; it is there only if it has no fault.

    Args:
        place: A SQLite file, or the address of a PostgreSQL database; a server may be at work on it.
        target: The file to write.
        sample: The number of tables to replay; 0: all of them.

    Raises:
        BadSetup: there is such a file, the database cannot be read, or the file cannot be written.
    """
    if target.exists():
        raise BadSetup(f"{target} exists already; name a new file.", field="target")
    part = target.with_name(f"{target.name}{PART}")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        _write(place, part)
        found = check(part, sample)
        if not found.faults:
            with part.open("rb") as file:
                os.fsync(file.fileno())
            part.rename(target)
        return found
    except OSError as fault:
        raise BadSetup(
            f"{target} cannot be written: {(fault.strerror or str(fault)).lower()}.", field="target"
        ) from None
    finally:
        for rest in ("", "-wal", "-shm", "-journal"):
            part.with_name(f"{part.name}{rest}").unlink(missing_ok=True)


def _write(place: str, part: Path) -> None:
    if "://" in place:
        with closing(Store(place)) as source, closing(Store(f"sqlite:///{part}")) as copy:
            copy_database(source, copy)
        return
    file = Path(place).expanduser()
    if not file.is_file():
        raise BadSetup(f"--db: there is no file {place}.", field="db")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.Error as fault:
        raise BadSetup(f"The backup of {place} failed: {fault}.", field="db") from None


def check(backup: Path, sample: int) -> Checked:
    """Open a copy of a backup, and replay some of its tables.

    Raises:
        BadSetup: it cannot be opened, or the file is damaged.
    """
    with copy_of(backup) as store:
        if damage := store.damage():
            raise BadSetup(f"{backup} is damaged: {damage.rstrip('.')}.", field="backup")
        tables = [table for table, _, _ in all_tables(store)]
        chosen = SystemRandom().sample(tables, sample) if 0 < sample < len(tables) else tables
        return Checked(len(tables), len(chosen), tuple(_faults(store, chosen)))


def _faults(store: Store, tables: list[str]) -> Iterator[str]:
    for table_id in tables:
        if why := fault_of(store, table_id):
            yield f"Table {table_id}: {why.rstrip('.')}."


def fault_of(store: Store, table_id: str) -> str:
    """Why the replay of a table differs from its stored state; empty: it does not."""
    try:
        table, record = store.load(table_id), store.record(table_id)
    except Refusal as refusal:
        return refusal.sentence
    if table is None or record is None:
        return "it is gone"
    if table.stopped or table.ruleset != table.rules.hash:
        return table.stopped
    return rebuilt(table, record, [] if table.game is None else table.game.requests).stopped


def restore(backup: Path, target: Store) -> None:
    """Copy a backup to an empty database, at the newest layout.

    The restored database sends no notices until the operator says that its server has moved.

    Raises:
        BadSetup: it cannot be read, or there is something at the target.
    """
    with copy_of(backup) as source:
        copy_database(source, target)
    migrate(target.engine)
    note_restored(target.engine)
