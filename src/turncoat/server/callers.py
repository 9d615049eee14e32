"""Finds out who sent a request, and whether the sender still waits for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from turncoat.server.auth import REMEMBERED, Caller
from turncoat.server.bot_accounts import PREFIX
from turncoat.server.limits import network
from turncoat.server.people import digest_of
from turncoat.server.problems import AnyRequest, Busy, NoKey
from turncoat.server.services import Services
from turncoat.server.sessions import BROWSER, read_cookie

LONGEST_KEY = 200
"""The longest key that is looked up."""


def services_of(request: AnyRequest) -> Services:
    """The services of the server that a request reached."""
    services: Services = request.app.state.services
    return services


async def caller_of(request: AnyRequest, *, counts: bool = True) -> Caller:
    """The sender of a request: by the key in the header, or else by the cookie.

    If the caller holds a seat at a table, the time of the visit is noted.

    Args:
        request: The request.
        counts: Whether it counts as one more request; not when the server looks again at one that is open.

    Raises:
        NoKey: the key is unknown or revoked.
        TooMany: the caller has sent too many requests.
    """
    services, caller = services_of(request), await _caller(request, counts=counts)
    table = request.path_params.get("table")
    if any(claim.table == table for claim in caller.claims):
        services.cleanup.visit(str(table))
    return caller


async def _caller(request: AnyRequest, *, counts: bool) -> Caller:
    services, address = services_of(request), address_of(request)
    header = request.headers.get("authorization")
    if header is not None:
        return await by_key(services, header, address, counts=counts)
    token = read_cookie(request, BROWSER, always_secure=services.config.secure)
    known = 0 < len(token) <= LONGEST_KEY and not token.startswith(PREFIX)
    session = await services.auth.session(token) if known else None
    if session is None:
        if counts:
            services.limits.check("visit", address)
        return Caller(address=address, name=address)
    if counts:
        services.limits.check("play", session.digest)
    return Caller(session, None, address, session.digest)


async def by_key(services: Services, header: str, address: str, *, counts: bool = True) -> Caller:
    """The sender with this ``Authorization`` header; see ``caller_of``.

    Raises:
        NoKey: it is not a key, or the key is unknown or revoked.
        TooMany: the caller has sent too many requests.
    """
    scheme, _, key = header.partition(" ")
    key = key.strip()
    if scheme.lower() != "bearer" or not 0 < len(key) <= LONGEST_KEY or not key.isascii():
        raise NoKey("The key must be sent as: Authorization: Bearer KEY.")
    if key.startswith(PREFIX) and (session := await services.auth.session(key)) is not None:
        if counts:
            services.limits.check("play", session.digest)
        return Caller(session, None, address, session.digest, bot=True)
    claim = await services.auth.claim(key)
    if claim is None:
        if counts:
            services.limits.check("key", address)
        if await services.auth.invitation(key) is not None:
            raise NoKey("This is an invitation, not a key: exchange it for one of your own (POST /api/keys).")
        raise NoKey("This key is unknown or has been revoked; ask the host for a new link.")
    name = digest_of(key)
    if counts:
        services.limits.check("play", name)
    return Caller(None, claim, address, name)


def still(request: AnyRequest, good: Callable[[Caller], bool]) -> Callable[[], Awaitable[bool]]:
    """Caches a check of the caller; it is repeated only when the result may have changed, as a key can be revoked."""
    auth, sure = services_of(request).auth, (-1, 0.0)

    async def holds() -> bool:
        nonlocal sure
        if sure[0] == auth.age and auth.now() < sure[1]:
            return True
        asked = auth.age, auth.now() + REMEMBERED
        try:
            held = good(await caller_of(request, counts=False))
        except NoKey:
            return False
        sure = asked if held else sure
        return held

    return holds


def address_of(request: AnyRequest) -> str:
    """The network address of a request, as the limits count it."""
    client = request.client
    return network(client.host) if client else "unknown"


R = TypeVar("R")


async def unless_gone(request: AnyRequest, work: Awaitable[R]) -> R:
    """The result of a task, which is cancelled when the client disconnects.

    Read the body of the request before you call this.

    Raises:
        Busy: the client has disconnected.
    """
    job, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((job, gone), return_when=asyncio.FIRST_COMPLETED)
        if job.done():
            return job.result()
        raise Busy("The connection was closed, so nobody waits for this any more.", 1)
    finally:
        gone.cancel()
        job.cancel()


async def _gone(request: AnyRequest) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
