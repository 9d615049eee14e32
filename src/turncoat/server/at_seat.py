"""The seat for which somebody acts: a player who does anything at a table takes the seat back from a bot."""

from __future__ import annotations

from turncoat.server.auth import Caller
from turncoat.server.services import Services
from turncoat.server.table_actions import not_taken, sit_down
from turncoat.table.holders import of_a_bot
from turncoat.table.table import OVER


async def acting(services: Services, caller: Caller, table_id: str, wanted: int | None) -> int:
    """The seat for which the caller acts; a bot that stands in for the caller there goes away first.

    Raises:
        NotPermitted: no seat of this table is held, or not the wanted one; or several are, and none is named.
        NotAllowed: a bot plays there, and stands in for nobody.
        NoKey: the caller holds no seat at all.
    """
    table = await services.keeper.table(table_id)
    seat = caller.seat(table_id, wanted)
    there, names = table.state.seats[seat], caller.names(table_id, seat)
    if of_a_bot(there):
        raise not_taken(there)
    if there.stands_in and there.by in names and table.state.phase not in OVER:
        await sit_down(services, table_id, seat, names)
    return seat
