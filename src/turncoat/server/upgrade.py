"""What becomes of the tables of a database under the rules that are installed: said beforehand, nothing is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from sqlalchemy import select

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.migrate import migrate
from turncoat.server.schema import REMOVED, TABLES
from turncoat.server.store import Store
from turncoat.table.table import OVER, Table


class Outlook(Struct, frozen=True):
    """What becomes of a table.

    Attributes:
        table: Its id.
        about: Its game, and what its host calls it.
        over: Its game is over, or was closed.
        changed: It was played by other rules than those that are installed.
        stopped: Why it does not play again alike, or cannot be read; empty: nothing is in its way.
    """

    table: str
    about: str
    over: bool
    changed: bool
    stopped: str


def outlooks(database: Path) -> Iterator[Outlook]:
    """Every table of a database, the oldest first. A copy is looked at, so that a server may be at work on it.

    Raises:
        BadSetup: there is no such file, it is no database, or another version made it.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / database.name
        _copied(database, copy)
        with closing(Store(f"sqlite:///{copy}")) as store:
            try:
                migrate(store.engine)
            except BadSetup as refusal:
                raise BadSetup(refusal.sentence.replace(str(copy), str(database)), field="database") from None
            for table, game, title in _tables(store):
                yield _outlook(store, table, f"{game}, {title}")


def _copied(database: Path, copy: Path) -> None:
    """Copy what is stored at this moment. Without its log nobody is at work on a database, and nothing may be added."""
    if not database.is_file():
        raise BadSetup(f"There is no file {database}.", field="database")
    how = "mode=ro" if database.with_name(f"{database.name}-wal").exists() else "immutable=1"
    try:
        with (
            closing(sqlite3.connect(f"{database.resolve().as_uri()}?{how}", uri=True)) as found,
            closing(sqlite3.connect(copy)) as made,
        ):
            found.backup(made)
    except sqlite3.Error as fault:
        raise BadSetup(f"{database} cannot be read: {fault}.", field="database") from None


def _tables(store: Store) -> list[tuple[str, str, str]]:
    wanted = select(TABLES.c.id, TABLES.c.game, TABLES.c.title).where(TABLES.c.phase != REMOVED)
    with store.reading() as connection:
        rows = connection.execute(wanted.order_by(TABLES.c.arrived, TABLES.c.id)).all()
    return [(row.id, row.game, row.title) for row in rows]


def _outlook(store: Store, table_id: str, about: str) -> Outlook:
    try:
        table = store.load(table_id)
    except Refusal as refusal:
        return Outlook(table_id, about, over=False, changed=True, stopped=refusal.sentence.rstrip("."))
    assert isinstance(table, Table)
    changed = table.ruleset != ruleset(table.header.game).hash
    return Outlook(table_id, about, table.sitting.phase in OVER, changed or bool(table.stopped), table.stopped)
