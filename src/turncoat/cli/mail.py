"""``turncoat mail``: whether the server's mail can leave, and what to do if it cannot."""

from __future__ import annotations

import asyncio
import socket
import time

import click

from turncoat.kernel.errors import BadSetup
from turncoat.server.mail.letter import Letter, Paragraph, address, compose
from turncoat.server.mail.relay import Fate, Relay, in_plain_words
from turncoat.server.settings import MailSettings, read_settings

PROTECTED = {
    "starttls": "encrypted by STARTTLS",
    "tls": "encrypted from the first byte",
    "plain": "not encrypted",
}


@click.group("mail")
def command() -> None:
    """Check whether the server's mail can leave."""


@command.command("check")
@click.option("--settings", "file", default="turncoat.toml", show_default=True, help="The settings of the server.")
@click.option("--to", default="", metavar="ADDRESS", help="Send one mail to this address.")
def check(file: str, to: str) -> None:
    """Connect to the relay as the server does; say what works, and what to do about the rest."""
    settings = read_settings(file).mail
    if settings is None:
        raise BadSetup(f"--settings: {file} has no section [mail].", field="settings")
    receiver = address(to) if to else ""
    click.echo(f"{file} can be read. Mail comes from {settings.sender}.")
    good = asyncio.run(_try(settings, receiver))
    _say_incoming(settings)
    if not good:
        raise SystemExit(1)


async def _try(settings: MailSettings, to: str) -> bool:
    """Connect, and send the mail if there is an address; whether all went well."""
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
        Paragraph("If it lies among spam, see the table in docs/hosting/mail.md: SPF, DKIM and DMARC are missing."),
    )
    letter = Letter(to=to, subject="Turncoat: a test", text=text, id=f"test.{now}")
    answer = await relay.send(to, "test", compose(letter, settings, "test", now))
    await relay.close()
    if answer.fate == Fate.SENT:
        click.echo(f"The relay took a mail to {to}. If none arrives, look among spam, then in the relay's log.")
        return True
    click.echo(f"The relay did not take a mail to {to}: {answer.why or answer.status}.")
    return False


def _say_incoming(settings: MailSettings) -> None:
    """Say where delivery reports go, and whether somebody listens there."""
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
