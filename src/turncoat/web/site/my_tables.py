"""Handles the reader's list of tables, the archive, absences and saved games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery

from turncoat.games import quickest_first
from turncoat.kernel.errors import Refusal
from turncoat.server import correspondence, records, table_actions
from turncoat.server.api.games import find_game
from turncoat.server.callers import unless_gone
from turncoat.server.correspondence import AtOneTable
from turncoat.server.problems import NotFound
from turncoat.table.table import BEFORE, OVER
from turncoat.web import paths
from turncoat.web.form import day, first
from turncoat.web.lists import TableLine
from turncoat.web.pages import MyTablesPage, render_my_tables
from turncoat.web.site.home import local
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.table_lists import archive, own_lines, waiting_elsewhere, with_boards

KINDS: Mapping[str, Callable[[TableLine], bool]] = {
    "": lambda line: not line.archived,
    "waiting": lambda line: not line.archived and line.your_turn,
    "going": lambda line: not line.archived and line.phase not in (*BEFORE, *OVER),
    "before": lambda line: not line.archived and line.phase in BEFORE,
    "over": lambda line: not line.archived and line.phase in OVER,
    "archive": lambda line: line.archived,
}
"""The kinds of tables that the list can show, by the word in the address."""


@get(paths.MINE)
async def my_tables(
    page_request: NamedDependency[PageRequest],
    game: FromQuery[str] = "",
    show: FromQuery[str] = "",
    after: FromQuery[str] = "",
) -> Response[str]:
    """The reader's tables: of one game, if it is named, and of one kind (``KINDS``); without it all but the archive.

    Raises:
        NotFound: there is no such game, or no such kind.
    """
    if game:
        find_game(game)
    if show not in KINDS:
        raise NotFound(f"There are no tables of the kind {show[:20]}; the kinds are {', '.join(filter(None, KINDS))}.")
    return await _my_tables(page_request, game=game, show=show, after=after)


@post(paths.ARCHIVE)
async def put_away(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Put a table into the archive, or back into the reader's list."""
    await archive(page_request.services, page_request.caller, first(page_request.form, "table"))
    return page_request.go(local(first(page_request.form, "next")), "put-away")


@get(paths.NEXT)
async def next_table(page_request: NamedDependency[PageRequest], after: FromQuery[str] = "") -> Response[None]:
    """Go to the next of the reader's tables that waits for an answer; to the list of them if none does."""
    waiting = await waiting_elsewhere(page_request.services, page_request.caller, after)
    return page_request.go(paths.table(waiting[0]) if waiting else paths.MINE)


@post(paths.AWAY)
async def go_away(page_request: NamedDependency[PageRequest]) -> Response[str]:
    """Announce an absence at all tables; the page shows at which tables it was accepted."""
    try:
        first_day, last_day = (day(page_request.form, field) for field in ("first", "last"))
    except Refusal as refusal:
        return await _my_tables(page_request, refusal)
    found = await correspondence.announce_everywhere(page_request.services, page_request.caller, first_day, last_day)
    return await _my_tables(page_request, away=found)


@post(paths.BACK)
async def come_back(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Tell all tables that the reader is back."""
    await correspondence.come_back_everywhere(page_request.services, page_request.caller)
    return page_request.go(paths.MINE, "back")


async def _my_tables(
    page_request: PageRequest,
    refusal: Refusal | None = None,
    *,
    game: str = "",
    show: str = "",
    after: str = "",
    away: Sequence[AtOneTable] = (),
) -> Response[str]:
    lines, more = await own_lines(page_request.services, page_request.caller, game, after)
    chosen = tuple(line for line in lines if KINDS[show](line))
    page = MyTablesPage(
        shell=page_request.shell(),
        tables=await with_boards(page_request.services, page_request.caller, chosen),
        show=show,
        counts={kind: sum(map(fits, lines)) for kind, fits in KINDS.items()},
        now=page_request.now,
        games=quickest_first(),
        game=game,
        more=more,
        away=away,
        refusal=refusal,
    )
    return page_request.page(render_my_tables(page), refusal=refusal)


@post(paths.RECORDS, request_max_body_size=records.LARGEST)
async def open_record(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Read the record of a finished game from a file, check it and show it."""
    table_actions.may_make(page_request.services, page_request.caller)
    try:
        file = page_request.files.get("record", b"")
        made = await unless_gone(
            page_request.request, records.take_in(page_request.services, page_request.caller.address, file)
        )
    except Refusal as refusal:
        return await _my_tables(page_request, refusal)
    return page_request.go(paths.table(made.table, "replay"), "taken-in")


HANDLERS = (my_tables, put_away, next_table, go_away, come_back, open_record)
