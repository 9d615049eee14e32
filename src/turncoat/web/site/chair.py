"""The page of the player who leads a game: hand the chair over, or let a second person sit beside."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server import chair
from turncoat.server.chair import Chair
from turncoat.server.problems import NotPermitted
from turncoat.table.table_view import TableView
from turncoat.web.contexts import NONE_ENTERED, Entered, Shell
from turncoat.web.form import first
from turncoat.web.paths import JOIN
from turncoat.web.render import render
from turncoat.web.site.looking import Look, channel_of, look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.table_display import TableDisplay


class ChairPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/chair``: for those who sit in the chair of the player who leads the game.

    Attributes:
        chair: Who holds it.
        over: A link that hands it over, shown this once; empty: none was made now.
        beside: A link for a second person in it; the same.
    """

    shell: Shell
    table_view: TableView
    channel: tuple[int, ...] = ()
    now: int
    chair: Chair
    over: str = ""
    beside: str = ""
    refusal: Refusal | None = None
    entered: Entered = NONE_ENTERED


async def _look(page_request: PageRequest, table: str) -> tuple[Look, int]:
    """The table, for a reader who leads its game, and the seat.

    Raises:
        NotPermitted: the reader does not lead it.
    """
    look = await look_at(page_request, table)
    leads = look.table.rules.led_by(look.table.header.seats)
    if look.seat is None or look.seat != leads:
        raise NotPermitted("Only the player who leads the game sees this page.", field="seat")
    return look, leads


async def _page(
    look: Look, seat: int, over: str = "", beside: str = "", refusal: Refusal | None = None
) -> Response[str]:
    request = look.page_request
    page = ChairPage(
        shell=look.shell(),
        table_view=look.table_view(),
        channel=channel_of(look),
        now=request.now,
        chair=await chair.who_holds(request.services, request.caller, look.id, seat),
        over=request.link(f"{JOIN}/{over}") if over else "",
        beside=request.link(f"{JOIN}/{beside}") if beside else "",
        refusal=refusal,
    )
    display = TableDisplay(page.table_view, (), viewer=page.shell.seat, channel=page.channel)
    return request.page(render("chair.html", page, display=display), refusal=refusal)


@get("/tables/{table:str}/chair")
async def show_chair(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """Who holds the chair, and what can be done about it."""
    return await _page(*await _look(page_request, table))


@post("/tables/{table:str}/chair")
async def change_chair(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Make a link to hand the chair over (``over``) or for a second person (``beside``), or send that one away."""
    look, seat = await _look(page_request, table)
    services, what = page_request.services, first(page_request.form, "what")
    page_request.services.limits.check("hand_over", page_request.caller.name)
    try:
        if what == "end":
            await chair.end_second(services, table, seat)
            return page_request.go(look.path("chair"), "alone")
        if not (await chair.who_holds(services, page_request.caller, table, seat)).first:
            raise NotAllowed("Only the one who has invited you can do this.", field="what")
        if what == "over":
            return await _page(look, seat, over=await chair.hand_over(services, table, seat))
        return await _page(look, seat, beside=await chair.invite_second(services, table, seat))
    except Refusal as refusal:
        return await _page(look, seat, refusal=refusal)


HANDLERS = (show_chair, change_chair)
