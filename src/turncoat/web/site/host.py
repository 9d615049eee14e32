"""Handles the host's page and all actions of a host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from turncoat.bots import bots_to_choose, strongest, usual_bot
from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.server import characters, host_actions, table_link
from turncoat.server.notices.hooks import owner_of_table
from turncoat.server.problems import NotFound
from turncoat.table.deadline import AtTimes
from turncoat.table.milliseconds import DAY
from turncoat.table.table import BEFORE, OVER
from turncoat.table.table_view import events_heard
from turncoat.web import paths
from turncoat.web.form import first
from turncoat.web.hooks_shown import HooksShown
from turncoat.web.pace_form import fields_of, read_deadline, read_pace
from turncoat.web.pages import HostPage, render_host
from turncoat.web.site.looking import Look, look_at
from turncoat.web.site.notices import keep_hook, try_hook
from turncoat.web.site.page_request import PageRequest
from turncoat.web.site.tables import invitations, link_to_table, show


@get("/tables/{table:str}/host")
async def panel(page_request: NamedDependency[PageRequest], table: FromPath[str]) -> Response[str]:
    """Show the host's page; other readers get a refusal."""
    look = await look_at(page_request, table)
    page_request.caller.need_host(look.table)
    return await _panel(look)


async def _panel(
    look: Look, refusal: Refusal | None = None, second: str = "", tried: str = "", answer: str = ""
) -> Response[str]:
    services, entered = look.page_request.services, look.page_request.entered() if refusal else {}
    hooks = await services.keeper.read(services.hooks.store.of, owner_of_table(look.id))
    page = HostPage(
        shell=look.shell(),
        table_view=look.table_view(),
        heard=events_heard(look.table, *look.viewer),
        invitations=await invitations(look),
        table_link=await link_to_table(look),
        bots=bots_to_choose(look.table.header.game),
        now=look.page_request.now,
        gone=services.regrets.of(look.id),
        closes=services.regrets.closes(look.id),
        pace=fields_of(look.table.deadline, look.table.state.pace),
        second=second,
        hooks=HooksShown(hooks=hooks, at=look.path("host/hook"), tried=tried, answer=answer, entered=entered),
        refusal=refusal,
    )
    return look.page_request.page(render_host(page), refusal=refusal)


@post("/tables/{table:str}/host/{action:str}")
async def act(
    page_request: NamedDependency[PageRequest], table: FromPath[str], action: FromPath[str]
) -> Response[str] | Response[None]:
    """Carry out one of the host's actions."""
    look = await look_at(page_request, table)
    page_request.caller.need_host(look.table)
    if action == "second":
        invitation = await host_actions.new_link(look.page_request.services, look.id, None)
        return await _panel(look, second=look.page_request.link(f"{paths.JOIN}/{invitation}"))
    if action == "hook-test":
        hook, answer = await try_hook(look.page_request, owner_of_table(look.id))
        return await _panel(look, tried=hook.id, answer=answer)
    if action not in _ACTIONS:
        raise NotFound(f"A host cannot {action}; the actions of a host are {', '.join(paths.HOST_ACTIONS)}.")
    do, notice = _ACTIONS[action]
    try:
        await do(look)
    except Refusal as refusal:
        before = look.table.state.phase in BEFORE and action != "hook"
        return await (show(look, refusal=refusal) if before else _panel(look, refusal))
    phase = look.table.state.phase
    panel_only = action.startswith("hook") or action in ("close", "keep", "revoke", "undo")
    back = "" if action == "start" or (phase in BEFORE and not panel_only) else "host"
    return page_request.go(look.path(back), notice)


def _number(look: Look, field: str) -> float:
    text = first(look.page_request.form, field).replace(",", ".")
    try:
        return float(text)
    except ValueError:
        raise Unreadable(f"{field.capitalize()} must be a number, not {text[:20]!r}.", field=field) from None


