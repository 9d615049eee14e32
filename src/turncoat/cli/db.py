"""``turncoat db``: a whole database moves to another place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from turncoat.cli.database_file import database_of
from turncoat.kernel.errors import BadSetup
from turncoat.server.copying import copy_database
from turncoat.server.store import Store


@click.group("db")
def command() -> None:
    """Move a whole database between SQLite and PostgreSQL."""


@command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copied(source: str, target: str) -> None:
    """Copy everything from FROM to TO, each a SQLite file or the address of a PostgreSQL database, and compare it.

    No server may be running on either of them. TO must be a new file or an empty database. Then start the server on TO,
    and on FROM no more: both would tell players the same.
    """
    if "://" not in source and not Path(source).expanduser().is_file():
        raise BadSetup(f"There is no file {source}.", field="from")
    with _alone(source, "from") as old, new_place(target, "to") as new:
        copy_database(old, new, said)
    click.echo(f"Everything is in {target}. Start the server with --db {target}, and no more with {source}.")


def said(table: str, rows: int) -> None:
    """Say that a table of the database has arrived."""
    click.echo(f"{table}: {rows:,} {'row' if rows == 1 else 'rows'}, the same at both ends.")


@contextmanager
def _alone(place: str, field: str) -> Iterator[Store]:
    """A database that no server uses meanwhile.

    Raises:
        BadSetup: a server uses it, or it cannot be opened.
    """
    try:
        with database_of(place) as address, closing(Store(address)) as store:
            store.stay(alone=True)
            yield store
    except BadSetup as refusal:
        raise BadSetup(refusal.sentence.removeprefix("--db: "), field=field) from None


@contextmanager
def new_place(place: str, field: str) -> Iterator[Store]:
    """A place for a database: a file that is not there yet, or PostgreSQL; the file is removed if something fails.

    Raises:
        BadSetup: there is something already, or it cannot be opened.
    """
    file = None if "://" in place else Path(place).expanduser()
    if file is not None and file.exists():
        raise BadSetup(f"{place} exists already; name a new file.", field=field)
    try:
        with _alone(place, field) as store:
            yield store
    except BaseException:
        if file is not None:
            file.unlink(missing_ok=True)
        raise
