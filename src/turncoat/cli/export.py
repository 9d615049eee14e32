"""``turncoat export``: a finished game in another form: as a record, or in the notation of its game."""

from __future__ import annotations

from pathlib import Path

import click

from turncoat.cli.replay import read_record
from turncoat.kernel.errors import BadSetup
from turncoat.table import notation
from turncoat.table import record as records
from turncoat.table.draft import RulesCrashed


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--notation", "as_notation", is_flag=True, help="In the game's notation, for people to read.")
@click.option("--output", type=click.Path(path_type=Path), default=None, help="A new file.  [default: print it]")
def command(file: Path, as_notation: bool, output: Path | None) -> int:
    """Write the game in FILE as a record, or with --notation as text in the notation of its game.

    FILE is a record or such a text; either can be played again with turncoat replay.
    """
    record = read_record(file)
    try:
        data = notation.write(record).encode() if as_notation else records.write(record)
    except RulesCrashed as failure:
        raise BadSetup(f"The record does not play under these rules: {failure}.", field="file") from None
    if output is None:
        click.echo(data, nl=False)
        return 0
    try:
        with output.open("xb") as new:
            new.write(data)
    except OSError as fault:
        raise BadSetup(f"--output: {output} cannot be written: {fault.strerror}.", field="output") from None
    return 0
