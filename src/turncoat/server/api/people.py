"""Sessions and accounts: who asks, signing in and out, exchanging invitations."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Response
from msgspec import Meta, Struct

from turncoat.server import standby, table_actions, table_link
from turncoat.server.api.wire import (
    Body,
    GivenInvitation,
    Held,
    KeyForSeat,
    KeyToStandBy,
    Me,
    Named,
    OwnKey,
    SeatName,
    SignIn,
    TableId,
)
from turncoat.server.auth import Caller
from turncoat.server.invitations import UNKNOWN, USED, invitation_in
from turncoat.server.names import check_name
from turncoat.server.problems import AnyRequest, NoKey, NotPermitted, may_refuse
from turncoat.server.services import Services
from turncoat.server.sessions import FORM, cookie, forget_browser, new_token, read_cookie, sign_in_as

TAGS = ["People"]


class NewBot(Body, frozen=True):
    """An account for a bot.

    Attributes:
        name: The name of the bot.
    """

    name: Annotated[str, Meta(max_length=80)]


class BotAccount(Struct, frozen=True):
    """An account that was made for a bot.

    Attributes:
        name: The name of the bot.
        key: The key of all seats that the bot takes with it; it is shown only once, and expires if it is not used for
            180 days.
    """

    name: str
    key: str


@get("/session", tags=TAGS, responses=may_refuse(401))
async def who_am_i(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller]
) -> Response[Me]:
    """Who is asking, with their seats and tables."""
    secure = services.config.secure
    token = read_cookie(request, FORM, always_secure=secure) or new_token()
    held = tuple(dict.fromkeys(Held(claim.table, claim.seat) for claim in caller.claims))
    me = Me(caller.person.name if caller.person else "", held, token)
    return Response(me, cookies=[cookie(request, FORM, token, always_secure=secure)])


@post("/session", tags=TAGS, status_code=200, responses=may_refuse(401, 403, 422, 503))
async def sign_in(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[SignIn]
) -> Response[Named]:
    """Sign in with a name and a passphrase, or make the account. A cookie identifies you from then on."""
    person, cookies = await sign_in_as(request, services, caller, data.name, data.passphrase, new=data.new)
    return Response(Named(person.name), cookies=cookies)


@delete("/session", tags=TAGS, status_code=200, responses=may_refuse(401, 403))
async def sign_out(
    request: AnyRequest, services: NamedDependency[Services], caller: NamedDependency[Caller]
) -> Response[Named]:
    """Sign out: this browser loses its seats and tables; the account keeps them."""
    return Response(Named(""), cookies=await forget_browser(request, services, caller))


@post("/bots", tags=TAGS, responses=may_refuse(401, 403, 422))
async def make_bot(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[NewBot]
) -> BotAccount:
    """Make an account for a bot.

    Its key takes seats (``claim``, ``keys``), holds all of them, and gets news of all of them.

    Send it as ``Authorization: Bearer KEY``; nobody can sign in to the account, and it has no cookie.
    """
    services.limits.check("register", caller.address)
    key = await services.auth.add_bot(data.name)
    return BotAccount(check_name(data.name), key)


@delete("/bots", tags=TAGS, status_code=204, responses=may_refuse(401, 403))
async def delete_bot(services: NamedDependency[Services], caller: NamedDependency[Caller]) -> None:
    """Delete the bot account of this key. Its seats stay as they are; keys of single seats still work."""
    if not caller.bot or caller.session is None:
        raise NotPermitted("Send the key of the bot account that is to be deleted.")
    await services.auth.delete_bot(caller.session)


@post("/keys", tags=TAGS, responses=may_refuse(401, 403, 404, 409, 422, 500))
async def exchange(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[GivenInvitation]
) -> OwnKey:
    """Exchange an invitation for a key of your own: the invitation then no longer works. Then call ``sit``.

    The link of a table gives a key to the next free seat, once to each browser or key, and keeps working.
    """
    text = invitation_in(data.invitation)
    if (link := await table_link.read(services, text)) is not None:
        services.limits.check("create", caller.address)
        seat, own = await table_link.claim(services, caller, link.table, "")
        return OwnKey(link.table, seat, own)
    found = await services.auth.invitation(text)
    key = await services.auth.exchange(text) if found is not None else None
    if found is None or key is None:
        services.limits.check("key", caller.address)
        raise NoKey(UNKNOWN if found is None else USED, field="invitation")
    if caller.session is not None:
        await services.auth.hold(caller.session, key)
    return OwnKey(found.claim.table, found.claim.seat, key)


@post("/tables/{table:str}/claim", tags=TAGS, responses=may_refuse(401, 403, 404, 409, 422, 500))
async def claim_seat(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId, data: JSONBody[SeatName]
) -> KeyForSeat:
    """Take the first seat of a listed table that is free or offered; the answer is its key.

    During the game a seat is kept for players on the standby list, until ``first_until``. A player on the list takes
    the seat with the key that they have; the answer then has no key.
    """
    services.limits.check("create", caller.address)
    seat, key = await table_actions.claim_free_seat(services, caller, table, data.name, program=data.program)
    return KeyForSeat(seat, key)


@post("/tables/{table:str}/standby", tags=TAGS, responses=may_refuse(401, 403, 404, 422))
async def stand_by(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId
) -> KeyToStandBy:
    """Join the standby list of an open table: you can take a seat that becomes free before others can (``claim``)."""
    return KeyToStandBy(await standby.stand_by(services, caller, table))


@delete("/tables/{table:str}/standby", tags=TAGS, status_code=204, responses=may_refuse(401, 403, 404, 422))
async def stand_by_no_more(
    services: NamedDependency[Services], caller: NamedDependency[Caller], table: TableId
) -> None:
    """Leave the standby list."""
    await standby.stand_by_no_more(services, caller, table)


HANDLERS = (
    *(who_am_i, sign_in, sign_out, make_bot, delete_bot, exchange),
    *(claim_seat, stand_by, stand_by_no_more),
)
