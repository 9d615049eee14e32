"""``turncoat join``: takes a seat at a live table of a server, in the terminal."""

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
from turncoat.kernel.errors import BadSetup, Refusal
from turncoat.server.api.wire import KeyForSeat, KeyToStandBy, OwnKey
from turncoat.table.holders import STANDS_BY
from turncoat.table.names import NAME_RULE, is_name


@click.command("join")
@click.argument("url", metavar="LINK")
@click.option("--name", default="", help="Your name at the table.  [default: the name of the seat]")
@click.option(
    "--keys", type=click.Path(path_type=Path), help="Where your keys are kept.  [default: with your settings]"
)
@click.option("--stand-by", is_flag=True, help="If no seat is free at an open table: join its standby list.")
@click.option("--pace", type=float, help=f"Seconds between the lines of a reveal.  [default: {PACE} at a terminal]")
def command(url: str, name: str, keys: Path | None, stand_by: bool, pace: float | None) -> int:  # click
    """Take the seat to which LINK leads, and play there. Type help at the table.

    LINK is the invitation from the host, the address of a table at which you sat before, or the address of an open
    table, where you get a free seat. A file of yours keeps the key of the seat, so that you can leave with quit and
    come back.
    """
    check_pace(pace)
    link = link_in(url)
    if name and not is_name(name.strip()):
        raise BadSetup(f"--name: {NAME_RULE}", field="name")
    kept = Keys(keys or Path(click.get_app_dir("turncoat")) / "keys.json")
    held = kept.find(link) or (take_invitation(link, kept) if link.invitation else None)
    if held is None or held.seat == STANDS_BY:
        held = _claim(link, kept, name.strip(), held, stand_by=stand_by)
    table = link.table if held is None else held.table
    also = "" if keys is None else f" --keys {quote(str(keys))}"
    again = f"turncoat join {link.server}/tables/{table}{also}"
    if held is None:
        click.echo(f"No seat is free; you are on the standby list. Look again with: {again}")
        return 0
    connection = Connection(held.server, held.key)
    connection.post(f"tables/{held.table}/sit", {"name": name.strip()})
    steers = kept.find(Link(held.server, table=held.table), host=True)
    host = None if steers is None else Connection(held.server, steers.key)
    session = AtTable(Screen(pace), connection, held, host)
    session.screen.write(f"{session.rules.title}: {session.rules.summary}", "title")
    session.screen.write(f"You sit as {session.names.label('seat', session.me)}. Type help for what you can do.", "dim")
    try:
        session.play()
    except (Left, KeyboardInterrupt) as leaving:
        if not session.gone:
            session.screen.write(f"You leave; the seat stays yours. To come back: {again}", "dim")
        return 0 if isinstance(leaving, Left) else INTERRUPTED
    return 0


def take_invitation(link: Link, kept: Keys) -> Held:
    """Exchange an invitation for a key, and keep it.

    Raises:
        Refusal: the link cannot be exchanged, or the key cannot be saved.
    """
    kept.check()
    made = msgspec.json.decode(Connection(link.server).post("keys", {"invitation": link.invitation}), type=OwnKey)
    held = kept.keep(link, made.table, made.seat, made.key)
    if made.seat is None:
        address = f"{link.server}/tables/{made.table}"
        raise BadSetup(f"This link made you the host: steer the table with turncoat host {address}.", field="url")
    return held


def _claim(link: Link, kept: Keys, name: str, stood_by: Held | None, *, stand_by: bool) -> Held | None:
    """Take a free seat of an open table, and save its key; None: the player is now on the standby list.

    Raises:
        Refusal: none is free, or the table is not open to everybody.
    """
    kept.check()
    connection = Connection(link.server, stood_by.key if stood_by else "")
    try:
        reply = connection.post(f"tables/{link.table}/claim", {"name": name})
    except Refusal as refusal:
        if refusal.field != "seat" or not (stand_by or stood_by):
            raise
        if stood_by is None:
            key = msgspec.json.decode(connection.post(f"tables/{link.table}/standby"), type=KeyToStandBy).key
            kept.keep(link, link.table, STANDS_BY, key)
        return None
    made = msgspec.json.decode(reply, type=KeyForSeat)
    return kept.keep(link, link.table, made.seat, made.key or connection.key)
