"""A mail of this server: its headers, and one text in two forms with the same words, plain and HTML.

Reading it loads nothing from the internet. A title or a name can come from a record that somebody imported: no header
takes more of it than one short line without control characters.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING
from unicodedata import category, normalize

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed
from turncoat.server.settings import MailSettings

if TYPE_CHECKING:
    from email.headerregistry import Address

WIDTH = 76
"""The greatest width of plain text, in characters."""

LONGEST_SUBJECT = 120
"""The most characters of a title or a name in a header."""

LONGEST_ADDRESS = 254
"""The most characters of an address (RFC 5321, 4.5.3.1.3)."""

_UNSAFE_IN_NAMES = dict.fromkeys(map(ord, '"\\<>()[]@,;:'), " ")


class Paragraph(Struct, frozen=True):
    """A paragraph of a mail.

    Attributes:
        text: The words of the paragraph.
        link: An address that follows on a line of its own; empty: none.
        as_is: Whether its lines stay as they are, such as the lines of a board.
    """

    text: str
    link: str = ""
    as_is: bool = False


class Letter(Struct, frozen=True, kw_only=True):
    """A mail to one address.

    Attributes:
        to: The address to which the mail goes.
        subject: The subject; it contains only table, kind and time, and no facts of the game.
        text: The paragraphs of the mail.
        sender: The sender's name beside the address.
        id: A permanent name of the mail: if the same mail is sent twice, both have the same id. Letters, digits, points
            and dashes.
        thread: The name of a series of mails, which mail programs show together.
        stop: The address of the page that stops mails of this kind; empty: the reader has just asked for this mail.
        stop_token: The token of a mail that stops mails of this kind; empty: there is none.
        token: The token for replies to the mail; empty: the server reads no replies.
        answers: The Message-ID of the mail to which this one replies, with its brackets; empty: none.
    """

    to: str
    subject: str
    text: tuple[Paragraph, ...]
    sender: str = "Turncoat"
    id: str
    thread: str = ""
    stop: str = ""
    stop_token: str = ""
    token: str = ""
    answers: str = ""


def one_line(text: str, longest: int = LONGEST_SUBJECT) -> str:
    """A text as one line of visible characters for a header; marks that turn the direction of text are left out.

    ``=?`` begins an encoded word (RFC 2047), which would be decoded, line breaks included; here it stands for itself.
    """
    seen = "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or category(sign)[0] != "C")
    line = " ".join(seen.replace("=?", "= ?").split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def address(text: str) -> str:
    """The form in which an address is stored: the part before the last @ in NFC, the domain in small ASCII letters.

    Raises:
        NotAllowed: the text is not a mail address.
    """
    name, _, domain = normalize("NFC", text.strip()).rpartition("@")
    try:
        plain = domain.encode("idna").decode().lower()
    except UnicodeError:
        plain = ""
    made = f"{name}@{plain}"
    if not _DOMAIN.fullmatch(plain) or not all(map(_is_atom, name.split("."))) or len(made) > LONGEST_ADDRESS:
        raise NotAllowed("An e-mail address looks like agatha@example.org.", field="address")
    return made


_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}")


def _is_atom(text: str) -> bool:
    """Whether a text can stand before the @ without quotes (RFC 5322, 3.2.3; RFC 6532: also letters beyond ASCII).

    ``=?`` could begin an encoded word; see ``one_line``.
    """
    return bool(text) and "=?" not in text and all(sign.isalnum() or sign in "!#$%&'*+-/=?^_`{|}~" for sign in text)


def plain_text(letter: Letter) -> str:
    """The text as plain lines of at most ``WIDTH`` columns; an address is never broken."""
    return "\n\n".join(_plain(one) for one in letter.text) + "\n"


def _plain(one: Paragraph) -> str:
    lines = one.text.splitlines() if one.as_is else wrap(one.text, WIDTH, break_long_words=False)
    return "\n".join([*lines, *([one.link] if one.link else [])])


def html_text(letter: Letter) -> str:
    """The same words as HTML."""
    body = "\n".join(_html(one) for one in letter.text)
    return f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"></head><body>\n{body}\n</body></html>\n'


def _html(one: Paragraph) -> str:
    link = escape(one.link)
    shown = escape(one.text) + (f'<br>\n<a href="{link}">{link}</a>' if link else "")
    return f"<pre>{shown}</pre>" if one.as_is else f"<p>{shown}</p>"


def compose(letter: Letter, settings: MailSettings, house: str, now: int, report: str = "") -> bytes:
    """The complete mail with its headers, as the relay gets it.

    Args:
        letter: The content of the mail.
        settings: The sender's address and name.
        house: The name of this server, written into each of its mails so that it recognizes them.
        now: The present time in milliseconds since the epoch.
        report: The token that a delivery report about the mail contains.

    Raises:
        ValueError: no matter who reads it would find other headers than those meant.
    """
    from email import message_from_bytes  # noqa: PLC0415  # slow to import, and needless without mail
    from email.message import EmailMessage  # noqa: PLC0415

    from turncoat.server.mail import whole_headers  # noqa: PLC0415

    utf8 = not letter.to.isascii()
    mail = EmailMessage(policy=whole_headers.SMTPUTF8 if utf8 else whole_headers.SMTP)
    for name, value in _headers(letter, settings, house, now, report).items():
        mail[name] = value
    mail.set_content(plain_text(letter), cte="quoted-printable")
    mail.add_alternative(html_text(letter), subtype="html", cte="quoted-printable")
    mail.set_boundary(f"=_{sha256(letter.id.encode()).hexdigest()[:32]}")
    made = mail.as_bytes()
    if message_from_bytes(made).keys() != mail.keys():
        raise ValueError("the headers of a mail are not those meant")
    return made


def _headers(letter: Letter, settings: MailSettings, house: str, now: int, report: str) -> dict[str, str | Address]:
    from email.headerregistry import Address  # noqa: PLC0415  # slow to import, and needless without mail
    from email.utils import format_datetime  # noqa: PLC0415

    from turncoat.server.mail import token_places  # noqa: PLC0415

    domain = settings.domain
    subject = token_places.untagged(one_line(letter.subject, 2 * LONGEST_SUBJECT))
    name = " ".join(one_line(letter.sender).translate(_UNSAFE_IN_NAMES).split())
    headers: dict[str, str | Address] = {
        "From": Address(name, addr_spec=settings.sender),
        "To": Address("", *letter.to.rsplit("@", 1)),
        "Subject": subject + token_places.tag(settings, letter.token),
        "Date": format_datetime(datetime.fromtimestamp(now // 1000, UTC)),
        "Message-ID": token_places.message_id(settings, letter.id, letter.token),
        "Auto-Submitted": "auto-replied" if letter.answers else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Turncoat-House": house,
    }
    if letter.thread:
        headers |= dict.fromkeys(("In-Reply-To", "References"), f"<{letter.thread}@{domain}>")
        headers["List-Id"] = f"<{letter.thread}.{domain}>"
    if letter.answers:
        headers["In-Reply-To"] = letter.answers
        headers["References"] = f"{headers.get('References', '')} {letter.answers}".strip()
    if letter.token:
        headers["Reply-To"] = Address("Turncoat", addr_spec=token_places.reply_to(settings, letter.token))
    if report and not settings.in_address:
        headers[token_places.REPORT] = report
    if letter.stop:
        by_mail = f", <{token_places.stop_address(settings, letter.stop_token)}>" if letter.stop_token else ""
        headers |= {
            "List-Unsubscribe": f"<{letter.stop}>{by_mail}",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return headers
