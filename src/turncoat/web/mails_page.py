"""The page on which somebody sees the mails that they have written, and what became of each."""

from __future__ import annotations

from msgspec import Struct

from turncoat.web.contexts import Shell
from turncoat.web.render import render


class MailLine(Struct, frozen=True, kw_only=True):
    """A mail that came in.

    Attributes:
        at: When it was kept.
        subject: What it was about.
        table: What the table is called; empty: it is about none.
        link: The address of the table.
        state: Value of ``turncoat.server.notices.schema.MAILS.state``.
        why: Why nothing of it was done; empty: something was, or ``said`` says it.
        said: What became of each order.
        unread: Lines that could not be read, with the reason.
    """

    at: int
    subject: str = ""
    table: str = ""
    link: str = ""
    state: str
    why: str = ""
    said: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()


class MailsPage(Struct, frozen=True, kw_only=True):
    """``GET /me/mails``: for anyone who is signed in.

    Attributes:
        mails: The newest first.
        automatic: How many mails of programs came from the reader's addresses.
        taken: The server takes mails in.
    """

    shell: Shell
    mails: tuple[MailLine, ...] = ()
    automatic: int = 0
    taken: bool = True


def render_mails(context: MailsPage) -> str:
    """The reader's mails."""
    return render("mails.html", context)
