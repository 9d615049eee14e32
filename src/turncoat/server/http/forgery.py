"""Protection against forged requests: what changes something must bring the token that only our own pages know.

The token is in a cookie, and again in the form (``_csrf``) or in the header ``x-csrf-token``. A program that
sends its key in the ``Authorization`` header needs none: no browser adds that by itself, and beside it no
cookie counts. Neither does a request to the API that brings no session: it has nobody's rights. But it may begin a
session, so that its body must be one that no form of another site can send, or come from here.
"""

from __future__ import annotations

import secrets
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import RequestEncodingType
from litestar.handlers import BaseRouteHandler

from turncoat.server.http.cookies import BROWSER, FORM, read_cookie
from turncoat.server.problems import AnyRequest, NotPermitted, Received
from turncoat.server.services import Services

FIELD = "_csrf"
"""The form field."""

HEADER = "x-csrf-token"
"""The header."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

REFUSED = "This form was not sent by a page of this server, or the page is too old: load it again and repeat."


NOT_JSON = "Send this with the content type application/json: without one, a form of any other site could have sent it."

_SIMPLE = frozenset({"", "text/plain", RequestEncodingType.URL_ENCODED, RequestEncodingType.MULTI_PART})
"""Content types that a browser sends anywhere without asking first (the Fetch standard, "no-cors")."""


def new_token() -> str:
    """A fresh token for a browser."""
    return secrets.token_urlsafe(24)


async def no_forgery(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Guard: refuse what changes something without the token.

    Raises:
        NotPermitted: the token is missing or wrong.
    """
    request = Received(connection.scope, connection.receive, connection.send)
    if request.method in SAFE or "authorization" in request.headers:
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
