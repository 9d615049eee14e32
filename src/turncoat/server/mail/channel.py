"""Sends notices by mail: to whom, with which text, and with one link that stops them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC
from itertools import islice
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import Engine, Select, select

from turncoat.games import AnyRuleset, game_of
from turncoat.kernel import Names
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.server.mail import turn_text
from turncoat.server.mail.addresses import folded
from turncoat.server.mail.letter import Letter, Paragraph, one_line
from turncoat.server.mail.own_lines import MARKER
from turncoat.server.mail.relay import Fate
from turncoat.server.mail.texts import STOP, TAKE_SEAT
from turncoat.server.notices.channel import Gone, Later, Notice, Outcome, Refused, Sent
from turncoat.server.notices.schema import ADDRESSES, NOTICE_TIMES
from turncoat.server.notices.words import SAYS, heading, subject
from turncoat.table.holders import NOBODY, holder_of
from turncoat.table.notices import Kind
from turncoat.table.running_time import date_time
from turncoat.table.table import Table
from turncoat.table.table_view import events_heard, table_view

if TYPE_CHECKING:
    from turncoat.server.mail.sending import MailSender

LATELY = 12
"""The most sentences on the latest public events in a mail."""

MOST_STOPPED = 5
"""The most tables about which one link stops mails; in a mail about more tables, it stops all mails."""

NAME = "mail"
"""The name of this channel."""

PLAY = "play"
"""The purpose of tokens in the addresses to which players reply."""

JOIN, FREE, STOPS = "join", "in", "off"
"""The purposes of tokens in addresses for invited people, for people who wait for a seat, and for stopping mails."""

OWNER = 12
"""The number of characters of an owner's id in the last two, so that the address stays short (``LONGEST_TOKEN``)."""


class MailChannel:
    """Sends notices as mails.

    Args:
        mail: The part of the server that sends mail.
        engine: The database.
    """

    name = NAME
    gathers = True

    def __init__(self, mail: MailSender, engine: Engine) -> None:
        self.mail, self.engine = mail, engine

    def reaches(self) -> Select[Any]:
        """All people with a working address."""
        at = ADDRESSES.c
        named = (at.person.label("owner"), at.address.label("target"), at.verified.label("since"))
        return select(*named).where(at.verified.is_not(None), at.broken.is_(None))

    async def send(self, notices: Sequence[Notice], target: str) -> Outcome:
        """Send one notice of an owner, or several together, to one address."""
        owner = notices[0].owner
        if not await self.mail.keeper.read(self._reaches, owner, target):
            return Gone("the address no longer exists, or does not work")
        limits, asker = self.mail.limits, f"{owner} {notices[0].table}"
        if wait := limits.wait("mail_notices", asker):
            return Later(wait, "there were many mails about this table", tried=False)
        letter = await self.letter(notices, target, await self.mail.keeper.read(self.zone, owner))
        answer = await self.mail.send(letter)
        if answer.fate == Fate.SENT:
            limits.take("mail_notices", asker)
            return Sent()
        if answer.fate == Fate.LATER:
            return Later(why=answer.why)
        return Refused(answer.why or answer.status)

    def _reaches(self, owner: str, target: str) -> bool:
        at = ADDRESSES.c
        good = (at.folded == folded(target), at.person == owner, at.verified.is_not(None), at.broken.is_(None))
        with self.engine.connect().execution_options(reads=True) as connection:
            return connection.execute(select(at.folded).where(*good)).first() is not None

    def zone(self, owner: str) -> str:
        """The time zone in which a person reads times."""
        with self.engine.connect().execution_options(reads=True) as connection:
            return connection.scalar(select(NOTICE_TIMES.c.zone).where(NOTICE_TIMES.c.owner == owner)) or "UTC"

    async def letter(self, notices: Sequence[Notice], target: str, zone: str) -> Letter:
        """The mail for one or more notices.

        Args:
            notices: One notice, or several for a digest.
            target: The address.
            zone: The time zone for times in the mail.
        """
        first = notices[0]
        text = [one for notice in notices for one in await self._said(notice, zone)]
        tables = list(dict.fromkeys(notice.table for notice in notices))
        alone, stop = len(tables) == 1, self._stop(first.owner, tables)
        token = await self._token(notices)
        if token:
            how = [Paragraph(TAKE_SEAT)] if _is_for_standby(first) else []
            text[:1] = [Paragraph(MARKER), text[0], *how]
        text.append(Paragraph(f"To get no more mails about {_which(tables)}:", link=stop))
        title = one_line(heading(first), 80)
        return Letter(
            to=target,
            subject=_subject(first, zone) if len(notices) == 1 else f"{len(notices)} notices of Turncoat",
            text=tuple(text),
            sender=f"Turncoat · {title}" if alone else "Turncoat",
            id=f"notice.{self.mail.tokens.mac('/'.join(notice.id for notice in notices))}",
            thread=f"table.{self.mail.tokens.mac(f'{first.owner}/{first.table}/{first.seat}')}" if alone else "",
            stop=stop,
            stop_token=self._about(STOPS, first.owner, tables),
            token=token,
        )

    async def _token(self, notices: Sequence[Notice]) -> str:
        """The token for replies about one seat: for orders, or for a person who waits for a seat; empty: none."""
        if len(notices) == 1 and _is_for_standby(notices[0]):
            return self._about(FREE, notices[0].owner, [notices[0].table])
        places = {(notice.table, notice.seat) for notice in notices}
        (table, seat) = next(iter(places))
        if len(places) > 1 or seat is None or not self.mail.settings.takes_orders:
            return ""
        with suppress(Refusal):
            names = await self._names(notices[0].owner, table, seat)
            return play_token(self.mail, await self.mail.keeper.table(table), seat, names)
        return ""

    def _about(self, purpose: str, owner: str, tables: Sequence[str]) -> str:
        """The token for stopping an owner's mails about one table, or all mails if there are too many; empty: none."""
        named = tables if len(tables) <= MOST_STOPPED else []
        if len(named) > 1:
            return ""
        return self.mail.answered_with(purpose, "-".join([owner[:OWNER], *named]).lower())

    async def _names(self, owner: str, table: str, seat: int) -> list[str]:
        """The names under which a person holds a seat."""
        claims = await self.mail.keeper.read(self.mail.people.held_by, owner)
        return [one.by for one in claims if (one.table, one.seat) == (table, seat)]

    async def _played(self, notice: Notice) -> list[Paragraph]:
        """The text for a person who plays by mail: the question with its menu, the board, and the talk."""
        table, seat = await self.mail.keeper.table(notice.table), notice.seat
        assert seat is not None
        _, holder = table.viewer(seat, await self._names(notice.owner, notice.table, seat))
        if holder == NOBODY:
            return []
        found = [*turn_text.asked(table, seat), *turn_text.votes(table, seat), *turn_text.board(table, seat)]
        lately = turn_text.happened(table, seat, holder, LATELY)
        return [*found, Paragraph("Lately:"), *lately, *turn_text.said_to(table, seat, holder, self.mail.keeper.now())]

    def _stop(self, owner: str, tables: Sequence[str]) -> str:
        """The address that stops the mails about these tables, or all mails if a token cannot hold so many."""
        named = tables if len(tables) <= MOST_STOPPED else [""]
        return f"{self.mail.site}{STOP}/{self.mail.tokens.make('stop', '-'.join([owner, *named]).lower())}"

    async def _said(self, notice: Notice, zone: str) -> list[Paragraph]:
        """A notice in words, with the present state of the seat."""
        due = f" Time is up {moment(notice.due, zone)}." if notice.due is not None else ""
        link = f"{self.mail.site}/tables/{notice.table}"
        what = f"{SAYS[notice.kind]} at {one_line(heading(notice))}.{due}"
        try:
            if self.mail.settings.takes_orders and notice.seat is not None:
                shown = await self._played(notice)
            else:
                shown = seen(await self.mail.keeper.table(notice.table), notice)
        except Refusal:
            shown = []
        return [Paragraph(what), *shown, Paragraph("The table is here:", link=link)]


