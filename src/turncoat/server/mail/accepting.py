"""An invitation by mail is accepted by answering it: whoever reads the mailbox has the seat, with no page opened.

The token in the address was sent to one mailbox alone, so whoever answers with it from that address reads mail there.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import Connection, or_, select, update

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.mail.addresses import LETTERS, name_of, owner_of, verify
from turncoat.server.mail.channel import reply_address
from turncoat.server.mail.kept_mails import DONE, DROPPED, REFUSED, State
from turncoat.server.mail.letter import Letter, Paragraph
from turncoat.server.mail.own_lines import MARKER
from turncoat.server.mail.reading import Came
from turncoat.server.people import GIVES, Claim, add_holdings, add_person
from turncoat.server.schema import KEYS, PEOPLE
from turncoat.server.table_actions import sit_down

if TYPE_CHECKING:
    from turncoat.server.mail.sending import MailSender
    from turncoat.server.services import Services


class Accepting:
    """Takes answers to invitations.

    Args:
        services: The server.
        mail: Its mail.
    """

    def __init__(self, services: Services, mail: MailSender) -> None:
        self.services, self.mail = services, mail

    async def answer(self, subject: str, came: Came) -> tuple[State, str, Letter | None]:
        """Deal with an answer: what became of it, why, and the reply.

        Args:
            subject: What the token is for (``subject_of``).
            came: The mail.
        """
        key, _, to = subject.partition("-")
        if not came.sender or name_of(came.sender)[:LETTERS] != to:
            return DROPPED, "it does not come from the address that was invited", None
        words = next((line for line in came.written.lines if line), "").strip(" .!")
        word, _, name = words.partition(" ")
        if word.casefold() in ("decline", "no"):
            return DONE, "declined", self._reply(came, "DECLINED. The host learns it when they look who has come.")
        if word.casefold() not in ("accept", "yes", "join"):
            how = "To take the seat, answer with: accept NAME (what you want to be called)"
            return REFUSED, "no answer to the invitation", self._reply(came, f"NOT TAKEN. {how}")
        try:
            claim, person = await self.services.keeper.write(self._take, key, came.sender, name)
            self.services.auth.forget()
            assert claim.seated is not None
            await sit_down(self.services, claim.table, claim.seated, (claim.by,), name)
        except Refusal as refusal:
            return REFUSED, refusal.sentence, self._reply(came, f"NOT TAKEN: {refusal.sentence}")
        table = await self.services.keeper.table(claim.table)
        called = table.state.seats[claim.seated].name
        text = (
            f"ACCEPTED. You are {called} at {table.header.title or table.rules.title}; your account: {person}. "
            "You get a mail when it is your turn: answer it with your order. Write help to learn what you can write."
        )
        return DONE, "", self._reply(came, text, reply_address(self.mail, table, claim.seated, (claim.by,)))

    def _take(self, key: str, sender: str, name: str) -> tuple[Claim, str]:
        with self.services.store.engine.begin() as connection:
            found = connection.execute(
                select(KEYS.c.digest, KEYS.c.used_by).where(
                    KEYS.c.digest.startswith(key, autoescape=True), KEYS.c.invitation, ~KEYS.c.revoked, KEYS.c.seat >= 0
                )
            ).one_or_none()
            if found is None:
                raise NotAllowed("This invitation is unknown or has been revoked; ask the host for a new one.")
            person, called = self._person(connection, sender, name)
            mine = f"mail {person}"
            unused = or_(KEYS.c.used_by.is_(None), KEYS.c.used_by == mine)
            used = update(KEYS).where(KEYS.c.digest == found.digest, unused).values(used_by=mine)
            if connection.execute(used).rowcount != 1:
                raise NotAllowed("This invitation has been used; ask the host for a new one.")
            add_holdings(connection, [person], [found.digest])
            return Claim.of(connection.execute(GIVES.where(KEYS.c.digest == found.digest)).one()), called

    def _person(self, connection: Connection, sender: str, name: str) -> tuple[str, str]:
        """Who has this address; if nobody has, an account is made."""
        now = self.services.keeper.now()
        if (owner := owner_of(connection, sender)) is not None:
            verify(connection, sender, owner, now)
            return owner, str(connection.scalar(select(PEOPLE.c.name).where(PEOPLE.c.id == owner)))
        wanted = name.strip() or "Guest"
        taken = set(connection.scalars(select(PEOPLE.c.folded)))
        called = wanted if wanted.casefold() not in taken else f"{wanted[:30]} {secrets.randbelow(10**6):06d}"
        person = add_person(connection, called, "", now)
        verify(connection, sender, person.id, now)
        return person.id, person.name

    def _reply(self, came: Came, text: str, to: str = "") -> Letter:
        name = f"reply.{self.mail.tokens.mac(f'{came.sender}/{came.message_id}/{text}')}"
        return Letter(
            to=came.sender,
            subject="Your answer to the invitation",
            text=(Paragraph(MARKER), Paragraph(text)) if to else (Paragraph(text),),
            id=name,
            reply_to=to,
            answers=came.message_id or f"<{name}@{self.mail.settings.domain}>",
        )
