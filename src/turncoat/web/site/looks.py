"""Looking back: the reveal, the ledger, the game seen again, the record as a file."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import MultiDict
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.server import records
from turncoat.server.api.tables import RECORD, attachment
from turncoat.server.http.patience import unless_gone
from turncoat.server.problems import NotPermitted
from turncoat.table.face import events_heard, face, messages_after
from turncoat.table.table import Phase, audible
from turncoat.web.log import Search
from turncoat.web.pages import (
    LedgerPage,
    ReplayPage,
    RevealPage,
    render_ledger,
    render_print,
    render_replay,
    render_reveal,
)
from turncoat.web.site.tables import Look, look_at
from turncoat.web.site.visit import Visit, number


@get("/tables/{table:str}/reveal")
async def reveal(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """The reveal of a round, still by still."""
    look = await look_at(visit, table)
    query = visit.request.query_params
    page = RevealPage(
        shell=look.shell(),
        face=look.face(),
        heard=events_heard(look.table, look.seat),
        now=visit.now,
        round=number(query.get("round")),
        frame=number(query.get("frame")),
    )
    return visit.page(render_reveal(page))


@get("/tables/{table:str}/ledger")
async def ledger(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """Every round, every action, every total, and the lines that are asked for."""
    look = await look_at(visit, table)
    page = LedgerPage(
        shell=look.shell(),
        face=look.face(),
        heard=events_heard(look.table, look.seat),
        now=visit.now,
        search=search(visit.request.query_params),
    )
    return visit.page(render_ledger(page))


def search(query: MultiDict[str]) -> Search:
    """Which lines an address asks for."""
    return Search(
        who=number(query.get("who")),
        stage=query.get("stage", ""),
        place=query.get("place", ""),
        since=number(query.get("since")),
        all=query.get("all") == "yes",
    )


@get("/tables/{table:str}/print")
async def print_out(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """What a game has for paper, such as character sheets."""
    look = await look_at(visit, table)
    heard = events_heard(look.table, look.seat)
    return visit.page(render_print(LedgerPage(shell=look.shell(), face=look.face(), heard=heard, now=visit.now)))


@get("/tables/{table:str}/replay")
async def replay(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """The game seen again: through the own eyes while it lasts, through anybody's once it is over."""
    found = await visit.house.keeper.table(table)
    over, held = found.sitting.phase is Phase.FINISHED, visit.caller.seats(table)
    wanted = number(visit.request.query_params.get("seat"))
    seats = list(range(found.header.seats)) if over else held
    if wanted is not None and wanted not in seats:
        raise NotPermitted("Until the game is over you can look only through your own eyes.", field="seat")
    eyes = wanted if wanted is not None else (held[0] if held else None)
    return visit.page(render_replay(_replay_page(Look(visit, found, eyes), seats, held, over=over)))


def _replay_page(look: Look, seats: list[int], held: list[int], *, over: bool) -> ReplayPage:
    """The page; talk that the reader did not hear stays private, also when the game is over."""
    table, query = look.table, look.visit.request.query_params
    said = messages_after(table, look.seat, 0)
    return ReplayPage(
        shell=look.shell(),
        face=records.seen_by(face(table, look.seat), held),
        heard=events_heard(table, look.seat),
        said=tuple(one for one in said if any(audible(one.message, seat) for seat in (None, *held))),
        eyes=tuple(seats),
        open_handed=over,
        round=number(query.get("round")),
        frame=number(query.get("frame")),
        now=look.visit.now,
    )


@get("/tables/{table:str}/export")
async def export(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[bytes]:
    """The record of a finished game as a file."""
    caller = visit.caller
    made = records.export(visit.house, caller.address, table, caller.seats(table))
    data = await unless_gone(visit.request, made)
    return Response(data, media_type=RECORD, headers=attachment(table))


HANDLERS = (reveal, ledger, print_out, replay, export)
