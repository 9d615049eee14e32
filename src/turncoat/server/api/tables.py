"""Tables: list, make, export, import and replay them."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter, RawBody
from litestar.response import Response

from turncoat.bots import seat_names
from turncoat.kernel.lexicon import plain
from turncoat.server import records, table_actions
from turncoat.server.api.games import find_game
from turncoat.server.api.wire import LAST_SEAT, MOST, AfterTable, NewTable, OnlyGame, TableId, TableLine
from turncoat.server.auth import Caller
from turncoat.server.callers import unless_gone
from turncoat.server.keeper import NoSuchTable, SeatPlan, TablePlan
from turncoat.server.problems import AnyRequest, may_refuse
from turncoat.server.records import LARGEST, Step
from turncoat.server.services import Services
from turncoat.server.store import Summary, Wanted
from turncoat.server.table_actions import Created

TAGS = ["Tables"]

MOST_LISTED = 50
"""How many tables are listed at once."""

RECORD = "application/x-ndjson"
"""The media type of a record."""


@get("/tables", tags=TAGS, responses=may_refuse(401, 404))
async def list_tables(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    game: OnlyGame = "",
    after: AfterTable = "",
) -> Response[list[TableLine]]:
    """The tables that are open to everybody, the newest first; of one game, if it is named.

    If there are more, the header ``Link`` has the address of the next ones, which names the last table as ``after``.
    """
    return await _listed(services, "/api/tables", Wanted(game=game, after=after))


@get("/my-tables", tags=TAGS, responses=may_refuse(401, 404))
async def list_mine(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    game: OnlyGame = "",
    after: AfterTable = "",
) -> Response[list[TableLine]]:
    """The tables at which the caller holds a seat or is the host; ``game``, ``after``, ``Link`` as for all tables."""
    held = tuple(sorted({claim.table for claim in caller.claims}))
    return await _listed(services, "/api/my-tables", Wanted(held, game=game, after=after))


async def _listed(services: Services, path: str, wanted: Wanted) -> Response[list[TableLine]]:
    """One page of a list, and the address of the next page.

    Raises:
        NotFound: there is no such game.
        NoSuchTable: there is no table of the id after which the list is to begin.
    """
    if wanted.game:
        find_game(wanted.game)
    found, more = await listed(services, wanted)
    query = urlencode({name: value for name, value in (("game", wanted.game), ("after", more)) if value})
    headers = {"Link": f'<{path}?{query}>; rel="next"'} if more else {}
    return Response(list(map(_line, found)), headers=headers)


async def listed(services: Services, wanted: Wanted, most: int = MOST_LISTED) -> tuple[list[Summary], str]:
    """Tables of a list, and the id of the last one if there are more after it.

    Raises:
        NoSuchTable: there is no table of the id after which the list is to begin.
    """
    if wanted.after and not await services.keeper.glance((wanted.after,)):
        raise NoSuchTable(f"There is no table {wanted.after}.", field="after")
    found = await services.keeper.read(services.store.summaries, wanted, most + 1)
    return found[:most], found[most - 1].id if len(found) > most else ""


def _line(found: Summary) -> TableLine:
    return TableLine(found.id, found.game, found.title, found.phase, found.created, found.due, found.seats)


@post("/tables", tags=TAGS, responses=may_refuse(401, 403, 422))
async def create_table(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[NewTable]
) -> Created:
    """Make a table. The keys are shown only now, and are for programs; people get invitations (``host/link``)."""
    table_actions.may_make(services, caller)
    created = await table_actions.keys_to(
        services, await table_actions.create(services, plan_of(data)), range(len(data.seats))
    )
    if caller.session is not None:
        await services.auth.hold(caller.session, created.host_key)
    return created


def plan_of(new: NewTable) -> TablePlan:
    """A table as the keeper takes it; seats without a name get one."""
    taken = {plain(seat.name) for seat in new.seats}
    spare = iter(name for name in seat_names(len(new.seats) * 2) if plain(name) not in taken)
    seats = tuple(seat if seat.name.strip() else SeatPlan(next(spare), seat.bot) for seat in new.seats)
    return TablePlan(
        new.game, seats, new.options, new.title, new.deadline, new.talk, new.listed, new.pace, programs=new.programs
    )


@post(
    "/tables/import",
    tags=TAGS,
    request_max_body_size=LARGEST,
    takes=RECORD,
    responses=may_refuse(401, 403, 413, 422, 503),
)
async def import_table(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller], body: RawBody
) -> Created:
    """Import a finished game that was exported elsewhere; the body is the file."""
    table_actions.may_make(services, caller)
    return await unless_gone(request, records.take_in(services, caller.address, body))


@get("/tables/{table:str}/export", tags=TAGS, media_type=RECORD, responses=may_refuse(401, 404, 422, 503))
async def export_table(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId
) -> Response[bytes]:
    """The record of a finished game as a file: all orders, the opened seed, and the talk that the caller heard."""
    data = await unless_gone(request, records.export(services, caller, table))
    return Response(data, media_type=RECORD, headers=attachment(table))


def attachment(table: str) -> dict[str, str]:
    """Headers under which a record is saved as a file."""
    return {"Content-Disposition": f'attachment; filename="turncoat-{table}.jsonl"'}


@get("/tables/{table:str}/replay", tags=TAGS, responses=may_refuse(401, 404, 422, 503))
async def replay_table(
    request: AnyRequest,
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    table: TableId,
    step: Annotated[
        int | None, QueryParameter(ge=0, le=MOST, description="The number of entries to replay; left out: all of them.")
    ] = None,
    viewer: Annotated[
        int | None,
        QueryParameter(ge=0, le=LAST_SEAT, description="The seat whose view is returned; left out: a spectator's."),
    ] = None,
) -> Step:
    """A finished game after this many entries, as any seat saw it.

    Left out, ``step`` is the end and ``viewer`` is a spectator.
    """
    return await unless_gone(request, records.look_back(services, caller, table, step, viewer))


HANDLERS = (list_tables, list_mine, create_table, import_table, export_table, replay_table)
