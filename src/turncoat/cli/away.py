"""``turncoat away``: announce at all your tables that you will be away, here in the terminal."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from turncoat.cli.connection import Connection, Keys
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.correspondence import AtOneTable


@click.command("away")
@click.argument("first", default="")
@click.argument("last", default="")
@click.option("--back", is_flag=True, help="Announce that you are here again.")
@click.option(
    "--keys", type=click.Path(path_type=Path), help="The file of your keys.  [default: keys.json in your settings]"
)
def command(first: str, last: str, back: bool, keys: Path | None) -> int:  # click
    """Announce at all tables that you have joined from here that you are away from FIRST to LAST (2026-12-20)."""
    if not back and not first:
        raise BadSetup("FIRST: write the first day on which you are away, such as 2026-12-20.", field="first")
    path, body = ("me/back", None) if back else ("me/away", {"first": first, "last": last or first})
    for held in Keys(keys or Path(click.get_app_dir("turncoat")) / "keys.json").all():
        try:
            reply = Connection(held.server, held.key).post(path, body)
        except Refusal as refusal:
            click.echo(f"{held.server}/tables/{held.table}: {refusal.sentence}")
            continue
        for one in msgspec.json.decode(reply, type=list[AtOneTable]):
            click.echo(f"{one.title}: {one.refused or 'everybody there is told.'}")
    return 0
