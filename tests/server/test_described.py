"""The document says everything, of everything, and nothing else passes: the check behind every test of the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.described import Described, described
from tests.serving import NAMES, Sitting, another, app_of

from turncoat.server.api.examples import EXAMPLES
from turncoat.server.services import Services

Plant = Callable[[dict[str, Any]], None]


@pytest.fixture
def document(services: Services) -> Iterator[Described]:
    with app_of(services) as app:
        yield described(app)


def objects(part: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of an object in a document, and where it stands."""
    if isinstance(part, dict):
        if "properties" in part and isinstance(part["properties"], dict):
            yield place, part
        for key, one in part.items():
            yield from objects(one, f"{place}/{key}")
    elif isinstance(part, list):
        for number, one in enumerate(part):
            yield from objects(one, f"{place}/{number}")


def test_every_field_and_every_parameter_is_described(document: Described) -> None:
    found = list(objects(document.said))
    assert len(found) > 60
    dumb = [
        f"{place}.{name}" for place, one in found for name, it in one["properties"].items() if not it.get("description")
    ]
    assert dumb == []
    operations = [one for methods in document.said["paths"].values() for one in methods.values()]
    parameters = [one for operation in operations for one in operation.get("parameters", ())]
    assert len(parameters) > 60
    assert [one["name"] for one in parameters if not one.get("description")] == []


def test_what_a_request_brings_has_no_other_fields(document: Described) -> None:
    """Where an unknown field is refused, the document refuses it too; an answer's fields are those of its game."""
    asked = {"NewTable", "SeatPlan", "NewAnswer", "NewOrder", "Speech", "Pledge", "After", "AtTimes", "Call", "SignIn"}
    schemas = document.said["components"]["schemas"]
    assert {name for name in asked if schemas[name].get("additionalProperties") is not False} == set()


def test_who_asks_is_described(document: Described) -> None:
    schemes = document.said["components"]["securitySchemes"]
    assert {name: (one["type"], one.get("in"), one.get("name")) for name, one in schemes.items()} == {
        "key": ("http", None, None),
        "session": ("apiKey", "cookie", "turncoat"),
        "token": ("apiKey", "header", "x-csrf-token"),
    }


