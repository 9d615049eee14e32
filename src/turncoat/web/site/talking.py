"""Talk at a table: what is said, the list of threads, how far they have been read, who is not heard or not seen."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.kernel.promise import Point
from turncoat.server import table_actions
from turncoat.server.read_marks import EVERYWHERE, UNSEEN, mute_key, opens_key
from turncoat.table.stills import NOT_TOLD
from turncoat.table.table import Phase
from turncoat.table.table_view import events_heard, talk_grammar_at
from turncoat.web.form import first
from turncoat.web.forms import read_say
from turncoat.web.history import told
from turncoat.web.pages import ThreadsPage, render_threads
from turncoat.web.pointing import seen_by_all
from turncoat.web.site.looking import Look, channel_of, look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.reading import heard_at, note_form
from turncoat.web.site.tables import after, offers_to, show
from turncoat.web.site.watching import untold_since, watched


@post("/tables/{table:str}/talk")
async def talk(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Send a message, promise or request from a form."""
    look = await look_at(page_request, table)
    try:
        own = await look.acting()
        talk_grammar = talk_grammar_at(look.table, own)
        for boxes_now in offers_to(look.table, own):
            talk_grammar.learn(boxes_now)
        said = replace(read_say(page_request.form, talk_grammar, own), point=_pointed(look))
        await table_actions.say(page_request.services, table, own, page_request.caller.names(table, own), said)
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, "said")


def _pointed(look: Look) -> Point | UnsetType:
    """The thing on the board that the form points at.

    Raises:
        NotAllowed: not everybody's board has it.
    """
    at = first(look.page_request.form, "point")
    if not at:
        return UNSET
    points = seen_by_all(look.table)
    if at not in points:
        raise NotAllowed(
            "Not everybody who reads this message can see that on the board now; point at something else.",
            field="point",
        )
    return Point(at, points[at])


@get("/tables/{table:str}/threads")
async def threads(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The list of conversations and the new messages in each, as a part of a page."""
    return await _threads(await look_at(page_request, table))


@post("/tables/{table:str}/read")
async def read(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Store what the reader has seen, as a script of the page reports; returns the list of conversations."""
    look = await look_at(page_request, table)
    await note_form(look)
    return await _threads(look) if page_request.by_script else page_request.go(look.path(to=channel_of(look)))


@post("/tables/{table:str}/mute")
async def mute(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Mute a player, or stop muting: only the reader's pages change, and other players do not learn of it."""
    look = await look_at(page_request, table)
    whom = number(first(page_request.form, "whom"))
    if look.reader and whom is not None and whom < look.table.header.seats and whom != look.seat:
        switch = mute_key(whom, look.table.state.seats[whom].holder)
        await page_request.services.read_marks.turn(look.reader, (look.id, look.seat), switch)
    return await after(look, "")


@post("/tables/{table:str}/open")
async def opens(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Once the game is over: let everybody count the whispered promises by and to the reader, or stop that."""
    look = await look_at(page_request, table)
    seat, holder = look.viewer
    if look.reader and seat is not None and holder > 0 and look.table.state.phase is Phase.FINISHED:
        marks, place, switch = page_request.services.read_marks, (look.id, seat), opens_key(seat, holder)
        if (seat, holder) in await marks.opened(look.id):
            await marks.turn_off(place, switch)
        else:
            await marks.turn(look.reader, place, switch)
    return await after(look, "")


@post("/tables/{table:str}/hide")
async def hide(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Hide from the others at all tables whether the reader is connected, or stop hiding it."""
    look = await look_at(page_request, table)
    if look.reader:
        await page_request.services.read_marks.turn(look.reader, EVERYWHERE, UNSEEN)
    return await after(look, "")


async def _threads(look: Look) -> Response[str]:
    part, frame = watched(look)
    stills = NOT_TOLD if part is None else await told(look.page_request.services.stills, look.table, look.seat, part)
    page = ThreadsPage(
        shell=look.shell(),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.viewer),
        talk=await heard_at(look, untold_since(look, part, frame, stills)),
        channel=channel_of(look),
    )
    return look.page_request.page(render_threads(page))


HANDLERS = (talk, threads, read, mute, opens, hide)
