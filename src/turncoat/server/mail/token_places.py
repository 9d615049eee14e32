"""The token that says what an answer to a mail is about: put into each mail, and found in the answer.

Usually it stands in the address to which people write. If the host's mail server knows no delimiter, all people write
to one address. Then the token stands in the Message-ID, which mail programs name in an answer, in the subject, or in
both (``MailSettings.token_in``). This module does not check whether a token is valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from turncoat.server.mail.reading import Answered
    from turncoat.server.settings import MailSettings

PARTS = 4
"""A token has this many parts with full stops between them (``turncoat.server.tokens``)."""

REPORT = "X-Turncoat-Report"
"""The header that holds the token of delivery reports where the envelope has no room for one."""

_TAG = re.compile(r"\[T:\s*([A-Za-z0-9.-]{1,100})\s*\]", re.IGNORECASE)
_STOP = re.compile(r"\bunsubscribe\s+\[T:[^\]]*\]\s*$", re.IGNORECASE)
_REPORT = re.compile(rb"^x-turncoat-report:[ \t]*([a-z0-9.-]{1,100})", re.IGNORECASE | re.MULTILINE)


def reply_to(settings: MailSettings, token: str) -> str:
    """The address for answers to a mail with this token."""
    name, _, domain = settings.sender.rpartition("@")
    return f"{name}{settings.delimiter}{token}@{domain}" if settings.in_address else settings.sender


def message_id(settings: MailSettings, name: str, token: str) -> str:
    """The Message-ID of a mail.

    Args:
        settings: Where tokens stand.
        name: Names the mail for ever.
        token: What an answer is for; empty: it is not read.
    """
    holds = token and settings.token_in in ("message-id", "both")
    return f"<{name}.{token}@{settings.domain}>" if holds else f"<{name}@{settings.domain}>"


def tag(settings: MailSettings, token: str) -> str:
    """The token as it follows the subject of a mail; empty: subjects have none."""
    return f" [T:{token}]" if token and settings.token_in in ("subject", "both") else ""


def untagged(subject: str) -> str:
    """A subject without anything that reads like a token: a host could put one into the title of a table."""
    return re.sub(r"\[(?=T:)", "(", subject, flags=re.IGNORECASE)


def stop_address(settings: MailSettings, token: str) -> str:
    """The ``mailto:`` address to which a mail program writes to stop mails."""
    said = "unsubscribe" if settings.in_address else f"unsubscribe [T:{token}]"
    return f"mailto:{reply_to(settings, token)}?subject={quote(said)}"


def in_address(settings: MailSettings, address: str) -> str:
    """The part of our address that would be a token (after the delimiter); empty: it is not such an address."""
    mailbox, _, domain = address.strip().lower().rpartition("@")
    first = settings.sender.rpartition("@")[0].lower() + settings.delimiter
    good = settings.in_address and domain == settings.domain.lower() and mailbox.startswith(first)
    return mailbox[len(first) :] if good else ""


def in_addresses(settings: MailSettings, text: str) -> Iterator[str]:
    """The parts that would be tokens in all our addresses in a text, such as a header."""
    domain = re.escape(settings.domain)
    for address in re.findall(rf"[A-Za-z0-9.+_-]{{1,100}}@{domain}", text[:65536], re.IGNORECASE):
        yield in_address(settings, address)


def in_answer(settings: MailSettings, answered: Answered) -> tuple[list[str], list[str], list[str]]:
    """The parts of an answer that would be tokens: in ``In-Reply-To``, in ``References`` and in the subject.

    The last one in ``References`` is the newest, and in the subject only the last one is ours. If our subjects have no
    tokens, only the subject of a mail that stops mails is read (``stop_address``).
    """
    if settings.in_address:
        return [], [], []
    ids = re.compile(rf"<([A-Za-z0-9.-]{{1,200}})@{re.escape(settings.domain)}>", re.IGNORECASE)
    mail, thread = (
        [".".join(found.split(".")[-PARTS:]).lower() for found in ids.findall(text)]
        for text in (answered.mail, answered.thread)
    )
    tagged = settings.token_in in ("subject", "both") or _STOP.search(answered.subject)
    return mail, thread, [found.lower() for found in _TAG.findall(answered.subject)[-1:] if tagged]


def in_report(mail: bytes) -> str:
    """The token in the headers of a mail that a delivery report gives back; empty: it has none."""
    found = _REPORT.search(mail)
    return found[1].decode().lower() if found else ""