@pytest.mark.parametrize(
    ("name", "fits", "does_not"),
    [
        ("NewTable", {"game": "truce", "seats": [{"name": "Agatha"}]}, {"game": "truce", "seats": ["rubbish", 5]}),
        ("NewTable", {"game": "truce", "seats": [{"name": "Agatha"}]}, {"game": "truce", "seats": [], "optons": {}}),
        ("Speech", {"to": [1], "text": "Support me?"}, {"to": ["Barney"]}),
        ("NewOrder", {"actions": [{"type": "call"}, {"type": "pass"}]}, {"actions": [{"typ": "call"}]}),
        ("NewAnswer", {"action": {"type": "ship", "forces": {"reserves": 2}}}, {"action": {"type": ["ship"]}}),
    ],
)
def test_what_programs_send_fits_and_rubbish_does_not(document: Described, name: str, fits: Any, does_not: Any) -> None:
    """A list of one type is a list of that type alone."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    assert document.faults(schema, fits) == []
    assert document.faults(schema, does_not) != []


def unshown(document: Described) -> list[str]:
    """Operations that take JSON without a true example."""
    bodies = {
        one["operationId"]: one["requestBody"]["content"]["application/json"]
        for methods in document.said["paths"].values()
        for one in methods.values()
        if "application/json" in one.get("requestBody", {}).get("content", {})
    }
    assert len(bodies) > 25
    assert set(EXAMPLES) <= set(bodies)
    return [
        name
        for name, body in bodies.items()
        if document.faults(body["schema"], body.get("example", "none"), strict=True)
    ]


def test_every_operation_that_takes_something_shows_an_example_of_it(document: Described) -> None:
    assert unshown(document) == []


def _without_an_example(said: dict[str, Any]) -> None:
    del said["paths"]["/api/bots"]["post"]["requestBody"]["content"]["application/json"]["example"]


def _with_a_wrong_example(said: dict[str, Any]) -> None:
    said["paths"]["/api/bots"]["post"]["requestBody"]["content"]["application/json"]["example"]["nmae"] = "Grudge"


@pytest.mark.parametrize("fault", [_without_an_example, _with_a_wrong_example])
def test_an_example_that_is_missing_or_wrong_is_noticed(document: Described, fault: Plant) -> None:
    assert unshown(Described(planted(document, fault))) == ["make_bot"]


def _without_a_field(said: dict[str, Any]) -> None:
    del said["components"]["schemas"]["TableView"]["properties"]["chain"]


def _of_another_type(said: dict[str, Any]) -> None:
    said["components"]["schemas"]["TableView"]["properties"]["due"] = {"type": "string"}


def _without_a_status(said: dict[str, Any]) -> None:
    del said["paths"]["/api/tables/{table}"]["get"]["responses"]["200"]


def _without_an_operation(said: dict[str, Any]) -> None:
    del said["paths"]["/api/tables/{table}"]


@pytest.mark.parametrize("fault", [_without_a_field, _of_another_type, _without_a_status, _without_an_operation])
def test_an_answer_that_is_not_as_described_is_noticed(document: Described, table: Sitting, fault: Plant) -> None:
    answer = table.client.get(table.path(), headers=table.seat(0))
    document.check(answer)
    with pytest.raises(AssertionError, match=r"otherwise|not in the document"):
        Described(planted(document, fault)).check(answer)


def _takes_anything(said: dict[str, Any]) -> None:
    del said["components"]["schemas"]["NewTable"]["additionalProperties"]


def _takes_too_little(said: dict[str, Any]) -> None:
    said["components"]["schemas"]["NewTable"]["properties"]["seats"]["items"] = {"oneOf": [{"type": "object"}, {}]}


@pytest.mark.parametrize("fault", [_takes_anything, _takes_too_little])
def test_a_request_that_is_not_as_described_is_noticed(document: Described, client: httpx.Client, fault: Plant) -> None:
    seats = [{"name": name} for name in NAMES]
    answer = client.post("/api/tables", json={"game": "truce", "seats": seats})
    document.check(answer)
    with pytest.raises(AssertionError, match="takes what it does not describe"):
        Described(planted(document, fault)).check(answer)


def planted(document: Described, fault: Plant) -> dict[str, Any]:
    """A document with a fault."""
    said = json.loads(json.dumps(document.said))
    fault(said)
    return dict(said)


def test_every_client_of_the_tests_looks_at_the_document(client: httpx.Client) -> None:
    """Also a second browser, which has cookies of its own."""
    assert len(client.event_hooks["response"]) == len(another(client).client.event_hooks["response"]) == 1


def requests(text: str) -> Iterator[tuple[str, str, Any]]:
    """The requests with a body in the code blocks of a page: method, path and body."""
    text = text.replace('"digest": "..."', f'"digest": "{"0" * 64}"')
    for block in re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for found in re.finditer(r"(POST|PUT) +(/api/[^ \n?]+)\S* +(?={)", block):
            body, _ = json.JSONDecoder().raw_decode(block, found.end())
            yield found[1], found[2], body


def test_every_request_of_the_documentation_is_as_described(document: Described) -> None:
    page = Path(__file__).resolve().parents[2] / "docs/api/README.md"
    shown = list(requests(page.read_text(encoding="utf-8")))
    assert len(shown) > 10
    for method, path, body in shown:
        operation = document.operation(method, path)
        assert operation is not None, path
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        assert document.faults(schema, body) == [], (path, body)


def test_a_misspelt_request_of_the_documentation_is_noticed(document: Described) -> None:
    (_, path, body), *_ = requests('```\nPOST /api/tables   {"game": "truce", "seets": []}\n```\n')
    operation = document.operation("POST", path)
    assert operation is not None
    assert document.faults(operation["requestBody"]["content"]["application/json"]["schema"], body) != []
