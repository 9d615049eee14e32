"""The complete application: API and pages, which use the same services."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Litestar, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import InternalServerException
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from turncoat.games import game_ids
from turncoat.server.app import PACKED, compose
from turncoat.server.auth import Caller
from turncoat.server.callers import services_of
from turncoat.server.problems import AnyRequest, NotFound, as_refusal, headers_of, status_of
from turncoat.server.services import Services
from turncoat.web import assets, joined, paths
from turncoat.web.pages import ProblemPage, render_problem
from turncoat.web.site import (
    accepting,
    boards,
    builds,
    campaign,
    chair,
    characters,
    docs,
    ending,
    home,
    host,
    joining,
    learning,
    let_bot,
    mail,
    my_tables,
    notices,
    other_device,
    person,
    replays,
    standing_orders,
    tables,
    talking,
    trying,
    votes,
)
from turncoat.web.site.page_request import PageRequest, page_request_of
from turncoat.web.site.table_lists import waiting_elsewhere

KEPT = 3600
"""How long a browser may keep a file that the next version can change, in seconds."""
FOR_GOOD = 31_536_000
"""How long a browser may keep a file of one version, in seconds: a year."""


async def _provide_page_request(request: AnyRequest) -> Any:
    made = await page_request_of(request)
    picture = request.headers.get("accept", "").startswith("image/")
    if request.method == "GET" and made.caller.claims and not made.by_script and not picture:
        made.waiting = await waiting_elsewhere(made.services, made.caller, "")
    return made


def pages() -> list[ControllerRouterHandler]:
    """The handlers of all pages; with a separate router the server would start more slowly."""
    groups = (
        home.HANDLERS,
        my_tables.HANDLERS,
        joining.HANDLERS,
        learning.HANDLERS,
        accepting.HANDLERS,
        builds.HANDLERS,
        let_bot.HANDLERS,
        other_device.HANDLERS,
        person.HANDLERS,
        mail.HANDLERS,
        notices.HANDLERS,
        tables.HANDLERS,
        trying.HANDLERS,
        boards.HANDLERS,
        talking.HANDLERS,
        standing_orders.HANDLERS,
        replays.HANDLERS,
        ending.HANDLERS,
        host.HANDLERS,
        votes.HANDLERS,
        characters.HANDLERS,
        campaign.HANDLERS,
        chair.HANDLERS,
        docs.HANDLERS,
    )
    return [handler for group in groups for handler in group]


def _nothing_there(request: AnyRequest, _: Exception) -> Response[Any]:
    """Answer a request for a file whose name the operating system cannot look up."""
    return refuse(request, NotFound("There is nothing at this address."))


def static_files() -> list[ControllerRouterHandler]:
    """A file with styles, scripts or a picture: of the version in the address, or the present one."""
    for_good = CacheControlHeader(public=True, max_age=FOR_GOOD, immutable=True)
    kept = {paths.VERSIONED: for_good, paths.STATIC: CacheControlHeader(public=True, max_age=KEPT)}
    routers = [
        create_static_files_router(
            path,
            directories=[assets.FILES],
            name=f"files at {path}",
            cache_control=control,
            exception_handlers={ValueError: _nothing_there, InternalServerException: _nothing_there},
        )
        for path, control in kept.items()
    ]
    addresses = [paths.static(name) for name in joined.files()]
    made = get(addresses, sync_to_thread=False, cache_control=for_good, opt={PACKED: True})
    previews = [paths.preview(game) for game in game_ids()]
    pictures = get(previews, sync_to_thread=False, cache_control=for_good)
    worker = get(paths.WORKER, sync_to_thread=False, cache_control=CacheControlHeader(no_cache=True))
    return [made(joined_file), pictures(preview), worker(service_worker), *routers]


def preview(request: AnyRequest) -> Response[bytes]:
    """The preview picture for a link to a game."""
    file = assets.preview(Path(request.url.path).stem)
    return Response(file.read_bytes(), media_type=f"image/{'png' if file.suffix == '.png' else 'jpeg'}")


def service_worker() -> Response[bytes]:
    """The script that shows notices; it is at the root of the site so that it may open every page."""
    return Response((assets.FILES / "sw.js").read_bytes(), media_type="text/javascript; charset=utf-8")


def joined_file(request: AnyRequest) -> Response[bytes]:
    """A joined file of scripts or styles, which was compressed once for all readers."""
    name = request.url.path.removeprefix(f"{paths.VERSIONED}/")
    packed = "gzip" in request.headers.get("accept-encoding", "")
    return Response(
        joined.packed(name) if packed else joined.files()[name].encode(),
        media_type=f"text/{'css' if name.endswith('.css') else 'javascript'}; charset=utf-8",
        headers={"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if packed else {}),
    )


def refuse(request: AnyRequest, fault: Exception) -> Response[Any]:
    """Answer with the page that says why something cannot be shown or done."""
    refusal = as_refusal(fault)
    status = status_of(refusal)
    page_request = PageRequest(request, services_of(request), Caller(), {})
    page = ProblemPage(shell=page_request.shell(), status=status, sentence=refusal.sentence, rule=refusal.rule)
    response = page_request.page(render_problem(page), status=status)
    for name, value in headers_of(refusal).items():
        response.headers[name] = value
    return response


def make_app(services: Services) -> Litestar:
    """Make the application with pages and API over these services."""
    return compose(services, [*pages(), *static_files()], refuse, {"page_request": Provide(_provide_page_request)})
