"""A calendar with one entry for each question that waits for an answer of its owner: at the time when it closes.

It holds what the owner's own tables say to them, and changes only with that: no time in it says when anybody else did
anything. (RFC 5545 and 7986.)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update

from turncoat.kernel import play
from turncoat.server.notices.schema import CALENDAR_ENTRIES
from turncoat.server.notices.words import SAYS
from turncoat.server.people import Claim
from turncoat.table.milliseconds import DAY
from turncoat.table.notices import Kind
from turncoat.table.running_time import date_time
from turncoat.table.table import Phase, Table

if TYPE_CHECKING:
    from turncoat.server.services import Services
    from turncoat.server.tokens import Token

PURPOSE = "calendar"
"""The purpose of the token in the calendar's address."""

MOST = 200
"""How many tables of the owner a calendar has: those with the next deadlines."""

EARLIER = timedelta(hours=2)
"""A calendar reminds its reader this long before the deadline."""

KEPT = 30 * DAY
"""For how many milliseconds after a deadline its moves are remembered."""


class Waiting(Struct, frozen=True):
    """A question that waits for an answer.

    Attributes:
        uid: A random id, which reveals nothing about the question.
        table: The id of the table.
        title: The name of the table.
        due: Its deadline, in milliseconds since the epoch.
        made: When the table was made.
    """

    uid: str
    table: str
    title: str
    due: int
    made: int


async def is_good(services: Services, token: Token) -> bool:
    """Whether an address opens a calendar still: its owner has no newer one, and has not signed in or out since."""
    if not await services.keeper.read(services.auth.people.there, token.subject):
        return False
    return token.generation == await services.keeper.read(services.tokens.generation, PURPOSE, token.subject)


async def waiting_for(services: Services, owner: str) -> list[Waiting]:
    """The questions with a deadline that an owner has to answer."""
    claims = await services.keeper.read(services.auth.people.held_by, owner)
    held = {claim.table for claim in claims if claim.seated is not None}
    tables = await services.keeper.read(services.store.with_due, held, MOST) if held else []
    found = await services.keeper.glance(tables) if tables else []
    return [turn for table in found for turn in _at(services, table, claims)]


def _at(services: Services, table: Table, claims: Sequence[Claim]) -> list[Waiting]:
    header, state, game = table.header, table.state, table.game
    if game is None or state.phase is not Phase.PLAYING or state.due is None:
        return []
    asked = set(play.waiting(game))
    held = {claim.seated for claim in claims if claim.table == header.table and claim.seated is not None}
    own = {(claim.seated, claim.by) for claim in claims if claim.table == header.table}
    seats = sorted(seat for seat in held & asked if (seat, state.seats[seat].by) in own)
    title = header.title or table.rules.title
    name = services.tokens.mac
    return [
        Waiting(
            name(f"{PURPOSE}/{header.table}/{seat}/{game.requests[seat]}"),
            header.table,
            title,
            state.due,
            header.created,
        )
        for seat in seats
    ]


async def calendar_of(services: Services, owner: str, base: str) -> bytes:
    """The calendar of an owner as it is now; see ``written``."""
    waiting = await waiting_for(services, owner)
    numbers = await services.keeper.write(_numbered_in, services.store.engine, waiting, services.keeper.now())
    return written(waiting, numbers, base)


def _numbered_in(engine: Engine, waiting: Sequence[Waiting], now: int) -> dict[str, int]:
    with engine.begin() as connection:
        return numbered(connection, waiting, now)


def numbered(connection: Connection, waiting: Sequence[Waiting], now: int) -> dict[str, int]:
    """How often the time of each entry has moved since a calendar was first told of it (``SEQUENCE``)."""
    at, new, moved = CALENDAR_ENTRIES.c, [], []
    known = {
        row.uid: row
        for row in connection.execute(select(CALENDAR_ENTRIES).where(at.uid.in_([turn.uid for turn in waiting])))
    }
    numbers = {uid: row.sequence for uid, row in known.items()}
    for turn in waiting:
        if turn.uid not in known:
            new.append({"uid": turn.uid, "due": turn.due, "sequence": 0})
        elif known[turn.uid].due != turn.due:
            numbers[turn.uid] += 1
            moved.append({"named": turn.uid, "due": turn.due, "sequence": numbers[turn.uid]})
    if new:
        connection.execute(delete(CALENDAR_ENTRIES).where(at.due < now - KEPT))
        connection.execute(insert(CALENDAR_ENTRIES), new)
    if moved:
        to: dict[str, Any] = {"due": bindparam("due"), "sequence": bindparam("sequence")}
        connection.execute(update(CALENDAR_ENTRIES).where(at.uid == bindparam("named")).values(to), moved)
    return numbers


def written(waiting: Sequence[Waiting], numbers: dict[str, int], base: str) -> bytes:
    """The calendar as a file; ``base`` is the address of this server as its owner reaches it."""
    from icalendar import Alarm, Calendar, Event  # noqa: PLC0415  # takes a quarter of a second

    calendar = Calendar()
    for name, value in (("PRODID", "-//Turncoat//EN"), ("VERSION", "2.0"), ("METHOD", "PUBLISH")):
        calendar.add(name, value)
    calendar.add("NAME", "Turncoat")
    calendar.add("X-WR-CALNAME", "Turncoat")
    calendar.add("REFRESH-INTERVAL", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
    for turn in sorted(waiting, key=lambda turn: (turn.due, turn.uid)):
        said, event, alarm = f"{SAYS[Kind.TURN]}: {turn.title}", Event(), Alarm()
        event.add("UID", f"{turn.uid}@turncoat")
        event.add("DTSTAMP", date_time(turn.made).replace(microsecond=0))
        event.add("DTSTART", date_time(turn.due).replace(microsecond=0))
        event.add("SEQUENCE", numbers.get(turn.uid, 0))
        event.add("SUMMARY", said)
        event.add("TRANSP", "TRANSPARENT")
        event.add("URL", f"{base}/tables/{turn.table}")
        alarm.add("ACTION", "DISPLAY")
        alarm.add("DESCRIPTION", said)
        alarm.add("TRIGGER", -EARLIER)
        event.add_component(alarm)
        calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


def etag_of(body: bytes) -> str:
    """A text that changes when the calendar changes."""
    return f'"{sha256(body).hexdigest()[:32]}"'
