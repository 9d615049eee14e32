"""Handles sign-in by mail, a person's mail addresses, invitations by mail, and stopping mails.

No address here changes anything when it is only looked at: programs that look for dangerous mail open every link.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.games import ruleset
from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.server import host_actions
from turncoat.server.mail.channel import NAME
from turncoat.server.mail.links import GONE, Entered, Purpose
from turncoat.server.mail.sending import MailSender
from turncoat.server.problems import NotFound, NotPermitted
from turncoat.server.sessions import FROM_ANYWHERE, secret_of
from turncoat.web import paths
from turncoat.web.account_pages import (
    MailLinkPage,
    MailSentPage,
    MailStopPage,
    SignInPage,
    render_mail_link,
    render_mail_sent,
    render_mail_stop,
    render_sign_in,
)
from turncoat.web.form import first
from turncoat.web.site.home import local
from turncoat.web.site.looking import look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.person import own_addresses
from turncoat.web.site.tables import show

OFF = "This server sends no mail."
"""The refusal if the server sends no mail."""


def mail_of(page_request: PageRequest) -> MailSender:
    """The part of the server that sends mail.

    Raises:
        NotFound: the server sends no mail.
    """
    if page_request.services.mail is None:
        raise NotFound(OFF)
    return page_request.services.mail


def prove(page_request: PageRequest) -> None:
    """Refuse a reader who has not signed in a short time ago; see ``Proofs.need``."""
    if page_request.caller.session is not None:
        page_request.services.proofs.need(page_request.caller.session)


@post(paths.SIGN_IN_BY_MAIL)
async def ask_to_sign_in(page_request: NamedDependency[PageRequest]) -> Response[str]:
    """Send a sign-in link to an address; the page does not reveal whether an account has this address."""
    sender, form = mail_of(page_request), page_request.form
    written, target, name = first(form, "address"), local(first(form, "next")), first(form, "name")
    try:
        await sender.ask(Purpose.SIGN_IN, written, page_request.browser, None, page_request.caller.address)
    except Refusal as refusal:
        page = SignInPage(shell=page_request.shell(), next=target, entered=page_request.entered(), refusal=refusal)
        return page_request.page(render_sign_in(page), refusal=refusal)
    return _sent(page_request, written, name, target, signs_in=True)


def _sent(
    page_request: PageRequest, written: str, name: str, target: str, refusal: Refusal | None = None, *, signs_in: bool
) -> Response[str]:
    page = MailSentPage(
        shell=page_request.shell(),
        signs_in=signs_in,
        address=written.strip()[:254],
        name=name[:40],
        next=target,
        refusal=refusal,
    )
    return page_request.page(render_mail_sent(page), refusal=refusal)


@get(paths.MAIL_LINK + "/{secret:str}")
async def show_link(page_request: NamedDependency[PageRequest], secret: FromPath[str]) -> Response[str]:
    """The page that a link in a mail opens; opening it does not use up the link."""
    return await _link(page_request, secret)


async def _link(page_request: PageRequest, secret: str, refusal: Refusal | None = None) -> Response[str]:
    offer = await mail_of(page_request).look(secret[:100], page_request.browser)
    shell = page_request.shell()
    if offer is None:
        gone = refusal or NotAllowed(GONE)
        return page_request.page(render_mail_link(MailLinkPage(shell=shell, refusal=gone)), refusal=gone)
    page = MailLinkPage(
        shell=shell,
        secret=secret,
        signs_in=offer.purpose is Purpose.SIGN_IN,
        address=offer.address,
        account=offer.account,
        here=offer.here,
        entered=page_request.entered(),
        refusal=refusal,
    )
    return page_request.page(render_mail_link(page), refusal=refusal)


@post(paths.MAIL_LINK)
async def use_link(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Use a link: by its button where it was asked for, elsewhere with the code; or the code alone where it was."""
    form, caller = page_request.form, page_request.caller
    secret, code, target = first(form, "secret")[:100], first(form, "code")[:40], first(form, "next")
    page_request.services.limits.check("code", caller.address)
    token = secret_of(page_request.request, page_request.services) if caller.session else ""
    try:
        done = await mail_of(page_request).use(secret, code, page_request.browser, token, first(form, "name"))
        if not isinstance(done, Entered):
            raise NotAllowed(done, field="code")
    except Refusal as refusal:
        if secret:
            return await _link(page_request, secret, refusal)
        signs_in = first(form, "signs_in") == "yes"
        written, name = first(form, "address"), first(form, "name")
        return _sent(page_request, written, name, local(target), refusal, signs_in=signs_in)
    page_request.services.limits.give_back("code", caller.address)
    page_request.services.auth.forget()
    if not done.token:
        return page_request.go(paths.ME, "address")
    await page_request.enter(done)
    return page_request.go(local(target) if target else paths.MINE, "welcome" if done.new else "signed-in")


