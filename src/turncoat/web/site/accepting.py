"""The leading player sees the characters that are brought, and accepts them or sends them back with a message."""

from __future__ import annotations

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.kernel.errors import NotAllowed, NotYours, Refusal
from turncoat.kernel.promise import Say
from turncoat.server import characters, table_actions
from turncoat.server.character_store import ANOTHER
from turncoat.server.problems import NotPermitted
from turncoat.table.table import BEFORE
from turncoat.web.form import first
from turncoat.web.site.looking import Look, look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import show

LONGEST = 300
"""The most characters of the word with which a character is sent back."""


def _leader(look: Look) -> int:
    leads = look.table.rules.led_by(look.table.header.seats)
    if leads is None or look.seat != leads:
        raise NotPermitted(
            "Only the player who leads the game decides on the characters that are brought.", field="seat"
        )
    return leads


def _brought(look: Look, wanted: str) -> tuple[int, str]:
    """The seat in the form and the mark of what it brings now.

    Raises:
        NotYours: there is no such character.
        NotAllowed: the game has begun.
    """
    seat = number(wanted)
    character = look.table.state.characters.get(-1 if seat is None else seat)
    if seat is None or character is None:
        raise NotYours("This seat brings no character.", field="from")
    if look.table.state.phase not in BEFORE:
        raise NotAllowed("The game has begun.", field="phase")
    return seat, character.mark


@post("/tables/{table:str}/accept")
async def accept(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Accept characters as the page has shown them, one or several; a changed one must be accepted again."""
    look = await look_at(page_request, table)
    _leader(look)
    form, keeper = page_request.form, page_request.services.keeper
    try:
        brought = [_brought(look, wanted)[1] for wanted in form.get("from", ("",))[: look.table.header.seats]]
        for mark, shown in zip(brought, form.get("sheet", ("",)), strict=False):
            await keeper.write(page_request.services.characters.accept, mark, shown)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    finally:
        keeper.live_tables.changed_beside(table)
    return page_request.go(look.path(), "accepted")


@post("/tables/{table:str}/send-back")
async def send_back(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Take the character that the page has shown out again, and say why; where talk is public everybody reads it."""
    look = await look_at(page_request, table)
    leads, talk, services = _leader(look), look.table.header.talk, page_request.services
    try:
        seat, mark = _brought(look, first(page_request.form, "from"))
        word = " ".join(first(page_request.form, "word").split())
        if talk != "none" and not 0 < len(word) <= LONGEST:
            raise NotAllowed(f"Say why, in 1 to {LONGEST} characters.", field="word")
        digests = await services.keeper.read(services.characters.digests, table)
        if digests.get(mark, "") != first(page_request.form, "sheet"):
            raise NotAllowed(ANOTHER, field="from")
        await characters.take_back(services, table, seat, mark)
        if talk != "none":
            said = Say(text=word, to=(seat,) if talk == "full" else ())
            await table_actions.say(services, table, leads, look.names, said)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), f"sent-back-{talk}")


HANDLERS = (accept, send_back)
