"""``turncoat upgrade``: tells what a new version would do to the tables of a database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from turncoat.kernel.errors import BadSetup
from turncoat.server.copying import copy_database
from turncoat.server.migrate import Outlook, outlooks
from turncoat.server.store import Store


@click.command("upgrade")
@click.argument("database")
@click.option("--check", is_flag=True, help="Say what would happen to each table; nothing is written.")
def command(database: str, check: bool) -> int:
    """Say which tables of DATABASE continue under the rules of this version, and which would be stopped.

    DATABASE is a SQLite file or the address of a PostgreSQL database. A server may be running on the database: the
    command looks at a copy in the folder for temporary files. The exit code is 1 if a table would be stopped. The
    upgrade itself needs no command: turncoat serve does it when it starts.
    """
    if not check:
        raise BadSetup("Add --check to see what would happen; the upgrade itself happens when turncoat serve starts.")
    found = []
    for outlook in _outlooks(database):
        click.echo(f"{outlook.table} ({outlook.about}): {_said(outlook)}.")
        found.append(outlook)
    stopped = sum(bool(outlook.stopped) for outlook in found)
    click.echo(
        f"{len(found)} {'table' if len(found) == 1 else 'tables'}: {len(found) - stopped} would go on as before, "
        f"{stopped} would be stopped."
    )
    return int(bool(stopped))


def _outlooks(database: str) -> Iterator[Outlook]:
    if "://" not in database:
        yield from outlooks(Path(database))
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        with closing(Store(database)) as source, closing(Store(f"sqlite:///{file}")) as copy:
            copy_database(source, copy)
        yield from outlooks(file)


def _said(outlook: Outlook) -> str:
    if outlook.stopped and outlook.over:
        return f"is over and can be read, but not replayed or exported, as {outlook.stopped}"
    if outlook.stopped:
        return f"would be stopped, as {outlook.stopped}"
    if outlook.over:
        return "is over"
    return (
        "plays on by the new rules, which lead to the same so far"
        if outlook.changed
        else "plays on, its rules are the same"
    )
