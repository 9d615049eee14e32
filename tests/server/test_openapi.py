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
from tests.serving import Sitting, begin, client_of, open_services

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


EXAMPLES = 12
"""Cases for each operation, and as many that do not fit the document."""


@pytest.fixture
def open_door(tmp_path: Path) -> Services:
    return open_services(tmp_path, rates={})


@pytest.fixture
def table(open_door: Services) -> Iterator[Sitting]:
    with client_of(open_door) as client:
        client.event_hooks = {}  # schemathesis itself holds what it sends and gets against the document
        yield begin(client)


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    services = open_services(tmp_path_factory.mktemp("document"))
    described = of_app(compose(services))
    services.store.close()
    return schemathesis.openapi.from_dict(described).exclude(path_regex=ENDLESS)


@pytest.mark.parametrize("tag", ["Games", "Tables", "A seat", "Host", "People"])
def test_every_answer_is_as_the_document_says(document: Any, tag: str, table: Sitting) -> None:
    """Many cases go to a real table with a real key, so that they get as far as the rules."""
    labels = []
    for found in document.include(tag=tag).get_all_operations():
        operation = found.ok()
        labels.append(operation.label)
        for mode in GenerationMode:
            _try(operation, mode, table)
    assert labels


def _try(operation: Any, mode: GenerationMode, table: Sitting) -> None:
    @given(case=operation.as_strategy(generation_mode=mode), real=strategies.booleans())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def cases(case: Case, real: bool) -> None:
        if real and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table.id
            case.headers.update(table.host if "/host/" in case.path else table.seat(0))
        case.validate_response(send(table.client, case), excluded_checks=LENIENT)

    try:
        cases()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "only where nothing is asked for can nothing be wrong"


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


def test_the_document_is_served(table: Sitting) -> None:
    response = table.client.get("/openapi.json")
    assert response.headers["content-type"] == "application/json"
    assert "/api/tables/{table}/answer" in response.json()["paths"]
    assert table.client.get("/api/schema/openapi.json").content == table.client.get("/openapi.json").content


def test_a_planted_failure_is_found(document: Any, table: Sitting, open_door: Services) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    table.client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    open_door.store.summaries = broken  # type: ignore[method-assign, assignment]
    with pytest.raises(BaseExceptionGroup, match=r"distinct failures|Server error"):
        _try(document["/api/tables"]["GET"], GenerationMode.POSITIVE, table)
