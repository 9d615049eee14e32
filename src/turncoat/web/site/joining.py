"""How people come to a table: by invitations, by free seats, and with name and passphrase."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from msgspec.structs import replace

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server import chair, standby, table_actions, table_link
from turncoat.server.campaigns import bring_along
from turncoat.server.invitations import UNKNOWN, Invitation, invitation_in
from turncoat.server.next_game import id_of_next, play_again
from turncoat.server.people import Claim
from turncoat.server.problems import NotFound
from turncoat.server.shared_seats import host_at
from turncoat.table.deadline import in_words
from turncoat.table.pace import agreed_on_pace
from turncoat.table.record import SeatKind
from turncoat.table.table import OVER, Table
from turncoat.web import paths
from turncoat.web.account_pages import SignInPage, render_sign_in
from turncoat.web.form import first
from turncoat.web.invitation_pages import JoinPage, UsedPage, render_join, render_used
from turncoat.web.site.home import local
from turncoat.web.site.looking import look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import show


@get(paths.JOIN + "/{key:str}")
async def show_link(page_request: NamedDependency[PageRequest], key: FromPath[str]) -> Response[str] | Response[None]:
    """The page that explains an invitation and has one button.

    Opening the link does not take the seat, so that programs that preview links do no harm.
    """
    if (link := await table_link.read(page_request.services, key)) is not None:
        seated = page_request.caller.seats(link.table)
        return page_request.go(paths.table(link.table)) if seated else await _show_free(page_request, key, link.table)
    found = await _invitation(page_request, key)
    if found.used_by and page_request.caller.holds(found.claim):
        return page_request.go(_place(page_request, found.claim))
    if not found.opens(page_request.browser):
        return _used(page_request)
    return await _show(page_request, key, found.claim)


async def _invitation(page_request: PageRequest, text: str) -> Invitation:
    found = await page_request.services.auth.invitation(text[:200])
    if found is None:
        page_request.services.limits.check("key", page_request.caller.address)
        raise NotFound(UNKNOWN)
    return found


def _used(page_request: PageRequest) -> Response[str]:
    """The page for a reader whose invitation another person has already used."""
    return page_request.page(render_used(UsedPage(shell=page_request.shell())), status=410)


def _place(page_request: PageRequest, claim: Claim) -> str:
    """The address of the page for a reader who has this seat."""
    if claim.seat is None:
        return paths.table(claim.table, "host")
    several = set(page_request.caller.seats(claim.table)) - {claim.seat}
    return paths.table(claim.table, seat=claim.seat if several else None)


def _led(table: Table, own: int) -> str:
    """Who leads the game, for a reader who is about to take another seat, and what part that seat has."""
    leads = table.rules.led_by(table.header.seats)
    if leads is None or leads == own:
        return ""
    holder, title = table.state.seats[leads], table.rules.leader
    who = {
        SeatKind.PERSON: f"{holder.name} is {title}",
        SeatKind.BOT: f"A bot is {title}",
        SeatKind.OPEN: f"Nobody is {title} yet",
    }
    return f"{who[holder.kind]}; you play a character."


async def _show(page_request: PageRequest, key: str, claim: Claim, refusal: Refusal | None = None) -> Response[str]:
    table = await page_request.services.keeper.table(claim.table)
    seats = table.state.seats
    there = None if claim.seat is None else seats[claim.seat]
    second = chair.is_second(table, page_request.caller, claim, key)
    person = page_request.caller.person if there and (second or there.kind is not SeatKind.PERSON) else None
    called = "" if second or there is None else there.name
    page = JoinPage(
        shell=page_request.shell(),
        title=table.header.title,
        game=table.header.game,
        seat="" if there is None else there.name,
        leads=table.rules.leader if claim.seat is not None and claim.seat == table.rules.led_by(len(seats)) else "",
        led="" if claim.seat is None else _led(table, claim.seat),
        second=second,
        seated=tuple(seat.name for seat in seats if seat.kind is not SeatKind.OPEN and (second or seat is not there)),
        host=await host_at(page_request.services, table),
        action=paths.JOIN,
        token=key,
        deadline=in_words(table.deadline),
        pace=agreed_on_pace(table.deadline, table.state.pace),
        entered=page_request.entered() if refusal else {"name": person.name if person else called},
        refusal=refusal,
    )
    return page_request.page(render_join(page), refusal=refusal)


async def _show_free(
    page_request: PageRequest, key: str, table_id: str, refusal: Refusal | None = None
) -> Response[str]:
    """The page behind a table's link: the next free seat, or a link for watching."""
    table, person = await page_request.services.keeper.table(table_id), page_request.caller.person
    seats = table.state.seats
    free = [] if table.state.phase in OVER else table_actions.free_seats(seats)
    page = JoinPage(
        shell=page_request.shell(),
        title=table.header.title,
        game=table.header.game,
        seat="",
        leads=table.rules.leader if free == [table.rules.led_by(len(seats))] else "",
        led=_led(table, free[0]) if free else "",
        free=len(free),
        watch=paths.table(table_id),
        seated=tuple(seat.name for seat in seats if seat.kind is not SeatKind.OPEN),
        host=await host_at(page_request.services, table),
        action=paths.JOIN,
        token=key,
        deadline=in_words(table.deadline),
        pace=agreed_on_pace(table.deadline, table.state.pace),
        entered=page_request.entered() if refusal else {"name": person.name if person else ""},
        refusal=refusal,
    )
    return page_request.page(render_join(page), refusal=refusal)


