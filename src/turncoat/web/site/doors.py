"""Coming in: links to seats, free seats, names and passphrases."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.kernel.errors import Refusal
from turncoat.server import deeds
from turncoat.server.people import Claim
from turncoat.server.problems import NotFound
from turncoat.table import deadline
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER
from turncoat.web import paths
from turncoat.web.forms import first
from turncoat.web.pages import JoinPage, SignInPage, render_join, render_sign_in
from turncoat.web.site.front import local
from turncoat.web.site.tables import look_at, show
from turncoat.web.site.visit import Visit, number


@get(paths.JOIN + "/{key:str}")
async def show_link(visit: NamedDependency[Visit], key: FromPath[str]) -> Response[str]:
    """What a link is for, with one button. Looking at it takes nothing, so that previews of links do no harm."""
    return await _show(visit, key, await _claim(visit, key))


async def _claim(visit: Visit, key: str) -> Claim:
    claim = await visit.house.door.claim(key[:200])
    if claim is None:
        visit.house.limits.check("key", visit.caller.address)
        raise NotFound("This link is unknown or has been revoked; ask the host for a new one.")
    return claim


async def _show(visit: Visit, key: str, claim: Claim, refusal: Refusal | None = None) -> Response[str]:
    table = await visit.house.keeper.table(claim.table)
    seats = table.sitting.seats
    there = None if claim.seat is None else seats[claim.seat]
    person = visit.caller.person if there and there.kind is not SeatKind.PERSON else None
    page = JoinPage(
        shell=visit.shell(),
        title=table.header.title,
        game=table.header.game,
        seat="" if there is None else there.name,
        seated=tuple(one.name for one in seats if one.kind is not SeatKind.OPEN),
        action=paths.JOIN,
        token=key,
        deadline=deadline.in_words(table.header.deadline),
        entered=visit.entered() if refusal else {"name": person.name if person else there.name if there else ""},
        refusal=refusal,
    )
    return visit.page(render_join(page), refusal=refusal)


@post(paths.JOIN)
async def join(visit: NamedDependency[Visit]) -> Response[str] | Response[None]:
    """Take the seat that a link gives."""
    key = first(visit.form, "token").rstrip("/").rpartition("/")[2]
    claim = await _claim(visit, key)
    table = await visit.house.keeper.table(claim.table)
    try:
        if claim.seat is not None and table.sitting.phase not in OVER:
            await deeds.sit_down(visit.house, claim.table, claim.seat, first(visit.form, "name"))
    except Refusal as refusal:
        return await _show(visit, key, claim, refusal)
    await visit.hold(await visit.session(), key)
    if claim.seat is None:
        return visit.go(paths.table(claim.table, "host"), "hosting")
    others = [seat for seat in visit.caller.seats(claim.table) if seat != claim.seat]
    return visit.go(paths.table(claim.table, seat=claim.seat if others else None), "seated")


@post("/tables/{table:str}/claim")
async def claim_seat(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[None]:
    """Take a free seat of a table that is open to everybody."""
    visit.house.limits.check("create", visit.caller.address)
    wanted = number(first(visit.form, "seat"))
    seat, key = await deeds.claim_free_seat(visit.house, table, first(visit.form, "name"), wanted)
    others = visit.caller.seats(table)
    await visit.hold(await visit.session(), key)
    return visit.go(paths.table(table, seat=seat if others else None), "seated")


@post("/tables/{table:str}/leave")
async def leave_seat(visit: NamedDependency[Visit], table: FromPath[str]) -> Response[str] | Response[None]:
    """Get up from one's own seat for good."""
    look = await look_at(visit, table)
    own = look.own
    try:
        await deeds.leave(visit.house, table, own)
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