# --- one's own addresses ----------------------------------------------------------------------------


@post(paths.ADDRESSES)
async def add_address(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Send a confirmation link to a new address of the reader."""
    person, sender, written = page_request.caller.person, mail_of(page_request), first(page_request.form, "address")
    if person is None:
        return page_request.go(paths.sign_in(paths.ME))
    try:
        network = page_request.caller.address
        prove(page_request)
        await sender.ask(Purpose.VERIFY, written, page_request.browser, person, network)
    except Refusal as refusal:
        return await own_addresses(page_request, refusal)
    return _sent(page_request, written, "", paths.ME, signs_in=False)


@post(paths.ADDRESSES + "/remove")
async def remove_address(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Remove an address, so that it gets no more mails."""
    person, sender = page_request.caller.person, mail_of(page_request)
    if person is None:
        return page_request.go(paths.sign_in(paths.ME))
    written = first(page_request.form, "address")
    try:
        prove(page_request)
        await sender.remove(person.id, written)
    except Refusal as refusal:
        return await own_addresses(page_request, refusal)
    return page_request.go(paths.ME, "no-address")


# --- invitations ------------------------------------------------------------------------------------


@post("/tables/{table:str}/invite")
async def invite(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Send the link to a seat by mail; only a host with a confirmed address can, and each mail is counted."""
    look, sender = await look_at(page_request, table), mail_of(page_request)
    page_request.caller.need_host(look.table)
    person, seat = page_request.caller.person, number(first(page_request.form, "seat"))
    own = () if person is None else await page_request.services.keeper.read(sender.addresses.of, person.id)
    if person is None or not any(address.works for address in own):
        raise NotPermitted("To send invitations by mail, add an address of your own to your account first.")
    if seat is None:
        raise Unreadable("Choose a seat.", field="seat")
    try:
        to = sender.may_invite(first(page_request.form, "address"), person.id, page_request.caller.address)
        invitation = await host_actions.new_link(page_request.services, look.id, seat)
    except Refusal as refusal:
        return await show(look, refusal=refusal)
    header = look.table.header
    link = f"{sender.site}{paths.JOIN}/{invitation}"
    sender.invite(to, person.name, ruleset(header.game).title, header.title, link)
    return page_request.go(look.path(), "invited")


# --- mails that are stopped -------------------------------------------------------------------------


@get(paths.MAIL_STOP + "/{token:str}")
async def show_stop(page_request: NamedDependency[PageRequest], token: FromPath[str]) -> Response[str]:
    """The page behind a stop link; opening it does not stop any mails."""
    _, tables = _stops(page_request, token)
    return await _stop_page(page_request, token, tables, stopped=False)


@post(paths.MAIL_STOP + "/{token:str}", status_code=200, opt={FROM_ANYWHERE: True})
async def stop_mails(page_request: NamedDependency[PageRequest], token: FromPath[str]) -> Response[str]:
    """Stop the mails about the tables of a link: the button “unsubscribe” of a mail program sends this (RFC 8058)."""
    owner, tables = _stops(page_request, token)
    services = page_request.services
    for table in tables:
        await services.keeper.write(services.choices.refuse, owner, table, NAME)
    return await _stop_page(page_request, token, tables, stopped=True)


def _stops(page_request: PageRequest, token: str) -> tuple[str, list[str]]:
    """Whose mails a link stops, and about which tables; an empty name stands for all tables.

    Raises:
        NotFound: this server has not made it.
        TooMany: somebody at this network address has tried too many links.
    """
    found = mail_of(page_request).tokens.read(token[:200], "stop")
    if found is None:
        page_request.services.limits.check("key", page_request.caller.address)
        raise NotFound("This link stops no mails of this server.")
    owner, *tables = found.subject.split("-")
    return owner, tables


async def _stop_page(page_request: PageRequest, token: str, tables: list[str], *, stopped: bool) -> Response[str]:
    titles = [await _title(page_request, table) if table else "any table" for table in tables]
    page = MailStopPage(shell=page_request.shell(), token=token, title=", ".join(titles), stopped=stopped)
    return page_request.page(render_mail_stop(page))


async def _title(page_request: PageRequest, table_id: str) -> str:
    try:
        table = await page_request.services.keeper.table(table_id)
    except Refusal:
        return "a table that is there no more"
    return table.header.title or f"a table of {table.rules.title}"


HANDLERS = (ask_to_sign_in, show_link, use_link, add_address, remove_address, invite, show_stop, stop_mails)
