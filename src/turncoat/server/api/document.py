"""The OpenAPI document: operations from the handlers, schemas from the types that are read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from litestar import Litestar, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from turncoat.games import game_ids, ruleset
from turncoat.kernel.schema import components
from turncoat.server.api.examples import EXAMPLES
from turncoat.server.problems import AnyRequest, Problem

PLACE = "#/components/schemas/{name}"
JSON, STREAM = "application/json", "text/event-stream"

EVENTS = "Server-sent events; `x-events` has the schema of the JSON in the data of each, by the event's name."
"""What is said of a stream, for which this version of OpenAPI has no schema."""


@get("/openapi.json", sync_to_thread=True)
def describe(request: AnyRequest) -> Response[bytes]:
    """The OpenAPI document."""
    return Response(_encoded(request.app), media_type="application/json")


class SameDocument(JsonRenderPlugin):
    """Replaces the document that Litestar would make."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        """The OpenAPI document."""
        return _encoded(request.app)


@cache
def _encoded(app: Litestar) -> bytes:
    return msgspec.json.encode(document(app))


def document(app: Litestar, games: Iterable[str] | None = None) -> dict[str, Any]:
    """The OpenAPI document of an application, as plain data; it describes the views of these games (None: of all)."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    places = [place for operation, handler in _operations(app, made) for place in _places(operation, handler)]
    schemas, made["components"]["schemas"] = components([*(kind for _, kind in places), Problem], PLACE)
    for (place, _), schema in zip(places, schemas, strict=False):
        place["schema"] = schema
    _type_views(made["components"]["schemas"], game_ids() if games is None else games)
    return made


def _type_views(schemas: dict[str, Any], games: Iterable[str]) -> None:
    """Say what the view of each game is made of.

    Their answers and events are in the schemas of the games alone: they are told apart by ``type``, and several games
    have the same.
    """
    views = []
    for game in games:
        view, parts = _of_game(game, ruleset(game).views)
        schemas |= parts
        views.append(view)
    if views:
        said = "The game as the seat may see it, as its `game` shows it; null before it begins."
        schemas["TableView"]["properties"]["view"] = {"anyOf": [*views, {"type": "null"}], "description": said}


def _of_game(game: str, kind: object) -> tuple[object, dict[str, object]]:
    """The JSON Schema of a type of a game, and those of all types within it by names that begin with the game's.

    Types of different games can have the same name (``OwnView``).
    """
    title = "".join(word.capitalize() for word in re.split(r"[\W_]+", game))
    (schema,), found = components((kind,), PLACE)
    names = {name: title + name.removeprefix(title) for name in found}
    moved = {PLACE.format(name=old): PLACE.format(name=new) for old, new in names.items()}
    for name, one in found.items():
        one["title"] = names[name]
    return _moved(schema, moved), {names[name]: _moved(one, moved) for name, one in found.items()}


def _moved(part: object, places: Mapping[str, str]) -> object:
    """A part of a schema where all that refers to a place refers to the place that stands for it."""
    if isinstance(part, str):
        return places.get(part, part)
    if isinstance(part, dict):
        return {key: _moved(one, places) for key, one in part.items()}
    return [_moved(one, places) for one in part] if isinstance(part, list | tuple) else part


def _operations(app: Litestar, made: dict[str, Any]) -> Iterator[tuple[dict[str, Any], HTTPRouteHandler]]:
    """The operations of the handlers, as the document describes them."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for method, operation in made["paths"].get(re.sub(r":\w+}", "}", route.path_format), {}).items():
            yield operation, route.route_handler_map[method.upper()][0]


def _places(operation: dict[str, Any], handler: HTTPRouteHandler) -> Iterator[tuple[dict[str, Any], object]]:
    """The places of a description for the schema of a type.

    What a handler reads and writes itself is in its ``takes`` and ``gives``: a type, or a media type of which there is
    no more to say. The ``streams`` of a handler are the types of the data of its server-sent events, by their names.
    """
    data = handler.parsed_data_field
    taken = handler.opt.get("takes") if data is None else data.annotation
    if taken is not None:
        kind = taken if isinstance(taken, str) else JSON
        body: dict[str, Any] = {"schema": {"type": "string", "description": "The file."}}
        if (shown := EXAMPLES.get(operation["operationId"])) is not None:
            body["example"] = shown
        operation["requestBody"] = {"required": True, "content": {kind: body}}
        operation["responses"]["413"] = operation["responses"]["400"] | {"description": "Content Too Large"}
        if kind == JSON:
            yield body, taken
    answer = handler.parsed_return_field.annotation
    given = handler.opt.get("gives") or (get_args(answer)[0] if get_origin(answer) is Response else answer)
    streams: Mapping[str, object] = handler.opt.get("streams", {})
    for status, said in operation["responses"].items():
        if status.startswith("2") and STREAM in said.get("content", {}):
            events: dict[str, dict[str, Any]] = {name: {} for name in streams}
            said["content"][STREAM] = {"schema": {"type": "string", "description": EVENTS}, "x-events": events}
            yield from ((events[name], kind) for name, kind in streams.items())
        if status.startswith("2") and JSON in said.get("content", {}) and given is not None:
            yield said["content"][JSON], given
