"""``turncoat restore``: makes a database from a backup, or only checks the backup."""

from __future__ import annotations

from pathlib import Path

import click

from turncoat.cli import FOUND
from turncoat.cli.backup import SAMPLE, said
from turncoat.cli.db import new_place
from turncoat.server import backing_up


@click.command("restore")
@click.argument("backup", type=click.Path(path_type=Path))
@click.option(
    "--db",
    "place",
    default="turncoat.db",
    show_default=True,
    help="Where to: a new SQLite file, or the address of an empty PostgreSQL database.",
)
@click.option("--check", is_flag=True, help="Only check the backup; nothing is written.")
@SAMPLE
def command(backup: Path, place: str, check: bool, sample: int) -> int:
    """Make a database of the file BACKUP, which is checked first: it is opened, and some tables are played again.

    If a replayed table differs from what is stored, the exit code is 1 and nothing is written. The restored server
    tells nobody anything by mail, on devices or by webhook until you start it with turncoat serve --moved: people may
    have been told some of it already.
    """
    found = backing_up.check(backup, sample)
    said(found)
    if found.faults:
        return FOUND
    if not check:
        with new_place(place, "db") as store:
            backing_up.restore(backup, store)
        click.echo(f"Everything is in {place}. Notices leave once you start the server with --moved.")
    return 0
