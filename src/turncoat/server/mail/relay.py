"""The relay is the mail server that delivers this server's mails. A few connections carry many mails."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from turncoat.server.settings import MailSettings

if TYPE_CHECKING:
    import ssl

    from aiosmtplib import SMTP

MOST_AT_ONCE = 2
"""The most connections to the relay at the same time."""

MOST_ON_ONE = 50
"""The most mails over one connection."""

IDLE = 20.0
"""Seconds after which an unused connection is closed."""

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")


class Fate(StrEnum):
    """The results that the relay can report for a mail."""

    SENT = "sent"
    LATER = "later"
    REFUSED = "refused"


class Answer(Struct, frozen=True):
    """The answer of the relay about a mail.

    Attributes:
        fate: Whether the relay accepted the mail.
        status: For a refusal: what is wrong with the address (RFC 3463), such as ``5.1.1``.
        why: One line for the host about the reason.
    """

    fate: Fate
    status: str = ""
    why: str = ""


def is_no_mailbox(status: str) -> bool:
    """Whether a status says that an address does not exist or takes nothing any more (RFC 3463: 5.1.x, 5.2.1)."""
    return status.startswith("5.1.") or status == "5.2.1"


def is_about_address(status: str) -> bool:
    """Whether a lasting refusal is about an address, its mailbox, or the way there (RFC 3463: 5.1.x, 5.2.x, 5.4.x).

    Any other code, and the one for a mail that is too long (5.2.3), is about a mail or a relay.
    """
    return status.startswith(("5.1.", "5.2.", "5.4.")) and status != "5.2.3"


def status_of(code: int, text: str) -> str:
    """The status of a refusal (RFC 3463); where the relay gives none, it is made of the code."""
    found = _STATUS.search(text)
    if found is not None:
        return found[0]
    return "5.1.1" if code in (550, 551, 553) else f"{code // 100}.0.0"


class _Line(Struct):
    """A connection, the number of mails sent over it, and the timer that closes it when unused."""

    client: SMTP
    carried: int = 0
    end: asyncio.TimerHandle | None = None


class Relay:
    """Sends mails to the relay.

    Args:
        settings: The address of the relay and how to sign in there.
    """

    def __init__(self, settings: MailSettings) -> None:
        self.settings = settings
        self._idle: list[_Line] = []
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)
        self._closing: set[asyncio.Task[None]] = set()

    async def send(self, to: str, token: str, mail: bytes) -> Answer:
        """Send a mail to the relay.

        Args:
            to: The address.
            token: The token that a delivery report will contain.
            mail: The complete mail.
        """
        from aiosmtplib import SMTPException  # noqa: PLC0415  # slow to import, and needless without mail

        async with self._turn:
            try:
                line = await self._line()
            except (SMTPException, OSError) as fault:
                return self._read(fault)
            try:
                await _hand_in(line.client, self.settings.bounce(token), to, mail)
            except (SMTPException, OSError) as fault:
                answer = self._read(fault)
            except asyncio.CancelledError:
                line.client.close()
                raise
            else:
                answer = Answer(Fate.SENT)
            line.carried += 1
            if answer.fate == Fate.LATER:
                line.client.close()
            else:
                self._keep(line)
            return answer

    async def connect(self) -> SMTP:
        """Open a connection and sign in.

        Raises:
            SMTPException: the relay refuses the connection.
            OSError: the relay cannot be reached, or its certificate is not trusted.
        """
        from aiosmtplib import SMTP  # noqa: PLC0415  # slow to import, and needless without mail

        settings = self.settings
        client = SMTP(
            hostname=settings.host,
            port=settings.door,
            local_hostname=settings.domain,
            timeout=settings.seconds,
            username=settings.user or None,
            password=settings.password() or None if settings.user else None,
            use_tls=settings.protection == "tls",
            start_tls=settings.protection == "starttls",
            tls_context=None if settings.protection == "plain" else self._believed,
        )
        try:
            await client.connect()
        except BaseException:
            client.close()
            await asyncio.sleep(0)
            raise
        return client

    async def close(self) -> None:
        """End all connections."""
        for line in self._idle:
            self._leave(line)
        self._idle.clear()
        await asyncio.gather(*self._closing, return_exceptions=True)

    @cached_property
    def _believed(self) -> ssl.SSLContext:
        import ssl  # noqa: PLC0415  # slow to import, and needless without mail

        return ssl.create_default_context(cafile=self.settings.certificates or None)

    async def _line(self) -> _Line:
        """A working connection: an unused one, or else a new one."""
        from aiosmtplib import SMTPException  # noqa: PLC0415  # slow to import, and needless without mail

        while self._idle:
            line = self._idle.pop()
            if line.end is not None:
                line.end.cancel()
            try:
                await line.client.rset()
            except (SMTPException, OSError):
                line.client.close()
                continue
            return line
        return _Line(await self.connect())

    def _keep(self, line: _Line) -> None:
        if line.carried >= MOST_ON_ONE:
            self._leave(line)
            return
        line.end = asyncio.get_running_loop().call_later(IDLE, self._tire, line)
        self._idle.append(line)

    def _tire(self, line: _Line) -> None:
        if line in self._idle:
            self._idle.remove(line)
            self._leave(line)

    def _leave(self, line: _Line) -> None:
        if line.end is not None:
            line.end.cancel()
        task = asyncio.create_task(_quit(line.client))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _read(self, fault: Exception) -> Answer:
        """What a failure means: only what the relay says of the address is about the address."""
        from aiosmtplib import SMTPDataError, SMTPNotSupported, SMTPRecipientRefused, SMTPRecipientsRefused  # noqa: PLC0415

        if isinstance(fault, SMTPRecipientsRefused) and fault.recipients:
            fault = fault.recipients[0]
        if isinstance(fault, SMTPRecipientRefused | SMTPDataError):
            why = _line_of(f"{fault.code} {fault.message}")
            if fault.code < 500:
                return Answer(Fate.LATER, why=why)
            about_mail = isinstance(fault, SMTPDataError) and not is_no_mailbox(_explicit(fault.message))
            return Answer(Fate.REFUSED, "5.0.0" if about_mail else status_of(fault.code, fault.message), why)
        if isinstance(fault, SMTPNotSupported) and "smtputf8" in str(fault).lower():
            return Answer(Fate.REFUSED, "5.6.7", "the relay takes no addresses with letters beyond ASCII")
        return Answer(Fate.LATER, why=in_plain_words(fault, self.settings))


def in_plain_words(fault: Exception, settings: MailSettings) -> str:
    """A sentence for the host on a problem with the relay and what to do; it contains no password."""
    import ssl  # noqa: PLC0415  # slow to import, and needless without mail

    from aiosmtplib import SMTPAuthenticationError, SMTPResponseException, SMTPSenderRefused  # noqa: PLC0415

    place = f"{settings.host}, port {settings.door}"
    if isinstance(fault, SMTPAuthenticationError):
        return f"the relay does not accept the user and the password ({fault.code}): see mail.user, mail.password_file"
    if isinstance(fault, SMTPSenderRefused):
        return f"the relay does not take mail from {settings.sender} ({fault.code}): see mail.from"
    if isinstance(fault, SMTPResponseException):
        return _line_of(f"the relay said {fault.code} {fault.message}")
    if isinstance(fault, ssl.SSLCertVerificationError) or "certificate verify failed" in str(fault).lower():
        return f"the certificate of {place} is not trusted: see mail.certificates; mail.host must be the name in it"
    if "starttls" in str(fault).lower():
        return f"{place} offers no STARTTLS: see mail.tls and mail.port"
    if isinstance(fault, TimeoutError):
        return f"{place} did not answer within {settings.seconds:g} seconds: see mail.host, mail.port, and the firewall"
    return _line_of(f"{place} cannot be reached: {str(fault) or type(fault).__name__}")


def _line_of(text: str) -> str:
    return " ".join(text.split())[:200]


def _explicit(text: str) -> str:
    found = _STATUS.search(text)
    return found[0] if found else ""


async def _hand_in(client: SMTP, sender: str, to: str, mail: bytes) -> None:
    options = [] if to.isascii() else ["SMTPUTF8", "BODY=8BITMIME"]
    await client.sendmail(sender, [to], mail, mail_options=options)


async def _quit(client: SMTP) -> None:
    from aiosmtplib import SMTPException  # noqa: PLC0415  # slow to import, and needless without mail

    with suppress(SMTPException, OSError, TimeoutError):
        await client.quit()
    client.close()
