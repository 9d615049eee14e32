"""``/mcp`` on the server: it checks the key before it passes the request to the protocol.

The SDK is imported when the first agent with a good key comes, so that the server starts as quickly as without it.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Receive, Scope, Send

from turncoat.kernel.errors import Refusal
from turncoat.server.callers import address_of, by_key
from turncoat.server.mcp.asked import Asked, may_ask
from turncoat.server.problems import NoKey, NotFound, NotPermitted, Received, send_problem
from turncoat.server.services import Services

PATH = "/mcp"
"""The address for agents."""

MISSING = 'This server does not speak MCP: its operator has not installed "turncoat[mcp]".'
"""The sentence shown at ``/mcp`` if a library is missing."""


class Door:
    """Receives the requests of agents. It runs from the first request until ``close``.

    Args:
        services: The server.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self._inside: ASGIApp | None = None
        self._working: asyncio.Task[None] | None = None
        self._opening, self._closed = asyncio.Lock(), asyncio.Event()

    async def let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of an agent; refuse it if the key is none of a seat or an account."""
        request = Received(scope, receive, send)
        try:
            self._no_other_site(request)
            caller = await by_key(self.services, key_in(request), address_of(request))
            may_ask(caller)
            inside = await self._open()
        except Refusal as refusal:
            await send_problem(send, refusal)
            return
        inner: Any = {**scope, "turncoat": Asked(self.services, caller), "path": "/", "root_path": ""}
        await inside(inner, receive, send)

    def _no_other_site(self, request: Received) -> None:
        """Refuse a request that another site's page makes a browser send here (DNS rebinding).

        Raises:
            NotPermitted: the request comes from such a page.
        """
        origin, config = request.headers.get("origin"), self.services.config
        known = {config.public_url.rstrip("/"), config.local_url.rstrip("/")}
        if origin and origin not in known and urlsplit(origin).hostname not in ("localhost", "127.0.0.1", "::1"):
            raise NotPermitted("A page of another site cannot ask here.")

    async def _open(self) -> ASGIApp:
        async with self._opening:
            if self._inside is None:
                if find_spec("mcp") is None:
                    raise NotFound(MISSING)
                protocol = await asyncio.to_thread(_import)
                server, ready = protocol.make_server(), asyncio.Event()
                app = server.streamable_http_app(
                    streamable_http_path="/",
                    stateless_http=True,
                    json_response=True,
                    max_request_body_size=protocol.LARGEST,
                    host="",
                )
                self._working = asyncio.create_task(self._work(server.session_manager, ready))
                await ready.wait()
                self._inside = app
        return self._inside

    async def _work(self, manager: Any, ready: asyncio.Event) -> None:
        """Keep the sessions of the protocol; what it opens in this task it must close in this task."""
        async with manager.run():
            ready.set()
            await self._closed.wait()

    async def close(self) -> None:
        """Accept no more requests."""
        self._closed.set()
        if self._working is not None:
            await self._working


def key_in(request: Received) -> str:
    """The header with the key; cookies are ignored here.

    Raises:
        NoKey: the request has no such header.
    """
    header: str | None = request.headers.get("authorization")
    if header is None:
        raise NoKey("An agent needs the key of a seat: send Authorization: Bearer KEY.")
    return header


def _import() -> Any:
    from turncoat.server.mcp import protocol  # noqa: PLC0415  # importing the SDK takes half a second

    return protocol
