"""``turncoat host``: sets up a table at a server and acts as its host, in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click
import msgspec

from turncoat.cli.connection import Connection, Held, Keys, Link, link_in, written
from turncoat.kernel.errors import BadSetup
from turncoat.server.api.wire import OwnKey
from turncoat.server.table_actions import Created
from turncoat.server.table_link import InvitationToTable
from turncoat.table.commands import HOST, deadline_in
from turncoat.table.table_view import TableView


@click.command("host")
@click.argument("url", metavar="LINK")
@click.argument("words", nargs=-1)
@click.option("--game", default="", help="Set up a table for this game; LINK is the address of the server.")
@click.option("--seats", type=int, default=4, help="How many seats the table has.", show_default=True)
@click.option("--deadline", default="none", help="Minutes, or clock times and a zone.  [default: none]")
@click.option("--open", "listed", is_flag=True, help="Anybody can take a seat that is free.")
@click.option(
    "--agreed", type=click.File("rb"), help="A JSON file with further fields of the new table, as in the API."
)
@click.option(
    "--keys", type=click.Path(path_type=Path), help="The file of your keys.  [default: keys.json in your settings]"
)
def command(  # the options of the command
    url: str,
    words: tuple[str, ...],
    game: str,
    seats: int,
    deadline: str,
    listed: bool,  # click
    agreed: IO[bytes] | None,
    keys: Path | None,
) -> int:
    """Set up a table (--game), or do at a table what WORDS say: begin, pause 3, link barney.

    LINK is the link that makes you the host, or the address of a table that you have set up from here. Without WORDS
    the command lists what the host can do.
    """
    kept = Keys(keys or Path(click.get_app_dir("turncoat")) / "keys.json")
    if game:
        more = msgspec.json.decode(agreed.read(), type=dict[str, object]) if agreed else {}
        plan = {"game": game, "seats": [{"name": ""}] * seats, "listed": listed}
        _set(kept, url.rstrip("/"), plan | {"deadline": msgspec.to_builtins(deadline_in(deadline))} | more)
        return 0
    link = link_in(url)
    held = kept.find(link, host=True) or _take(link, kept)
    if not words:
        for said, meaning in HOST.items():
            click.echo(f"{said.removeprefix('host '):24} {meaning}")
        return 0
    connection = Connection(held.server, held.key)
    click.echo(written(connection, f"tables/{held.table}", " ".join(words), host=True))
    return 0


def _set(kept: Keys, server: str, plan: dict[str, object]) -> None:
    """Set up a table, save the host's key, and print an invitation to every seat.

    Raises:
        Refusal: the server cannot make such a table; the sentence names why.
    """
    kept.check()
    made = msgspec.json.decode(Connection(server).post("tables", plan), type=Created)
    kept.keep(Link(server, table=made.table), made.table, None, made.host_key)
    host = Connection(server, made.host_key)
    click.echo(f"The table: {server}/tables/{made.table}")
    reply = host.post(f"tables/{made.table}/host/table-link", {})
    click.echo(f"The next free seat, for everybody: {server}/join/{invitation_of(reply)}")
    view = msgspec.json.decode(host.get(f"tables/{made.table}"), type=TableView)
    for number, seat in enumerate(view.seats):
        if not seat.bot:
            reply = host.post(f"tables/{made.table}/host/link", {"seat": number})
            click.echo(f"{seat.name}: {server}/join/{invitation_of(reply)}")


def invitation_of(reply: bytes) -> str:
    """The invitation in a link of the server: the part after ``/join/``."""
    return msgspec.json.decode(reply, type=InvitationToTable).invitation


def _take(link: Link, kept: Keys) -> Held:
    """Exchange the host's link for a key, and save the key.

    Raises:
        Refusal: it is not a host's link, or the key cannot be saved.
    """
    if not link.invitation:
        raise BadSetup("This computer has no host key for this table: give the host's link.", field="url")
    kept.check()
    made = msgspec.json.decode(Connection(link.server).post("keys", {"invitation": link.invitation}), type=OwnKey)
    held = kept.keep(link, made.table, made.seat, made.key)
    if made.seat is not None:
        raise BadSetup("This link leads to a seat, which you have now: sit down there with turncoat join.", field="url")
    return held