def _whole(look: Look, field: str) -> int:
    text = first(look.page_request.form, field)
    if not text.isdecimal() or len(text) > 3:
        raise Unreadable(f"{field.capitalize()} must be a whole number, not {text[:20]!r}.", field=field)
    return int(text)


def _seat(look: Look) -> int:
    text = first(look.page_request.form, "seat")
    if not text.isdecimal() or len(text) > 3:
        raise Unreadable("Choose a seat.", field="seat")
    return int(text)


async def _start(look: Look) -> None:
    """Begin; where the player who leads the game has not accepted all characters, the form must say that it knows."""
    left = await characters.unaccepted(look.page_request.services, look.table)
    if left and first(look.page_request.form, "unaccepted") != "yes":
        sentence = f"The {look.table.rules.leader} has not accepted {' and '.join(left)} yet."
        raise NotAllowed(f"{sentence} Wait, or tick that you begin all the same.", field="unaccepted")
    await host_actions.start(look.page_request.services, look.id, strongest(look.table.header.game))


async def _pause(look: Look) -> None:
    days = _whole(look, "days") if first(look.page_request.form, "days") else 0
    until = look.page_request.now + days * DAY if days else None
    await host_actions.pause(look.page_request.services, look.id, until)


async def _pace(look: Look) -> None:
    form = look.page_request.form
    await host_actions.change_pace(look.page_request.services, look.id, read_deadline(form), read_pace(form))


async def _resume(look: Look) -> None:
    await host_actions.resume(look.page_request.services, look.id)


async def _extend(look: Look) -> None:
    if isinstance(look.table.deadline, AtTimes):
        await host_actions.extend(look.page_request.services, look.id, times=_whole(look, "times"))
    else:
        await host_actions.extend(look.page_request.services, look.id, _number(look, "minutes"))


async def _bot(look: Look) -> None:
    seat, header = _seat(look), look.table.header
    bot = first(look.page_request.form, "bot") or usual_bot(header.game, seat, header.seats)
    await host_actions.seat_bot(look.page_request.services, look.id, seat, bot)


async def _person(look: Look) -> None:
    await host_actions.seat_person(look.page_request.services, look.id, _seat(look))


async def _link(look: Look) -> None:
    await host_actions.new_link(look.page_request.services, look.id, _seat(look), look.page_request.secret)


async def _table_link(look: Look) -> None:
    await table_link.withdraw(look.page_request.services, look.id)


async def _revoke(look: Look) -> None:
    await look.page_request.services.regrets.remember(look.id, _seat(look))
    await host_actions.revoke_links(look.page_request.services, look.id, _seat(look))


async def _undo(look: Look) -> None:
    await look.page_request.services.regrets.let_back_in(look.id, _seat(look))


async def _close(look: Look) -> None:
    if look.table.state.phase in OVER:
        await host_actions.close(look.page_request.services, look.id)
    look.page_request.services.regrets.close_soon(look.id)


async def _keep(look: Look) -> None:
    look.page_request.services.regrets.keep_open(look.id)


async def _hook(look: Look) -> None:
    await keep_hook(look.page_request, owner_of_table(look.id))


async def _no_hook(look: Look) -> None:
    services, hook = look.page_request.services, first(look.page_request.form, "hook")
    await services.keeper.write(services.hooks.store.remove, owner_of_table(look.id), hook)


_ACTIONS: dict[str, tuple[Callable[[Look], Awaitable[None]], str]] = {
    "start": (_start, ""),
    "pause": (_pause, "paused"),
    "pace": (_pace, "pace"),
    "resume": (_resume, "resumed"),
    "extend": (_extend, "extended"),
    "bot": (_bot, "bot"),
    "person": (_person, "person"),
    "link": (_link, "link"),
    "table-link": (_table_link, "table-link"),
    "revoke": (_revoke, "revoked"),
    "undo": (_undo, "undone"),
    "close": (_close, "closing"),
    "keep": (_keep, "kept-open"),
    "hook": (_hook, "hook"),
    "hook-remove": (_no_hook, "no-hook"),
}

HANDLERS = (panel, act)
