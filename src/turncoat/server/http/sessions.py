"""Sessions of browsers: begun when there is something to hold, and kept in a cookie."""

from __future__ import annotations

from litestar.datastructures import Cookie

from turncoat.server.auth import Caller
from turncoat.server.http.cookies import BROWSER, FORM, KNOWN, cookie, read_cookie
from turncoat.server.http.forgery import new_token
from turncoat.server.people import Person, Session, folded
from turncoat.server.problems import AnyRequest
from turncoat.server.services import Services
from turncoat.server.tokens import digest_of, new_secret


def secret_of(request: AnyRequest, services: Services) -> str:
    """What only this browser knows: the text of its cookie; empty without one."""
    return read_cookie(request, BROWSER, always_secure=services.config.secure)


async def keep_session(request: AnyRequest, services: Services, caller: Caller) -> tuple[Session, list[Cookie]]:
    """The caller's session, begun if there is none, and the cookie for it if it is new."""
    if caller.session is not None:
        return caller.session, []
    token, session = await services.auth.open_session()
    return session, [cookie(request, BROWSER, token, always_secure=services.config.secure)]


SLOW = 3.0
"""Seconds that a stranger waits who tries a name at which many have tried."""


async def sign_in_as(
    request: AnyRequest, services: Services, caller: Caller, name: str, passphrase: str, *, new: bool
) -> tuple[Person, list[Cookie]]:
    """Sign a browser in, or make a person of it; who that is, and the cookies that say so.

    The session is a new one: a cookie that somebody else may have put there is worth nothing afterwards.

    Raises:
        TooMany: it was tried too often.
        NotAllowed: name and passphrase do not go together, or are not possible.
    """
    known = read_cookie(request, KNOWN, always_secure=services.config.secure)
    counted = await _count(services, caller.address, known, name, new=new)
    enter = services.auth.register if new else services.auth.sign_in
    token, person = await enter(secret_of(request, services) if caller.session else "", name, passphrase)
    for kind, asker in counted:
        services.limits.give_back(kind, asker)
    if caller.session is not None:
        await services.keeper.write(services.characters.adopt, caller.session.digest, person.id)
    known = known or new_secret()
    await services.auth.befriend(known, person)
    secure = services.config.secure
    return person, [
        cookie(request, name, value, always_secure=secure) for name, value in ((BROWSER, token), (KNOWN, known))
    ]


async def _count(services: Services, address: str, known: str, name: str, *, new: bool) -> tuple[tuple[str, str], ...]:
    """Count a try to sign in; what is to be given back if it is right.

    Strangers are counted by name and address together, and by address. By name alone they are slowed and never refused:
    otherwise anybody could lock anybody out. A browser at which the person has been signed in is counted by itself.

    Raises:
        TooMany: it was tried too often.
    """
    if new:
        services.limits.check("register", address)
        return ()
    named = folded(name)[:200]
    if await services.auth.familiar(known, name):
        counted: tuple[tuple[str, str], ...] = (("sign_in_known", f"{digest_of(known)} {named}"),)
    else:
        counted = (("sign_in_address", address), ("sign_in", f"{address} {named}"))
    for kind, asker in counted:
        services.limits.check(kind, asker)
    if len(counted) == 1:
        return counted
    if not services.limits.within("sign_in_name", named):
        await services.wait(SLOW)
    return (*counted, ("sign_in_name", named))


async def forget_browser(request: AnyRequest, services: Services, caller: Caller) -> list[Cookie]:
    """End the session; the cookies that say so. Links that were opened here open nothing here any more."""
    secure = services.config.secure
    if caller.session is not None:
        await services.auth.end_session(secret_of(request, services))
    return [
        cookie(request, BROWSER, "", always_secure=secure, life=0),
        cookie(request, FORM, new_token(), always_secure=secure),
    ]
