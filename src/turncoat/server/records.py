"""Records that leave and enter the server as files, and games seen again step by step."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import BadSetup, NotAllowed
from turncoat.server import finished_games
from turncoat.server.auth import Caller
from turncoat.server.finished_games import FinishedGame
from turncoat.server.services import Services
from turncoat.server.table_actions import Created, keys_to
from turncoat.table.export import SEALED
from turncoat.table.table import Phase
from turncoat.table.table_view import MessageView, TableView

LARGEST = 20_000_000
"""Bytes of a record that is taken in."""

TOGETHER = 32
"""How many stills are made together: a reader who asks for one usually asks for its neighbours next."""


class Step(Struct, frozen=True):
    """A game seen again, at one place.

    Attributes:
        step: After this many entries.
        of: The number of entries in the record.
        table_view: The table as the chosen seat saw it then. Talk shows as far as the reader heard it as well.
        said: The last messages that they had heard, with what had become of promises by then.
    """

    step: int
    of: int
    table_view: TableView
    said: list[MessageView]


async def export(services: Services, caller: Caller, table_id: str) -> bytes:
    """The record of a game that is over as a file: all orders that counted, the opened seed, the talk that was heard.

    Args:
        services: The server.
        caller: The reader; talk is given as they heard it at the first of their seats.
        table_id: The table.

    Raises:
        NoSuchTable: there is no such table.
        Refusal: the game is not over: until then the record is secret.
    """
    return await services.long_tasks.ask(
        caller.address, finished_games.write_out, await _past(services, table_id, caller)
    )


async def _past(services: Services, table_id: str, caller: Caller) -> FinishedGame:
    table = await services.keeper.table(table_id)
    seat, holder = caller.looks(table)
    if table.state.phase not in (Phase.FINISHED, Phase.CLOSED):
        raise BadSetup(SEALED, field="record")
    return FinishedGame(services.config.database, table_id, seat, holder, len(table.heard(seat, holder)))


async def take_in(services: Services, address: str, data: bytes) -> Created:
    """Put a finished game that was exported elsewhere on a table of its own, to look at and to replay.

    A holder of a key to a seat there reads the recorded talk of the player who sat there last.

    Raises:
        TooMany: it is more than may be kept for this address now.
        Refusal: it cannot be read, does not replay, was changed, or is already here.
    """
    found = await services.long_tasks.ask(address, finished_games.checked, data, services.keeper.now())
    services.limits.need("write", address, found.size)
    await services.keeper.write(services.store.insert, found.rows)
    seats = (await services.keeper.table(found.table)).state.seats
    return await keys_to(
        services, found.table, range(found.seats), {seat: taken.by for seat, taken in enumerate(seats)}
    )


async def look_back(services: Services, caller: Caller, table_id: str, step: int | None, viewer: int | None) -> Step:
    """A finished game after some entries, as any seat saw it.

    Args:
        services: The server.
        caller: The reader: talk and pledges show only as far as they heard them.
        table_id: The table.
        step: After this many entries; None: at the end.
        viewer: The seat; None: a spectator.

    Raises:
        Refusal: the game is not over, or there is no such step or seat.
    """
    found = await _past(services, table_id, caller)
    seats = (await services.keeper.table(table_id)).header.seats
    if viewer is not None and not 0 <= viewer < seats:
        raise NotAllowed(f"The viewer must be a seat from 0 to {seats - 1}.", field="viewer")
    last = await services.long_tasks.ask(caller.address, finished_games.length, found)
    at = last if step is None else step
    if not 0 <= at <= last:
        raise NotAllowed(f"The record has the steps 0 to {last}.", field="step")
    first = at - at % TOGETHER
    made = await services.long_tasks.ask(
        caller.address, finished_games.stills, found, viewer, first, first + TOGETHER - 1
    )
    return Step(at, last, *made[at - first])
