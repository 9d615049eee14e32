"""The link of a table: whoever opens it takes the next free seat. It is good for a month, and can be withdrawn."""

from __future__ import annotations

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed
from turncoat.server.services import Services
from turncoat.table.pace import DAY

PURPOSE = "join"
"""Table links are tokens with this purpose; no invitation to a seat looks like one."""

LIFE = 30
"""A table link is good for this many days."""

WITHDRAWN = "This link to the table has been withdrawn; ask the host for the present one."
"""Why a table link opens nothing."""

EXPIRED = f"This link to the table has expired: it was good for {LIFE} days. Ask the host for a new one."
"""Why a table link opens nothing any more."""


class TableLink(Struct, frozen=True):
    """What somebody has been given.

    Attributes:
        table: The id of the table.
        until: When the link expires, in milliseconds since the epoch.
    """

    table: str
    until: int


class InvitationToTable(Struct, frozen=True):
    """An invitation to the next free seat of a table, for as many as there are free seats.

    Attributes:
        invitation: The part of a link after ``/join/``; good for a month, or until it is withdrawn.
    """

    invitation: str


async def make(services: Services, table_id: str) -> str:
    """The link's last part, after ``/join/``: the same for the whole day, unless it is withdrawn."""
    day = services.keeper.now() // DAY + LIFE
    generation = await services.keeper.read(services.tokens.generation, PURPOSE, table_id)
    return services.tokens.make(PURPOSE, f"{table_id}-{day}", generation)


async def withdraw(services: Services, table_id: str) -> None:
    """Make all links to this table worthless that gave the next free seat; ``make`` gives a new one."""
    await services.keeper.write(services.tokens.renew, PURPOSE, table_id)


async def read(services: Services, text: str) -> TableLink | None:
    """What a table link says; None if it is none, or was made by another server.

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
