"""What the host of a table can do."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from turncoat.server import hosting
from turncoat.server.api.wire import BotForSeat, InvitationToSeat, MoreTime, OfSeat, OfSeatOrHost
from turncoat.server.auth import Caller
from turncoat.server.house import House
from turncoat.server.problems import may_refuse

TAGS = ["Host"]

HOSTS = may_refuse(401, 403, 404, 409, 422, 500)


async def _let_in(house: House, caller: Caller, table: str) -> None:
    await house.keeper.table(table)
    caller.need_host(table)


@post("/tables/{table:str}/host/start", tags=TAGS, status_code=204, responses=HOSTS)
async def start(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], bot: FromQuery[str] = ""
) -> None:
    """Begin the game; everybody must be seated, or ``bot`` names the one that takes all free seats."""
    await _let_in(house, caller, table)
    await hosting.start(house, table, bot)


@post("/tables/{table:str}/host/pause", tags=TAGS, status_code=204, responses=HOSTS)
async def pause(house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str]) -> None:
    """Stop the clock; nothing can be handed in until it runs again."""
    await _let_in(house, caller, table)
    await hosting.pause(house, table)


@post("/tables/{table:str}/host/resume", tags=TAGS, status_code=204, responses=HOSTS)
async def resume(house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str]) -> None:
    """Let the clock run again, with the time that was left."""
    await _let_in(house, caller, table)
    await hosting.resume(house, table)


@post("/tables/{table:str}/host/extend", tags=TAGS, status_code=204, responses=HOSTS)
async def extend(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], data: JSONBody[MoreTime]
) -> None:
    """Give more time for the open decision."""
    await _let_in(house, caller, table)
    await hosting.extend(house, table, data.minutes, data.times)


@post("/tables/{table:str}/host/bot", tags=TAGS, status_code=204, responses=HOSTS)
async def seat_bot(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], data: JSONBody[BotForSeat]
) -> None:
    """Put a bot on a seat; for a person it stands in, and they can take the seat back at any time."""
    await _let_in(house, caller, table)
    await hosting.seat_bot(house, table, data.seat, data.bot)


@post("/tables/{table:str}/host/person", tags=TAGS, status_code=204, responses=HOSTS)
async def seat_person(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], data: JSONBody[OfSeat]
) -> None:
    """Send the bot of a seat away, for its person or for a new one."""
    await _let_in(house, caller, table)
    await hosting.seat_person(house, table, data.seat)


@post("/tables/{table:str}/host/link", tags=TAGS, responses=HOSTS)
async def new_link(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], data: JSONBody[OfSeatOrHost]
) -> InvitationToSeat:
    """Make an invitation for one use: a browser opens it below ``/join/``, a program exchanges it (``keys``)."""
    await _let_in(house, caller, table)
    return InvitationToSeat(data.seat, await hosting.new_link(house, table, data.seat))


@post("/tables/{table:str}/host/revoke", tags=TAGS, status_code=204, responses=HOSTS)
async def revoke(
    house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str], data: JSONBody[OfSeat]
) -> None:
    """Make all keys and invitations of a seat worthless, whoever holds them."""
    await _let_in(house, caller, table)
    await hosting.revoke_links(house, table, data.seat)


@post("/tables/{table:str}/host/close", tags=TAGS, status_code=204, responses=HOSTS)
async def close(house: NamedDependency[House], caller: NamedDependency[Caller], table: FromPath[str]) -> None:
    """Close the table before the end. What is still sealed stays sealed."""
    await _let_in(house, caller, table)
    await hosting.close(house, table)


HANDLERS = (start, pause, resume, extend, seat_bot, seat_person, new_link, revoke, close)
