"""``turncoat mcp``: an MCP server on standard input and output, for agents that start such servers themselves."""

from __future__ import annotations

import asyncio
import os
import re
from importlib.util import find_spec
from pathlib import Path

import click

from turncoat.cli.connection import Connection, Keys, NoConnection, link_in
from turncoat.cli.join import take_invitation
from turncoat.kernel.errors import BadSetup
from turncoat.table.holders import STANDS_BY

KEY = "TURNCOAT_KEY"
"""The environment variable for a key; other users of this machine can read the command line."""

_SERVER = re.compile(r"https?://[^/\s?#]+/?")


@click.command("mcp")
@click.argument("url", metavar="ADDRESS")
@click.option(
    "--keys", type=click.Path(path_type=Path), help="Where your keys are kept.  [default: with your settings]"
)
def command(url: str, keys: Path | None) -> int:  # click
    """Let an agent play at the server at ADDRESS, by the Model Context Protocol on standard input and output.

    ADDRESS is an invitation, which is exchanged for a key; the address of a table at which you sat before; or the
    address of a server, with the key of a seat in the variable TURNCOAT_KEY.
    """
    if find_spec("mcp") is None:
        raise BadSetup('MCP needs one more library: pip install "turncoat[mcp]".', field="mcp")
    server, key = _where(url.strip(), keys or Path(click.get_app_dir("turncoat")) / "keys.json")
    Connection(server, key).get("session")
    from turncoat.adapters.mcp import bridge  # noqa: PLC0415  # the SDK takes half a second to import

    try:
        asyncio.run(bridge(server, key))
    except ConnectionError as fault:
        raise NoConnection(f"The server {server} does not answer at /mcp ({fault}).") from None
    return 0


def _where(url: str, file: Path) -> tuple[str, str]:
    """The address of the server, and the key.

    Raises:
        Refusal: there is no key, or the text is not an address.
    """
    key = os.environ.get(KEY, "").strip()
    if _SERVER.fullmatch(url):
        if not key:
            raise BadSetup(
                f"Put the key of a seat into {KEY}, or give an invitation in place of the server.", field=KEY
            )
        return url.rstrip("/"), key
    link, kept = link_in(url), Keys(file)
    if key:
        return link.server, key
    held = kept.find(link) or (take_invitation(link, kept) if link.invitation else None)
    if held is None or held.seat in (None, STANDS_BY):
        raise BadSetup("You have no seat there: give an invitation to a seat.", field="url")
    return held.server, held.key
