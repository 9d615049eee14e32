"""The page that lists the mails that a person has sent to the server, with the result of each."""

from __future__ import annotations

from msgspec import Struct

from turncoat.web.contexts import Shell
from turncoat.web.render import render


class MailLine(Struct, frozen=True, kw_only=True):
    """A mail that the server has received.

    Attributes:
        at: The time at which the server stored it.
        subject: The subject line of the mail.
        table: The title of the table that it is about; empty: it is about none.
        link: The address of the table.
        state: A value of ``turncoat.server.notices.schema.MAILS.state``.
        why: The reason why the server did nothing; empty: it did something, or ``said`` gives the reason.
        said: The result of each order in the mail.
        unread: Lines that the server could not read, with the reason.
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
    """``GET /me/mails``: for a reader who is signed in.

    Attributes:
        mails: The reader's mails, the newest first.
        automatic: The number of mails from the reader's addresses that were sent by a program.
        taken: Whether the server accepts mails.
    """

    shell: Shell
    mails: tuple[MailLine, ...] = ()
    automatic: int = 0
    taken: bool = True


def render_mails(context: MailsPage) -> str:
    """The page that lists the reader's mails."""
    return render("mails.html", context)
