"""People who play by mail at a server of a test: its mails come from a real relay, theirs go in over LMTP."""

from __future__ import annotations

import re
import smtplib
from email.message import EmailMessage
from itertools import count

from tests.mail.office import Kept, Office

from turncoat.server.mail.channel import play_token
from turncoat.server.mail.token_places import reply_to
from turncoat.server.services import Services

_NUMBER = count(1)


def hand_in(port: int, to: str, sender: str, raw: bytes) -> tuple[int, str]:
    """Hand a mail in over LMTP, as the host's mail server does; what the listener answered."""
    with smtplib.LMTP("127.0.0.1", port, timeout=60) as line:
        line.ehlo()
        code, said = line.mail(sender)
        if code == 250:
            code, said = line.rcpt(to)
        if code == 250:
            code, said = line.data(re.sub(rb"\r?\n", b"\r\n", raw))
        return code, said.decode()


def written(to: str, sender: str, text: str, **headers: str) -> bytes:
    """A mail of somebody."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: It is your turn"
    mail["Message-ID"] = f"<{next(_NUMBER)}@example.org>"
    whole = b""
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        if name in ("In_Reply_To", "References"):  # the library would encode what is too long for a line
            whole += f"{name.replace('_', '-')}: {value}\n".encode()
        else:
            mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return whole + mail.as_bytes()


def answering(mail: Kept) -> dict[str, str]:
    """The headers with which a mail program names the mail that somebody answers."""
    before, named = str(mail.mail["References"] or ""), str(mail.mail["Message-ID"])
    return {"Subject": f"Re: {mail.mail['Subject']}", "In_Reply_To": named, "References": f"{before} {named}".strip()}


class Correspondent:
    """Somebody who answers the mails of a server.

    Args:
        office: The relay to which the server gives its mail.
        address: Theirs.
        port: Where the server listens.
    """

    def __init__(self, office: Office, address: str, port: int) -> None:
        self.office, self.address, self.port = office, address, port

    def hand_in(self, to: str, raw: bytes) -> None:
        """Hand a mail in."""
        assert (answered := hand_in(self.port, to, self.address, raw))[0] == 250, (answered, to)

    @property
    def mails(self) -> list[Kept]:
        """All that came for them."""
        return self.office.to(self.address)

    def last(self, of: str = "") -> Kept:
        """The last mail whose text or subject has these words, and that can be answered; it may still be coming."""

        def found() -> Kept | None:
            kept = (one for one in reversed(self.mails) if one.mail["Reply-To"])
            return next(
                (one for one in kept if of in f"{one.mail['Subject']} {' '.join(one.part('plain').split())}"), None
            )

        with self.office.came:
            self.office.came.wait_for(found, 60)
        last = found()
        assert last is not None, f"no mail to {self.address} has: {of}"
        return last

    def answer(self, text: str, to: Kept | None = None, **headers: str) -> str:
        """Answer a mail, the last one if no other is named, quoting it; where the answer went."""
        mail = to or self.last()
        address = re.search(r"[^<\s]+@[^>\s]+", str(mail.mail["Reply-To"]))
        assert address is not None
        quoted = "\n".join(f"> {line}" for line in mail.part("plain").splitlines())
        headers = answering(mail) | headers
        raw = written(address[0], self.address, f"{text}\n\nOn Monday, Turncoat wrote:\n{quoted}", **headers)
        self.hand_in(address[0], raw)
        return address[0]

    def told(self, text: str, to: Kept | None = None, **headers: str) -> str:
        """Answer a mail; the words of the reply, once it is there."""
        before = len(self.office.mails)
        self.answer(text, to, **headers)
        new = self.office.wait(before + 1)[before:]
        reply = next(kept for kept in new if self.address in kept.to)
        assert reply.mail["Auto-Submitted"] == "auto-replied"
        return " ".join(reply.part("plain").split())


def address_of(correspondent: Correspondent) -> str:
    """The address to which the last mail is answered."""
    return str(correspondent.last().mail["Reply-To"]).rpartition("<")[2].strip(">")


async def token_at(services: Services, table: str, seat: int) -> str:
    """The token of an answer to what whoever holds a seat is asked now."""
    assert services.mail is not None
    return play_token(services.mail, await services.keeper.table(table), seat)


async def address_at(services: Services, table: str, seat: int) -> str:
    """The address to which whoever holds a seat writes now."""
    assert services.mail is not None
    return reply_to(services.mail.settings, await token_at(services, table, seat))
