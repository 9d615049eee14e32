"""Handles reveals, the ledger, replays, and records as files."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Response, get
from litestar.datastructures import MultiDict
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.server import records
from turncoat.server.api.tables import RECORD, attachment
from turncoat.server.callers import unless_gone
from turncoat.server.problems import NotPermitted
from turncoat.table.holders import SPECTATOR, Heard, reach
from turncoat.table.table import Phase
from turncoat.table.table_view import events_heard, messages_at
from turncoat.web.conversation import MANY, promises_heard
from turncoat.web.history import looks, told
from turncoat.web.log import Search
from turncoat.web.pages import (
    LedgerPage,
    PrintPage,
    ReplayPage,
    RevealPage,
    render_ledger,
    render_print,
    render_replay,
    render_reveal,
)
from turncoat.web.site.looking import Look, channel_of, look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.timeline import part_asked

MOST_MARKED = 1_000
"""The most messages that are marked on a timeline."""


@get("/tables/{table:str}/reveal")
async def reveal(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The page with the reveal of a round, still by still."""
    look = await look_at(page_request, table)
    query = page_request.request.query_params
    round_ = number(query.get("round"))
    page = RevealPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.viewer),
        now=page_request.now,
        round=round_,
        frame=number(query.get("frame")),
        told=await told(page_request.services.stills, look.table, look.seat, round_),
    )
    return page_request.page(render_reveal(page))


@get("/tables/{table:str}/ledger")
async def ledger(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The ledger: all rounds with actions and totals, and the log with the reader's filters."""
    look = await look_at(page_request, table)
    page = LedgerPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.viewer),
        now=page_request.now,
        search=search(page_request.request.query_params),
        promises=promises_heard(look.table, look.seat, holder=look.viewer[1]),
        told=await looks(page_request.services.stills, look.table, look.seat),
    )
    return page_request.page(render_ledger(page))


def search(query: MultiDict[str]) -> Search:
    """The reader's filters in an address."""
    return Search(
        who=number(query.get("who")),
        stage=query.get("stage", ""),
        place=query.get("place", ""),
        since=number(query.get("since")),
        all=query.get("all") == "yes",
    )


@get("/tables/{table:str}/print")
async def print_out(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The page with a game's papers for printing, such as character sheets."""
    look = await look_at(page_request, table)
    heard = events_heard(look.table, *look.viewer)
    return page_request.page(
        render_print(
            PrintPage(
                shell=look.shell(),
                channel=channel_of(look),
                table_view=look.table_view(),
                heard=heard,
                now=page_request.now,
                paper=page_request.request.query_params.get("paper", ""),
            )
        )
    )


@get("/tables/{table:str}/replay")
async def replay(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """A replay of the game: during the game as the reader's own seat, after it as any seat."""
    found = await page_request.services.keeper.table(table)
    over, held = found.state.phase is Phase.FINISHED, page_request.caller.seats(table)
    wanted = number(page_request.request.query_params.get("seat"))
    seats = list(range(found.header.seats)) if over else held
    if wanted is not None and wanted not in seats:
        raise NotPermitted("Until the game is over you can look only from your own seat.", field="seat")
    viewer = wanted if wanted is not None else (held[0] if held else None)
    return page_request.page(
        render_replay(await _replay_page(Look(page_request, found, viewer), seats, held, over=over))
    )


async def _replay_page(look: Look, seats: list[int], held: list[int], *, over: bool) -> ReplayPage:
    """The page; private talk that the reader has not heard stays hidden even after the game."""
    table, query = look.table, look.page_request.request.query_params
    hearing, both = _both(look, held)
    until, begins = _page(both, number(query.get("before")))
    shown, heard, own = look.table_view(), events_heard(table, *look.viewer), look.seat is None or look.seat in held
    round_, moment = number(query.get("round")), number(query.get("moment"))
    if round_ is None:
        round_ = part_asked(shown, heard, moment)
    return ReplayPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=shown,
        heard=heard,
        said=tuple(messages_at(table, hearing, both[begins:until])),
        earlier=begins or None,
        promises=promises_heard(table, look.seat, holder=look.viewer[1]) if own else (),
        viewers=tuple(seats),
        open_handed=over,
        round=round_,
        frame=number(query.get("frame")),
        told=await told(look.page_request.services.stills, table, look.seat, round_),
        now=look.page_request.now,
        spoken=tuple(messages_at(table, hearing, both[-MOST_MARKED:])),
        before=number(query.get("before")),
        moment=moment if "round" not in query else None,
        link=look.page_request.link(""),
    )


def _both(look: Look, held: list[int]) -> tuple[Heard, Sequence[int]]:
    """The talk that this viewer has heard, and the places of messages that the reader has heard too."""
    table, caller = look.table, look.page_request.caller
    if look.seat is None or look.seat in held:
        heard = table.hearing(*look.viewer)
        return heard, range(len(heard.said))
    heard, hearers = table.hearing(look.seat), [SPECTATOR, *(caller.looks(table, seat) for seat in held)]
    return heard, [
        place for place, spoken in enumerate(heard.said) if any(reach(spoken.hearers, *pair) for pair in hearers)
    ]


def _page(both: Sequence[int], before: int | None) -> tuple[int, int]:
    """The place at which a page of messages ends, and the place at which it begins.

    Only messages that both have heard count, so that the number of the others stays secret.
    """
    until = len(both) if before is None else min(len(both), before)
    return until, max(0, until - MANY)


@get("/tables/{table:str}/export")
async def export(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[bytes]:
    """Download the record of a finished game as a file."""
    caller = page_request.caller
    made = records.export(page_request.services, caller, table)
    data = await unless_gone(page_request.request, made)
    return Response(data, media_type=RECORD, headers=attachment(table))


HANDLERS = (reveal, ledger, print_out, replay, export)
