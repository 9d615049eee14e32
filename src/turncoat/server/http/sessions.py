"""Sessions of browsers: begun when there is something to hold, and kept in a cookie."""

from __future__ import annotations

from litestar.datastructures import Cookie

from turncoat.server.auth import Caller
from turncoat.server.house import House
from turncoat.server.http.cookies import BROWSER, cookie, read_cookie
from turncoat.server.people import Person, Session
from turncoat.server.problems import AnyRequest


def secret_of(request: AnyRequest, house: House) -> str:
    """What only this browser knows: the text of its cookie; empty without one."""
    return read_cookie(request, BROWSER, always_secure=house.config.secure)


async def keep_session(request: AnyRequest, house: House, caller: Caller) -> tuple[Session, list[Cookie]]:
    """The caller's session, begun if there is none, and the cookie for it if it is new."""
    if caller.session is not None:
        return caller.session, []
    token, session = await house.door.open_session()
    return session, [cookie(request, BROWSER, token, always_secure=house.config.secure)]


async def sign_in_as(
    request: AnyRequest, house: House, caller: Caller, name: str, passphrase: str, *, new: bool
) -> tuple[Person, list[Cookie]]:
    """Sign a browser in, or make a person of it; who that is, and the cookies that say so.

    Raises:
        TooMany: it was tried too often, from this address or for this name.
        NotAllowed: name and passphrase do not go together, or are not possible.
    """
    house.limits.check("sign_in", f"address {caller.address}")
    house.limits.check("sign_in", f"name {' '.join(name.split()).casefold()[:200]}")
    session, cookies = await keep_session(request, house, caller)
    enter = house.door.register if new else house.door.sign_in
    person = await enter(session, name, passphrase)
    await house.roster.adopt(session.digest, person.id)
    return person, cookies
