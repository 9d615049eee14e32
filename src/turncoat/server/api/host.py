"""What the host of a table can do."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from turncoat.server import correspondence, host_actions, table_link
from turncoat.server.api.together import Reply, Written
from turncoat.server.api.wire import (
    Body,
    BotForSeat,
    InvitationToSeat,
    MoreTime,
    NewPace,
    OfSeat,
    OfSeatOrHost,
    TableId,
)
from turncoat.server.auth import Caller
from turncoat.server.problems import may_refuse
from turncoat.server.services import Services
from turncoat.server.table_link import InvitationToTable
from turncoat.table.record import LATEST

TAGS = ["Host"]

FreeSeats = Annotated[
    str, QueryParameter(description="The bot that takes all free seats; if left empty, no seat may be free.")
]

PauseEnd = Annotated[
    int | None,
    QueryParameter(
        ge=1,
        le=LATEST,
        description="When the game goes on by itself, in milliseconds since the epoch; left out: when the host acts.",
    ),
]

HOSTS = may_refuse(401, 403, 404, 409, 422, 500)


class Withdrawn(Body, frozen=True):
    """What happens to the table's links that were given away.

    Attributes:
        withdraw: Whether they stop working, and a new one is made.
    """

    withdraw: bool = False


async def _let_in(services: Services, caller: Caller, table: str) -> None:
    caller.need_host(await services.keeper.table(table))


@post("/tables/{table:str}/host/start", tags=TAGS, status_code=204, responses=HOSTS)
async def start(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, bot: FreeSeats = ""
) -> None:
    """Begin the game; every seat must be taken, or ``bot`` names the bot for all free seats."""
    await _let_in(services, caller, table)
    await host_actions.start(services, table, bot)


@post("/tables/{table:str}/host/pause", tags=TAGS, status_code=204, responses=HOSTS)
async def pause(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, until: PauseEnd = None
) -> None:
    """Stop the clock; nobody can answer until it runs again."""
    await _let_in(services, caller, table)
    await host_actions.pause(services, table, until)


@post("/tables/{table:str}/host/pace", tags=TAGS, status_code=204, responses=HOSTS)
async def change_pace(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[NewPace]
) -> None:
    """Set another deadline and pace, from the next decision on."""
    await _let_in(services, caller, table)
    await host_actions.change_pace(services, table, data.deadline, data.pace)


@post("/tables/{table:str}/host/resume", tags=TAGS, status_code=204, responses=HOSTS)
async def resume(services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId) -> None:
    """Let the clock run again, with the time that was left."""
    await _let_in(services, caller, table)
    await host_actions.resume(services, table)


@post("/tables/{table:str}/host/extend", tags=TAGS, status_code=204, responses=HOSTS)
async def extend(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[MoreTime]
) -> None:
    """Give the open decision more time."""
    await _let_in(services, caller, table)
    await host_actions.extend(services, table, data.minutes, data.times)


@post("/tables/{table:str}/host/bot", tags=TAGS, status_code=204, responses=HOSTS)
async def seat_bot(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[BotForSeat],
) -> None:
    """Put a bot on a seat; for a person it stands in, and the person can take the seat back at any time."""
    await _let_in(services, caller, table)
    await host_actions.seat_bot(services, table, data.seat, data.bot)


@post("/tables/{table:str}/host/person", tags=TAGS, status_code=204, responses=HOSTS)
async def seat_person(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[OfSeat]
) -> None:
    """Give the seat of a bot back to the person for whom it stands in; if there is none, free it."""
    await _let_in(services, caller, table)
    await host_actions.seat_person(services, table, data.seat)


@post("/tables/{table:str}/host/link", tags=TAGS, responses=HOSTS)
async def new_link(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    data: JSONBody[OfSeatOrHost],
) -> InvitationToSeat:
    """Make an invitation for one use: a browser opens it below ``/join/``, a program exchanges it (``keys``)."""
    await _let_in(services, caller, table)
    return InvitationToSeat(data.seat, await host_actions.new_link(services, table, data.seat))


@post("/tables/{table:str}/host/table-link", tags=TAGS, status_code=200, responses=HOSTS)
async def link_to_table(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[Withdrawn]
) -> InvitationToTable:
    """The link that gives the next free seat to everybody who opens it, or exchanges it (``keys``), for a month."""
    await _let_in(services, caller, table)
    if data.withdraw:
        await table_link.withdraw(services, table)
    return InvitationToTable(await table_link.make(services, table))


@post("/tables/{table:str}/host/revoke", tags=TAGS, status_code=204, responses=HOSTS)
async def revoke(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[OfSeat]
) -> None:
    """Revoke all keys and invitations of a seat."""
    await _let_in(services, caller, table)
    await host_actions.revoke_links(services, table, data.seat)


@post("/tables/{table:str}/host/close", tags=TAGS, status_code=204, responses=HOSTS)
async def close(services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId) -> None:
    """Close the table before the end. What is still sealed stays sealed."""
    await _let_in(services, caller, table)
    await host_actions.close(services, table)


@post("/tables/{table:str}/host/command", tags=TAGS, status_code=200, responses=HOSTS)
async def write_as_host(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[Written]
) -> Reply:
    """Do what the host writes: ``begin``, ``pause 3``, ``extend 60``, ``link barney``, ``bot barney``, ``close``."""
    await _let_in(services, caller, table)
    return Reply(await correspondence.carry_out_as_host(services, table, data.text))


HANDLERS = (
    start,
    pause,
    change_pace,
    resume,
    extend,
    seat_bot,
    seat_person,
    new_link,
    link_to_table,
    revoke,
    close,
    write_as_host,
)
