"""How a reader gets notices: in browsers, by webhooks and in a calendar."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from turncoat.kernel.errors import Refusal
from turncoat.server.auth import Caller
from turncoat.server.callers import address_of
from turncoat.server.notices import feed
from turncoat.server.notices.choices import USUAL
from turncoat.server.notices.hooks import Hook, one_of
from turncoat.server.people import Session
from turncoat.server.problems import AnyRequest, NotFound
from turncoat.server.services import Services
from turncoat.web import paths
from turncoat.web.form import first
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.notices_page import NoticesPage, render_notices
from turncoat.web.site.page_request import PageRequest
from turncoat.web.wishes_form import WishesShown, read_times, read_wanted

ENDING = ".ics"


@get(paths.NOTICES)
async def notices(
    page_request: NamedDependency[PageRequest], table: FromQuery[str] = ""
) -> Response[str] | Response[None]:
    """How the reader is told, at all tables or at one, for somebody who is signed in or holds something."""
    session = page_request.caller.session
    if session is None:
        return page_request.go(paths.sign_in(paths.NOTICES))
    return await _page(page_request, session, table=table)


async def _wishes(page_request: PageRequest, owner: str, table_id: str) -> WishesShown:
    services = page_request.services
    held = table_id if page_request.caller.seats(table_id) else ""
    table = await services.keeper.table(held) if held else None
    found = await services.keeper.read(services.choices.of, [owner])
    return WishesShown(
        table=held,
        title="" if table is None else table.header.title or table.rules.title,
        wishes=found.get(owner, USUAL),
        channels=tuple(services.channels.by_name),
        off=tuple(services.channels.off.values()),
    )


@post(paths.NOTICES + "/choose")
async def choose(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Keep what the reader wants to be told, at a table that they play at or at all."""
    session, services, form = page_request.caller.session, page_request.services, page_request.form
    if session is None:
        return page_request.go(paths.sign_in(paths.NOTICES))
    asked = first(form, "table")
    table = asked if page_request.caller.seats(asked) else ""
    usual = first(form, "usual") == "yes"
    wanted = {} if usual else read_wanted(form, services.channels.by_name)
    await services.keeper.write(services.choices.choose, session.owner, table, wanted)
    return page_request.go(f"{paths.NOTICES}?table={table}" if table else paths.NOTICES, "chosen")


@post(paths.NOTICES + "/times")
async def set_times(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Store the reader's quiet hours, and the time for one mail with the notices of the day."""
    session, services = page_request.caller.session, page_request.services
    if session is None:
        return page_request.go(paths.sign_in(paths.NOTICES))
    try:
        times = read_times(page_request.form)
    except Refusal as refusal:
        return await _page(page_request, session, refusal)
    await services.keeper.write(services.choices.set_times, session.owner, times)
    return page_request.go(paths.NOTICES, "chosen")


async def _page(
    page_request: PageRequest,
    session: Session,
    refusal: Refusal | None = None,
    tried: str = "",
    answer: str = "",
    table: str = "",
) -> Response[str]:
    services = page_request.services
    entered = page_request.entered() if refusal else {}
    hooks = await services.keeper.read(services.hooks.store.of, session.owner)
    page = NoticesPage(
        shell=page_request.shell(),
        wishes=await _wishes(page_request, session.owner, table),
        key=await services.push.public_key(),
        browsers=await services.keeper.read(services.push.store.of, session),
        hooks=HooksShown(hooks=hooks, at=paths.HOOKS, tried=tried, answer=answer, entered=entered),
        calendar=page_request.link(await _calendar(services, session.owner)),
        entered=entered,
        refusal=refusal,
    )
    return page_request.page(render_notices(page), refusal=refusal)


async def _calendar(services: Services, owner: str) -> str:
    generation = await services.keeper.read(services.tokens.generation, feed.PURPOSE, owner)
    return f"{paths.CALENDAR}/{services.tokens.make(feed.PURPOSE, owner, generation)}{ENDING}"


@post(paths.NOTICES + "/push-remove")
async def remove_browser(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Stop sending notices to one of the reader's browsers."""
    session, services = page_request.caller.session, page_request.services
    if session is not None:
        browser = first(page_request.form, "browser")
        await services.keeper.write(services.push.store.remove, session.owner, browser)
    return page_request.go(paths.NOTICES, "not-told")


@post(paths.HOOKS)
async def add_hook(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Send the reader's notices to a webhook address."""
    session = page_request.caller.session
    if session is None:
        return page_request.go(paths.sign_in(paths.NOTICES))
    try:
        await keep_hook(page_request, session.owner)
    except Refusal as refusal:
        return await _page(page_request, session, refusal)
    return page_request.go(paths.NOTICES, "hook")


async def keep_hook(page_request: PageRequest, owner: str) -> None:
    """Store the webhook from a form.

    Raises:
        Refusal: it cannot be one, there are too many, or too many were tried.
    """
    services, form = page_request.services, page_request.form
    services.limits.check("reach", page_request.caller.name, page_request.caller.address)
    hook = services.hooks.made(owner, first(form, "shape"), first(form, "url").strip())
    await services.keeper.write(services.hooks.store.add, hook, page_request.now)


@post(paths.HOOKS + "-test")
async def test_hook(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Send a test message to a webhook and show the answer."""
    session = page_request.caller.session
    if session is None:
        return page_request.go(paths.sign_in(paths.NOTICES))
    hook, answer = await try_hook(page_request, session.owner)
    return await _page(page_request, session, tried=hook.id, answer=answer)


async def try_hook(page_request: PageRequest, owner: str) -> tuple[Hook, str]:
    """Send a test message to one of an owner's webhooks; returns its id and the answer.

    Raises:
        Refusal: there is no such webhook, or too many were tested.
    """
    services = page_request.services
    services.limits.check("reach", page_request.caller.name, page_request.caller.address)
    hook = one_of(await services.keeper.read(services.hooks.store.of, owner), first(page_request.form, "hook"))
    return hook, await services.hooks.test(hook)


@post(paths.HOOKS + "-remove")
async def remove_hook(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Remove a webhook address."""
    session, services = page_request.caller.session, page_request.services
    if session is not None:
        await services.keeper.write(services.hooks.store.remove, session.owner, first(page_request.form, "hook"))
    return page_request.go(paths.NOTICES, "no-hook")


@post(paths.CALENDAR)
async def renew_calendar(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Give the reader's calendar a new address; the old one stops working."""
    session, services = page_request.caller.session, page_request.services
    if session is not None:
        services.limits.check("reach", page_request.caller.name, page_request.caller.address)
        await services.keeper.write(services.tokens.renew, feed.PURPOSE, session.owner)
    return page_request.go(paths.NOTICES, "calendar")


@get(paths.CALENDAR + "/{name:str}")
async def calendar(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[bytes]:
    """The calendar at this secret address.

    Raises:
        NotFound: the address is none, or an old one.
        TooMany: it was requested too often.
    """
    services.limits.check("calendar", address_of(request))
    token = services.tokens.read(name.removesuffix(ENDING), feed.PURPOSE)
    if token is None or not await feed.is_good(services, token):
        raise NotFound("There is no calendar at this address any more; your page of notices has the new one.")
    body = await feed.calendar_of(services, token.subject, PageRequest(request, services, Caller(), {}).link(""))
    headers = {"ETag": feed.etag_of(body), "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=304, headers=headers, media_type="text/calendar")
    return Response(body, headers=headers, media_type="text/calendar; charset=utf-8")


HANDLERS = (notices, choose, set_times, remove_browser, add_hook, test_hook, remove_hook, renew_calendar, calendar)
