"""The list of substitutes of a table: people who are first to get a seat that becomes free.

A substitute has a key that gives no seat yet. It opens one as soon as they take a free seat with it (``claim``); for a
while nobody else can take that seat, so that those who wait have time to come.
"""

from __future__ import annotations

from turncoat.kernel.errors import NotAllowed
from turncoat.server.auth import Caller
from turncoat.server.people import new_secret
from turncoat.server.services import Services
from turncoat.table.holders import STANDS_BY
from turncoat.table.table import OVER


async def stand_by(services: Services, caller: Caller, table_id: str) -> str:
    """Make the caller a substitute; returns the key for the seat that they may get later.

    Raises:
        NotAllowed: the table is not listed or over, or the caller sits there or stands by already.
    """
    table = await services.keeper.table(table_id)
    if not table.header.listed:
        raise NotAllowed("This table is not open to everybody: ask the host for a link.", field="table")
    if table.state.phase in OVER:
        raise NotAllowed("The game is over.", field="phase")
    if caller.seats(table_id):
        raise NotAllowed("You have a seat at this table.", field="seat")
    if caller.stands_by(table_id):
        raise NotAllowed("You stand by for a seat at this table already.", field="table")
    services.limits.check("create", caller.address)
    key = new_secret()
    await services.auth.keep(table_id, STANDS_BY, key)
    if caller.session is not None:
        await services.auth.hold(caller.session, key)
    return key


async def stand_by_no_more(services: Services, caller: Caller, table_id: str) -> None:
    """Remove the caller from the substitutes.

    Raises:
        NotAllowed: the caller does not stand by.
    """
    if not (by := caller.stands_by(table_id)):
        raise NotAllowed("You do not stand by for a seat at this table.", field="table")
    await services.auth.seat(table_id, by, None)
