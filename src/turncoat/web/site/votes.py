"""Handles the page of a table's votes."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.kernel.errors import Refusal, Unreadable
from turncoat.server import correspondence, votes
from turncoat.table.deadline import MOST_LATER, AtTimes
from turncoat.table.proposals import KINDS, ChangePace, Extension, Pause, Proposal
from turncoat.web.form import Form, day, first
from turncoat.web.pace_form import fields_of, read_deadline, read_pace
from turncoat.web.pages import VotesPage, render_votes
from turncoat.web.site.looking import Look, channel_of, look_at, number
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import after, show


@get("/tables/{table:str}/votes")
async def show_votes(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """The page with the open votes and the possible proposals."""
    return _page(await look_at(page_request, table))


def _page(look: Look, refusal: Refusal | None = None) -> Response[str]:
    page = VotesPage(
        shell=look.shell(),
        table_view=look.table_view(),
        now=look.page_request.now,
        pace=fields_of(look.table.deadline, look.table.state.pace),
        channel=channel_of(look),
        entered=look.page_request.entered() if refusal else {},
        refusal=refusal,
    )
    return look.page_request.page(render_votes(page), refusal=refusal)


@post("/tables/{table:str}/votes")
async def propose(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Make a proposal, on which players then vote."""
    look = await look_at(page_request, table)
    try:
        proposal = read_proposal(page_request.form, at_times=isinstance(look.table.deadline, AtTimes))
        await votes.propose(page_request.services, table, await look.acting(), proposal)
    except Refusal as refusal:
        return _page(look, refusal)
    return page_request.go(look.path("votes", to=channel_of(look)), "proposed")


@post("/tables/{table:str}/vote")
async def vote(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Vote on a proposal, on the page of votes or at the table."""
    look = await look_at(page_request, table)
    form = page_request.form
    try:
        which = number(first(form, "number"))
        if which is None or first(form, "yes") not in ("yes", "no"):
            raise Unreadable("Vote yes or no.", field="yes", choices=("yes", "no"))
        await votes.vote(page_request.services, table, await look.acting(), which, yes=first(form, "yes") == "yes")
    except Refusal as refusal:
        return _page(look, refusal)
    return await after(look, "voted")


@post("/tables/{table:str}/saved")
async def saved(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Submit or delete a saved answer, or turn a submitted answer into a saved one."""
    look, do = await look_at(page_request, table), first(page_request.form, "do")
    services = page_request.services
    try:
        own = await look.acting()
        if do == "ready":
            await correspondence.ready(services, table, own)
        elif do == "not-ready":
            await correspondence.not_ready(services, table, own)
        elif do == "no-plan":
            await correspondence.plan(services, table, own, None, None)
        else:
            await correspondence.save(services, table, own, None, None)
    except Refusal as refusal:
        return await show(look, live=page_request.by_script, refusal=refusal)
    return await after(look, {"ready": "sealed", "not-ready": "saved"}.get(do, "taken-back"))


@post("/tables/{table:str}/away")
async def go_away(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """Announce an absence with its first and last day."""
    look = await look_at(page_request, table)
    try:
        first_day, last_day = (day(page_request.form, field) for field in ("first", "last"))
        start, end = correspondence.days(look.table, first_day, last_day)
        await correspondence.announce(page_request.services, table, look.own, start, end)
    except Refusal as refusal:
        return _page(look, refusal)
    return page_request.go(look.path("votes", to=channel_of(look)), "away")


@post("/tables/{table:str}/back")
async def come_back(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str] | Response[None]:
    """End an absence, or take back its announcement."""
    look = await look_at(page_request, table)
    try:
        await correspondence.come_back(page_request.services, table, await look.acting())
    except Refusal as refusal:
        return _page(look, refusal)
    return page_request.go(look.path("votes", to=channel_of(look)), "back")


def read_proposal(form: Form, *, at_times: bool) -> Proposal:
    """The proposal in a form: ``kind``, and what that kind needs (``amount``, ``seat``, or the fields of a pace).

    Raises:
        Refusal: naming the field that is wrong.
    """
    kind = first(form, "kind")
    if kind not in KINDS:
        raise Unreadable("Choose what you propose.", field="kind", choices=tuple(KINDS))
    if KINDS[kind] is ChangePace:
        return ChangePace(read_deadline(form), read_pace(form))
    amount = number(first(form, "amount") or "0") or 0
    if KINDS[kind] is Extension:
        if not 1 <= amount <= (MOST_LATER if at_times else 44_640):
            raise Unreadable("Say how much more time you propose.", field="amount")
        return Extension(times=amount) if at_times else Extension(minutes=float(amount))
    if KINDS[kind] is Pause:
        if not 1 <= amount <= 60:
            raise Unreadable("A pause lasts 1 to 60 days.", field="amount")
        return Pause(amount)
    about = number(first(form, "seat"))
    fields = {} if about is None else {"seat": about}
    try:
        return msgspec.convert({"type": kind} | fields, KINDS[kind])
    except msgspec.ValidationError:
        raise Unreadable("Choose a seat.", field="seat") from None


HANDLERS = (show_votes, propose, vote, saved, go_away, come_back)
