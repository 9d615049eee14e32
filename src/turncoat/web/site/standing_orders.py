"""Two things a player can do besides answering: leave standing orders, and ask why something cannot be chosen."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.games import game_of
from turncoat.kernel.errors import NotYours, Refusal
from turncoat.kernel.standing_order import write_like
from turncoat.server import table_actions
from turncoat.table.standing_orders import orders_of, wanted
from turncoat.web.form import first
from turncoat.web.site.looking import look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import after, show


@post("/tables/{table:str}/orders")
async def leave_order(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Give a standing order for a repeated question, or cancel it."""
    look = await look_at(page_request, table)
    table_view, key = look.table_view(), first(page_request.form, "question")
    try:
        own = await look.acting()
        if table_view.view is None:
            raise NotYours("The game has not begun yet.")
        known = orders_of(look.table.rules, table_view.view, table_view.standing_orders, table_view.unless)
        want = wanted(known, key, first(page_request.form, "stand"), first(page_request.form, "number"))
        actions = tuple(map(look.table.rules.write_action, want.actions))
        await table_actions.order(page_request.services, table, own, key, actions, tuple(map(write_like, want.unless)))
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, "ordered" if actions else "asked-again")


@get("/tables/{table:str}/why")
async def why(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> dict[str, str]:
    """Why an answer of some kind cannot be aimed at something, by the player's view; nothing: no reason is known."""
    look = await look_at(page_request, table)
    board, view = game_of(look.table.header.game).board, look.table_view().view
    if board is None or look.seat is None or view is None:
        return {"why": ""}
    query = page_request.request.query_params
    act, domain, value = (str(query.get(name, "")) for name in ("act", "domain", "value"))
    return {"why": board.why(view, act.partition("~")[0], domain, value, board.names(view, look.table.names))}


HANDLERS = (leave_order, why)
