"""The link of a table: anyone who opens it takes the next free seat.

It works for a month, and the host can withdraw it.
"""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed
from turncoat.server import table_actions
from turncoat.server.auth import Caller
from turncoat.server.people import holders_of
from turncoat.server.services import Services
from turncoat.table.milliseconds import DAY

PURPOSE = "join"
"""Table links are tokens with this purpose; no invitation to a seat looks like one."""

LIFE = 30
"""A table link works for this many days."""

WITHDRAWN = "This link to the table has been withdrawn; ask the host for the present one."
"""The sentence for a table link that the host has withdrawn."""

EXPIRED = f"This link to the table has expired: it was good for {LIFE} days. Ask the host for a new one."
"""The sentence for a table link that has expired."""

SEATED = "You have a seat at this table."
"""The sentence for a player who opens a table link but already has a seat."""


class TableLink(Struct, frozen=True):
    """The data in a table link.

    Attributes:
        table: The id of the table.
        until: When the link expires, in milliseconds since the epoch.
    """

    table: str
    until: int


class InvitationToTable(Struct, frozen=True):
    """An invitation to the next free seat of a table, for as many as there are free seats.

    Attributes:
        invitation: The part of a link after ``/join/``; it works for a month, or until it is withdrawn.
    """

    invitation: str


async def make(services: Services, table_id: str) -> str:
    """The last part of the link, after ``/join/``: the same all day, unless the host withdraws it."""
    day = services.keeper.now() // DAY + LIFE
    generation = await services.keeper.read(services.tokens.generation, PURPOSE, table_id)
    return services.tokens.make(PURPOSE, f"{table_id}-{day}", generation)


async def withdraw(services: Services, table_id: str) -> None:
    """Make all links to this table worthless that gave the next free seat; ``make`` gives a new one."""
    await services.keeper.write(services.tokens.renew, PURPOSE, table_id)


async def read(services: Services, text: str) -> TableLink | None:
    """The data of a table link; None if it is not one, or another server made it.

    Raises:
        NotAllowed: it has expired or been withdrawn.
    """
    token = services.tokens.read(text, PURPOSE)
    if token is None:
        return None
    table_id, _, day = token.subject.rpartition("-")
    link = TableLink(table_id, (int(day) + 1) * DAY)
    if services.keeper.now() >= link.until:
        raise NotAllowed(EXPIRED, field="invitation")
    if token.generation != await services.keeper.read(services.tokens.generation, PURPOSE, table_id):
        raise NotAllowed(WITHDRAWN, field="invitation")
    return link


async def claim(services: Services, caller: Caller, table_id: str, name: str) -> tuple[int, str]:
    """Take the next free seat by the link, one caller after another; see ``table_actions.claim_free_seat``.

    Raises:
        NotAllowed: the caller has a seat there already; no seat is free, or it is kept for those who stand by.
    """
    async with services.auth.turn(table_id):
        if await _seated(services, caller, table_id):
            raise NotAllowed(SEATED, field="seat")
        return await table_actions.claim_free_seat(services, caller, table_id, name, invited=True)


async def _seated(services: Services, caller: Caller, table_id: str) -> bool:
    """Whether a caller has a seat at a table now, even if they had none at the start of the request."""
    claims, table = list(caller.claims), await services.keeper.table(table_id)
    for holder in holders_of(caller.session) if caller.session else ():
        claims += await services.keeper.read(services.auth.people.held_by, holder)
    here = [claim for claim in claims if claim.table == table_id]
    sitting = {seat.by for seat in table.state.seats if seat.by}
    return any(claim.seated is not None or claim.by in sitting for claim in here)
