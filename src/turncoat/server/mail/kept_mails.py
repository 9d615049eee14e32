"""The database of mails that arrived: each is stored before it is acknowledged, and is carried out once."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Row, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from turncoat.server.mail.letter import Letter
from turncoat.server.mail.plan import Plan
from turncoat.server.notices.schema import MAILS
from turncoat.server.store import Store
from turncoat.table.milliseconds import DAY

State = Literal["new", "done", "refused", "dropped"]
NEW: Final = "new"
DONE: Final = "done"
REFUSED: Final = "refused"
DROPPED: Final = "dropped"
"""The states of a mail: ``turncoat.server.notices.schema.MAILS``."""

FROM_A_PROGRAM = "it comes from a program: "
"""The beginning of the reason for dropping a mail that a program has sent."""

REMEMBERED = 30 * DAY
"""How long the server remembers a mail, so that the same mail is not carried out again, in milliseconds."""

SHOWN = 100
"""The most mails on their owner's page."""


class Said(Struct, frozen=True):
    """The result of one order.

    Attributes:
        good: Whether it was carried out.
        text: A sentence about what became of the order.
        order: The order as it was written.
    """

    good: bool
    text: str
    order: str = ""


class KeptMail(Struct, frozen=True, kw_only=True):
    """A mail that has arrived."""

    digest: str
    came: int
    token: str
    envelope: str | None
    raw: bytes
    table: str
    seat: int
    owner: str
    message_id: str
    subject: str
    state: State
    why: str
    step: int
    plan: Plan | None
    said: tuple[Said, ...]
    reply: Letter | None


def digest_of(raw: bytes, token: str) -> str:
    """A digest of a mail and its recipient; it includes the headers that mail servers have added."""
    return sha256(token.encode() + b"/" + raw).hexdigest()


