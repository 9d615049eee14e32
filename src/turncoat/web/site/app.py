"""The whole application: the API and the pages, over the same services."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Response, Router
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import InternalServerException
from litestar.static_files import create_static_files_router

from turncoat.server.app import compose
from turncoat.server.auth import Caller
from turncoat.server.http.callers import services_of
from turncoat.server.problems import AnyRequest, NotFound, as_refusal, headers_of, status_of
from turncoat.server.services import Services
from turncoat.web import assets, paths
from turncoat.web.pages import ProblemPage, render_problem
from turncoat.web.site import characters, home, host, joining, other_device, replays, standing_orders, tables
from turncoat.web.site.page_request import PageRequest, page_request_of

KEPT = 3600
"""Seconds for which a browser need not ask again for a file that may be another one in the next version."""
FOR_GOOD = 31_536_000
"""Seconds for which a browser need not ask again for a file of one version: a year."""


async def _provide_page_request(request: AnyRequest) -> Any:
    return await page_request_of(request)


def pages() -> Router:
    """Every page."""
    groups = (
        home.HANDLERS,
        joining.HANDLERS,
        other_device.HANDLERS,
        tables.HANDLERS,
        standing_orders.HANDLERS,
        replays.HANDLERS,
        host.HANDLERS,
        characters.HANDLERS,
    )
    return Router(
        "/",
        route_handlers=[handler for group in groups for handler in group],
        dependencies={"page_request": Provide(_provide_page_request)},
        include_in_schema=False,
    )


def _nothing_there(request: AnyRequest, _: Exception) -> Response[Any]:
    """The system itself refuses to look for a file of such a name."""
    return refuse(request, NotFound("There is nothing at this address."))


def static_files() -> list[Router]:
    """Styles, scripts and pictures: those of this version, and whatever is there now."""
    kept = {
        paths.VERSIONED: CacheControlHeader(public=True, max_age=FOR_GOOD, immutable=True),
        paths.STATIC: CacheControlHeader(public=True, max_age=KEPT),
    }
    folders = {"": assets.FILES, **{f"/games/{game}": folder for game, folder in assets.with_files().items()}}
    return [
        create_static_files_router(
            f"{path}{below}",
            directories=[folder],
            name=f"files at {path}{below}",
            include_in_schema=False,
            cache_control=control,
            exception_handlers={ValueError: _nothing_there, InternalServerException: _nothing_there},
        )
        for path, control in kept.items()
        for below, folder in folders.items()
    ]


def refuse(request: AnyRequest, fault: Exception) -> Response[Any]:
    """A page that says what cannot be shown or done."""
    refusal = as_refusal(fault)
    status = status_of(refusal)
    page_request = PageRequest(request, services_of(request), Caller(), {})
    page = ProblemPage(shell=page_request.shell(), status=status, sentence=refusal.sentence, rule=refusal.rule)
    response = page_request.page(render_problem(page), status=status)
    for name, value in headers_of(refusal).items():
        response.headers[name] = value
    return response


def make_app(services: Services) -> Litestar:
    """The application, pages and API, round the services."""
    return compose(services, [pages(), *static_files()], refuse)
