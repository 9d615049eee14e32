"""The pages of a table: the whole page, the part that changes, answers and talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.bots import bots_to_choose
from turncoat.games import game_of
from turncoat.kernel.boxes import NOTHING, Action, Boxes
from turncoat.kernel.characters import Sheet
from turncoat.kernel.errors import Refusal
from turncoat.kernel.events import Event
from turncoat.kernel.play import beside, boxes
from turncoat.server import characters, correspondence, random_words, table_actions, table_link
from turncoat.server.api.characters import CharacterLine, line_of
from turncoat.server.character_store import State
from turncoat.server.cleanup import stays_until
from turncoat.server.next_game import asked_again
from turncoat.server.stream import number_of_view
from turncoat.server.table_actions import free_seats
from turncoat.table import binding, lessons, proof
from turncoat.table.record import SeatKind
from turncoat.table.stills import NOT_TOLD
from turncoat.table.table import BEFORE, OVER, Phase, Table
from turncoat.table.table_view import TableView, events_heard, shown
from turncoat.web import paths
from turncoat.web.entries import joined
from turncoat.web.form import first
from turncoat.web.forms import read_answer
from turncoat.web.history import told
from turncoat.web.pages import (
    Invitation,
    LobbyPage,
    TablePage,
    render_lobby,
    render_lobby_live,
    render_table,
    render_table_live,
)
from turncoat.web.site import builds
from turncoat.web.site.earned import earned
from turncoat.web.site.ending import followed
from turncoat.web.site.looking import Look, channel_of, look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.reading import heard_at, last_seen, lost_seat, note_lobby
from turncoat.web.site.table_lists import waiting_elsewhere
from turncoat.web.site.watching import untold_since, watched
from turncoat.web.table_display import TableDisplay

# --- looking --------------------------------------------------------------------------------------

R = TypeVar("R")


@get("/tables/{table:str}")
async def show_table(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The page of a table; before the game, the lobby."""
    return await show(await look_at(page_request, table))


