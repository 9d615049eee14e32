"""Each mail that arrives is stored, read, carried out once, and answered with one mail.

The server acknowledges a mail after storing it on disk. The mail counts from that time. A mail can play for a seat
under two conditions: its address contains a token that this server made for one question of the seat, and its sender is
an address that a holder of the seat has confirmed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from turncoat.kernel.errors import Refusal
from turncoat.server.mail import token_places, turn_text
from turncoat.server.mail.accepting import Accepting
from turncoat.server.mail.carrying import Writer, could
from turncoat.server.mail.channel import FREE, JOIN, PLAY, STOPS, moment, play_token
from turncoat.server.mail.kept_mails import (
    DONE,
    DROPPED,
    FROM_A_PROGRAM,
    NEW,
    REFUSED,
    KeptMail,
    KeptMails,
    Said,
    State,
    carried_out,
    digest_of,
)
from turncoat.server.mail.letter import LONGEST_ADDRESS, Letter, Paragraph, one_line
from turncoat.server.mail.mailbox import Mailbox
from turncoat.server.mail.orders import Reader
from turncoat.server.mail.own_lines import MARKER
from turncoat.server.mail.plan import Kind, Plan
from turncoat.server.mail.reading import Answered, Came, read_mail
from turncoat.server.mail.relay import Fate
from turncoat.server.mail.senders import Senders
from turncoat.server.mail.texts import headline, outcome
from turncoat.server.writer import CAUSE, Cause
from turncoat.table.holders import holder_of
from turncoat.table.table import OVER

if TYPE_CHECKING:
    from turncoat.server.mail.sending import MailSender
    from turncoat.server.services import Services
    from turncoat.server.tokens import Token

LOG = logging.getLogger("turncoat")

LISTED = 20
"""The most earlier mails without a reply that one reply covers."""

AGAIN, TRIES = 60.0, 3
"""Seconds until a mail is tried again after an error of the server, and the most tries."""

FAILED = "The server failed at this mail and may have carried out only a part: look at the table, and write again."
"""The reason that is stored when the server gives up on a mail."""

PATIENCE = 2.0
"""The most seconds that the close of a decision waits for mails that came in time."""


class Intake:
    """Receives mails and carries them out.

    Args:
        services: The server; it sends mail.
        mail: The part of the server that sends mail.
    """

    def __init__(self, services: Services, mail: MailSender) -> None:
        self.services, self.mail = services, mail
        self.kept = KeptMails(services.store)
        self.senders = Senders(services, mail, self.kept)
        self.accepting = Accepting(services, mail)
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._open: dict[str, set[str]] = {}
        self._failed: dict[str, int] = {}
        self._work: asyncio.Task[None] | None = None
        self._replies: set[asyncio.Task[None]] = set()
        imap = mail.settings.imap
        self.mailbox = None if imap is None else Mailbox(imap, self)

    async def start(self) -> None:
        """Continue with mails that were stored but not carried out when the server stopped."""
        for digest in await self.services.keeper.read(self.kept.waiting):
            self._waiting.put_nowait(digest)
        self.services.keeper.settle = self.settle
        self._work = asyncio.create_task(self._run())
        if self.mailbox is not None:
            self.mailbox.start(asyncio.get_running_loop())

    async def stop(self) -> None:
        """Stop; remaining mails are carried out when the server starts again."""
        if self.mailbox is not None:
            self.mailbox.stop()
            self.mailbox = Mailbox(self.mailbox.settings, self)
        tasks = [*self._replies, *([self._work] if self._work else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- keeping ------------------------------------------------------------------------------

    def token(self, address: str) -> str:
        """The token in an address of this server; empty: there is none, or this server did not make it."""
        return next(self._good([token_places.in_address(self.mail.settings, address)]), "")

    def tokens_in(self, text: str) -> list[str]:
        """All tokens in a text, such as a header, each once."""
        return list(dict.fromkeys(self._good(token_places.in_addresses(self.mail.settings, text))))

    def tokens_answered(self, answered: Answered) -> list[str]:
        """The tokens of the mails that somebody answers, each once, where addresses hold none.

        There should be one. Programs that name no mail in ``In-Reply-To`` name it last in ``References``.
        """
        mail, thread, subject = map(self._good, token_places.in_answer(self.mail.settings, answered))
        return list(dict.fromkeys([*(list(mail) or list(thread)[-1:]), *subject]))

    def _good(self, said: Iterable[str]) -> Iterator[str]:
        return (one for one in said if self._read(one) is not None)

    def _read(self, said: str) -> Token | None:
        found = (self.mail.tokens.read(said, purpose) for purpose in (PLAY, JOIN, FREE, STOPS))
        return next((token for token in found if token is not None), None)

    async def take(self, raw: bytes, token: str, envelope: str | None) -> None:
        """Store a mail; it is on disk when this returns.

        Args:
            raw: The mail.
            token: The token of the mail that it answers.
            envelope: The sender that the mail server named; None: unknown.

        Raises:
            TooMany: too many mails have arrived for this seat.
        """
        envelope = None if envelope is None else one_line(envelope, LONGEST_ADDRESS)
        place = _place(self._read(token))
        self.services.limits.check("mail_in", f"{place[0]}/{place[1]}" if place[0] else token)
        keep = partial(self.kept.keep, raw, token, place, envelope, self.services.keeper.now())
        digest = digest_of(raw, token)
        self._open.setdefault(place[0], set()).add(digest)
        try:
            new = await self.services.keeper.write(keep)
        except BaseException:
            self._open[place[0]].discard(digest)
            raise
        if new:
            self._waiting.put_nowait(digest)
        else:
            self._open[place[0]].discard(digest)

    async def settle(self, table_id: str) -> None:
        """Wait for a short time until the mails that have arrived for a table are carried out."""
        clock = asyncio.get_running_loop().time
        until = clock() + PATIENCE
        while self._open.get(table_id) and clock() < until:  # noqa: ASYNC110  # it seldom waits at all
            await asyncio.sleep(0.01)

    # --- carrying out -------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            digest = await self._waiting.get()
            try:
                await self._try(digest)
            except Exception:
                LOG.exception("a mail could not be carried out and is tried again when the server starts")
            finally:
                for digests in self._open.values():
                    digests.discard(digest)

    async def _try(self, digest: str) -> None:
        """Carry out a mail; after an error of the server, try again later, and give up in the end."""
        try:
            await self.carry_out(digest)
        except Refusal as refusal:
            await self._give_up(digest, refusal.sentence)
        except Exception:
            LOG.exception("a mail could not be carried out")
            self._failed[digest] = self._failed.get(digest, 0) + 1
            if self._failed[digest] < TRIES:
                asyncio.get_running_loop().call_later(AGAIN, self._waiting.put_nowait, digest)
                return
            await self._give_up(digest, FAILED)
        self._failed.pop(digest, None)

    async def _give_up(self, digest: str, why: str) -> None:
        """Stop trying a mail; the next reply tells its owner."""
        mail = await self.services.keeper.read(self.kept.load, digest)
        if mail is not None and mail.state == NEW:
            await self._finish(mail, REFUSED, "", (*mail.said, Said(False, why)), waits=mail.owner)

    async def carry_out(self, digest: str) -> None:
        """Carry out a stored mail, or the rest of it; then send the reply."""
        mail = await self.services.keeper.read(self.kept.load, digest)
        if mail is None:
            return
        if mail.state == NEW:
            await self._deal_with(mail)
            mail = await self.services.keeper.read(self.kept.load, digest)
        if mail is not None and mail.reply is not None:
            task = asyncio.create_task(self._reply(digest, mail.reply))
            self._replies.add(task)
            task.add_done_callback(self._replies.discard)

    async def _deal_with(self, mail: KeptMail) -> None:
        came = await asyncio.to_thread(read_mail, mail.raw, mail.envelope)
        token = self._read(mail.token)
        machine = "" if token is not None and token.purpose == STOPS else came.machine
        if why := came.fault or machine or ("" if token else "its address is none of ours"):
            await self._drop(mail, came, f"{FROM_A_PROGRAM}{why}" if machine else why)
        elif token is not None and token.purpose != PLAY:
            if await self._came_before(mail, came):
                return
            if why := "" if token.purpose == STOPS else self.senders.forged(came):
                await self._drop(mail, came, why)
                return
            state, why, reply = await self.accepting.answer(token, came)
            owner = "" if state == DROPPED else await self.services.keeper.read(self.mail.addresses.owner, came.sender)
            await self.services.keeper.write(self.kept.owned, mail.digest, owner, came.message_id, came.subject)
            said = [Said(state == DONE, reply.text[-1].text)] if reply else ()
            await self._finish(mail, state, why, said, reply)
        elif token is not None:
            await self._play(mail, came, token)

    async def _finish(
        self,
        mail: KeptMail,
        state: State,
        why: str,
        said: Sequence[Said] = (),
        reply: Letter | None = None,
        waits: str = "",
    ) -> None:
        await self.services.keeper.write(self.kept.finish, mail, state, why, said, reply, waits)

    async def _drop(self, mail: KeptMail, came: Came, why: str) -> None:
        """Ignore a mail; the person concerned can see that on the page of mails."""
        keeper = self.services.keeper
        owner = await keeper.read(self.senders.concerned, mail, came)
        await keeper.write(self.kept.owned, mail.digest, owner, "", "")
        await self._finish(mail, DROPPED, why)

    async def _play(self, mail: KeptMail, came: Came, token: Token) -> None:
        """Carry out the orders of a mail for its seat, if the sender may play it."""
        keeper = self.services.keeper
        caller = await keeper.read(self.senders.caller, mail, came.sender)
        forged = self.senders.forged(came)
        if caller is None or caller.person is None or forged:
            await self._drop(mail, came, forged or f"it does not come from a player of this seat: {came.sender}")
            await self.senders.warn(mail, came.sender)
            return
        there = (await keeper.table(mail.table)).state.seats[mail.seat]
        if token.generation != holder_of(there, caller.names(mail.table, mail.seat)):
            await self._drop(mail, came, "its address is that of somebody who had this seat before")
            return
        await keeper.write(self.kept.owned, mail.digest, caller.person.id, came.message_id, came.subject)
        if await self._came_before(mail, came):
            return
        request = int(token.subject.rpartition("-")[2])
        zone = await keeper.read(self.mail.channel.zone, caller.person.id)
        confirmed = await keeper.read(self.senders.asked_back, mail, caller.person.id)
        say = partial(moment, zone=zone)
        writer = Writer(self.services, caller, mail.table, mail.seat, request, say, confirmed=confirmed)
        if len(self.tokens_in(came.to) or self.tokens_answered(came.answered)) > 1:
            why = "This mail goes to several seats or questions, so it has no effect: write to one at a time."
            letter = await self._letter(mail, came, writer, [Said(False, why)], Plan())
            await self._finish(mail, REFUSED, why, reply=letter, waits=caller.person.id)
            return
        await self._carry(mail, came, writer)

    async def _came_before(self, mail: KeptMail, came: Came) -> bool:
        """Whether a mail with the same id was carried out before; then this one is ignored."""
        if not came.message_id or not await self.services.keeper.read(self.kept.came_before, mail, came.message_id):
            return False
        await self._finish(mail, DROPPED, "the same mail came before")
        return True

    async def _carry(self, mail: KeptMail, came: Came, writer: Writer) -> None:
        with suppress(Refusal):
            await writer.take_back_seat()
        table = await writer.table()
        plan, person = mail.plan, writer.caller.person
        if plan is None:
            plan = await asyncio.to_thread(Reader(table, mail.seat).read, came.written)
            about = (mail.digest, person.id if person else "", came.message_id, came.subject, plan)
            await self.services.keeper.write(self.kept.begin, *about)
        if plan.preview:
            said = [Said(False, f"This {could(table, mail.seat, one)}.", one.text) for one in plan.orders]
        else:
            said = list(mail.said)
            for step, order in enumerate(plan.orders):
                if step < mail.step:
                    continue
                said.append(await self._one(mail, writer, plan, step, tuple(said)))
                LOG.debug("a mail has done %s", order.kind)
        letter = await self._letter(mail, came, writer, said, plan)
        state: State = DONE if plan.orders and (plan.preview or any(one.good for one in said)) else REFUSED
        await self._finish(mail, state, "", said, letter, person.id if person else "")

    async def _one(self, mail: KeptMail, writer: Writer, plan: Plan, step: int, before: tuple[Said, ...]) -> Said:
        """Carry out one order; the same transaction stores the change and that the order is done."""
        order = plan.orders[step]

        def also(connection: Connection) -> None:
            done = Said(True, f"DONE: {order.text}", order.text)
            carried_out(connection, mail.digest, step + 1, (*before, done))

        token = CAUSE.set(Cause(mail.came, also))
        try:
            return await writer.do(order)
        finally:
            CAUSE.reset(token)

    # --- replies ------------------------------------------------------------------------------

    async def _letter(
        self, mail: KeptMail, came: Came, writer: Writer, said: Sequence[Said], plan: Plan
    ) -> Letter | None:
        """The reply to a mail, unless this seat has had too many; it also covers earlier mails without a reply."""
        limits, place = self.services.limits, f"{mail.table}/{mail.seat}"
        lost = not plan.orders and not said
        if lost and await self.services.keeper.read(self.kept.no_reply, mail, plan):
            return None
        if (lost and not limits.within("mail_lost", place)) or not limits.within("mail_reply", place):
            return None
        table = await writer.table()
        title = table.header.title or table.rules.title
        text = [Paragraph(MARKER), *outcome(said, plan), *await self._earlier(mail, writer)]
        shows = [one.text for one in plan.orders if one.kind is Kind.SHOW]
        for show in [] if plan.preview else shows:
            text += [Paragraph(f"{show}:"), *await writer.shown(show)]
        holds = mail.seat in (await self.services.keeper.read(self.held, writer)) and table.state.phase not in OVER
        if holds and "menu" not in shows:
            text += turn_text.asked(table, mail.seat)
        tokens = self.mail.tokens
        return Letter(
            to=came.sender,
            subject=f"{headline(said, plan)} · {title}",
            text=(*text, Paragraph("The table is here:", link=f"{self.mail.site}/tables/{mail.table}")),
            sender=f"Turncoat · {title}",
            id=f"reply.{tokens.mac(mail.digest)}",
            token=play_token(self.mail, table, mail.seat, writer.names) if holds else "",
            answers=came.message_id or f"<{mail.digest[:32]}@{self.mail.settings.domain}>",
        )

    async def _earlier(self, mail: KeptMail, writer: Writer) -> list[Paragraph]:
        """The results of earlier mails that had no reply."""
        person, text = writer.caller.person, list[Paragraph]()
        before = await self.services.keeper.read(self.kept.untold, mail, person.id if person else "")
        if len(before) > LISTED:
            text.append(Paragraph("The results of older mails are here:", link=f"{self.mail.site}/me/mails"))
        for one in before[-LISTED:]:
            text.append(Paragraph(f"Your mail of {writer.moment(one.came)} had no reply. Its result:"))
            text += outcome(one.said or [Said(False, why) for why in (one.why,) if why], one.plan or Plan())
        return text

    def held(self, writer: Writer) -> list[int]:
        """The seats that a person has now at the table."""
        person = writer.caller.person
        session = None if person is None else self.services.auth.people.as_person(person.id)
        return session.seats(writer.table_id) if session else []

    async def _reply(self, digest: str, letter: Letter) -> None:
        from turncoat.server.mail.sending import WAITS  # noqa: PLC0415  # it makes this

        for wait in (*WAITS, None):
            answer = await self.mail.send(letter)
            if answer.fate != Fate.LATER or wait is None:
                break
            await self.mail.wait(wait)
        await self.services.keeper.write(self.kept.replied, digest)


def _place(token: Token | None) -> tuple[str, int]:
    if token is None or token.purpose != PLAY:
        return "", -1
    table, seat, _ = token.subject.rsplit("-", 2)
    return table, int(seat)
