"""Every exchange with the API is held against the OpenAPI document: what tests send and get is what it describes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx
import msgspec
from jsonschema_rs import Draft202012Validator
from litestar import Litestar

from turncoat.games import ruleset
from turncoat.server.api.document import document
from turncoat.server.api.games import schema

JSON = ("application/json", "application/problem+json")

WRONG_HOST = b'{"message":"invalid host header"}'
"""Said of every address of another host, before anybody looks what is there."""


class Described:
    """An OpenAPI document, and what is not as it says."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = said
        self.paths = {re.compile(re.sub(r"{\w+}", "[^/]+", path)): methods for path, methods in said["paths"].items()}
        self.strict = _closed(said["components"])
        self.games: dict[str, str] = {}
        self._validators: dict[tuple[int, bool], Draft202012Validator] = {}

    def operation(self, method: str, path: str) -> Mapping[str, Any] | None:
        """What it says of a request; None: nothing."""
        found = [methods for pattern, methods in self.paths.items() if pattern.fullmatch(path)]
        fixed = [methods for methods in found if methods is self.said["paths"].get(path)]
        for methods in fixed or found:
            if operation := methods.get(method.lower()):
                return operation
        return None

    def faults(self, schema: Any, data: object, *, strict: bool = False) -> list[str]:
        """What keeps data from being as a schema says; ``strict``: or has fields of which it says nothing."""
        key = id(schema), strict
        if key not in self._validators:
            whole = {"components": self.strict if strict else self.said["components"]}
            self._validators[key] = Draft202012Validator({**(_closed(schema) if strict else schema), **whole})
        return [
            f"{'/'.join(map(str, fault.instance_path))}: {fault.message}"[:400]
            for fault in self._validators[key].iter_errors(data)
        ]

    def check(self, response: httpx.Response) -> None:
        """Hold a request and its answer against the document."""
        request = response.request
        path = request.url.path
        if not path.startswith("/api/") or path.startswith("/api/schema") or response.read() == WRONG_HOST:
            return
        operation = self.operation(request.method, request.url.path.rstrip("/"))
        if operation is None:
            assert response.status_code >= 400, f"{request.method} {request.url.path} is not in the document"
            return
        where = f"{request.method} {request.url.path} {response.status_code}"
        if response.is_success:
            assert not (found := self.asked_wrongly(operation, request)), (
                f"{where} takes what it does not describe: {found}"
            )
        if response.status_code != 304:
            assert not (found := self.answered_wrongly(operation, response)), f"{where} answers otherwise: {found}"

    def asked_wrongly(self, operation: Mapping[str, Any], request: httpx.Request) -> list[str]:
        """What is wrong with a request that was accepted."""
        known = {one["name"]: one["schema"] for one in operation.get("parameters", ()) if one["in"] == "query"}
        strange = [f"the parameter {name}" for name in request.url.params if name not in known]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is None:
            return strange
        data = msgspec.json.decode(request.content)
        misspelt = {**data, "misspelt": 1}
        passed = [] if self.faults(body["schema"], misspelt) else ["a misspelt field passes"]
        return strange + passed + self.faults(body["schema"], data)

    def answered_wrongly(self, operation: Mapping[str, Any], response: httpx.Response) -> list[str]:
        """What is wrong with an answer."""
        said = operation["responses"].get(str(response.status_code))
        if said is None:
            return ["the status is not described"]
        kind = response.headers.get("content-type", "").partition(";")[0]
        content = said.get("content", {})
        if kind == "text/event-stream" or (not content and not kind):
            return []
        if kind not in content:
            return [f"the media type {kind or 'none'} is not described"]
        if kind not in JSON:
            return []
        data = msgspec.json.decode(response.read())
        return self.faults(content[kind]["schema"], data, strict=True) or self.of_games(response.url.path, data)

    def of_games(self, path: str, data: Any) -> list[str]:
        """What is not as the schema of its game says in the views and events of an answer."""
        if path.endswith("/events") and isinstance(data, list) and (game := self.games.get(path.split("/")[3])):
            return [fault for one in data for fault in faults_of(game, "event", one["event"])]
        if not isinstance(data, dict) or not {"view", "question", "game"} <= data.keys():
            return []
        self.games[data["table"]] = data["game"]
        asked = data["question"] or {"default": None, "filed": None}
        parts = (
            ("options", data["options"]),
            ("view", data["view"]),
            ("answer", asked["default"]),
            ("answer", asked["filed"]),
        )
        return [fault for part, one in parts if one is not None for fault in faults_of(data["game"], part, one)]


def _closed(part: Any) -> Any:
    """A schema that refuses fields of which it says nothing."""
    if isinstance(part, list):
        return [_closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    closed = {key: _closed(one) for key, one in part.items()}
    return {"additionalProperties": False, **closed} if "properties" in part and "title" in part else closed


@cache
def _of_game(game: str, part: str) -> Draft202012Validator:
    whole = msgspec.json.decode(msgspec.json.encode(schema(ruleset(game))))
    return Draft202012Validator({**_closed(whole["properties"][part]), "$defs": _closed(whole["$defs"])})


def faults_of(game: str, part: str, data: object) -> list[str]:
    """What keeps data from being the ``options``, an ``answer``, a ``view`` or an ``event`` of a game by its schema."""
    return [
        f"{part} {'/'.join(map(str, one.instance_path))}: {one.message}"[:400]
        for one in _of_game(game, part).iter_errors(data)
    ]


@cache
def described(app: Litestar) -> Described:
    """The document of an application."""
    return Described(document(app))
