"""Records that leave and enter the server as files, and games seen again step by step."""

from __future__ import annotations

from msgspec import Struct, structs

from turncoat.kernel.errors import NotAllowed
from turncoat.server.deeds import Created
from turncoat.server.house import House
from turncoat.table import record as kept
from turncoat.table.face import Face, face
from turncoat.table.record import Record
from turncoat.table.replay import fresh, steps
from turncoat.table.table import Table

LARGEST = 20_000_000
"""Bytes of a record that is taken in."""


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
    """The record of a game that is over as a file: all orders that counted, the opened seed, the talk that was heard.

    Args:
        house: The server.
        table_id: The table.
        seats: The seats of the reader; talk is given as the first of them heard it.

    Raises:
        NoSuchTable: there is none.
        Refusal: the game is not over: until then the record is secret.
    """
    return kept.write(await house.keeper.export(table_id, seats[0] if seats else None))


async def take_in(house: House, data: bytes) -> Created:
    """Put a finished game that was exported elsewhere on a table of its own.

    Raises:
        Refusal: it cannot be read, does not replay, was changed, or is already here.
    """
    record = kept.read(data)
    table = await house.keeper.import_record(record)
    table_id = table.header.table
    host, *keys = await house.door.issue(table_id, None, *range(table.header.seats))
    return Created(table_id, host, tuple(keys))


async def look_back(house: House, table_id: str, step: int | None, eyes: int | None, reader: list[int]) -> Step:
    """A finished game after some entries, through any eyes.

    Args:
        house: The server.
        table_id: The table.
        step: After so many entries; None: at the end.
        eyes: The seat; None: a spectator.
        reader: The seats of the reader: talk and pledges show only as far as they heard them.

    Raises:
        Refusal: the game is not over, or there is no such step or seat.
    """
    record = await house.keeper.export(table_id, reader[0] if reader else None)
    last = len(record.entries)
    at = last if step is None else step
    if not 0 <= at <= last:
        raise NotAllowed(f"step: must be from 0 to {last}.", field="step")
    if eyes is not None and not 0 <= eyes < record.header.seats:
        raise NotAllowed(f"eyes: must be a seat from 0 to {record.header.seats - 1}.", field="eyes")
    return Step(at, last, face(await house.keeper.read(table_after, record, at), eyes))


def seen_by(shown: Face, reader: list[int]) -> Face:
    """Somebody else's face, for a reader who holds these seats: with the pledges that the reader heard as well."""
    heard = [one for one in shown.pledges if not one.to or any(seat in (one.sender, *one.to) for seat in reader)]
    return structs.replace(shown, pledges=tuple(heard))


def table_after(record: Record, number: int) -> Table:
    """The table as it was after so many entries of its opened record."""
    talk = [spoken for spoken in record.talk if spoken.after <= number or number == len(record.entries)]
    part = Record(record.header, record.entries[:number], talk, record.secret)
    table = fresh(part)
    for _ in steps(table, part):
        pass
    return table
