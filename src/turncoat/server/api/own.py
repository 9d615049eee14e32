"""News of all tables of the caller, their absences, and the mails that they have sent."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from litestar import get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response, Stream
from msgspec import Struct

from turncoat.server import correspondence
from turncoat.server.api.wire import Body
from turncoat.server.auth import Caller
from turncoat.server.callers import still
from turncoat.server.correspondence import AtOneTable
from turncoat.server.own_stream import News, follow_own, places
from turncoat.server.problems import AnyRequest, NoKey, may_refuse
from turncoat.server.services import Services
from turncoat.server.stream import sse

TAGS = ["People"]

NOTHING = {204: ResponseSpec(None, description="You have no tables: there is nothing to wait for.")}

Watched = Annotated[str, QueryParameter(description="Ids of the tables that you look at, with commas between.")]


@get(
    "/me/stream",
    tags=TAGS,
    media_type="text/event-stream",
    responses=NOTHING | may_refuse(401),
    streams={"message": News},
)
async def stream_own(
    request: AnyRequest,
    services: NamedDependency[Services],
    caller: NamedDependency[Caller],
    tables: Watched = "",
) -> Stream | Response[None]:
    """A stream of news of all your tables: it names the table; ask there for the content.

    A message is ``{"table", "seat", "kind", "number"}``. Kinds are ``events`` and ``said`` (the number of your last
    event or message), ``asked`` (the number of the request that waits for you, or 0) and ``changed`` (names your view);
    to a browser also ``read``, which goes up when you have read on in any window. ``beside`` goes up when the page of
    the table shows something new that no view has, such as a character that the GM has accepted. The stream begins with
    all others for each table. ``tables`` names further tables, separated by commas; others at these tables see that you
    are connected. The stream of a bot account waits for the first table, and ends when the account takes another seat:
    then connect again.
    """
    named = [name for name in tables.split(",") if name]
    where = await places(services, caller, named)
    if not where and not caller.bot:
        return Response(None, status_code=204)
    held = frozenset(caller.claims)
    holds = still(request, lambda now: frozenset(now.claims) == held)
    return sse(services, caller, follow_own(services, caller, where, holds, named))


class DaysAway(Body, frozen=True):
    """The first and the last day on which you are away, such as ``2026-12-20``; each table reads them in its own zone.

    Attributes:
        first: The first day.
        last: The last day.
    """

    first: date
    last: date


@post("/me/away", tags=TAGS, status_code=200, responses=may_refuse(401, 403))
async def go_away_everywhere(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[DaysAway]
) -> list[AtOneTable]:
    """Announce at all your tables that you will be away; the answer says for each table whether it allows that."""
    return await correspondence.announce_everywhere(services, caller, data.first, data.last)


@post("/me/back", tags=TAGS, status_code=200, responses=may_refuse(401, 403))
async def come_back_everywhere(
    services: NamedDependency[Services], caller: NamedDependency[Caller]
) -> list[AtOneTable]:
    """Announce at all your tables that you are back."""
    return await correspondence.come_back_everywhere(services, caller)


class OrderInMail(Struct, frozen=True):
    """The result of one order in a mail.

    Attributes:
        good: Whether it was carried out.
        text: A sentence about it.
        order: The order as you wrote it.
    """

    good: bool
    text: str
    order: str


class UnreadLine(Struct, frozen=True):
    """A line of a mail that begins like an order but could not be read.

    Attributes:
        line: The line.
        why: The fault, in a sentence.
    """

    line: str
    why: str


class OwnMail(Struct, frozen=True, kw_only=True):
    """A mail that you have written to the server.

    Attributes:
        at: When it arrived, in milliseconds since 1970.
        subject: What it was about.
        table: The id of its table; empty: none.
        seat: Your seat there; -1: none.
        state: ``new``: not carried out yet; ``done``; ``refused``: none of its orders could be carried out;
            ``dropped``: it was not read.
        why: Why nothing in it was done; empty: something was, or ``said`` says it.
        said: The result of each order.
        unread: Lines that could not be read.
    """

    at: int
    subject: str
    table: str
    seat: int
    state: Literal["new", "done", "refused", "dropped"]
    why: str
    said: tuple[OrderInMail, ...]
    unread: tuple[UnreadLine, ...]


@get("/me/mails", tags=TAGS, responses=may_refuse(401))
async def own_mails(services: NamedDependency[Services], caller: NamedDependency[Caller]) -> list[OwnMail]:
    """The mails of the last 30 days that you have written to the server, the newest first; at most 100."""
    if caller.person is None:
        raise NoKey("Only somebody who is signed in has mails here: sign in first.")
    if services.intake is None:
        return []
    return [
        OwnMail(
            at=mail.came,
            subject=mail.subject,
            table=mail.table,
            seat=mail.seat,
            state=mail.state,
            why=mail.why,
            said=tuple(OrderInMail(one.good, one.text, one.order) for one in mail.said),
            unread=() if mail.plan is None else tuple(UnreadLine(one.line, one.why) for one in mail.plan.faults),
        )
        for mail in await services.keeper.read(services.intake.kept.of, caller.person.id)
    ]


HANDLERS = (stream_own, go_away_everywhere, come_back_everywhere, own_mails)
