"""``turncoat db``: moves a whole database to another place."""

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

    No server may be running on either of them. TO must be a new file or an empty database. Afterwards start the server
    only on TO: a server on FROM would send players the same notices again.
    """
    if "://" not in source and not Path(source).expanduser().is_file():
        raise BadSetup(f"There is no file {source}.", field="from")
    with _alone(source, "from") as old, new_place(target, "to") as new:
        copy_database(old, new, said)
    click.echo(f"Everything is in {target}. Start the server with --db {target}, and no more with {source}.")


def said(table: str, rows: int) -> None:
    """Print that a table of the database was copied."""
    click.echo(f"{table}: {rows:,} {'row' if rows == 1 else 'rows'}, the same at both ends.")


@contextmanager
def _alone(place: str, field: str) -> Iterator[Store]:
    """A database that no server uses while this context lasts.

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
    """A new place for a database: a new file, or PostgreSQL; if the copy fails, the file is removed.

    Raises:
        BadSetup: the file exists already, or the database cannot be opened.
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
