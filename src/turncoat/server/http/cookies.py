"""The cookies: a session, a token against forged forms. No cookie says who anybody is."""

from __future__ import annotations

from typing import Literal

from litestar.datastructures import Cookie

from turncoat.server.problems import AnyRequest

BROWSER = "turncoat"
"""Who is this browser: a secret; the store knows its digest."""

FORM = "turncoat-form"
"""Comes back with every form that a page of ours has sent."""

KNOWN = "turncoat-known"
"""Outlives sessions: whoever was signed in at this browser can sign in here, whatever strangers have tried."""

LIFE = 180 * 24 * 3600
"""Seconds after which an unused session is forgotten."""


def is_secure(request: AnyRequest, always: bool) -> bool:
    """Whether cookies of this answer may only travel over https."""
    return always or request.scope.get("scheme") == "https"


def name_of(name: str, secure: bool) -> str:
    """A cookie's name; over https one that no neighbouring site can set."""
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