def play_token(mail: MailSender, table: Table, seat: int, names: Sequence[str] | None = None) -> str:
    """The token with which the present holder of a seat (``holder_of``) replies; empty: this server reads no mails.

    Its generation is the number of the holder: a later holder cannot use it.
    """
    holder, request = holder_of(table.state.seats[seat], names), turn_text.request_of(table, seat)
    if holder == NOBODY:
        return ""
    return mail.answered_with(PLAY, f"{table.header.table}-{seat}-{request}", holder)


def _is_for_standby(notice: Notice) -> bool:
    """Whether a notice tells a person who waits for a seat that one is free."""
    return notice.kind is Kind.FREE and notice.seat is None


def _which(tables: Sequence[str]) -> str:
    """In words, the tables about which the link in a mail stops further mails."""
    if len(tables) > MOST_STOPPED:
        return "any table"
    return "this table" if len(tables) == 1 else f"these {len(tables)} tables"


def _subject(notice: Notice, zone: str) -> str:
    """The subject line: table, kind and time, without any facts of the game."""
    return subject(notice) + (f", until {moment(notice.due, zone)}" if notice.due is not None else "")


def moment(at: int, zone: str) -> str:
    """A date and time in words: ``Mon 23 Nov 2026, 20:00 (Europe/Berlin)``."""
    place = UTC if zone == "UTC" else ZoneInfo(zone)
    return f"{date_time(at, place):%a %d %b %Y, %H:%M} ({zone})"


def seen(table: Table, notice: Notice) -> list[Paragraph]:
    """What the seat's own page shows at present: its question, the board, and the latest public events."""
    view = table_view(table, notice.seat)
    asked = view.question is not None and notice.kind in (Kind.TURN, Kind.REMINDER, Kind.OVERTIME)
    told = events_heard(table, None) if notice.kind in (Kind.RESOLVED, Kind.MISSED, Kind.OVER) else ()
    question = view.question.text if asked and view.question is not None else ""
    return shown(table.rules, question, view.view, table.names, told)


def shown(
    rules: AnyRuleset, question: str, view: Struct | None, names: Names, told: Sequence[Event]
) -> list[Paragraph]:
    """The paragraphs of a mail that are about the game.

    Args:
        rules: The rules of the game.
        question: The open question of the seat; empty: there is none, or the mail has another subject.
        view: The game as the seat may see it; None before it begins.
        names: The names of seats, cards and so on.
        told: Sentences on public events.
    """
    found = [Paragraph(question)] if question else []
    if view is not None:
        lines = game_of(rules.id).terminal.board(view, names)
        found.append(Paragraph("\n".join("".join(text for text, _ in line).rstrip() for line in lines), as_is=True))
    said = filter(None, (event.say(names) for event in reversed(told)))
    if lately := list(islice(said, LATELY)):
        found += [Paragraph("Lately:"), Paragraph("\n".join(reversed(lately)), as_is=True)]
    return found
