"""Fast path for ``POST /api/tables/{table}/answer`` with an API key.

It calls the same functions for keys, limits, rules and refusals as the framework's handler, and skips the rest of the
framework. Any unusual request takes the normal path.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send
from msgspec import Struct

from turncoat.kernel.errors import UNREADABLE
from turncoat.server.api.seat import hand_in
from turncoat.server.api.wire import NewAnswer
from turncoat.server.callers import by_key
from turncoat.server.limits import network
from turncoat.server.problems import as_refusal, send_problem, send_whole
from turncoat.server.services import Services

LONGEST_BODY = 4096
"""The most bytes of a body; a longer one takes the normal path."""

_PATH = re.compile(r"/api/tables/([^/]+)/answer")
_PATTERN = "/api/tables/{table}/answer"
_READ = msgspec.json.Decoder(NewAnswer).decode
_WRITE = msgspec.json.Encoder().encode


class Plain(Struct, frozen=True):
    """The parts of a plain answer besides its body.

    Attributes:
        authorization: The header with the key.
    """

    table: str
    authorization: str
    address: str


def plain_answer(scope: Scope) -> Plain | None:
    """The parts of a plain answer; None for any other request."""
    if scope["type"] != ScopeType.HTTP or scope["query_string"] or scope.get("root_path"):
        return None
    if scope["method"] != "POST":
        return None
    found = _PATH.fullmatch(scope["path"])
    if found is None:
        return None
    keys = [value for name, value in scope["headers"] if name == b"authorization"]
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    if len(keys) != 1 or headers.get(b"content-type") != b"application/json" or b"transfer-encoding" in headers:
        return None
    if not length.isdigit() or len(length) > 6 or int(length) > LONGEST_BODY:
        return None
    client = scope["client"]
    return Plain(found[1], keys[0].decode("latin-1"), network(client[0]) if client else "unknown")


class FastAnswer:
    """Handles plain answers quickly and passes everything else on.

    Args:
        onward: The application that handles everything else.
    """

    def __init__(self, onward: ASGIApp) -> None:
        self.onward = onward

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        plain = plain_answer(scope)
        if plain is None:
            await self.onward(scope, receive, send)
            return
        scope["path_template"] = _PATTERN
        received = await _whole(receive)
        try:
            data = _READ(b"".join(message["body"] for message in received if message["type"] == "http.request"))
        except UNREADABLE:
            await self.onward(scope, once_more(received, receive), send)
            return
        await self._answer(scope["app"].state.services, plain, data, send)

    async def _answer(self, services: Services, plain: Plain, data: NewAnswer, send: Send) -> None:
        try:
            caller = await by_key(services, plain.authorization, plain.address)
            body = _WRITE(await hand_in(services, caller, plain.table, data))
        except Exception as fault:  # noqa: BLE001  # as_refusal logs what is our own
            await send_problem(send, as_refusal(fault))
            return
        await send_whole(send, 200, "application/json", {}, body)


async def _whole(receive: Receive) -> list[Any]:
    """Read the whole body."""
    received: list[Any] = []
    while not received or (received[-1]["type"] == "http.request" and received[-1]["more_body"]):
        received.append(await receive())
    return received


def once_more(received: list[Any], receive: Receive) -> Receive:
    """A ``receive`` that repeats the messages received already, then receives the rest."""
    again = iter(received)

    async def give() -> Any:
        return next(again, None) or await receive()

    return give
