"""Upgrades a database to the newest schema (Alembic), and forecasts the effect on its tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from sqlalchemy import Column, Connection, Engine, MetaData, PrimaryKeyConstraint, String, insert, inspect, select
from sqlalchemy import Table as SqlTable

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.notices.schema import ALL_TABLES
from turncoat.server.schema import REMOVED, TABLES
from turncoat.server.sql import cannot_be_opened
from turncoat.server.store import Store
from turncoat.table.table import OVER, Table

NEWEST = "tokens of replies"
"""The id of the newest migration."""

LAYOUT = SqlTable(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The database table in which Alembic keeps the id of the schema."""


def migrate(engine: Engine) -> None:
    """Upgrade the database to the newest schema, or create it.

    Raises:
        BadSetup: if it cannot be opened or written, or was made by another version.
    """
    with cannot_be_opened(engine), engine.begin() as connection:
        prepare(connection)


def prepare(connection: Connection) -> None:
    """Bring the database of this connection to the newest layout; one without any table is made so at once.

    Raises:
        BadSetup: it was made by another version.
    """
    if not inspect(connection).get_table_names():
        ALL_TABLES.create_all(connection)
        LAYOUT.create(connection)
        connection.execute(insert(LAYOUT).values(version_num=NEWEST))
    elif layout(connection) != NEWEST:
        _upgrade(connection)


def layout(connection: Connection) -> str:
    """The id of a database's schema; empty if it has none."""
    return str(connection.scalar(select(LAYOUT))) if inspect(connection).has_table(LAYOUT.name) else ""


def _upgrade(connection: Connection) -> None:
    """Upgrade the database of this connection to the newest schema.

    Raises:
        BadSetup: its layout is unknown.
    """
    from alembic import command  # noqa: PLC0415  # loads half as much as the whole server, and is seldom needed
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as fault:
        place = connection.engine.url.render_as_string(hide_password=True)
        sentence = f"The database {place} was made by another version of Turncoat; use that one, or another file."
        raise BadSetup(sentence, field="db") from fault


class Outlook(Struct, frozen=True):
    """The effect that an upgrade would have on a table.

    Attributes:
        about: Its game, and the name that its host gave it.
        over: Whether its game is over or was closed.
        changed: Whether it was played by other rules than the installed ones.
        stopped: Why its replay differs, or why it cannot be read; empty: it can be upgraded.
    """

    table: str
    about: str
    over: bool
    changed: bool
    stopped: str


def outlooks(database: Path) -> Iterator[Outlook]:
    """Every table of a database, the oldest first. It reads a copy, so a server may use the database meanwhile.

    Raises:
        BadSetup: there is no such file, it is no database, or another version made it.
    """
    with copy_of(database) as store:
        for table, game, title in all_tables(store):
            yield _outlook(store, table, f"{game}, {title}")


@contextmanager
def copy_of(database: Path) -> Iterator[Store]:
    """A copy of a SQLite file at the newest layout, in the folder for temporary files; the file stays as it is.

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
            yield store


def _copied(database: Path, copy: Path) -> None:
    """Copy the present content of the database.

    A database without a log is not in use, and a file must not be added beside it.
    """
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


def all_tables(store: Store) -> list[tuple[str, str, str]]:
    """Every table that is there: its id, its game and what its host calls it; the oldest first."""
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
    return Outlook(table_id, about, table.state.phase in OVER, changed or bool(table.stopped), table.stopped)
