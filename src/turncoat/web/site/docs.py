"""The documentation of the API as a page without script."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.di import NamedDependency
from markupsafe import Markup, escape
from msgspec import Struct

from turncoat.server.api.document import document
from turncoat.server.problems import AnyRequest
from turncoat.web import paths
from turncoat.web.contexts import Shell
from turncoat.web.render import render
from turncoat.web.site.page_request import PageRequest


class ApiPage(Struct, frozen=True):
    """``GET /docs``: the documentation of the API."""

    shell: Shell


class Operation(Struct, frozen=True):
    """One operation of the API; ``said`` is its entry in the OpenAPI document."""

    method: str
    path: str
    said: dict[str, Any]


def as_json(data: object) -> str:
    """An example as it is sent, with a line for each field where it is long."""
    text = msgspec.json.encode(data)
    return msgspec.json.format(text, indent=2 if len(text) > 80 else 0).decode()


def marked(text: str) -> Markup:
    """A description in which text between backticks is shown as code."""
    return Markup(re.sub(r"`+([^`]+)`+", r"<code>\1</code>", str(escape(text))))  # noqa: S704  # it is escaped before


@cache
def _groups(app: Litestar) -> tuple[dict[str, Any], list[tuple[str, list[Operation]]]]:
    """The OpenAPI document, and its operations by subject."""
    made = document(app)
    every = [
        Operation(method.upper(), path, said)
        for path, methods in made["paths"].items()
        for method, said in methods.items()
    ]
    every.sort(key=lambda operation: operation.said["tags"][0])
    return made, [(tag, list(found)) for tag, found in groupby(every, key=lambda operation: operation.said["tags"][0])]


@get(paths.DOCS)
async def api_docs(request: AnyRequest, page_request: NamedDependency[PageRequest]) -> Response[str]:
    """The page with all operations of the API, their data and answers."""
    made, groups = _groups(request.app)
    return page_request.page(
        render("docs.html", ApiPage(page_request.shell()), document=made, groups=groups, marked=marked, as_json=as_json)
    )


HANDLERS = (api_docs,)
