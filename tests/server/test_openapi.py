"""The OpenAPI document: complete, and true of every answer to whatever schemathesis thinks of sending."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.server.right_requests import ELSEWHERE, RIGHT, Request, World, send_right
from tests.serving import client_of, open_services

from turncoat.server.api.document import document as of_app
from turncoat.server.app import compose
from turncoat.server.services import Services

ENDLESS = "/stream$"
"""Never ends, so that nothing can be said of the answer as a whole; ``test_stream`` looks at it."""

LENIENT: list[Any] = [positive_data_acceptance]
"""What fits the document can still be against the rules of the game: that is what refusals are for."""


@schemathesis.serializer("application/x-ndjson")
def _file(_: Any, value: Any) -> bytes:
    """A file is sent as it is."""
    return str(value).encode(errors="replace")


TAGS = ["Games", "Tables", "A seat", "Host", "Together", "People", "Characters"]
"""What operations are listed under."""

EXAMPLES = 5
"""Cases for each operation, and as many that do not fit the document."""


@pytest.fixture
def open_door(tmp_path: Path) -> Services:
    return open_services(tmp_path, rates={})


@pytest.fixture
def client(open_door: Services) -> Iterator[httpx.Client]:
    with client_of(open_door) as client:
        client.event_hooks = {}  # schemathesis itself holds what it sends and gets against the document
        yield client


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    services = open_services(tmp_path_factory.mktemp("document"))
    described = of_app(compose(services))
    services.store.close()
    return schemathesis.openapi.from_dict(described).exclude(path_regex=ENDLESS)


def labels_of(document: Any) -> set[str]:
    """All operations, by method and path."""
    return {found.ok().label for found in document.get_all_operations()}


def test_the_right_request_of_every_operation_is_accepted(document: Any, open_door: Services) -> None:
    """So that those that are tried below get beyond keys and tables. Every reply is held against the document."""
    assert set(RIGHT) == labels_of(document) - ELSEWHERE
    refused = {}
    with client_of(open_door) as client:
        for label in sorted(RIGHT):
            reply = send_right(client, label)
            if not 200 <= reply.status_code < 300:
                refused[label] = (reply.status_code, reply.text)
    assert refused == {}


@pytest.mark.parametrize("tag", TAGS)
def test_every_answer_is_as_the_document_says(document: Any, tag: str, client: httpx.Client) -> None:
    """Half of the cases go to a real table with a real key, so that they get as far as the rules."""
    operations = [found.ok() for found in document.include(tag=tag).get_all_operations()]
    assert operations
    for operation in operations:
        for mode in GenerationMode:
            _try(operation, mode, client)


def test_no_operation_is_left_out(document: Any) -> None:
    assert {tag for found in document.get_all_operations() for tag in found.ok().tags} == set(TAGS)


def _try(operation: Any, mode: GenerationMode, client: httpx.Client) -> None:
    @given(case=operation.as_strategy(generation_mode=mode), strange=strategies.booleans(), data=strategies.data())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def cases(case: Case, strange: bool, data: Any) -> None:
        if not strange and operation.label in RIGHT:
            make_real(case, RIGHT[operation.label](World(client)), data.draw)
        case.validate_response(send(client, case), excluded_checks=LENIENT)

    try:
        cases()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "only where nothing is asked for can nothing be wrong"


def make_real(case: Case, right: Request, draw: Any) -> None:
    """Send a case to where it can be right, with a key that is; of its body at most one field stays as it is."""
    case.path_parameters = {**(case.path_parameters or {}), **right.path}
    case.headers.update(right.headers)
    if isinstance(case.body, dict) and isinstance(right.body, dict):
        kept = draw(strategies.sampled_from([None, *sorted(case.body)]))
        case.body = {**right.body, **({} if kept is None else {kept: case.body[kept]})}


def send(client: httpx.Client, case: Case) -> httpx.Response:
    """Send a case without network."""
    parts = case.as_transport_kwargs(base_url="http://testserver.local")
    data = parts.pop("data", None)
    body = {"content": data} if isinstance(data, str | bytes) else {"data": data}
    parts.pop("cookies", None)
    client.cookies.clear()
    return client.request(parts.pop("method"), parts.pop("url"), **parts, **(body if data is not None else {}))


def test_everything_is_described(document: Any) -> None:
    raw = document.raw_schema
    assert raw["openapi"].startswith("3.1")
    operations = [(path, method, one) for path, methods in raw["paths"].items() for method, one in methods.items()]
    assert len(operations) >= 30
    for path, method, one in operations:
        assert one.get("description") or one.get("summary"), (path, method)
        assert {"400", "429"} <= set(one["responses"]), (path, method)


def test_the_document_is_served(client: httpx.Client) -> None:
    response = client.get("/openapi.json")
    assert response.headers["content-type"] == "application/json"
    assert "/api/tables/{table}/answer" in response.json()["paths"]
    assert client.get("/api/schema/openapi.json").content == client.get("/openapi.json").content


def test_a_planted_failure_is_found(document: Any, client: httpx.Client, open_door: Services) -> None:
    client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    open_door.store.summaries = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(BaseExceptionGroup, match=r"distinct failures|Server error"):
        _try(document["/api/tables"]["GET"], GenerationMode.POSITIVE, client)


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("planted")


def test_a_planted_failure_behind_a_real_table_and_key_is_found(
    document: Any, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only who holds a seat of a game that is under way gets as far as this."""
    client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    monkeypatch.setattr("turncoat.server.correspondence.save", broken)
    with pytest.raises(BaseExceptionGroup, match=r"distinct failures|Server error"):
        _try(document["/api/tables/{table}/save"]["POST"], GenerationMode.POSITIVE, client)


def test_the_data_of_every_event_of_a_stream_is_described(document: Any) -> None:
    """By a type of the document each; what streams send is read as these types."""
    paths = document.raw_schema["paths"]
    named = {
        path: {
            name: one["schema"]["$ref"].rpartition("/")[2]
            for name, one in paths[path]["get"]["responses"]["200"]["content"]["text/event-stream"]["x-events"].items()
        }
        for path in ("/api/tables/{table}/stream", "/api/me/stream")
    }
    assert named == {
        "/api/tables/{table}/stream": {"events": "EventView", "said": "MessageView", "changed": "Changed"},
        "/api/me/stream": {"message": "News"},
    }
    types = document.raw_schema["components"]["schemas"]
    assert all(field["description"] for name in ("Changed", "News") for field in types[name]["properties"].values())
