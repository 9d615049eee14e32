"""The application: the API alone, or with pages composed round it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Response, Router
from litestar.config.allowed_hosts import AllowedHostsConfig
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ControllerRouterHandler

from turncoat import __version__
from turncoat.server.api import characters, games, host, own, people, seat, tables
from turncoat.server.api.document import describe
from turncoat.server.fast_answer import FastAnswer
from turncoat.server.http.callers import caller_of, services_of
from turncoat.server.http.headers import add_headers
from turncoat.server.http.parameters import no_strange_parameter
from turncoat.server.http.sessions import BROWSER, HEADER, name_of, no_forgery
from turncoat.server.problems import AnyRequest, Received, problem_response
from turncoat.server.quota import KeepAddress
from turncoat.server.services import Services

SMALL = 64 * 1024
"""Bytes of a body, where nothing else is said."""

PACKED = "packed"
"""Marks a handler whose answers are compressed already, or are not to be."""

Refuse = Callable[[AnyRequest, Exception], Response[Any]]
"""Makes an answer of whatever went wrong."""


async def _provide_caller(request: AnyRequest, services: NamedDependency[Services]) -> Any:
    """Depends on ``services``: independent dependencies would get a task each, with every request."""
    return await caller_of(request)


def _provide_services(request: AnyRequest) -> Any:
    return services_of(request)


def api() -> Router:
    """Everything under ``/api``."""
    groups = (
        games.HANDLERS,
        tables.HANDLERS,
        seat.HANDLERS,
        host.HANDLERS,
        people.HANDLERS,
        own.HANDLERS,
        characters.HANDLERS,
    )
    every = [handler for group in groups for handler in group]
    return Router("/api", route_handlers=every, guards=[no_strange_parameter])


def compose(
    services: Services, pages: Sequence[ControllerRouterHandler] = (), refuse: Refuse = problem_response
) -> Litestar:
    """The application round the services.

    Args:
        services: What is behind it; it is opened and closed with the application.
        pages: Handlers besides the API.
        refuse: How refusals are shown outside the API.
    """

    @asynccontextmanager
    async def work(app: Litestar) -> AsyncIterator[None]:
        behind: Services = app.state.services
        await behind.open()
        try:
            yield
        finally:
            await behind.close()

    def answer(request: AnyRequest, fault: Exception) -> Response[Any]:
        inside = request.url.path.startswith("/api") or request.url.path == "/openapi.json"
        return (problem_response if inside else refuse)(request, fault)

    app = Litestar(
        [api(), describe, *pages],
        state=State({"services": services}),
        lifespan=[work],
        dependencies={
            "services": Provide(_provide_services, sync_to_thread=False),
            "caller": Provide(_provide_caller),
        },
        guards=[no_forgery],
        exception_handlers={Exception: answer},
        before_send=[add_headers],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=6, exclude=r"/stream$", exclude_opt_key=PACKED
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
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
    )
