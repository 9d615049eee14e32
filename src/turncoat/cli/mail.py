"""``turncoat mail``: tests the server's mail, and tells what a mail from a player would do."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import click

from turncoat.kernel.errors import BadSetup
from turncoat.server.mail import token_places
from turncoat.server.mail.letter import Letter, Paragraph, address, compose
from turncoat.server.mail.relay import Fate, Relay, in_plain_words
from turncoat.server.settings import MailSettings, read_settings

PROTECTED = {
    "starttls": "encrypted by STARTTLS",
    "tls": "encrypted from the first byte",
    "plain": "not encrypted",
}

KNOWN_BY = {
    "message-id": "the Message-ID of our mail, so the relay must not replace it",
    "subject": "the tag [T:TOKEN] in the subject",
    "both": "the Message-ID of our mail, or by the tag [T:TOKEN] in the subject",
}


@click.group("mail")
def command() -> None:
    """Test the server's mail; see what a player's mail would do."""


@command.command("check")
@click.option("--settings", "file", default="turncoat.toml", show_default=True, help="The settings of the server.")
@click.option("--to", default="", metavar="ADDRESS", help="Send one mail to this address.")
def check(file: str, to: str) -> None:
    """Connect to relay and mailbox as the server does; report what works, and how to mend the rest."""
    settings = read_settings(file).mail
    if settings is None:
        raise BadSetup(f"--settings: {file} has no section [mail].", field="settings")
    receiver = address(to) if to else ""
    click.echo(f"{file} can be read. Mail comes from {settings.sender}.")
    good = asyncio.run(_try(settings, receiver))
    _say_incoming(settings)
    good = _try_mailbox(settings) and good
    if not good:
        raise SystemExit(1)


@command.command("read")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--table", "table_id", required=True, help="The id of the table.")
@click.option("--seat", type=int, required=True, help="The number of the seat, from 0.")
@click.option(
    "--database",
    default="turncoat.db",
    show_default=True,
    help="The server's database: a file, or an address of PostgreSQL.",
)
def read(file: Path, table_id: str, seat: int, database: str) -> None:
    """Say what a mail in FILE would do at a seat of a table; nothing is changed."""
    from turncoat.server.mail.trial import tried  # noqa: PLC0415  # it needs what a server needs
    from turncoat.server.store import Store  # noqa: PLC0415

    if "://" not in database and not Path(database).is_file():
        raise BadSetup(f"--database: there is no file {database}.", field="database")
    store = Store(database if "://" in database else f"sqlite:///{database}")
    try:
        table = store.load(table_id)
    finally:
        store.close()
    if table is None:
        raise BadSetup(f"--table: there is no table {table_id} in {database}.", field="table")
    if not 0 <= seat < table.header.seats:
        raise BadSetup(f"--seat: must be 0 to {table.header.seats - 1}, not {seat}.", field="seat")
    for line in tried(file.read_bytes(), table, seat):
        click.echo(line)


async def _try(settings: MailSettings, to: str) -> bool:
    """Connect, and send a mail if an address is given; returns whether all went well."""
    from aiosmtplib import SMTPException  # noqa: PLC0415  # slow to import, and needless for help

    relay = Relay(settings)
    try:
        client = await relay.connect()
    except (SMTPException, OSError) as fault:
        click.echo(f"No mail can leave: {in_plain_words(fault, settings)}.")
        return False
    signed = f", signed in as {settings.user}" if settings.user else ""
    click.echo(f"The relay {settings.host}, port {settings.door}, answers, {PROTECTED[settings.protection]}{signed}.")
    await client.quit()
    if not to:
        click.echo("With --to ADDRESS this sends one mail to an address of yours.")
        return True
    now = time.time_ns() // 1_000_000
    text = (
        Paragraph("This is a test. Mail of your Turncoat server can leave."),
        Paragraph("If it is in the spam folder, see the table in docs/hosting/mail.md: SPF, DKIM or DMARC is missing."),
    )
    letter = Letter(to=to, subject="Turncoat: a test", text=text, id=f"test.{now}")
    answer = await relay.send(to, "test", compose(letter, settings, "test", now))
    await relay.close()
    if answer.fate == Fate.SENT:
        click.echo(f"The relay took a mail to {to}. If none arrives, look in the spam folder, then in the relay's log.")
        return True
    click.echo(f"The relay did not take a mail to {to}: {answer.why or answer.status}.")
    return False


def _say_incoming(settings: MailSettings) -> None:
    """Print where delivery reports go, and whether a program listens there."""
    if settings.incoming is None:
        click.echo(f"Delivery reports go to {settings.sender}; nobody reads them there. See mail.incoming.")
        return
    host, port = settings.incoming.place
    listening = f"{host}, port {port} ({settings.incoming.protocol.upper()})"
    with socket.socket() as trial:
        trial.settimeout(2)
        there = trial.connect_ex((host, port)) == 0
    who = "something listens there" if there else "nobody listens there now; turncoat serve will"
    click.echo(f"Delivery reports go to {settings.bounce('TOKEN')} and come in at {listening}: {who}.")


def _try_mailbox(settings: MailSettings) -> bool:
    """Sign in to the mailbox for players' mails, and print how these come in; returns whether all went well."""
    if not settings.takes_orders:
        click.echo("Nobody can play by mail: that needs mail.incoming or mail.imap.")
        return True
    to = token_places.reply_to(settings, "TOKEN")
    if settings.in_address:
        click.echo(
            f"Players answer to {to}, with another TOKEN in each mail. Turncoat must get mail to all these addresses."
        )
    else:
        click.echo(
            f"Players answer to {to}. Turncoat knows which question a mail answers by {KNOWN_BY[settings.token_in]}."
        )
    if settings.imap is None:
        return True
    from turncoat.server.mail.mailbox import open_box, why_shut  # noqa: PLC0415  # needless for help

    try:
        with open_box(settings.imap) as box:
            waiting, idle = len(box.uids()), "IDLE" in box.client.capabilities
    except Exception as fault:  # noqa: BLE001  # whatever a mail server does, its host is told
        click.echo(f"Players' mails cannot be fetched: {why_shut(fault, settings.imap)}.")
        return False
    soon = "at once" if idle else f"within {settings.imap.seconds} seconds"
    click.echo(f"The mailbox {settings.imap.user} can be read (mails that wait: {waiting}); new mails are seen {soon}.")
    return True
