"""Sessions of browsers: cookies, and protection against forged requests.

What changes something must bring the token that only our own pages know: it is in a cookie, and again in the
form (``_csrf``) or in the header ``x-csrf-token``. A program that sends its key in the ``Authorization`` header needs
none: no browser adds that by itself, and beside it no cookie counts. Neither does a request to the API that brings no
session: it has nobody's rights. But it may begin a session, so that its body must be one that no form of another site
can send, or come from here.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Any, Literal
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.handlers import BaseRouteHandler

from turncoat.server.auth import Caller
from turncoat.server.people import Person, Session, digest_of, folded, new_secret
from turncoat.server.problems import AnyRequest, NotPermitted, Received
from turncoat.server.services import Services

BROWSER = "turncoat"
"""The cookie that identifies a browser: a secret of which the store knows the digest."""

FORM = "turncoat-form"
"""The cookie with the token that every form of our pages sends back."""

KNOWN = "turncoat-known"
"""The cookie that outlives sessions: strangers' failed tries keep nobody out who has signed in with this browser."""

LIFE = 180 * 24 * 3600
"""Seconds after which an unused session is forgotten."""


def is_secure(request: AnyRequest, always: bool) -> bool:
    """Whether cookies of this answer may only travel over https."""
    return always or request.scope.get("scheme") == "https"


def name_of(name: str, secure: bool) -> str:
    """A cookie's name; over https it has the prefix ``__Host-``, so that no other site can set it."""
    return f"__Host-{name}" if secure else name


def cookie(
    request: AnyRequest,
    name: str,
    value: str,
    *,
    always_secure: bool,
    life: int | None = LIFE,
    samesite: Literal["lax", "strict"] = "lax",
) -> Cookie:
    """A cookie that script cannot read."""
    secure = is_secure(request, always_secure)
    return Cookie(
        key=name_of(name, secure),
        value=value,
        max_age=life,
        path="/",
        secure=secure,
        httponly=True,
        samesite=samesite,
    )


def read_cookie(request: AnyRequest, name: str, *, always_secure: bool) -> str:
    """The value of a cookie; empty if there is none."""
    return request.cookies.get(name_of(name, is_secure(request, always_secure)), "")


FIELD = "_csrf"
"""The form field."""

HEADER = "x-csrf-token"
"""The header."""

FROM_ANYWHERE = "from_anywhere"
"""Marks a handler that needs no token of ours, because its address is a capability of its own."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

REFUSED = "This form was not sent by a page of this server, or the page is too old: load it again and repeat."


NOT_JSON = "Send this with the content type application/json: without one, a form of any other site could have sent it."

_SIMPLE = frozenset({"", "text/plain", RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART})
"""Content types that a browser sends anywhere without asking first (the Fetch standard, "no-cors")."""


def new_token() -> str:
    """A fresh token for a browser."""
    return secrets.token_urlsafe(24)


async def no_forgery(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard: refuse what changes something without the token.

    Raises:
        NotPermitted: the token is missing or wrong.
    """
    request = Received(connection.scope, connection.receive, connection.send)
    if request.method in SAFE or "authorization" in request.headers or handler.opt.get(FROM_ANYWHERE):
        return
    services: Services = request.app.state.services
    secure = services.config.secure
    if request.url.path.startswith("/api/") and not read_cookie(request, BROWSER, always_secure=secure):
        if _any_site_can_send(request) and not _from_here(request, services.config.public_url):
            raise NotPermitted(NOT_JSON)
        return
    expected = read_cookie(request, FORM, always_secure=secure)
    given = request.headers.get(HEADER, "") or await _from_form(request)
    if not expected or not compare_digest(expected.encode(), given.encode()):
        raise NotPermitted(REFUSED)


def _any_site_can_send(request: AnyRequest) -> bool:
    has_body = "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"
    return has_body and request.headers.get("content-type", "").partition(";")[0].strip().lower() in _SIMPLE


def _from_here(request: AnyRequest, public_url: str) -> bool:
    """Whether the browser says that a page of this server asks; a program that says nothing sends JSON."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin", "")
    if site is not None:
        return site == "same-origin"
    return bool(origin) and urlsplit(origin).netloc in {request.headers.get("host"), urlsplit(public_url).netloc}


async def _from_form(request: AnyRequest) -> str:
    kind = request.content_type[0]
    if kind not in (RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART):
        return ""
    value = (await request.form()).get(FIELD, "")
    return value if isinstance(value, str) else ""


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
"""Seconds that a stranger waits who tries a name at which many have tried to sign in."""


async def sign_in_as(
    request: AnyRequest, services: Services, caller: Caller, name: str, passphrase: str, *, new: bool
) -> tuple[Person, list[Cookie]]:
    """Sign a browser in, or make a new account for it; returns the person, and the cookies to set.

    The session is a new one: a cookie that somebody else may have put there is worth nothing afterwards.

    Raises:
        TooMany: it was tried too often.
        NotAllowed: name and passphrase do not go together, or are not possible.
    """
    known = read_cookie(request, KNOWN, always_secure=services.config.secure)
    counted = await _count(services, caller.address, known, name, new=new)
    way = services.auth.register if new else services.auth.sign_in
    token, person = await way(secret_of(request, services) if caller.session else "", name, passphrase)
    for kind, asker in counted:
        services.limits.give_back(kind, asker)
    return person, await enter(request, services, caller, person, token)


async def enter(request: AnyRequest, services: Services, caller: Caller, person: Person, token: str) -> list[Cookie]:
    """Give a signed-in person the seats that their browser held; returns the cookies to set.

    Args:
        request: The request of the browser.
        services: The server.
        caller: Who the browser was before.
        person: The person who is signed in now.
        token: The text of the cookie of their new session.
    """
    if caller.session is not None:
        await services.keeper.write(services.characters.adopt, caller.session.digest, person.id)
        await services.keeper.write(services.builds.adopt, caller.session.digest, person.id)
        await services.read_marks.adopt(caller.session.digest, person.id)
    services.proofs.note(digest_of(token))
    known = read_cookie(request, KNOWN, always_secure=services.config.secure) or new_secret()
    await services.auth.remember_browser(known, person)
    secure = services.config.secure
    return [cookie(request, name, value, always_secure=secure) for name, value in ((BROWSER, token), (KNOWN, known))]


async def _count(services: Services, address: str, known: str, name: str, *, new: bool) -> tuple[tuple[str, str], ...]:
    """Count a try to sign in; the counts to undo if the passphrase is right.

    Strangers are counted by name and address together, and by address. By name alone they are slowed and never refused:
    otherwise anybody could lock anybody out. A browser at which the person has been signed in is counted by itself.

    Raises:
        TooMany: it was tried too often.
    """
    if new:
        services.limits.check("register", address)
        return ()
    named = folded(name)[:200]
    if await services.auth.knows_browser(known, name):
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
    """End the session; returns the cookies to set. Links that were opened in this browser stop working in it."""
    secure = services.config.secure
    if caller.session is not None:
        await services.auth.end_session(secret_of(request, services))
    return [
        cookie(request, BROWSER, "", always_secure=secure, life=0),
        cookie(request, FORM, new_token(), always_secure=secure),
    ]
