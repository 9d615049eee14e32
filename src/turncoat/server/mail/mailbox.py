"""Fetches players' mails from a mailbox by IMAP, if no mail server delivers them to this server.

A mail stays in the mailbox until the server has stored it; then it is moved to a separate folder. If the server stops
in between, it finds the mail again and recognizes it by its digest. Before that, no mail is marked as read. Connections
that have died without a word are found out: every wait ends after a few minutes, and the mailbox is looked at besides.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from time import monotonic
from typing import TYPE_CHECKING

from turncoat.server.mail.reading import HEAD, LARGEST, answered_by
from turncoat.server.problems import TooMany
from turncoat.server.settings import ImapSettings

if TYPE_CHECKING:
    from imap_tools import BaseMailBox

    from turncoat.server.mail.intake import Intake

LOG = logging.getLogger("turncoat")

RENEWED = 8 * 60
"""Seconds after which the server makes a new connection."""

WAITS = (5, 15, 60, 300)
"""Seconds between two attempts to reach the mailbox."""

AT_ONCE = 50
"""The most mails that are fetched at a time."""

LATER, LATEST = 60.0, 3600.0
"""Seconds for which a mail is left alone that cannot be kept now; then twice as long, and so on, up to the latter."""

MANY = 10_000
"""Of more mails it is not known how long they were left alone."""

TIMEOUT = 30.0
"""The most seconds that the mailbox has for an answer."""


class Mailbox:
    """Fetches mails in its own thread.

    Args:
        settings: The mail server that has the mailbox.
        intake: Stores the mails.
    """

    def __init__(self, settings: ImapSettings, intake: Intake) -> None:
        self.settings, self.intake = settings, intake
        self._end = threading.Event()
        self._later: dict[str, tuple[float, float]] = {}
        self._works = False
        self._thread: threading.Thread | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to fetch mails; this event loop stores them."""
        self._thread = threading.Thread(target=self._run, args=(loop,), name="turncoat-imap", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop fetching mails."""
        self._end.set()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        failed = 0
        while not self._end.is_set():
            self._works = False
            try:
                self._stay(loop)
            except (CancelledError, RuntimeError):  # the server stops
                return
            except Exception as fault:  # noqa: BLE001  # whatever a mail server says, the next try may go well
                LOG.warning("The mailbox cannot be read and is tried again: %s", " ".join(str(fault).split())[:200])
                failed = 0 if self._works else failed
                self._end.wait(WAITS[min(failed, len(WAITS) - 1)])
                failed += 1

    def _stay(self, loop: asyncio.AbstractEventLoop) -> None:
        """Fetch mails over one connection until it is time for a new one."""
        with open_box(self.settings) as box:
            left = RENEWED
            while left > 0 and not self._end.is_set():
                while self.look(box, loop):
                    pass
                self._works = True
                left -= self._wait(box)

    def _wait(self, box: BaseMailBox) -> int:
        """Wait until the mailbox says that something has come, or for the time between two looks; the seconds."""
        seconds = self.settings.seconds
        if "IDLE" not in box.client.capabilities:
            self._end.wait(seconds)
            return seconds
        with box.idle as idle:
            for waited in range(seconds):
                if self._end.is_set() or idle.poll(timeout=1):
                    return waited + 1
        return seconds

    def look(self, box: BaseMailBox, loop: asyncio.AbstractEventLoop) -> int:
        """Fetch what is there, keep it and move it away; how many mails were looked at.

        One that cannot be kept now is left alone for a while: it holds up no other.
        """
        looked, kept = 0, list[str]()
        for uid, raw in self._fetched(box):
            looked += 1
            if raw is not None and self._kept(raw, loop):
                kept.append(uid)
                self._later.pop(uid, None)
            else:
                self._leave_alone(uid)
        if kept:
            box.move(kept, self.settings.done)
        return looked

    def _leave_alone(self, uid: str) -> None:
        if len(self._later) >= MANY:
            self._later.clear()
        wait = min(LATEST, 2 * self._later[uid][1]) if uid in self._later else LATER
        self._later[uid] = (monotonic() + wait, wait)

    def _fetched(self, box: BaseMailBox) -> Iterator[tuple[str, bytes | None]]:
        """The mails that are there, without marking them: of each its number and its first ``LARGEST`` bytes, if any.

        The library would parse them; nothing is parsed before its limits are known.
        """
        now = monotonic()
        for uid in [uid for uid in box.uids() if self._later.get(uid, (0.0, 0.0))[0] <= now][:AT_ONCE]:
            _, data = box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{LARGEST}>)")
            raw = next((item[1] for item in data if isinstance(item, tuple)), None)
            yield uid, raw if isinstance(raw, bytes) else None

    def _kept(self, raw: bytes, loop: asyncio.AbstractEventLoop) -> bool:
        """Store a mail for each of our addresses in it, or for the mail it answers; returns whether to move it."""
        head = BytesHeaderParser(policy=compat32).parsebytes(raw[:HEAD])
        named = _all(head, "Delivered-To", "X-Original-To")
        tokens = self.intake.tokens_in(named) or self.intake.tokens_in(_all(head, "To", "Cc"))
        tokens = tokens or self.intake.tokens_answered(answered_by(raw))[:1]
        envelope = head.get("Return-Path")
        for token in tokens:
            work = self.intake.take(raw, token, None if envelope is None else str(envelope).strip("<> "))
            try:
                asyncio.run_coroutine_threadsafe(work, loop).result(TIMEOUT)
            except TooMany:
                return False
            except (CancelledError, RuntimeError, TimeoutError):
                raise
            except Exception:
                LOG.exception("a mail could not be kept and is tried again later")
                return False
        return True


def open_box(settings: ImapSettings) -> BaseMailBox:
    """A connection to the mailbox, signed in; the folder for finished mails exists.

    Raises:
        OSError: the mailbox cannot be reached, or its certificate is not trusted.
        imaplib.IMAP4.error: the mailbox refuses the sign-in.
        ImapToolsError: something is missing in the mailbox, such as the folder.
    """
    from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted  # noqa: PLC0415  # needless without it

    kind = {"tls": MailBox, "starttls": MailBoxStartTls, "plain": MailBoxUnencrypted}[settings.protection]
    box: BaseMailBox = kind(settings.host, settings.door, timeout=TIMEOUT)
    try:
        box.login(settings.user, settings.password(), initial_folder=settings.folder)
        box.client.capabilities = _capabilities(box)
        if not box.folder.exists(settings.done):
            box.folder.create(settings.done)
    except BaseException:
        box.client.shutdown()
        raise
    return box


def why_shut(fault: Exception, settings: ImapSettings) -> str:
    """A sentence for the host on why a mailbox cannot be read and what to do; it contains no password."""
    import ssl  # noqa: PLC0415  # slow to import, and needless without mail

    place = f"{settings.host}, port {settings.door}"
    said = " ".join(str(fault).split())[:200]
    if isinstance(fault, ssl.SSLCertVerificationError):
        return f"the certificate of {place} is not trusted: see mail.imap.host"
    if isinstance(fault, ssl.SSLError):
        return f"{place} does not speak {settings.protection.upper()}: see mail.imap.tls and mail.imap.port"
    if isinstance(fault, OSError):
        return f"{place} cannot be reached: see mail.imap.host, mail.imap.port, and the firewall"
    if "LOGIN" in said or "AUTHENTICAT" in said.upper():
        return f"{place} does not accept the user and the password: see mail.imap.user, mail.imap.password_file"
    return f"{place} said: {said}"


def _capabilities(box: BaseMailBox) -> tuple[str, ...]:
    """The features of the mail server; some servers list them only after sign-in."""
    _, data = box.client.capability()
    return tuple(b" ".join(one for one in data if isinstance(one, bytes)).decode("ascii", "replace").upper().split())


def _all(head: Message, *fields: str) -> str:
    return "\n".join(str(value) for field in fields for value in head.get_all(field, []))
