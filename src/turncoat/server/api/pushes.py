"""Browsers that get notices."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from turncoat.server.api.wire import Body
from turncoat.server.auth import Caller
from turncoat.server.people import Session
from turncoat.server.problems import NoKey, may_refuse
from turncoat.server.services import Services

TAGS = ["People"]

PushId = Annotated[str, PathParameter(description="The id of the subscription.")]


class Pushes(Struct, frozen=True):
    """What a browser needs to subscribe.

    Attributes:
        key: The server's public key, as ``pushManager.subscribe`` wants it (``applicationServerKey``).
    """

    key: str


class NewPush(Body, frozen=True):
    """A subscription as a browser gives it (the Push API).

    Attributes:
        endpoint: The address at its push service.
        p256dh: The browser's public key, in base64url.
        auth: The secret that it shares with the server, in base64url.
    """

    endpoint: str
    p256dh: str
    auth: str


class Push(Struct, frozen=True):
    """A browser that gets notices.

    Attributes:
        id: The id of the subscription.
    """

    id: str


def _need_session(caller: Caller) -> Session:
    if caller.session is None:
        raise NoKey("Only a browser that has a session can be sent notices: open a page of this server first.")
    return caller.session


@get("/me/pushes", tags=TAGS, responses=may_refuse(401))
async def push_key(services: NamedDependency[Services]) -> Pushes:
    """The key with which a browser subscribes to notices."""
    return Pushes(await services.push.public_key())


@post("/me/pushes", tags=TAGS, responses=may_refuse(401, 403, 422))
async def add_push(
    services: NamedDependency[Services], caller: NamedDependency[Caller], data: JSONBody[NewPush]
) -> Push:
    """Send notices to this browser until it signs out; 20 browsers of a person at most."""
    session = _need_session(caller)
    services.limits.check("reach", session.digest, caller.address)
    subscription = services.push.check(data.endpoint, data.p256dh, data.auth)
    return Push(await services.keeper.write(services.push.store.add, session, subscription, services.keeper.now()))


@delete("/me/pushes/{push:str}", tags=TAGS, status_code=204, responses=may_refuse(401, 403))
async def remove_push(services: NamedDependency[Services], caller: NamedDependency[Caller], push: PushId) -> None:
    """Stop sending notices to one of your browsers."""
    session = _need_session(caller)
    await services.keeper.write(services.push.store.remove, session.owner, push)


HANDLERS = (push_key, add_push, remove_push)
