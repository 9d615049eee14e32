"""Coming in: invitations to seats, free seats, names and passphrases."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.kernel.errors import Refusal
from turncoat.server import table_actions
from turncoat.server.invitations import UNKNOWN, Invitation, invitation_in
from turncoat.server.people import Claim
from turncoat.server.problems import NotFound
from turncoat.table import deadline
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER
from turncoat.web import paths
from turncoat.web.forms import first
from turncoat.web.pages import JoinPage, SignInPage, UsedPage, render_join, render_sign_in, render_used
from turncoat.web.site.front import local
from turncoat.web.site.tables import look_at, show
from turncoat.web.site.visit import Visit, number


@get(paths.JOIN + "/{key:str}")
async def show_link(visit: NamedDependency[Visit], key: FromPath[str]) -> Response[str] | Response[None]:
    """What an invitation is for, with one button. Looking at it takes nothing, so that previews of links do no harm."""
    found = await _invitation(visit, key)
    if found.used_by and visit.caller.holds(found.claim):
        return visit.go(_place(visit, found.claim))
    if not found.opens(visit.browser):
        return _used(visit)
    return await _show(visit, key, found.claim)


async def _invitation(visit: Visit, text: str) -> Invitation:
    found = await visit.services.auth.invitation(text[:200])
    if found is None:
        visit.services.limits.check("key", visit.caller.address)
        raise NotFound(UNKNOWN)
    return found


def _used(visit: Visit) -> Response[str]:
    """Somebody else has used the invitation: what to do now."""
    return visit.page(render_used(UsedPage(shell=visit.shell())), status=410)


def _place(visit: Visit, claim: Claim) -> str:
    """Where somebody goes who holds this."""
    if claim.seat is None:
        return paths.table(claim.table, "host")
    several = set(visit.caller.seats(claim.table)) - {claim.seat}
    return paths.table(claim.table, seat=claim.seat if several else None)


async def _show(visit: Visit, key: str, claim: Claim, refusal: Refusal | None = None) -> Response[str]:
    table = await visit.services.keeper.table(claim.table)
    seats = table.sitting.seats
    there = None if claim.seat is None else seats[claim.seat]
    person = visit.caller.person if there and there.kind is not SeatKind.PERSON else None
    page = JoinPage(
        shell=visit.shell(),
        title=table.header.title,
        game=table.header.game,
        seat="" if there is None else there.name,
        seated=tuple(one.name for one in seats if one.kind is not SeatKind.OPEN and one is not there),
        action=paths.JOIN,
        token=key,
        deadline=deadline.in_words(table.header.deadline),
        entered=visit.entered() if refusal else {"name": person.name if person else there.name if there else ""},
        refusal=refusal,
    )
    return visit.page(render_join(page), refusal=refusal)


@post(paths.JOIN)
async def join(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Take the seat to which somebody was invited; the invitation is used up."""
    text = invitation_in(first(visit.form, "token"))
    found = await _invitation(visit, text)
    if not found.opens(visit.browser):
        return _used(visit)
    claim, name = found.claim, first(visit.form, "name")
    names = (claim.by, *visit.caller.names(claim.table, claim.seat))
    over = (await visit.services.keeper.table(claim.table)).sitting.phase in OVER
    try:
        if claim.seat is not None and not over:
            await table_actions.may_sit_down(visit.services, claim.table, claim.seat, names, name)
        if not await visit.services.auth.use(text, await visit.session(), visit.browser):
            return _used(visit)
        if claim.seat is not None and not over:
            await table_actions.sit_down(visit.services, claim.table, claim.seat, names, name)
    except Refusal as refusal:
        return await _show(visit, text, claim, refusal)
    return visit.go(_place(visit, claim), "hosting" if claim.seat is None else "seated")


@post("/tables/{table:str}/claim")
async def claim_seat(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[None]:
    """Take a free seat of a table that is open to everybody."""
    visit.services.limits.check("create", visit.caller.address)
    wanted = number(first(visit.form, "seat"))
    seat, key = await table_actions.claim_free_seat(visit.services, table, first(visit.form, "name"), wanted)
    others = visit.caller.seats(table)
    await visit.hold(await visit.session(), key)
    return visit.go(paths.table(table, seat=seat if others else None), "seated")


@post("/tables/{table:str}/leave")
async def leave_seat(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str] | Response[None]:
    """Get up from one's own seat for good."""
    look = await look_at(visit, table)
    own = look.own
    try:
        await table_actions.leave(visit.services, table, own)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return visit.go(paths.table(table), "left")


@get(paths.SIGN_IN)
async def sign_in_form(visit: NamedDependency[Visit], next: FromQuery[str] = paths.HOME) -> Response[str]:  # noqa: A002
    """The form for a name and a passphrase."""
    return visit.page(render_sign_in(SignInPage(shell=visit.shell(), next=local(next))))


@post(paths.SIGN_IN)
async def sign_in(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Sign in, or make the account."""
    target, new = local(first(visit.form, "next")), first(visit.form, "new") == "yes"
    name, passphrase = first(visit.form, "name"), "".join(visit.form.get("passphrase", ())[:1])
    try:
        await visit.sign_in(name, passphrase, new=new)
    except Refusal as refusal:
        page = SignInPage(shell=visit.shell(), next=target, entered=visit.entered(), refusal=refusal)
        return visit.page(render_sign_in(page), refusal=refusal)
    return visit.go(target, "welcome" if new else "signed-in")


@post(paths.SIGN_OUT)
async def sign_out(visit: NamedDependency[Visit]) -> Response[None]:
    """Sign out: this browser holds nothing any more."""
    await visit.sign_out()
    return visit.go(paths.HOME, "signed-out")


HANDLERS = (show_link, join, claim_seat, leave_seat, sign_in_form, sign_in, sign_out)
