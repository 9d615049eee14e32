"""Headers that every answer carries."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.types import Message, Scope

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: everything from here, nothing inline, nobody's frame."""

ALWAYS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer, errors included."""

_ALWAYS = [(name.lower().encode(), value.encode()) for name, value in ALWAYS.items()]
_NAMES = {name for name, _ in _ALWAYS}

NOT_STORED = "no-store"
"""What a seat sees is kept by nobody on the way, nor by the browser."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the headers on an answer that begins; what has no ``Cache-Control`` of its own must not be stored."""
    if message["type"] != "http.response.start":
        return
    headers = [(name, value) for name, value in message["headers"] if name not in _NAMES]
    headers += _ALWAYS
    if all(name != b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", NOT_STORED.encode()))
    if scope.get("scheme") == "https":
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    message["headers"] = headers
