"""A person's own page: what they kept and broke of their promises, who else sees that, and the end of the account."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.kernel.errors import Refusal
from turncoat.server.mail.addresses import OwnAddress
from turncoat.server.mail.kept_mails import FROM_A_PROGRAM, KeptMail
from turncoat.server.people import Session
from turncoat.server.problems import NotFound
from turncoat.server.read_marks import EVERYWHERE, SHOWS_WORD, is_on
from turncoat.server.shared_seats import shared_seats
from turncoat.web import paths
from turncoat.web.account_pages import PersonPage, render_person
from turncoat.web.form import first
from turncoat.web.mails_page import MailLine, MailsPage, render_mails
from turncoat.web.site.page_request import PageRequest


@get(paths.ME)
async def own_page(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """The reader's own page; the reader must be signed in."""
    session = page_request.caller.session
    if session is None or session.person is None:
        return page_request.go(paths.sign_in(paths.ME))
    return await _page(page_request, session)


@get(paths.MAILS)
async def own_mails(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """The page that lists the reader's mails; the reader must be signed in."""
    session, intake = page_request.caller.session, page_request.services.intake
    if session is None or session.person is None:
        return page_request.go(paths.sign_in(paths.MAILS))
    if intake is None:
        return page_request.page(render_mails(MailsPage(shell=page_request.shell(), taken=False)))
    keeper = page_request.services.keeper
    mails = await keeper.read(intake.kept.of, session.person.id)
    tables = {
        table.header.table: table.header.title or table.rules.title
        for table in await keeper.glance(list(dict.fromkeys(mail.table for mail in mails if mail.table)))
    }
    by_people = [mail for mail in mails if not mail.why.startswith(FROM_A_PROGRAM)]
    page = MailsPage(
        shell=page_request.shell(),
        mails=tuple(_line(mail, tables.get(mail.table, "")) for mail in by_people),
        automatic=len(mails) - len(by_people),
    )
    return page_request.page(render_mails(page))


def _line(mail: KeptMail, table: str) -> MailLine:
    return MailLine(
        at=mail.came,
        subject=mail.subject,
        table=table,
        link=paths.table(mail.table) if table else "",
        state=mail.state,
        why="" if mail.said else mail.why,
        said=tuple(line.text for line in mail.said if line.text),
        unread=() if mail.plan is None else tuple((fault.line, fault.why) for fault in mail.plan.faults),
    )


@get(paths.PEOPLE + "/{name:str}")
async def somebody(page_request: NamedDependency[PageRequest], name: FromPath[str]) -> Response[str]:
    """The page of a person who shows it to others; for anybody else it is refused as if nobody had this name."""
    services = page_request.services
    found = await services.keeper.read(services.auth.people.known_as, name)
    if found is None or not await _shows(page_request, found):
        raise NotFound("There is no public page of a player with this name.")
    return await _page(page_request, found)


@post(paths.ME + "/show")
async def show_or_hide(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Show the reader's page to other people, or hide it."""
    session = page_request.caller.session
    if session is not None and session.person is not None:
        await page_request.services.read_marks.turn(session.person.id, EVERYWHERE, SHOWS_WORD)
    return page_request.go(paths.ME)


@post(paths.ME + "/passphrase")
async def change_passphrase(page_request: NamedDependency[PageRequest]) -> Response[str] | Response[None]:
    """Give the account another passphrase; the reader must have signed in a short time ago."""
    session, services = page_request.caller.session, page_request.services
    if session is None or session.person is None:
        return page_request.go(paths.sign_in(paths.ME))
    try:
        services.proofs.need(session)
        await services.auth.change_passphrase(session, first(page_request.form, "passphrase"))
    except Refusal as refusal:
        return await _page(page_request, session, refusal)
    return page_request.go(paths.ME, "passphrase")


@post(paths.ME + "/delete")
async def delete(page_request: NamedDependency[PageRequest]) -> Response[None]:
    """Delete the account; this browser keeps its seats."""
    session = page_request.caller.session
    if session is None or session.person is None:
        return page_request.go(paths.HOME)
    services = page_request.services
    await services.read_marks.stop()
    for kept in (services.characters, services.builds):
        await services.keeper.write(kept.adopt, session.person.id, session.digest)
    await services.auth.delete(session)
    services.read_marks.forget(session.person.id)
    return page_request.go(paths.HOME, "account-deleted")


async def own_addresses(page_request: PageRequest, refusal: Refusal) -> Response[str]:
    """The reader's own page, with the reason why a mail address cannot be added or removed."""
    assert page_request.caller.session is not None
    return await _page(page_request, page_request.caller.session, refusal)


async def _shows(page_request: PageRequest, found: Session) -> bool:
    return is_on(await page_request.services.read_marks.of(found.owner, EVERYWHERE), SHOWS_WORD)


async def _page(page_request: PageRequest, found: Session, refusal: Refusal | None = None) -> Response[str]:
    assert found.person is not None
    services, own = page_request.services, page_request.caller.person == found.person
    addresses: tuple[OwnAddress, ...] = ()
    if own and services.mail is not None:
        addresses = await services.keeper.read(services.mail.addresses.of, found.person.id)
    page = PersonPage(
        shell=page_request.shell(),
        name=found.person.name,
        word=await services.kept_words.of(found.claims),
        shown=await _shows(page_request, found),
        own=own,
        addresses=addresses,
        takes_mail=own and services.intake is not None,
        proved=own and services.proofs.fresh(found),
        shared=await _shared(page_request, found.person.id) if own else (),
        entered=page_request.entered(),
        refusal=refusal,
    )
    return page_request.page(render_person(page), refusal=refusal)


async def _shared(page_request: PageRequest, person: str) -> tuple[tuple[str, str], ...]:
    """The reader's seats that another account has too: each with its table in words, and the table's address."""
    keeper = page_request.services.keeper
    found = await keeper.read(shared_seats, page_request.services.store, person)
    tables = await keeper.glance(list(found))
    return tuple(
        (
            f"{table.state.seats[found[table.header.table]].name} at {table.header.title or table.rules.title}",
            paths.table(table.header.table),
        )
        for table in tables
    )


HANDLERS = (own_page, own_mails, somebody, show_or_hide, change_passphrase, delete)
