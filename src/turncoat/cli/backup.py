"""``turncoat backup``: everything in one file, while the server runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from turncoat.cli import FOUND
from turncoat.kernel.errors import BadSetup
from turncoat.server.backing_up import Checked, back_up

NAMED = "turncoat-[0-9]*-[0-9]*.db"
"""The form of the names of backups in a folder."""

SAMPLE = click.option(
    "--sample",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="How many tables to replay from their records as a check; 0: all.",
)


@click.command("backup")
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--db",
    "place",
    default="turncoat.db",
    show_default=True,
    help="The SQLite file, or the address of a PostgreSQL database.",
)
@click.option("--keep", type=click.IntRange(min=1), help="Keep this many backups in the folder, and delete older ones.")
@SAMPLE
def command(target: Path, place: str, keep: int | None, sample: int) -> int:
    """Write everything into the new file TARGET, or into a file of the folder TARGET that is named by the time.

    The server may be running. The backup is a SQLite file, whatever the database is; turncoat restore brings it back.
    The backup is checked: it is opened, and some tables are replayed. If a replayed table differs from what is stored,
    the exit code is 1 and no backup is kept. The backup holds all secrets of all tables; only its owner can read it.
    """
    folder = target.is_dir()
    if keep is not None and not folder:
        raise BadSetup(f"--keep: {target} is not a folder.", field="keep")
    file = target / f"turncoat-{datetime.now(UTC):%Y%m%d-%H%M%S}.db" if folder else target
    found = back_up(place, file, sample)
    said(found)
    if found.faults:
        click.echo("No backup was written.", err=True)
        return FOUND
    click.echo(f"The backup is {file} ({file.stat().st_size / 1e6:,.1f} MB).")
    for old in sorted(target.glob(NAMED))[:-keep] if keep else ():
        old.unlink()
        click.echo(f"Deleted {old}.")
    return 0


def said(found: Checked) -> None:
    """Print what a check has found."""
    for fault in found.faults:
        click.echo(fault)
    right = found.replayed - len(found.faults)
    click.echo(f"{found.tables:,} tables; {found.replayed:,} replayed, {right:,} with the stored result.")
