"""Records that leave and enter the server as files, and games seen again step by step."""

from __future__ import annotations

import re

from msgspec import Struct, structs

from turncoat.games import ruleset
from turncoat.kernel.errors import BadSetup, NotAllowed, Refusal, Unreadable
from turncoat.server.deeds import Created
from turncoat.server.house import House
from turncoat.server.keeper import NoSuchTable
from turncoat.table import record as kept
from turncoat.table.draft import RulesCrashed
from turncoat.table.face import Face, face
from turncoat.table.record import Record
from turncoat.table.replay import replay, steps
from turncoat.table.table import Phase, Table, audible

LARGEST = 20_000_000
"""Bytes of a record that is taken in."""

_TABLE_ID = re.compile(r"[0-9a-f]{12}")


class Step(Struct, frozen=True):
    """A game seen again, at one place.

    Attributes:
        step: After so many entries.
        of: How many there are.
        face: The table as the chosen eyes saw it then. Talk shows as far as the reader heard it as well.
    """

    step: int
    of: int
    face: Face


async def export(house: House, table_id: str, seats: list[int]) -> bytes:
    """The record of a finished game as a file: all orders, the opened seed, and the talk that these seats heard.

    Raises:
        NoSuchTable: there is none.
        NotAllowed: the game is not over: until then the record is secret.
    """
    record = await _finished(house, table_id)
    record.talk = [one for one in record.talk if any(audible(one.message, seat) for seat in (None, *seats))]
    return kept.write(record)


async def _finished(house: House, table_id: str) -> Record:
    table = await house.keeper.table(table_id)
    if table.sitting.phase is not Phase.FINISHED:
        raise NotAllowed("The record is opened when the game is over; until then it is secret.", field="phase")
    record = await house.keeper.read(house.store.record, table_id)
    if record is None:
        raise NoSuchTable(f"There is no table {table_id}.", field="table")
    return record


async def take_in(house: House, data: bytes) -> Created:
    """Put a finished game that was exported elsewhere on a table of its own.

    Raises:
        Refusal: it cannot be read, does not replay, was changed, or is already here.
    """
    record = kept.read(data)
    await house.keeper.read(_check, record)
    table = await house.keeper.import_record(record)
    table_id = table.header.table
    host, *keys = await house.door.issue(table_id, None, *range(table.header.seats))
    return Created(table_id, host, tuple(keys))


def _check(record: Record) -> None:
    header = record.header
    if not _TABLE_ID.fullmatch(header.table):
        raise Unreadable("header.table: must be twelve hexadecimal digits.", field="header.table")
    if header.seats not in ruleset(header.game).seats:
        raise Unreadable("header.seats: is not a number of players for this game.", field="header.seats")
    try:
        table = replay(record)
    except Refusal:
        raise
    except (RulesCrashed, ValueError, TypeError, LookupError) as fault:
        raise Unreadable("The record cannot be played: an entry makes no sense to the rules.", field="entry") from fault
    if table.sitting.phase is not Phase.FINISHED:
        raise BadSetup("The record ends before its game is over; only finished games are taken in.", field="record")


async def look_back(house: House, table_id: str, step: int | None, eyes: int | None, reader: list[int]) -> Step:
    """A finished game after some entries, through any eyes.

    Args:
        house: The server.
        table_id: The table.
        step: After so many entries; None: at the end.
        eyes: The seat; None: a spectator.
        reader: The seats of the reader: talk and pledges show only as far as they heard them.

    Raises:
        NotAllowed: the game is not over, or there is no such step or seat.
    """
    record = await _finished(house, table_id)
    last = len(record.entries)
    at = last if step is None else step
    if not 0 <= at <= last:
        raise NotAllowed(f"step: must be from 0 to {last}.", field="step")
    if eyes is not None and not 0 <= eyes < record.header.seats:
        raise NotAllowed(f"eyes: must be a seat from 0 to {record.header.seats - 1}.", field="eyes")
    if eyes not in reader:
        record.talk = [one for one in record.talk if any(audible(one.message, seat) for seat in (None, *reader))]
    return Step(at, last, face(await house.keeper.read(table_after, record, at), eyes))


def seen_by(shown: Face, reader: list[int]) -> Face:
    """Somebody else's face, for a reader who holds these seats: with the pledges that the reader heard as well."""
    heard = [one for one in shown.pledges if not one.to or any(seat in (one.sender, *one.to) for seat in reader)]
    return structs.replace(shown, pledges=tuple(heard))


def table_after(record: Record, number: int) -> Table:
    """The table as it was after so many entries of its record."""
    assert record.secret is not None
    table = Table(record.header, record.secret)
    if number < len(record.entries):
        talk = [spoken for spoken in record.talk if spoken.after <= number]
        record = Record(record.header, record.entries[:number], talk, record.secret)
    for _ in steps(table, record):
        pass
    return table
