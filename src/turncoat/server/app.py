"""The web application: the API alone, or with pages; headers of every answer; checks of every request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qsl

from litestar import Litestar, Response, Router, asgi
from litestar.config.allowed_hosts import AllowedHostsConfig
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import QueryParameter
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.types import ControllerRouterHandler, Message, Receive, Scope, Send

from turncoat import __version__
from turncoat.kernel.errors import Unreadable
from turncoat.server.api import characters, games, host, own, people, pushes, seat, tables, together
from turncoat.server.api.document import SameDocument, describe
from turncoat.server.callers import caller_of, services_of
from turncoat.server.carry import Carry
from turncoat.server.counts import COUNTS
from turncoat.server.fast_answer import FastAnswer
from turncoat.server.health import Health
from turncoat.server.mcp.mount import PATH, Door
from turncoat.server.problems import AnyRequest, Received, problem_response
from turncoat.server.quota import KeepAddress
from turncoat.server.services import Services
from turncoat.server.sessions import BROWSER, FROM_ANYWHERE, HEADER, name_of, no_forgery

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
"""The content security policy: only files of this server, nothing inline, no frames."""

PICTURE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""That of a drawing, which brings its own style and may do nothing: some browsers hold drawings in a page to it."""

ALWAYS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer, errors included."""

_ALWAYS = [(name.lower().encode(), value.encode()) for name, value in ALWAYS.items()]
_OF_DRAWINGS = [(name, PICTURE.encode() if name == b"content-security-policy" else value) for name, value in _ALWAYS]
_NAMES = {name for name, _ in _ALWAYS}

NOT_STORED = "no-store"
"""The header that keeps proxies and the browser from storing what a seat sees."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the headers on an answer that begins; what has no ``Cache-Control`` of its own must not be stored."""
    if message["type"] != "http.response.start":
        return
    headers = [(name, value) for name, value in message["headers"] if name not in _NAMES]
    drawing = any(name == b"content-type" and value.startswith(b"image/svg") for name, value in headers)
    headers += _OF_DRAWINGS if drawing else _ALWAYS
    if all(name != b"cache-control" for name, _ in headers):
        headers.append((b"cache-control", NOT_STORED.encode()))
    if scope.get("scheme") == "https":
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    message["headers"] = headers


async def no_strange_parameter(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Guard: refuse unknown parameters; by itself the framework would ignore them.

    Raises:
        Unreadable: the address has no such parameter.
    """
    query = connection.scope["query_string"]
    if not query:
        return
    fields = handler.parsed_fn_signature.parameters.items()
    known = tuple(name for name, field in fields if isinstance(field.kwarg_definition, QueryParameter))
    for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name not in known:
            sentence = f"There is no parameter {name}; there are {', '.join(known) or 'none'}."
            raise Unreadable(sentence, field=name, choices=known)


SMALL = 64 * 1024
"""The most bytes of a body, unless a handler has another limit."""

PACKED = "packed"
"""Marks a handler whose answers are compressed already, or are not to be."""

Refuse = Callable[[AnyRequest, Exception], Response[Any]]
"""Makes the answer to an exception."""


async def _provide_caller(request: AnyRequest, services: NamedDependency[Services]) -> Any:
    """Needs ``services`` first: independent dependencies would each start a task for every request."""
    return await caller_of(request)


def _provide_services(request: AnyRequest) -> Any:
    return services_of(request)


def api() -> Router:
    """The router of everything under ``/api``."""
    groups = (
        games.HANDLERS,
        tables.HANDLERS,
        seat.HANDLERS,
        host.HANDLERS,
        together.HANDLERS,
        people.HANDLERS,
        own.HANDLERS,
        pushes.HANDLERS,
        characters.HANDLERS,
    )
    every = [handler for group in groups for handler in group]
    return Router("/api", route_handlers=every, guards=[no_strange_parameter], include_in_schema=True)


@asgi(PATH, is_mount=True, copy_scope=True, opt={PACKED: True, FROM_ANYWHERE: True})
async def let_agents_in(scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request to ``/mcp`` on to the handler that exists while the application runs."""
    agents: Door = scope["litestar_app"].state["agents"]
    await agents.let_in(scope, receive, send)


class Application(Litestar):
    """A Litestar application that encodes with msgspec alone.

    Litestar would otherwise load pydantic or attrs at every start if they are installed.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def compose(
    services: Services,
    pages: Sequence[ControllerRouterHandler] = (),
    refuse: Refuse = problem_response,
    provides: Mapping[str, Provide] | None = None,
) -> Litestar:
    """Build the application for these services.

    Args:
        services: The server's parts; they are opened and closed with the application.
        pages: Handlers besides the API, which the document of the API leaves out.
        refuse: How refusals are shown outside the API.
        provides: More parameters that handlers of pages can have, by name.
    """

    @asynccontextmanager
    async def work(app: Litestar) -> AsyncIterator[None]:
        behind: Services = app.state.services
        agents = app.state["agents"] = Door(behind)
        await behind.open()
        watching = asyncio.create_task(COUNTS.watch_loop())
        try:
            yield
        finally:
            watching.cancel()
            await agents.close()
            await behind.close()

    def answer(request: AnyRequest, fault: Exception) -> Response[Any]:
        inside = request.url.path.startswith("/api") or request.url.path == "/openapi.json"
        return (problem_response if inside else refuse)(request, fault)

    app = Application(
        [api(), describe, let_agents_in, *pages],
        state=State({"services": services}),
        lifespan=[work],
        dependencies={
            "services": Provide(_provide_services, sync_to_thread=False),
            "caller": Provide(_provide_caller),
            **(provides or {}),
        },
        include_in_schema=False,
        guards=[no_forgery],
        exception_handlers={Exception: answer},
        before_send=[add_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=4, exclude=r"/stream$", exclude_opt_key=PACKED
        ),
        allowed_hosts=AllowedHostsConfig(allowed_hosts=list(services.config.hosts)) if services.config.hosts else None,
        request_max_body_size=SMALL,
        openapi_config=_openapi(),
        logging_config=None,
        request_class=Received,
        debug=False,
    )
    if not services.config.hosts:
        app.asgi_handler = FastAnswer(app.asgi_handler)
    app.asgi_handler = KeepAddress(app.asgi_handler)
    if services.peers is not None:
        app.asgi_handler = Carry(app.asgi_handler, services.peers, services.tokens.mac("carried"))
    app.asgi_handler = Health(app.asgi_handler)
    return app


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Turncoat",
        version=__version__,
        description="Tables for games of negotiation and betrayal. Without a key or a session you are a spectator.",
        components=Components(
            security_schemes={
                "key": SecurityScheme(type="http", scheme="bearer", description="The key of a seat or of a host."),
                "session": SecurityScheme(
                    type="apiKey",
                    name=BROWSER,
                    security_scheme_in="cookie",
                    description=f"A session; over https it is called `{name_of(BROWSER, True)}`.",
                ),
                "token": SecurityScheme(
                    type="apiKey",
                    name=HEADER,
                    security_scheme_in="header",
                    description="The `token` from `GET /api/session`, with everything that a session changes.",
                ),
            }
        ),
        security=[{}, {"key": []}, {"session": [], "token": []}],
        path="/api/schema",
        operation_id_creator=lambda handler, method, path: handler.handler_name,
        render_plugins=[SameDocument()],
        use_handler_docstrings=True,
    )
