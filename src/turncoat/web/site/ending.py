"""The page after a game: how it was decided, its statistics, and the proof of fairness."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.finished_games import FinishedGame, faults
from turncoat.server.keeper import NoSuchTable
from turncoat.server.next_game import id_of_next, who_asked
from turncoat.server.turning import Turning, turning
from turncoat.table.record import SeatKind
from turncoat.table.table import Phase
from turncoat.table.table_view import events_heard, table_view
from turncoat.web.ending import moments
from turncoat.web.history import looks, of_the_game
from turncoat.web.pages import EndPage, render_end
from turncoat.web.site.earned import earned
from turncoat.web.site.looking import Look, channel_of, look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.reading import heard_at
from turncoat.web.table_display import TableDisplay


@get("/tables/{table:str}/end")
async def end(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The page on how a game was decided; slow computations start only if the reader asks for them."""
    look = await look_at(page_request, table)
    if look.table.state.phase is not Phase.FINISHED:
        raise NotAllowed("The game is not over yet.", field="phase")
    query, public = page_request.request.query_params, events_heard(look.table, None)
    found: Turning | None = None
    checked: tuple[str, ...] | None = None
    refusal: Refusal | None = None
    try:
        if look.table_view().winners:
            found = await _turning(look, asked=bool(query.get("turning")))
        if query.get("checked"):
            checked = await _checked(look)
    except Refusal as why:
        refusal = why
    page = EndPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.viewer),
        public=of_the_game(public),
        talk=await heard_at(look),
        now=page_request.now,
        turning=found,
        checked=checked,
        followed=await followed(look),
        earned=await earned(look),
        told=await looks(page_request.services.stills, look.table, look.seat),
        link=page_request.link(""),
        refusal=refusal,
    )
    return page_request.page(render_end(page))


def _finished(look: Look) -> FinishedGame:
    return FinishedGame(look.page_request.services.config.database, look.id, None, 0, 0)


async def _turning(look: Look, *, asked: bool) -> Turning | None:
    """How the chances went, as everybody may see it: the record of a game that is over is open.

    What somebody has asked for lately is shown to everybody; it is computed only if this reader asks.
    """
    services, seen = look.page_request.services, table_view(look.table, None)
    rounds = moments(TableDisplay(seen, events_heard(look.table, None)))
    after = tuple(round_.after for round_ in rounds)
    if not asked:
        return services.long_tasks.known(turning, _finished(look), after)
    return await services.long_tasks.ask(look.page_request.caller.address, turning, _finished(look), after)


async def _checked(look: Look) -> tuple[str, ...]:
    """Everything that is wrong with the record; empty if nothing is wrong."""
    services, table = look.page_request.services, look.table
    asked = (_finished(look), table.header.commitment, table.state.chain)
    return tuple(await services.long_tasks.ask(look.page_request.caller.address, faults, *asked))


async def followed(look: Look) -> tuple[str, ...] | None:
    """The names of those who sit at the next table with the same people; None: there is no such table."""
    try:
        following = await look.page_request.services.keeper.table(id_of_next(look.table))
    except NoSuchTable:
        return None
    seated = tuple(seat.name for seat in following.state.seats if seat.kind is SeatKind.PERSON)
    return seated or tuple(look.table.state.seats[seat].name for seat in who_asked(look.table))


HANDLERS = (end,)
