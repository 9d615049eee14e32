"""Handles replies by which people accept an invitation or a free seat, and mails that stop further mails.

The server sent the token in the address to one mailbox only, so a sender who replies with it reads that mailbox.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, or_, select, update

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.auth import Caller
from turncoat.server.mail.addresses import LETTERS, name_of, owner_of, verify
from turncoat.server.mail.channel import FREE, STOPS, play_token
from turncoat.server.mail.kept_mails import DONE, DROPPED, REFUSED, State
from turncoat.server.mail.letter import Letter, Paragraph
from turncoat.server.mail.own_lines import MARKER
from turncoat.server.mail.reading import Came
from turncoat.server.mail.texts import TAKE_SEAT, of_declined
from turncoat.server.people import GIVES, Claim, add_holdings, add_person
from turncoat.server.schema import KEYS, PEOPLE
from turncoat.server.standby import stand_by_no_more
from turncoat.server.table_actions import claim_free_seat, sit_down
from turncoat.table.milliseconds import DAY

if TYPE_CHECKING:
    from turncoat.server.mail.sending import MailSender
    from turncoat.server.services import Services
    from turncoat.server.tokens import Token

YES, NO, LEAVE = "accept", "decline", "leave"
"""What an answer means: the person takes the seat, does not want it, or stands by no more."""

_ANSWERS = (
    (YES, re.compile(r"accept\b[\s,:]*+((?!(?:my|our|your)\b).*)", re.IGNORECASE)),
    (YES, re.compile(r"(?:yes|join)\b[\s,:.!]*+((?!i\b|we\b|you\b|please\b|thank|but\b|if\b)\S*)", re.IGNORECASE)),
    (NO, re.compile(r"decline(?:[\s,.!;]*|[,.!;].*|,? (?:please|thank|sorry|with)\b.*)", re.IGNORECASE)),
    (NO, re.compile(r"no(?:[,.]? (?:thanks|thank you|sorry))?", re.IGNORECASE)),
    (LEAVE, re.compile(r"leave", re.IGNORECASE)),
)
"""Lines that answer: behind the word for yes stands a name; behind *decline* also a few polite words."""


def answer_of(lines: Sequence[str]) -> tuple[str, str]:
    """What a mail answers to an invitation, and the name in it; empty: no line answers, or two contradict."""
    found = dict[str, str]()
    for line in lines:
        for meaning, words in _ANSWERS:
            if (answer := words.fullmatch(line.strip(" .!"))) is not None:
                found.setdefault(meaning, answer[1].strip() if meaning == YES else "")
    return next(iter(found.items())) if len(found) == 1 else ("", "")


class Accepting:
    """Takes answers to invitations and about free seats, and mails that stop mails.

    Args:
        services: The server.
        mail: The part of the server that sends mail.
    """

    def __init__(self, services: Services, mail: MailSender) -> None:
        self.services, self.mail = services, mail

    async def answer(self, token: Token, came: Came) -> tuple[State, str, Letter | None]:
        """Handle a mail that is no order for a seat; returns the state of the mail, the reason, and the reply.

        Args:
            token: Stands for an invitation, for a free seat, or for stopping mails.
            came: The mail.
        """
        if token.purpose == STOPS:
            return await self._stop(token.subject)
        word, name = answer_of(came.written.lines)
        if token.purpose == FREE:
            return await self._stands_by(token.subject, came, word, name)
        return await self._invited(token.subject, came, word, name)

    async def _stop(self, subject: str) -> tuple[State, str, Letter | None]:
        """Stop mails, whoever sent this one, in the same way as the link in the mail does.

        The server sends no reply.
        """
        first, _, table = subject.partition("-")
        keeper = self.services.keeper
        if not (owner := await keeper.read(self.mail.addresses.person, first)):
            return DROPPED, "the account for which it would stop mails is gone", None
        await keeper.write(self.services.choices.refuse, owner, table, "mail")
        return DONE, f"mails about {'this table' if table else 'all tables'} are stopped", None

    # --- a free seat --------------------------------------------------------------------------

    async def _stands_by(self, subject: str, came: Came, word: str, name: str) -> tuple[State, str, Letter | None]:
        first, _, table_id = subject.partition("-")
        services = self.services
        person = await services.keeper.read(self.mail.addresses.owner, came.sender) if came.sender else ""
        session = services.auth.people.as_person(person) if person.startswith(first) else None
        if not person or session is None:
            return DROPPED, "it does not come from the player who stands by", None
        caller = Caller(session=session, name=f"mail {person}")
        try:
            if word == NO:
                text = "DECLINED. You still stand by for the next free seat; to stand by no more, answer with: leave"
            elif word == LEAVE:
                await stand_by_no_more(services, caller, table_id)
                text = "DONE. You stand by for a seat at this table no more."
            elif word == YES:
                return DONE, "", await self._take_free_seat(caller, came, table_id, name)
            else:
                return REFUSED, "no answer about the free seat", self._reply(came, f"NOT TAKEN. {TAKE_SEAT}")
        except Refusal as refusal:
            return REFUSED, refusal.sentence, self._reply(came, f"NOT TAKEN: {refusal.sentence}")
        return DONE, "", self._reply(came, text)

    async def _take_free_seat(self, caller: Caller, came: Came, table_id: str, name: str) -> Letter:
        """Give a free seat to a person who waits for one; a person who already sits there gets a reply that says so.

        Raises:
            Refusal: no seat is free, or the person does not wait for one.
        """
        services = self.services
        async with services.auth.turn(table_id):
            held, stood_by = caller.seats(table_id), caller.stands_by(table_id)
            if not held and not stood_by:
                raise NotAllowed("You do not stand by for a seat at this table.", field="table")
            if held:
                seat, names = held[0], caller.names(table_id, held[0])
            else:
                seat, names = (await claim_free_seat(services, caller, table_id, name, invited=True))[0], (stood_by,)
        return await self._accepted(came, table_id, seat, names)

    async def _accepted(self, came: Came, table_id: str, seat: int, names: Sequence[str], account: str = "") -> Letter:
        table = await self.services.keeper.table(table_id)
        called = table.state.seats[seat].name
        text = (
            f"ACCEPTED. You are {called} at {table.header.title or table.rules.title}{account}. "
            "You get a mail when it is your turn: answer it with your order. Write help to learn what you can write."
        )
        return self._reply(came, text, play_token(self.mail, table, seat, names))

    # --- an invitation ------------------------------------------------------------------------

    async def _invited(self, subject: str, came: Came, word: str, name: str) -> tuple[State, str, Letter | None]:
        key, _, to = subject.partition("-")
        if not came.sender or name_of(came.sender)[:LETTERS] != to:
            return DROPPED, "it does not come from the address that was invited", None
        if word not in (YES, NO):
            how = "To take the seat, answer with: accept NAME (what you want to be called)"
            return REFUSED, "no answer to the invitation", self._reply(came, f"NOT TAKEN. {how}")
        try:
            if word == NO:
                return DONE, "declined", self._reply(came, await self._decline(key))
            claim, person = await self.services.keeper.write(self._take, key, came.sender, name)
            self.services.auth.forget()
            assert claim.seated is not None
            await sit_down(self.services, claim.table, claim.seated, (claim.by,), name)
        except Refusal as refusal:
            return REFUSED, refusal.sentence, self._reply(came, f"NOT TAKEN: {refusal.sentence}")
        account = f"; your account: {person}"
        return DONE, "", await self._accepted(came, claim.table, claim.seated, (claim.by,), account)

    async def _decline(self, key: str) -> str:
        """Cancel an invitation and tell the hosts once; returns the reply to the invited person.

        Raises:
            Refusal: the invitation is already cancelled, or somebody has taken its seat with it.
        """
        claim = await self.services.keeper.write(self._revoke, key)
        table = await self.services.keeper.table(claim.table)
        assert claim.seated is not None
        hosts = await self.services.keeper.read(self.mail.addresses.at_seat, claim.table, None)
        for host in hosts:
            name = f"declined.{self.mail.tokens.mac(f'{key}/{host}')}"
            seat, title = table.state.seats[claim.seated].name, table.header.title or table.rules.title
            page = f"{self.mail.site}/tables/{claim.table}"
            with suppress(Refusal):
                self.mail.leave(of_declined(host, seat, title, page, name), DAY)
        return f"DECLINED. {'The host is told so.' if hosts else 'The host learns it when they look who has come.'}"

    def _revoke(self, key: str) -> Claim:
        with self.services.store.engine.begin() as connection:
            unused = (*_invitation(key), KEYS.c.used_by.is_(None))
            claim = connection.execute(GIVES.where(*unused)).one_or_none()
            if claim is None:
                raise NotAllowed("This invitation is unknown, has been used or declined, or was revoked.")
            connection.execute(update(KEYS).where(*unused).values(revoked=True))
            return Claim.of(claim)

    def _take(self, key: str, sender: str, name: str) -> tuple[Claim, str]:
        with self.services.store.engine.begin() as connection:
            found = connection.execute(select(KEYS.c.digest, KEYS.c.used_by).where(*_invitation(key))).one_or_none()
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
        """The person with this address; an account is made if nobody has it."""
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

    def _reply(self, came: Came, text: str, token: str = "") -> Letter:
        name = f"reply.{self.mail.tokens.mac(f'{came.sender}/{came.message_id}/{text}')}"
        return Letter(
            to=came.sender,
            subject="Your answer",
            text=(Paragraph(MARKER), Paragraph(text)) if token else (Paragraph(text),),
            id=name,
            token=token,
            answers=came.message_id or f"<{name}@{self.mail.settings.domain}>",
        )


def _invitation(key: str) -> tuple[ColumnElement[bool], ...]:
    """A condition for the database: the key is a valid invitation to a seat, and its digest begins in this way."""
    return (KEYS.c.digest.startswith(key, autoescape=True), KEYS.c.invitation, ~KEYS.c.revoked, KEYS.c.seat >= 0)