class KeptMails:
    """The mails in the database. Each method is one transaction.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self.engine, self.reading = store.engine, store.reading

    def keep(self, raw: bytes, token: str, place: tuple[str, int], envelope: str | None, now: int) -> bool:
        """Store a mail on disk; True if it is new, False if it was stored before.

        Args:
            raw: The mail.
            token: The valid token in the address of the mail.
            place: The table and the seat that the token is for; for another kind of token nothing and -1.
            envelope: The sender that the mail server named; None: unknown.
            now: The time.
        """
        row: dict[str, object] = dict.fromkeys(("owner", "message_id", "subject", "why"), "")
        row |= {"digest": digest_of(raw, token), "came": now, "token": token, "envelope": envelope, "raw": raw}
        row |= {"table_id": place[0], "seat": place[1], "state": NEW, "step": 0}
        try:
            with self.engine.begin() as connection:
                connection.execute(delete(MAILS).where(MAILS.c.came < now - REMEMBERED, MAILS.c.state != NEW))
                connection.execute(insert(MAILS), [row])
        except IntegrityError:
            return False
        return True

    def waiting(self) -> list[str]:
        """The digests of mails that are not carried out yet, or whose reply has not left yet, in order."""
        wanted = or_(MAILS.c.state == NEW, MAILS.c.reply.is_not(None))
        with self.reading() as connection:
            return list(connection.scalars(select(MAILS.c.digest).where(wanted).order_by(MAILS.c.came)))

    def load(self, digest: str) -> KeptMail | None:
        """A mail; None: there is none."""
        with self.reading() as connection:
            row = connection.execute(select(MAILS).where(MAILS.c.digest == digest)).one_or_none()
        return None if row is None else _mail(row)

    def of(self, owner: str) -> list[KeptMail]:
        """A person's mails, the newest first."""
        wanted = select(MAILS).where(MAILS.c.owner == owner).order_by(MAILS.c.came.desc()).limit(SHOWN)
        with self.reading() as connection:
            return [_mail(row) for row in connection.execute(wanted)]

    def came_before(self, mail: KeptMail, message_id: str) -> bool:
        """Whether another mail of this Message-ID was carried out for the same seat."""
        same = (MAILS.c.table_id == mail.table, MAILS.c.seat == mail.seat, MAILS.c.message_id == message_id)
        other = (MAILS.c.digest != mail.digest, MAILS.c.state.in_((DONE, REFUSED)))
        with self.reading() as connection:
            return connection.execute(select(MAILS.c.digest).where(*same, *other)).first() is not None

    def no_reply(self, mail: KeptMail, plan: Plan) -> bool:
        """Whether a mail without an order gets no reply, because it may be an automatic answer.

        Only one such mail is answered within a day, until the seat has a new question or its owner sends an order. A
        sender who seems to have tried to write an order is answered again, but not to the same words.
        """
        told = or_(~MAILS.c.untold, MAILS.c.state == DONE)
        mine = MAILS.c.owner == select(MAILS.c.owner).where(MAILS.c.digest == mail.digest).scalar_subquery()
        same = (MAILS.c.table_id == mail.table, MAILS.c.seat == mail.seat, mine, MAILS.c.state.in_((DONE, REFUSED)))
        lately = (MAILS.c.digest != mail.digest, MAILS.c.came >= mail.came - DAY, MAILS.c.plan.is_not(None), told)
        wanted = select(MAILS.c.token, MAILS.c.plan).where(*same, *lately).order_by(MAILS.c.came.desc()).limit(SHOWN)
        with self.reading() as connection:
            before = [
                (row.token, msgspec.json.decode(bytes(row.plan), type=Plan)) for row in connection.execute(wanted)
            ]
        if any(one == plan for _, one in before):
            return True
        since = takewhile(lambda one: not one[1].orders, before)
        return not plan.tried and any(token == mail.token for token, _ in since)

    def begin(self, digest: str, owner: str, message_id: str, subject: str, plan: Plan) -> None:
        """Store the orders of a mail before any of them is carried out."""
        about = {"owner": owner, "message_id": message_id, "subject": subject, "plan": msgspec.json.encode(plan)}
        with self.engine.begin() as connection:
            connection.execute(update(MAILS).where(MAILS.c.digest == digest).values(**about))

    def finish(
        self, mail: KeptMail, state: State, why: str, said: Sequence[Said], reply: Letter | None, waits: str = ""
    ) -> None:
        """Store that a mail is finished. The text of the mail is deleted.

        Args:
            mail: The mail.
            state: The new state of the mail.
            why: The reason why no order was carried out; empty: some were, or ``said`` gives the reason.
            said: The result of each order.
            reply: The reply to send; None: none.
            waits: The person who waits for a reply. If there is no reply to this mail, the next reply tells the result.
        """
        made = None if reply is None else msgspec.json.encode(reply)
        done = {"state": state, "why": why[:500], "said": msgspec.json.encode(said), "reply": made, "raw": None}
        untold = {"untold": reply is None and waits != ""}
        with self.engine.begin() as connection:
            if reply is not None and waits:
                connection.execute(update(MAILS).where(*_untold(mail, waits)).values(untold=False))
            connection.execute(update(MAILS).where(MAILS.c.digest == mail.digest).values(**done | untold))

    def untold(self, mail: KeptMail, owner: str) -> list[KeptMail]:
        """A person's earlier mails for the same seat that have had no reply, in order."""
        wanted = select(MAILS).where(*_untold(mail, owner)).order_by(MAILS.c.came)
        with self.reading() as connection:
            return [_mail(row) for row in connection.execute(wanted)]

    def owned(self, digest: str, owner: str, message_id: str, subject: str) -> None:
        """Store to whom a mail belongs."""
        about = {"owner": owner, "message_id": message_id, "subject": subject}
        with self.engine.begin() as connection:
            connection.execute(update(MAILS).where(MAILS.c.digest == digest).values(**about))

    def replied(self, digest: str) -> None:
        """Store that the reply to a mail was sent, or never will be."""
        with self.engine.begin() as connection:
            connection.execute(update(MAILS).where(MAILS.c.digest == digest).values(reply=None))


def carried_out(connection: Connection, digest: str, step: int, said: Sequence[Said]) -> None:
    """Store that an order is carried out, in the same transaction as the order."""
    done = {"step": step, "said": msgspec.json.encode(said)}
    connection.execute(update(MAILS).where(MAILS.c.digest == digest).values(**done))


def _untold(mail: KeptMail, owner: str) -> tuple[ColumnElement[bool], ...]:
    return MAILS.c.table_id == mail.table, MAILS.c.seat == mail.seat, MAILS.c.owner == owner, MAILS.c.untold


def _mail(row: Row[Any]) -> KeptMail:
    return KeptMail(
        digest=row.digest,
        came=row.came,
        token=row.token,
        envelope=row.envelope,
        raw=bytes(row.raw or b""),
        table=row.table_id,
        seat=row.seat,
        owner=row.owner,
        message_id=row.message_id,
        subject=row.subject,
        state=row.state,
        why=row.why,
        step=row.step,
        plan=None if row.plan is None else msgspec.json.decode(bytes(row.plan), type=Plan),
        said=() if row.said is None else msgspec.json.decode(bytes(row.said), type=tuple[Said, ...]),
        reply=None if row.reply is None else msgspec.json.decode(bytes(row.reply), type=Letter),
    )
