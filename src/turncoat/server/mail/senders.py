"""Finds out who sent a mail, whether that person may play with it, and who is told otherwise."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from turncoat.kernel.errors import Refusal
from turncoat.server.auth import Caller
from turncoat.server.mail.addresses import owner_of
from turncoat.server.mail.carrying import ASKED_BACK, LEAVE
from turncoat.server.mail.kept_mails import KeptMail, KeptMails
from turncoat.server.mail.letter import Letter, Paragraph
from turncoat.server.mail.reading import Came

if TYPE_CHECKING:
    from turncoat.server.mail.sending import MailSender
    from turncoat.server.services import Services

WEEK = 7 * 24 * 3_600_000
"""How long a player can confirm leaving a seat for good, in milliseconds."""

WARNING_LIFE = 24 * 3_600_000
"""How long the server tries to send a warning, in milliseconds."""


class Senders:
    """Finds out who sent a mail.

    Args:
        services: The server.
        mail: The part of the server that sends mail.
        kept: The mails that have arrived.
    """

    def __init__(self, services: Services, mail: MailSender, kept: KeptMails) -> None:
        self.services, self.mail, self.kept = services, mail, kept

    def caller(self, mail: KeptMail, sender: str) -> Caller | None:
        """The sender, if the address is confirmed and belongs to a person who holds the seat."""
        if not sender:
            return None
        with self.kept.reading() as connection:
            person = owner_of(connection, sender)
        session = None if person is None else self.services.auth.people.as_person(person)
        if session is None or mail.seat not in session.seats(mail.table):
            return None
        return Caller(session=session, name=f"mail {person}")

    def concerned(self, mail: KeptMail, came: Came) -> str:
        """The person who sees that a mail was ignored: its sender, or else the holder of the seat; empty: nobody.

        If a program wrote the mail, only the sender sees that it was ignored.
        """
        caller = self.caller(mail, came.sender)
        if caller is not None and caller.person is not None:
            return caller.person.id
        return "" if came.machine else self.mail.addresses.holder(mail.table, mail.seat)

    def forged(self, came: Came) -> str:
        """The warning of the host's mail server that the sender is forged, if the host trusts it; empty: none."""
        trusted = self.mail.settings.trusted_results
        if not trusted or not came.results or came.results[0].partition(";")[0].split()[:1] != [trusted]:
            return ""
        return "the mail server says that the sender is forged" if "dmarc=fail" in came.results[0].lower() else ""

    def asked_back(self, mail: KeptMail, owner: str) -> bool:
        """Whether the server has lately asked the owner to confirm leaving this seat for good."""
        asked = (one for one in self.kept.of(owner) if (one.table, one.seat) == (mail.table, mail.seat))
        recent = (one for one in asked if one.digest != mail.digest and one.came >= mail.came - WEEK)
        return any(said.text == ASKED_BACK for one in recent for said in one.said if said.order.casefold() == LEAVE)

    async def warn(self, mail: KeptMail, sender: str) -> None:
        """Warn the holders of the seat, once a day, that a stranger has tried to play for them."""
        services = self.services
        if not services.limits.within("mail_alert", f"{mail.table}/{mail.seat}"):
            return
        for to in await services.keeper.read(self.mail.addresses.at_seat, mail.table, mail.seat):
            name = f"alert.{self.mail.tokens.mac(f'{mail.digest}/{to}')}"
            with suppress(Refusal):
                self.mail.leave(_warning(to, sender, self.mail.site, name), WARNING_LIFE)


def _warning(to: str, sender: str, site: str, name: str) -> Letter:
    """The warning for a player for whom a stranger has tried to play."""
    text = (
        Paragraph(f"A mail from {sender or 'nobody'} tried to play for you. It had no effect."),
        Paragraph("If it was yours, add this address to your account:", link=f"{site}/me"),
        Paragraph("You are told this once a day at most."),
    )
    return Letter(to=to, subject="Turncoat: a mail that was not taken", text=text, id=name)
