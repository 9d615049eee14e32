"""Receives mails from the host's mail server by LMTP or SMTP: delivery reports (RFC 3464), and players' mails.

It accepts only mails to addresses that this server made, or, with a single address for all, replies to its mails. A
report (``bounce+TOKEN``) comes from nobody (an empty envelope sender), is only read, and never answered. The server
acknowledges a player's mail only after storing it on disk.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from turncoat.kernel.errors import BadSetup
from turncoat.server.mail import token_places
from turncoat.server.mail.reading import answered_by
from turncoat.server.problems import TooMany
from turncoat.server.settings import MailSettings
from turncoat.server.tokens import Tokens

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, Envelope, Session

    from turncoat.server.mail.intake import Intake

LOG = logging.getLogger("turncoat")

LARGEST = 256 * 1024
"""The greatest size of a mail in bytes."""

Note = Callable[[str, str], Awaitable[None]]
"""Called with the name of an address (``name_of``), and the status in a delivery report about it."""

_REPORT = re.compile(rb"^content-type:\s*message/delivery-status", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rb"^(action|status):[ \t]*([^\s(;]{1,20})", re.IGNORECASE)


def failed_status(mail: bytes) -> str:
    """The status (RFC 3463) with which a delivery report says that a mail could not be delivered.

    It is empty if this mail is not such a report.

    Every line is read only once, so that no mail, however deeply nested, makes this slow.
    """
    found = _REPORT.search(mail[:LARGEST])
    if found is None:
        return ""
    action = status = ""
    for line in mail[found.end() : LARGEST].splitlines():
        if line.startswith(b"--"):
            break
        if not line.strip():
            action = status = ""
        elif field := _FIELD.match(line):
            value = field[2].decode("ascii", "replace").lower()
            action, status = (value, status) if field[1].lower() == b"action" else (action, value)
        if action == "failed" and re.fullmatch(r"5\.\d{1,3}\.\d{1,3}", status):
            return status
    return ""


class Reports:
    """Receives delivery reports and players' mails, as a handler for ``aiosmtpd``.

    Args:
        settings: Say which addresses belong to this server.
        tokens: Recognizes tokens that this server made.
        note: Called for each mail that could not be delivered.

    Attributes:
        intake: Receives players' mails; None: nobody does.
    """

    def __init__(self, settings: MailSettings, tokens: Tokens, note: Note) -> None:
        self.settings, self.tokens, self.note = settings, tokens, note
        self.intake: Intake | None = None

    async def handle_RCPT(  # noqa: N802  # the name that the library calls
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a mail for one address of this server; refuse it for any other."""
        if not (self._is_for_all(address) or self._name(address) or self._token(address)):
            return "550 5.1.1 Nobody has this address"
        if envelope.rcpt_tos:
            return "452 4.5.3 One at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store a player's mail, or read a delivery report; any other mail is dropped silently."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        to, for_all = envelope.rcpt_tos[0], self._is_for_all(envelope.rcpt_tos[0])
        from_nobody = envelope.mail_from in ("", "<>")
        token = self._token(to)
        if for_all and not (from_nobody and failed_status(content)):
            token = await self._answers(content)
        if token and self.intake is not None:
            return await self._keep(self.intake, content, token, envelope.mail_from or "")
        if for_all and not from_nobody:
            return "550 5.7.1 Only answers to mails of Turncoat are read here"
        status = failed_status(content) if from_nobody else ""
        if status:
            await self.note(self._reported(token_places.in_report(content)) if for_all else self._name(to), status)
        return "250 2.0.0 OK"

    async def _keep(self, intake: Intake, content: bytes, token: str, sender: str) -> str:
        """Store a mail, and only then acknowledge it."""
        try:
            await intake.take(content, token, sender.strip("<>"))
        except TooMany:
            return "452 4.3.1 Too many mails for this seat; try again later"
        except Exception:
            LOG.exception("a mail could not be kept; the mail server is asked to try again")
            return "451 4.3.0 It could not be kept; try again later"
        return "250 2.0.0 Kept"

    def _is_for_all(self, address: str) -> bool:
        """Whether this is the single address that receives all mails because addresses contain no tokens."""
        return not self.settings.in_address and address.strip().lower() == self.settings.sender.lower()

    async def _answers(self, content: bytes) -> str:
        """The token of this server's mail that a mail is a reply to; empty: it is no such reply."""
        if self.intake is None:
            return ""
        return next(iter(self.intake.tokens_answered(await asyncio.to_thread(answered_by, content))), "")

    def _token(self, address: str) -> str:
        return self.intake.token(address) if self.intake is not None else ""

    def _name(self, address: str) -> str:
        """The name of the address that a report is about, in the address it was sent to; empty: there is none."""
        mailbox, _, domain = address.rpartition("@")
        first = f"bounce{self.settings.delimiter}"
        if domain.lower() != self.settings.domain.lower() or not mailbox.lower().startswith(first):
            return ""
        return self._reported(mailbox[len(first) :])

    def _reported(self, said: str) -> str:
        """The name of an address in the token of a delivery report; empty: there is none."""
        token = self.tokens.read(said, "bounce")
        return token.subject if token else ""


class Listener:
    """Listens for connections from the host's mail server.

    Args:
        settings: The address and port at which it listens.
        tokens: Recognizes tokens that this server made.
        note: Called for each mail that could not be delivered.
    """

    def __init__(self, settings: MailSettings, tokens: Tokens, note: Note) -> None:
        self.settings, self.reports = settings, Reports(settings, tokens, note)
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen, if the settings ask for it.

        Raises:
            BadSetup: the port is taken or not allowed.
        """
        incoming = self.settings.incoming
        if incoming is None:
            return
        from aiosmtpd.lmtp import LMTP  # noqa: PLC0415
        from aiosmtpd.smtp import SMTP  # noqa: PLC0415  # slow to import, and needless without mail

        kind = LMTP if incoming.protocol == "lmtp" else SMTP
        host, port = incoming.place
        loop = asyncio.get_running_loop()

        def greet() -> SMTP:
            domain = self.settings.domain
            made = kind(self.reports, hostname=domain, ident="Turncoat", data_size_limit=LARGEST, loop=loop)
            made.line_length_limit = LARGEST
            return made

        try:
            self._server = await loop.create_server(greet, host, port)
        except OSError as fault:
            sentence = f"mail.incoming.listen: cannot listen at {incoming.listen}: {(fault.strerror or '?').lower()}."
            raise BadSetup(sentence, field="mail.incoming.listen") from None

    @property
    def port(self) -> int:
        """The port number; 0: the server does not listen."""
        return self._server.sockets[0].getsockname()[1] if self._server else 0

    def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            self._server = None
