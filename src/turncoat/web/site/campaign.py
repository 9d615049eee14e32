"""A campaign: the party, the sessions and what they earned, notes; the story of a session; a screen for the room."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from turncoat.kernel.errors import Refusal
from turncoat.server.campaigns import (
    LONGEST,
    Member,
    Session,
    keep_made,
    party_of,
    session_of,
    sessions,
    write_notes,
)
from turncoat.server.health import TEXT
from turncoat.server.problems import NotFound, NotPermitted
from turncoat.table.table import OVER
from turncoat.table.table_view import TableView, events_heard, table_view
from turncoat.web import paths
from turncoat.web.contexts import NONE_ENTERED, Entered, LedgerPage, Shell
from turncoat.web.earned import Earned
from turncoat.web.form import first
from turncoat.web.pages import render_screen, render_story
from turncoat.web.render import render
from turncoat.web.retold import Retold, StoryPage, as_text, retold
from turncoat.web.site.builds import names_of_builds
from turncoat.web.site.earned import earned
from turncoat.web.site.ending import followed
from turncoat.web.site.looking import Look, channel_of, look_at
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import show
from turncoat.web.table_display import TableDisplay


class CampaignPage(Struct, frozen=True, kw_only=True):
    """``GET /tables/<id>/campaign``: for players at the table and its host.

    Attributes:
        party: The characters of the last session that had any.
        sessions: The sessions, the last one first.
        notes: The notes of all players.
        secret: The notes of the player who leads the game; None: the reader is another player.
        followed: The names of those who sit at the table of the next session; None: there is no such table.
        earned: What the reader's character has got from this session; None: nothing.
        builds: The names of opponents that the player who leads the game keeps; None: the reader is somebody else.
    """

    shell: Shell
    table_view: TableView
    channel: tuple[int, ...] = ()
    now: int
    party: tuple[Member, ...]
    sessions: tuple[Session, ...]
    notes: str
    secret: str | None
    longest: int = LONGEST
    followed: tuple[str, ...] | None
    earned: Earned | None
    builds: tuple[str, ...] | None = None
    refusal: Refusal | None = None
    entered: Entered = NONE_ENTERED


async def _member(page_request: PageRequest, table: str) -> Look:
    """The table, for a reader who has a seat there or is its host.

    Raises:
        NotPermitted: the reader does not.
        NotFound: no characters play there.
    """
    look = await look_at(page_request, table)
    if look.table.rules.characters is None:
        raise NotFound(f"Nobody brings characters to {look.table.rules.title}.")
    if look.seat is None and not look.host:
        raise NotPermitted("Only those who sit at a table see its campaign.", field="seat")
    return look


def _leads(look: Look) -> bool:
    return look.seat is not None and look.seat == look.table.rules.led_by(look.table.header.seats)


@get("/tables/{table:str}/campaign")
async def campaign(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The campaign page of a table; a table without a campaign is a first session."""
    return await _page(await _member(page_request, table))


async def _page(look: Look, refusal: Refusal | None = None) -> Response[str]:
    services = look.page_request.services
    tables = await sessions(services, look.id)
    notes = await services.keeper.read(services.campaigns.notes, look.id)
    party = next((found for table in reversed(tables) if (found := party_of(table))), ())
    over = look.table.state.phase in OVER
    shown = [session_of(number, table) for number, table in enumerate(tables, 1)]
    page = CampaignPage(
        shell=look.shell(),
        table_view=look.table_view(),
        channel=channel_of(look),
        now=look.page_request.now,
        party=party,
        sessions=tuple(reversed(shown)),
        notes=notes.get("all", ""),
        secret=notes.get("leader", "") if _leads(look) else None,
        followed=await followed(look) if over else None,
        earned=await earned(look),
        builds=await names_of_builds(look) if _leads(look) else None,
        refusal=refusal,
    )
    display = TableDisplay(page.table_view, (), viewer=page.shell.seat, channel=page.channel)
    return look.page_request.page(render("campaign.html", page, display=display), refusal=refusal)


@post("/tables/{table:str}/campaign")
async def write(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Store notes: those of all players, or those of the player who leads the game."""
    look = await _member(page_request, table)
    secret = first(page_request.form, "whose") == "leader"
    try:
        if secret and not _leads(look):
            raise NotPermitted("These notes belong to somebody else.", field="whose")
        words = first(page_request.form, "notes")
        await write_notes(page_request.services, table, "leader" if secret else "all", words)
    except Refusal as refusal:
        return await _page(look, refusal)
    return page_request.go(look.path("campaign"), "written")


@post("/tables/{table:str}/keep")
async def keep(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Store the character that was made at the reader's seat."""
    look = await _member(page_request, table)
    page_request.services.limits.check("keep", page_request.caller.address)
    try:
        owner = (await page_request.session()).owner
        kept = await keep_made(page_request.services, owner, table, look.own, first(page_request.form, "name"))
    except Refusal as refusal:
        return await _page(look, refusal) if look.table.state.phase in OVER else await show(look, refusal=refusal)
    return page_request.go(paths.character(kept), "kept")


def _public(look: Look) -> LedgerPage:
    """The events that all players have seen; the same for every reader."""
    return LedgerPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=table_view(look.table, None),
        heard=events_heard(look.table, None),
        now=look.page_request.now,
    )


@get("/tables/{table:str}/story")
async def story(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The story of a table for reading and printing, or (``file``) as a text; of its whole ``campaign`` to members."""
    query = page_request.request.query_params
    if campaign := "campaign" in query:
        look = await _member(page_request, table)
        stories = await _whole(look)
    else:
        look = await look_at(page_request, table)
        stories = (retold(look.table),)
    if "file" in query:
        headers = {"Content-Disposition": f'attachment; filename="story-{look.id}.txt"'}
        return Response(as_text(stories), media_type=TEXT, headers=headers)
    page = StoryPage(
        shell=look.shell(),
        channel=channel_of(look),
        table_view=table_view(look.table, None),
        now=page_request.now,
        stories=tuple(one for one in stories if one.chapters),
        campaign=campaign,
    )
    return page_request.page(render_story(page))


async def _whole(look: Look) -> tuple[Retold, ...]:
    """The stories of all sessions of a campaign, and what everybody earned."""
    tables = await sessions(look.page_request.services, look.id)
    return tuple(
        retold(table, f"Session {number}", earned_in(session_of(number, table)))
        for number, table in enumerate(tables, 1)
    )


def earned_in(session: Session) -> tuple[str, ...]:
    """What came of a session for each character, in sentences."""
    return tuple(f"{session.party[seat]}: {outcome.said}" for seat, outcome in session.outcomes.items())


@get("/tables/{table:str}/screen")
async def screen(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The table as all players see it, large and without controls, for a screen in the room."""
    return page_request.page(render_screen(_public(await look_at(page_request, table))))


HANDLERS = (campaign, write, keep, story, screen)
