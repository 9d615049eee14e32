"""The small picture of a table's board in lists of tables; it shows only what the reader may see."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.server.problems import NotFound
from turncoat.web.site.looking import look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.small_board import number_of, small_board

CHECKED = "private, no-cache"
"""The browser keeps the picture for this reader, and asks each time whether it is still the right one."""


@get("/tables/{table:str}/board.svg")
async def board(
    page_request: NamedDependency[PageRequest],
    table: FromPath[str],
    seat: FromQuery[int | None] = None,
    shown: FromQuery[str] = "",
) -> Response[str]:
    """The board as this reader sees it; ``shown`` only makes another address of it when it has changed.

    Raises:
        NotFound: the game has not begun, or has no board.
    """
    look = await look_at(page_request, table)
    page_request.services.showcase.seen(look.id)
    theme, number = page_request.theme, number_of(look.table, look.viewer)
    if not number:
        raise NotFound("There is no board to see at this table yet.")
    mark = f'"{number}-{theme}"'
    headers = {"Cache-Control": CHECKED, "ETag": mark, "Vary": "Cookie"}
    if page_request.request.headers.get("if-none-match") == mark:
        return Response("", status_code=304, headers=headers)
    return Response(small_board(look.table, look.viewer, theme), media_type="image/svg+xml", headers=headers)


HANDLERS = (board,)
