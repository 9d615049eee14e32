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
from turncoat.web.forms import first
from turncoat.web.pages import ContinuePage, HandOverPage, render_continue, render_hand_over
from turncoat.web.site.tables import look_at
from turncoat.web.site.visit import Visit, here_only

NO_CODE = "This code is unknown, used, or older than ten minutes. Make a new one on the other device."


@post("/tables/{table:str}/continue")
async def hand_over(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str]:
    """Make a code for all that this browser holds at a table; earlier ones are worthless from now on."""
    look = await look_at(visit, table)
    session, seats = visit.caller.session, visit.caller.seats(table)
    if session is None or not (seats or look.host):
        raise NotPermitted("You hold no seat at this table that another device could take over.")
    visit.services.limits.check("hand_over", visit.caller.name)
    code = await visit.services.auth.code(table, session)
    link = visit.link(f"{paths.CONTINUE}/{code}")
    page = HandOverPage(
        shell=look.shell(),
        table=table,
        title=look.table.header.title or f"a table of {look.table.rules.title}",
        names=tuple(look.table.sitting.seats[seat].name for seat in seats),
        link=link,
        code=code,
        until=visit.now + CODE_LIFE,
        here_only=here_only(link),
        waits=look.table.sitting.phase in BEFORE,
    )
    return visit.page(render_hand_over(page))


@get("/tables/{table:str}/continue")
async def back(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[None]:
    """A code is shown once; whoever comes back to its address finds the button for another one at the table."""
    return visit.go(paths.table(table))


@get(paths.CONTINUE)
async def type_code(visit: NamedDependency[Visit]) -> Response[str]:
    """Where a code is typed."""
    return visit.page(render_continue(ContinuePage(shell=visit.shell())))


@get(paths.CONTINUE + "/{code:str}")
async def show_code(visit: NamedDependency[Visit], code: FromPath[str]) -> Response[str]:
    """What the link leads to, with one button. Looking at it takes nothing."""
    try:
        claims = await _given(visit, code)
    except Refusal as refusal:
        return _again(visit, "", refusal)
    table = await visit.services.keeper.table(claims[0].table)
    names = tuple(table.sitting.seats[seat].name for seat in _seats(claims))
    title = table.header.title or f"a table of {ruleset(table.header.game).title}"
    return visit.page(render_continue(ContinuePage(shell=visit.shell(), code=code, title=title, names=names)))


@post(paths.CONTINUE)
async def go_on(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Take over here what another device holds at a table; the code is used up."""
    code = first(visit.form, "code")
    try:
        await _given(visit, code)
        claims = await visit.services.auth.use_code(code, await visit.session())
        if not claims:
            raise NotAllowed(NO_CODE, field="code")
    except Refusal as refusal:
        return _again(visit, code, refusal)
    seats = _seats(claims)
    several = {*visit.caller.seats(claims[0].table), *seats}
    part, seat = ("", seats[0] if len(several) > 1 else None) if seats else ("host", None)
    return visit.go(paths.table(claims[0].table, part, seat=seat), "continued")


async def _given(visit: Visit, code: str) -> tuple[Claim, ...]:
    """What a code gives.

    Raises:
        TooMany: too many were tried from this address.
        NotAllowed: it gives nothing.
    """
    visit.services.limits.check("code", visit.caller.address)
    claims = await visit.services.auth.look_at_code(code[:40])
    if not claims:
        raise NotAllowed(NO_CODE, field="code")
    visit.services.limits.give_back("code", visit.caller.address)
    return claims


def _again(visit: Visit, code: str, refusal: Refusal) -> Response[str]:
    page = ContinuePage(shell=visit.shell(), code=code[:40], refusal=refusal)
    return visit.page(render_continue(page), refusal=refusal)


def _seats(claims: tuple[Claim, ...]) -> list[int]:
    return sorted({one.seat for one in claims if one.seat is not None})


HANDLERS = (hand_over, back, type_code, show_code, go_on)
