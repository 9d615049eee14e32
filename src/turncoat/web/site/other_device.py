"""Continue on another device: a link and a code for one use, and the page at the other end."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.games import ruleset
from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.invitations import CODE_LIFE
from turncoat.server.people import Claim
from turncoat.server.problems import NotPermitted
from turncoat.table.table import BEFORE
from turncoat.web import paths
from turncoat.web.form import first
from turncoat.web.pages import ContinuePage, HandOverPage, render_continue, render_hand_over
from turncoat.web.site.looking import look_at
from turncoat.web.site.page_request import PageRequest

NO_CODE = "This code is unknown, used, or older than ten minutes. Make a new one on the other device."


@post("/tables/{table:str}/continue")
async def hand_over(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """Make a code for all that this browser holds at a table; earlier codes are worthless from now on."""
    look = await look_at(page_request, table)
    session, seats = page_request.caller.session, page_request.caller.seats(table)
    if session is None or not (seats or look.host):
        raise NotPermitted("You hold no seat at this table that another device could take over.")
    page_request.services.limits.check("hand_over", page_request.caller.name)
    code = await page_request.services.auth.code(table, session)
    link = page_request.link(f"{paths.CONTINUE}/{code}")
    page = HandOverPage(
        shell=look.shell(),
        table=table,
        title=look.table.header.title or f"a table of {look.table.rules.title}",
        names=tuple(look.table.state.seats[seat].name for seat in seats),
        link=link,
        code=code,
        until=page_request.now + CODE_LIFE,
        waits=look.table.state.phase in BEFORE,
    )
    return page_request.page(render_hand_over(page))


@get("/tables/{table:str}/continue")
async def back(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[None]:
    """A code is shown once; when a reader comes back to its address, the page shows the button for another code."""
    return page_request.go(paths.table(table))


@get(paths.CONTINUE)
async def type_code(page_request: NamedDependency[PageRequest]) -> Response[str]:
    """The page on which a reader types a code."""
    return page_request.page(render_continue(ContinuePage(shell=page_request.shell())))


@get(paths.CONTINUE + "/{code:str}")
async def show_code(page_request: NamedDependency[PageRequest], code: FromPath[str]) -> Response[str]:
    """The page that a hand-over link opens, with one button. Opening the link does not use it up."""
    try:
        claims = await _given(page_request, code)
    except Refusal as refusal:
        return _again(page_request, "", refusal)
    table = await page_request.services.keeper.table(claims[0].table)
    names = tuple(table.state.seats[seat].name for seat in _seats(claims))
    title = table.header.title or f"a table of {ruleset(table.header.game).title}"
    return page_request.page(
        render_continue(ContinuePage(shell=page_request.shell(), code=code, title=title, names=names))
    )


@post(paths.CONTINUE)
async def go_on(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Take over the seats that another device has at a table; this uses up the code."""
    code = first(page_request.form, "code")
    try:
        await _given(page_request, code)
        claims = await page_request.services.auth.use_code(code, await page_request.session())
        if not claims:
            raise NotAllowed(NO_CODE, field="code")
    except Refusal as refusal:
        return _again(page_request, code, refusal)
    seats = _seats(claims)
    several = {*page_request.caller.seats(claims[0].table), *seats}
    part, seat = ("", seats[0] if len(several) > 1 else None) if seats else ("host", None)
    return page_request.go(paths.table(claims[0].table, part, seat=seat), "continued")


async def _given(page_request: PageRequest, code: str) -> tuple[Claim, ...]:
    """The seats that a code gives.

    Raises:
        TooMany: somebody at this network address has tried too many codes.
        NotAllowed: it gives nothing.
    """
    page_request.services.limits.check("code", page_request.caller.address)
    claims = await page_request.services.auth.look_at_code(code[:40])
    if not claims:
        raise NotAllowed(NO_CODE, field="code")
    page_request.services.limits.give_back("code", page_request.caller.address)
    return claims


def _again(page_request: PageRequest, code: str, refusal: Refusal) -> Response[str]:
    page = ContinuePage(shell=page_request.shell(), code=code[:40], refusal=refusal)
    return page_request.page(render_continue(page), refusal=refusal)


def _seats(claims: tuple[Claim, ...]) -> list[int]:
    return sorted({claim.seated for claim in claims if claim.seated is not None})


HANDLERS = (hand_over, back, type_code, show_code, go_on)
