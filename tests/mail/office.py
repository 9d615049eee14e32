"""A mail relay for tests: a real one on a loopback port, which refuses, waits or dies as it is told, and keeps all."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from turncoat.server.settings import MailSettings

CERTIFICATE = Path(__file__).with_name("relay.pem")
"""Made for these tests: for localhost and 127.0.0.1, with its key."""

PASSWORD = "correct horse"


class Kept:
    """A mail as the relay got it."""

    def __init__(self, envelope: Envelope, connection: int) -> None:
        self.sender, self.to, self.connection = envelope.mail_from, list(envelope.rcpt_tos), connection
        assert isinstance(envelope.content, bytes)
        self.raw = envelope.content
        read = message_from_bytes(self.raw, policy=policy.default)
        assert isinstance(read, EmailMessage)
        self.mail = read

    def part(self, kind: str) -> str:
        """The text of a part, ``plain`` or ``html``."""
        found = self.mail.get_body((kind,))
        assert isinstance(found, EmailMessage)
        return str(found.get_content()).replace("\r\n", "\n")


class Office:
    """What the relay does; a test changes it.

    Attributes:
        mails: All that it took.
        refusals: What it says to ``RCPT``, by address.
        sender_refusal: What it says to ``MAIL``; empty: yes.
        data_refusal: What it says at the end of a mail; empty: yes.
        dies: It hangs up in the middle of this many mails.
        hangs: It never says anything to ``RCPT``.
        connections: How many there were.
    """

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[Kept] = []
        self.refusals: dict[str, str] = {}
        self.sender_refusal = self.data_refusal = ""
        self.dies = self.connections = self.open = self.most_open = 0
        self.hangs = False
        self.came = threading.Condition()

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        if not hasattr(session, "number"):
            self.connections += 1
            session.number = self.connections  # type: ignore[attr-defined]
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.sender_refusal:
            return self.sender_refusal
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.hangs:
            await asyncio.sleep(3600)
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.dies:
            self.dies -= 1
            assert isinstance(server.transport, asyncio.Transport)
            server.transport.abort()
            return "451 dying"
        if self.data_refusal:
            return self.data_refusal
        with self.came:
            self.mails.append(Kept(envelope, getattr(session, "number", 0)))
            self.came.notify_all()
        return "250 OK"

    def wait(self, count: int) -> list[Kept]:
        """All mails, once there are so many."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.mails) >= count, 60), f"{len(self.mails)} mails of {count}"
            return list(self.mails)

    def to(self, address: str) -> list[Kept]:
        """The mails to an address."""
        return [kept for kept in self.mails if address in kept.to]


def certificate() -> ssl.SSLContext:
    """What the relay shows."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


def _sign_in(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    good = isinstance(data, LoginPassword) and (data.login, data.password) == (b"turncoat", PASSWORD.encode())
    return AuthResult(success=good, handled=False)


@contextmanager
def relay(office: Office, **how: Any) -> Iterator[int]:
    """A relay of this office, in a thread; gives its port."""
    outer = how.pop("ssl_context", None)
    lines: list[SMTP] = []
    port: Future[int] = Future()
    done: Future[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def work() -> None:
        loop, end = asyncio.get_running_loop(), asyncio.Event()

        def greet() -> SMTP:
            lines.append(SMTP(office, loop=loop, **how))
            return lines[-1]

        server = await loop.create_server(greet, "127.0.0.1", 0, ssl=outer)
        done.set_result((loop, end))
        port.set_result(server.sockets[0].getsockname()[1])
        await end.wait()
        server.close()
        for line in lines:
            if isinstance(line.transport, asyncio.Transport):
                line.transport.abort()
        await asyncio.sleep(0)

    thread = threading.Thread(target=asyncio.run, args=(work(),), daemon=True)
    thread.start()
    try:
        yield port.result(60)
    finally:
        loop, end = done.result(60)
        loop.call_soon_threadsafe(end.set)
        thread.join(60)


def guarded() -> dict[str, Any]:
    """How a relay is that takes mail only over STARTTLS and with a password."""
    return {
        "tls_context": certificate(),
        "require_starttls": True,
        "authenticator": _sign_in,
        "auth_required": True,
    }


def at(port: int, **more: Any) -> MailSettings:
    """Settings for a relay of a test."""
    given: dict[str, Any] = {"host": "127.0.0.1", "sender": "arbiter@games.example", "port": port, "seconds": 5.0}
    return MailSettings(**(given | more))
