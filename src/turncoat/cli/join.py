"""``turncoat join``: sit down at a live table of a server, here in the terminal."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click
import msgspec

from turncoat.cli import INTERRUPTED
from turncoat.cli.at_table import AtTable
from turncoat.cli.connection import Connection, Held, Keys, Link, link_in
from turncoat.cli.screen import PACE, Screen, check_pace
from turncoat.cli.session import Left
from turncoat.kernel.errors import BadSetup
from turncoat.server.api.wire import OwnKey
from turncoat.table.names import NAME_RULE, is_name


@click.command("join")
@click.argument("url", metavar="LINK")
@click.option("--name", default="", help="What you are called there.  [default: what the seat is called]")
@click.option(
    "--keys", type=click.Path(path_type=Path), help="Where your keys are kept.  [default: with your settings]"
)
@click.option("--pace", type=float, help=f"Seconds between the lines of a reveal.  [default: {PACE} at a terminal]")
def command(url: str, name: str, keys: Path | None, pace: float | None) -> int:
    """Take the seat to which LINK leads, and play there. Type help at the table.

    LINK is the invitation that the host has sent you, or, if you sat there before, the address of the table. The key
    of the seat is kept in a file of yours, so that you can leave and come back; quit leaves, and the seat stays yours.
    """
    check_pace(pace)
    link = link_in(url)
    if name and not is_name(name.strip()):
        raise BadSetup(f"--name: {NAME_RULE}", field="name")
    kept = Keys(keys or Path(click.get_app_dir("turncoat")) / "keys.json")
    held = kept.find(link) or _take(link, kept)
    connection = Connection(held.server, held.key)
    connection.post(f"tables/{held.table}/sit", {"name": name.strip()})
    session = AtTable(Screen(pace), connection, held)
    session.screen.write(f"{session.rules.title}: {session.rules.summary}", "title")
    session.screen.write(f"You sit as {session.names.label('seat', held.seat)}. Type help for what you can do.", "dim")
    try:
        session.play()
    except (Left, KeyboardInterrupt) as leaving:
        also = "" if keys is None else f" --keys {quote(str(keys))}"
        again = f"turncoat join {held.server}/tables/{held.table}{also}"
        session.screen.write(f"You leave; the seat stays yours. To come back: {again}", "dim")
        return 0 if isinstance(leaving, Left) else INTERRUPTED
    return 0


def _take(link: Link, kept: Keys) -> Held:
    """Exchange an invitation for a key, and keep it.

    Raises:
        Refusal: the link is none that can be exchanged, or the key cannot be kept.
    """
    if not link.invitation:
        raise BadSetup(
            "You have not joined this table from this computer: give the invitation that the host sent you.",
            field="url",
        )
    kept.check()
    made = msgspec.json.decode(Connection(link.server).post("keys", {"invitation": link.invitation}), type=OwnKey)
    if made.seat is None:
        raise BadSetup(
            "This link made you the host, which works only in a browser: make a new link and open it there.",
            field="url",
        )
    return kept.keep(link, made.table, made.seat, made.key)
