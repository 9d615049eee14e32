"""Looking back: the reveal, the ledger, the game seen again, the record as a file."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Response, get
from litestar.datastructures import MultiDict
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.server import records
from turncoat.server.api.tables import RECORD, attachment
from turncoat.server.http.patience import unless_gone
from turncoat.server.problems import NotPermitted
from turncoat.table.holders import WATCHER, reach
from turncoat.table.table import Phase
from turncoat.table.table_view import MessageView, events_heard, messages_at
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
from turncoat.web.talk import MANY, promises_heard
from turncoat.web.telling import looks, told


@get("/tables/{table:str}/reveal")
async def reveal(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """The reveal of a round, still by still."""
    look = await look_at(visit, table)
    query = visit.request.query_params
    round_ = number(query.get("round"))
    page = RevealPage(
        shell=look.shell(),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.eyes),
        now=visit.now,
        round=round_,
        frame=number(query.get("frame")),
        told=await told(visit.services.stills, look.table, look.seat, round_),
    )
    return visit.page(render_reveal(page))


@get("/tables/{table:str}/ledger")
async def ledger(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """Every round, every action, every total, and the lines that are asked for."""
    look = await look_at(visit, table)
    page = LedgerPage(
        shell=look.shell(),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.eyes),
        now=visit.now,
        search=search(visit.request.query_params),
        promises=promises_heard(look.table, look.seat, holder=look.eyes[1]),
        told=await looks(visit.services.stills, look.table, look.seat),
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
    heard = events_heard(look.table, *look.eyes)
    return visit.page(
        render_print(LedgerPage(shell=look.shell(), table_view=look.table_view(), heard=heard, now=visit.now))
    )


@get("/tables/{table:str}/replay")
async def replay(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """The game seen again: through the own eyes while it lasts, through anybody's once it is over."""
    found = await visit.services.keeper.table(table)
    over, held = found.sitting.phase is Phase.FINISHED, visit.caller.seats(table)
    wanted = number(visit.request.query_params.get("seat"))
    seats = list(range(found.header.seats)) if over else held
    if wanted is not None and wanted not in seats:
        raise NotPermitted("Until the game is over you can look only through your own eyes.", field="seat")
    eyes = wanted if wanted is not None else (held[0] if held else None)
    return visit.page(render_replay(await _replay_page(Look(visit, found, eyes), seats, held, over=over)))


async def _replay_page(look: Look, seats: list[int], held: list[int], *, over: bool) -> ReplayPage:
    """The page; talk that the reader did not hear stays private, also when the game is over."""
    table, query = look.table, look.visit.request.query_params
    said, earlier = _said(look, held, number(query.get("before")))
    round_ = number(query.get("round"))
    return ReplayPage(
        shell=look.shell(),
        table_view=look.table_view(),
        heard=events_heard(table, *look.eyes),
        said=said,
        earlier=earlier,
        eyes=tuple(seats),
        open_handed=over,
        round=round_,
        frame=number(query.get("frame")),
        told=await told(look.visit.services.stills, table, look.seat, round_),
        now=look.visit.now,
    )


def _said(look: Look, held: list[int], before: int | None) -> tuple[tuple[MessageView, ...], int | None]:
    """A page of what both these eyes and the reader have heard, and where it begins if there is more before.

    Counted by what both have heard: how much else these eyes have heard stays theirs.
    """
    table, caller = look.table, look.visit.caller
    if look.seat is None or look.seat in held:
        heard = table.hearing(*look.eyes)
        both: Sequence[int] = range(len(heard.said))
    else:
        heard, ears = table.hearing(look.seat), [WATCHER, *(caller.looks(table, seat) for seat in held)]
        both = [place for place, one in enumerate(heard.said) if any(reach(one.ears, *pair) for pair in ears)]
    until = len(both) if before is None else min(len(both), before)
    begins = max(0, until - MANY)
    return tuple(messages_at(table, heard, both[begins:until])), begins or None


@get("/tables/{table:str}/export")
async def export(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[bytes]:
    """The record of a finished game as a file."""
    caller = visit.caller
    made = records.export(visit.services, caller, table)
    data = await unless_gone(visit.request, made)
    return Response(data, media_type=RECORD, headers=attachment(table))


HANDLERS = (reveal, ledger, print_out, replay, export)