@get("/tables/{table:str}/live")
async def show_live(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """The part of the table that changes; nothing if the page shows it already and asks for nothing besides.

    The lobby shows more than the view, so it is always given whole.
    """
    look, query = await look_at(page_request, table), page_request.request.query_params
    closes = look.page_request.services.regrets.closes(look.id)
    whole = look.table.state.phase in BEFORE or "since" in query or query.get("closes", "") != str(closes or "")
    if not whole and query.get("shown") == str(number_of_view(shown(look.table, *look.viewer))):
        return Response(None, status_code=204)
    return await show(look, live=True)


async def show(look: Look, *, live: bool = False, refusal: Refusal | None = None) -> Response[str]:
    """The table's page, or the part of it that changes; after a refusal, with what the player had typed."""
    if look.table.state.phase in BEFORE:
        await note_lobby(look)
        lobby = await lobby_page(look, refusal)
        return look.page_request.page((render_lobby_live if live else render_lobby)(lobby), refusal=refusal)
    page = await table_page(look, refusal, live=live)
    return look.page_request.page((render_table_live if live else render_table)(page), refusal=refusal)


async def lobby_page(look: Look, refusal: Refusal | None = None) -> LobbyPage:
    """The page of a table before its game begins."""
    return LobbyPage(
        shell=look.shell(),
        table_view=look.table_view(),
        invitations=await invitations(look) if look.host else (),
        table_link=await link_to_table(look) if look.host else "",
        bots=bots_to_choose(look.table.header.game) if look.host else (),
        host=look.host,
        may_claim=look.table.header.listed and look.seat is None,
        characters=await _could_bring(look),
        origins=await _origins(look),
        digests=await _digests(look),
        sheets=await _sheets(look),
        accepted=await characters.accepted(look.page_request.services, look.table),
        unaccepted=await characters.unaccepted(look.page_request.services, look.table),
        asked=await asked_again(look.page_request.services, look.page_request.caller, look.table),
        now=look.page_request.now,
        stays=stays_until(look.page_request.now) if look.host or look.seat is not None else None,
        talk=await heard_at(look),
        channel=channel_of(look),
        entered=look.page_request.entered() if refusal else {},
        refusal=refusal,
    )


def _leads(look: Look) -> bool:
    return look.seat is not None and look.seat == look.table.rules.led_by(look.table.header.seats)


async def _origins(look: Look) -> dict[int, str]:
    """For the host and the player who leads the game: by seat, where the characters come from."""
    known = _leads(look) or look.host
    return await _of_brought(look, look.page_request.services.characters.origins) if known else {}


async def _digests(look: Look) -> dict[int, str]:
    """Digests of the characters that were brought, by seat, for the player who leads the game."""
    return await _of_brought(look, look.page_request.services.characters.digests) if _leads(look) else {}


async def _sheets(look: Look) -> dict[int, Sheet]:
    """The sheets of the characters that were brought, by seat, for the player who leads the game."""
    rules = look.table.rules.characters
    if rules is None or not _leads(look):
        return {}
    found = await _of_brought(look, look.page_request.services.characters.brought)
    return {seat: rules.sheet(one.sheet, one.seasoned) for seat, one in found.items()}


async def _of_brought(look: Look, question: Callable[[str], dict[str, R]]) -> dict[int, R]:
    """What the store says of the characters that were brought, by seat; it knows them by their marks."""
    brought = look.table.state.characters
    found = await look.page_request.services.keeper.read(question, look.id) if brought else {}
    return {seat: found[character.mark] for seat, character in brought.items() if character.mark in found}


async def _could_bring(look: Look) -> tuple[CharacterLine, ...] | None:
    """The reader's characters that fit this seat; None if the seat cannot bring one."""
    rules, header = look.table.rules.characters, look.table.header
    if rules is None or look.seat is None or look.seat not in rules.players(header.seats):
        return None
    kept = await look.page_request.services.keeper.read(
        look.page_request.services.characters.of, look.page_request.caller.owners
    )
    return tuple(
        line_of(character) for character in kept if character.game == header.game and character.state is State.ACTIVE
    )


async def invitations(look: Look) -> tuple[Invitation, ...]:
    """The seats that a person can take, and the unused links to them that this browser has made."""
    services, page_request = look.page_request.services, look.page_request
    active, told = await services.auth.active(look.id), await services.auth.told(look.id, page_request.secret)
    links = {seat: page_request.link(f"{paths.JOIN}/{text}") for seat, text in told.items()}
    return tuple(
        Invitation(seat, links.get(seat, ""), seat in active)
        for seat, player in enumerate(look.table.state.seats)
        if player.kind is not SeatKind.BOT or player.stands_in
    )


async def link_to_table(look: Look) -> str:
    """The link to the table, which gives the next free seat; empty if no seat is free."""
    if look.table.state.phase in OVER or not free_seats(look.table.state.seats):
        return ""
    services = look.page_request.services
    return look.page_request.link(f"{paths.JOIN}/{await table_link.make(services, look.id)}")


async def table_page(look: Look, refusal: Refusal | None = None, *, live: bool = False) -> TablePage:
    """A table from the beginning of its game on; the whole page also says what is new to this browser."""
    page_request, table, seat = look.page_request, look.table, look.seat
    shown, query, heard = look.table_view(), page_request.request.query_params, events_heard(look.table, *look.viewer)
    since = number(query.get("since"))
    since = since if live or since is not None else await last_seen(look, heard)
    round_, frame = watched(look)
    round_ = unwatched(shown, heard, since) if round_ is None else round_
    lost, sent_away = await lost_seat(look)
    asked, open_now = shown.question is not None, table.state.phase is Phase.PLAYING
    stills = NOT_TOLD if round_ is None else await told(page_request.services.stills, table, seat, round_)
    return TablePage(
        shell=look.shell(),
        table_view=shown,
        boxes=boxes(table.game, seat) if asked and table.game and seat is not None else NOTHING,
        beside=beside(table.game, seat) if open_now and table.game and seat is not None else NOTHING,
        heard=heard,
        talk=await heard_at(look, untold_since(look, round_, frame, stills)),
        now=page_request.now,
        may_claim=table.header.listed,
        standby=await page_request.services.auth.standing_by(look.id) if seat is None else 0,
        stands_by=bool(page_request.caller.stands_by(look.id)),
        receipt=receipt_of(table, shown),
        channel=channel_of(look),
        round=round_,
        frame=frame,
        told=stills,
        since=since,
        drawn=live and query.get("drawn") == "yes",
        refusal=refusal,
        entered=page_request.entered() if refusal else {},
        promised={step: query[step] for step in ("promise", "return") if step in query},
        elsewhere=len(await waiting_elsewhere(page_request.services, page_request.caller, look.id)),
        lost=lost,
        sent_away=sent_away,
        guide=lessons.guidance(table, seat),
        may_ask=asked and open_now and lessons.against_bots(table, seat),
        followed=await followed(look) if table.state.phase in OVER else None,
        earned=await earned(look),
        builds=await builds.builds_here(look),
    )


def unwatched(shown: TableView, heard: Sequence[Event], since: int | None) -> int | None:
    """The part of the story that tells the end to a reader who knows this many events; None: there is none."""
    if shown.phase is not Phase.FINISHED:
        return None
    missed = TableDisplay(shown, heard).missed(since)
    return missed.watch if missed else None


def receipt_of(table: Table, shown: TableView) -> str:
    """The digest on the receipt for the reader's secret answer; empty if there is none."""
    asked, seat = shown.question, shown.seat
    if asked is None or seat is None or asked.filed is None:
        return ""
    filed = None if table.game is None else binding.filed_by(table.state, table.game, seat)
    return "" if filed is None else proof.receipt(table.secret, shown.table, seat, asked.filed, filed).digest


# --- acting ---------------------------------------------------------------------------------------


@post("/tables/{table:str}/answer")
async def answer(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Submit an answer, or take an action beside the open decision."""
    look = await look_at(page_request, table)
    try:
        own = await look.acting()
        action = read_answer(page_request.form, *offers_to(look.table, own), shared=joined(look.table.header.game))
        request = number(first(page_request.form, "request"))
        if first(page_request.form, "save") == "yes":
            await correspondence.save(page_request.services, table, own, request, action)
            return await after(look, "saved")
        if first(page_request.form, "save") == "build":
            await builds.keep(look, action)
            return await after(look, "build-kept")
        if first(page_request.form, "save") == "next":
            await correspondence.plan(page_request.services, table, own, request, action)
            return await after(look, "planned")
        await table_actions.answer(page_request.services, table, own, request, action)
        if first(page_request.form, "forget") == "saved" and own in look.table.state.saved:
            await correspondence.save(page_request.services, table, own, None, None)
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    if page_request.form.get("act", ("",))[0] in _tags_beside(look.table, own):
        return await after(look, "done")
    asked = look.table_view().question
    return await after(look, "sealed" if asked is not None and asked.filed is not None else "counted")


def offers_to(table: Table, seat: int) -> tuple[Boxes[Action], Boxes[Action]]:
    """The answers that a seat can give, and the actions that it can take besides."""
    if table.game is None:
        return NOTHING, NOTHING
    return boxes(table.game, seat), beside(table.game, seat)


def _tags_beside(table: Table, seat: int) -> tuple[str, ...]:
    return offers_to(table, seat)[1].tags


@get("/tables/{table:str}/outlook")
async def outlook(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> dict[str, list[str]]:
    """What an answer that is being filled in would lead to, and the promises that it breaks; empty until complete."""
    look = await look_at(page_request, table)
    seen = look.table_view()
    board, view = game_of(look.table.header.game).board, seen.view
    if board is None or look.seat is None or view is None:
        return {"lines": []}
    query = page_request.request.query_params
    form = {name: tuple(query.getall(name)) for name in query}
    rules, offered = look.table.rules, offers_to(look.table, look.seat)
    try:
        action = rules.read_action(read_answer(form, *offered, shared=joined(look.table.header.game)))
    except Refusal:
        return {"lines": []}
    if not any(action in boxes_now for boxes_now in offered):
        return {"lines": []}
    broken = TableDisplay(seen, (), *offered).promises_broken_by(action)
    return {"broken": list(broken), "lines": list(board.outlook(view, action, board.names(view, look.table.names)))}


@post("/tables/{table:str}/builds")
async def kept_builds(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Load opponents that are kept under a name, or delete them."""
    look = await look_at(page_request, table)
    name, gone = first(page_request.form, "build"), first(page_request.form, "do") == "delete"
    try:
        if gone:
            await builds.remove(look, name)
        else:
            await builds.load(look, await look.acting(), name)
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, "build-gone" if gone else "build-loaded")


@post("/tables/{table:str}/take-back")
async def take_back(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Withdraw the reader's answer."""
    look = await look_at(page_request, table)
    try:
        await page_request.services.keeper.withdraw(table, await look.acting())
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, "taken-back")


async def after(look: Look, notice: str) -> Response[str] | Response[None]:
    """The page after an action: a script gets only the part that changed."""
    if look.page_request.by_script:
        return await show(look, live=True)
    return look.page_request.go(look.path(to=channel_of(look)), notice)


@post("/tables/{table:str}/words")
async def add_words(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Words for the game's chance: sealed or opened by the page itself, or given to the server to keep."""
    look = await look_at(page_request, table)
    own, given = look.own, {name: first(page_request.form, name) for name in ("digest", "open", "words")}
    try:
        if given["digest"]:
            await random_words.seal_words(page_request.services, look.id, own, given["digest"])
        elif given["open"]:
            await random_words.open_words(page_request.services, look.id, own, given["open"])
        else:
            await random_words.leave_words(page_request.services, look.id, own, given["words"])
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), "words")


HANDLERS = (show_table, show_live, outlook, answer, kept_builds, take_back, add_words)
