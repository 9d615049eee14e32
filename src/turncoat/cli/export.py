"""``turncoat export``: writes a game in another form: as a record, in its notation, or as one seat knows it."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from turncoat.cli.arguments import write_new
from turncoat.cli.replay import read_record, seat_of
from turncoat.kernel import play
from turncoat.kernel.errors import BadSetup
from turncoat.table import notation
from turncoat.table import record_file as records
from turncoat.table.draft import RulesCrashed
from turncoat.table.record import Record
from turncoat.table.replay import fresh, steps
from turncoat.table.table_view import as_json, events_after, table_view

OPEN = "the game is not over, and a record contains the secrets of all seats; give --secrets to write it anyway."


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--notation", "as_notation", is_flag=True, help="Write the game's notation, for people to read.")
@click.option("--seat", default=None, help="If the game is not over: whose view to write. [default: a spectator's]")
@click.option("--secrets", is_flag=True, help="If the game is not over: write all secrets, too.")
@click.option("--output", type=click.Path(path_type=Path), default=None, help="A new file.  [default: print it]")
def command(file: Path, as_notation: bool, seat: str | None, secrets: bool, output: Path | None) -> int:
    """Write the game in FILE as a record, or with --notation as text in the notation of its game.

    FILE is a record or such a text; either can be played again with turncoat replay. If the game is not over, it writes
    only what one seat may know: the events that the seat heard, and its last view, as JSON lines.
    """
    record = read_record(file)
    try:
        known = None if secrets else known_to(record, seat_of(record, seat))
        if known is not None and as_notation:
            raise BadSetup(f"--notation: {OPEN}", field="notation")
        data = known or (notation.write(record).encode() if as_notation else records.write(record))
    except RulesCrashed as failure:
        raise BadSetup(f"This version's rules cannot replay the record: {failure}.", field="file") from None
    if output is None:
        click.echo(data, nl=False)
        return 0
    write_new("output", output, data)
    return 0


def known_to(record: Record, seat: int | None) -> bytes | None:
    """What a seat may know of a game that is not over; None if the game is over.

    Raises:
        Refusal, RulesCrashed: the record does not play under these rules.
    """
    if record.secret is None:
        return None
    table = fresh(record)
    for _ in steps(table, record):
        pass
    if table.game is not None and play.over(table.game):
        return None
    heard = [msgspec.json.encode(event) for event in events_after(table, seat, 0)]
    return b"".join(line + b"\n" for line in (*heard, as_json(table_view(table, seat))))