@post(paths.JOIN)
async def join(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Take the seat to which somebody was invited; the invitation is used up, the link of a table is not."""
    text = invitation_in(first(page_request.form, "token"))
    if (link := await table_link.read(page_request.services, text)) is not None:
        return await _take_free_seat(page_request, text, link.table)
    found = await _invitation(page_request, text)
    if not found.opens(page_request.browser):
        return _used(page_request)
    claim = found.claim
    try:
        if not await _use(page_request, text, claim, first(page_request.form, "name")):
            return _used(page_request)
    except Refusal as refusal:
        return await _show(page_request, text, claim, refusal)
    return page_request.go(_place(page_request, claim), "hosting" if claim.seat is None else "seated")


async def _use(page_request: PageRequest, text: str, claim: Claim, name: str = "") -> bool:
    """Use an invitation up and take its seat (name empty: as it is called); False: somebody else has used it.

    Raises:
        Refusal: the seat cannot be taken, or not under this name.
    """
    services = page_request.services
    names = (claim.by, *page_request.caller.names(claim.table, claim.seat))
    table = await services.keeper.table(claim.table)
    over = table.state.phase in OVER
    if claim.seat is not None and chair.is_second(table, page_request.caller, claim, text):
        name = chair.both(table, claim.seat, name)
    if claim.seat is not None and not over:
        await table_actions.may_sit_down(services, claim.table, claim.seat, names, name)
    if not await services.auth.use(text, await page_request.session(), page_request.browser):
        return False
    if claim.seat is not None and not over:
        await table_actions.sit_down(services, claim.table, claim.seat, names, name)
        if stood_by := page_request.caller.stands_by(claim.table):
            await services.auth.seat(claim.table, stood_by, None)
    return True


async def _take_free_seat(page_request: PageRequest, text: str, table_id: str) -> Response[str] | Response[None]:
    """Take the next free seat by the table's link; a person who has a seat already goes to the table."""
    if page_request.caller.seats(table_id):
        return page_request.go(paths.table(table_id))
    page_request.services.limits.check("create", page_request.caller.address)
    caller = replace(page_request.caller, session=await page_request.session())
    name = first(page_request.form, "name")
    try:
        await table_link.claim(page_request.services, caller, table_id, name)
    except Refusal as refusal:
        return await _show_free(page_request, text, table_id, refusal)
    return page_request.go(paths.table(table_id), "seated")


@post("/tables/{table:str}/claim")
async def claim_seat(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[None]:
    """Take a free seat at a table that is open to all."""
    page_request.services.limits.check("create", page_request.caller.address)
    wanted = number(first(page_request.form, "seat"))
    caller = replace(page_request.caller, session=await page_request.session())
    seat, _ = await table_actions.claim_free_seat(
        page_request.services, caller, table, first(page_request.form, "name"), wanted
    )
    others = page_request.caller.seats(table)
    return page_request.go(paths.table(table, seat=seat if others else None), "seated")


@post("/tables/{table:str}/move")
async def move(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Take a free seat instead of your own, such as that of the player who leads the game."""
    look = await look_at(page_request, table)
    wanted = number(first(page_request.form, "to"))
    try:
        if wanted is None:
            raise NotAllowed("Choose a seat.", field="to")
        await table_actions.move(page_request.services, page_request.caller, table, look.own, wanted)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(paths.table(table), "moved")


@post("/tables/{table:str}/standby")
async def stand_by(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Begin or stop waiting for a free seat."""
    look, off = await look_at(page_request, table), first(page_request.form, "off") == "yes"
    try:
        if off:
            await standby.stand_by_no_more(page_request.services, page_request.caller, table)
        else:
            caller = replace(page_request.caller, session=await page_request.session())
            await standby.stand_by(page_request.services, caller, table)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), "not-by" if off else "stands-by")


@post("/tables/{table:str}/again")
async def again(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Play again with the same people: take your seat at the next table, which the first of them makes."""
    look = await look_at(page_request, table)
    following = id_of_next(look.table)
    if look.own in page_request.caller.seats(following):
        return page_request.go(paths.table(following, seat=look.own))
    try:
        made = await play_again(page_request.services, page_request.caller, table, look.own)
        if made.host_key is not None:
            await page_request.hold(await page_request.session(), made.host_key)
        found = await _invitation(page_request, made.invitation)
        await _use(page_request, made.invitation, found.claim)
        await bring_along(page_request.services, page_request.caller.owners, table, following, look.own)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(_place(page_request, found.claim), "seated" if made.host_key is None else "asked")


@post("/tables/{table:str}/sit")
async def come_back(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Take the reader's seat back from the bot that stands in."""
    look = await look_at(page_request, table)
    own = look.own
    try:
        await table_actions.sit_down(page_request.services, table, own, page_request.caller.names(table, own))
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(look.path(), "seated")


@post("/tables/{table:str}/leave")
async def leave_seat(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Give up the reader's seat for good."""
    look = await look_at(page_request, table)
    own = look.own
    await page_request.services.regrets.remember(table, own, look.reader)
    try:
        await table_actions.leave(page_request.services, table, own)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(paths.table(table), "left")


@post("/tables/{table:str}/return")
async def return_to_seat(
    page_request: NamedDependency[PageRequest], table: FromPath[str]
) -> Response[str] | Response[None]:
    """Take back a seat that the reader has just left."""
    look = await look_at(page_request, table)
    try:
        if look.left is None:
            raise NotAllowed("There is no seat here that you have left lately.", field="seat")
        await page_request.services.regrets.let_back_in(table, look.left.seat, look.reader)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    return page_request.go(paths.table(table), "returned-to-seat")


@get(paths.SIGN_IN)
async def sign_in_form(page_request: NamedDependency[PageRequest], next: FromQuery[str] = paths.HOME) -> Response[str]:  # noqa: A002
    """The page with the form for a name and a passphrase."""
    return page_request.page(render_sign_in(SignInPage(shell=page_request.shell(), next=local(next))))


@post(paths.SIGN_IN)
async def sign_in(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Sign in, or make an account."""
    target, new = local(first(page_request.form, "next")), first(page_request.form, "new") == "yes"
    name, passphrase = first(page_request.form, "name"), "".join(page_request.form.get("passphrase", ())[:1])
    try:
        await page_request.sign_in(name, passphrase, new=new)
    except Refusal as refusal:
        page = SignInPage(shell=page_request.shell(), next=target, entered=page_request.entered(), refusal=refusal)
        return page_request.page(render_sign_in(page), refusal=refusal)
    return page_request.go(target, "welcome" if new else "signed-in")


@post(paths.SIGN_OUT)
async def sign_out(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Sign out: this browser loses its seats and account."""
    await page_request.sign_out()
    return page_request.go(paths.HOME, "signed-out")


HANDLERS = (
    show_link,
    join,
    claim_seat,
    move,
    stand_by,
    again,
    come_back,
    leave_seat,
    return_to_seat,
    sign_in_form,
    sign_in,
    sign_out,
)
