"""Bad input at every auth: one sentence, the usual problem document, and no more than a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from tests.server.test_problems import refused
from tests.serving import Sitting, another, begin, client_of, open_services

from turncoat.server.problems import STATUS
from turncoat.server.services import Services

DEPTHS = (400, 950, 1_100, 15_000)
"""Levels: those that Python still follows, those that it just does not, and many."""

JSON = {"content-type": "application/json"}


def nested(depth: int, opening: str = "[", closing: str = "]") -> bytes:
    return (opening * depth + "1" + closing * depth).encode()


def bodies(depth: int) -> Iterator[bytes]:
    """A nested body by itself, and under every name that might be a field of anything."""
    yield nested(depth)
    yield b'{"text":"\xff","name":"\xff"}'
    yield nested(depth, '{"a":', "}")
    for field in ("action", "options", "sheet", "choice", "text", "promise", "request", "order", "seats", "deadline"):
        yield b'{"%s":%s}' % (field.encode(), nested(depth, '{"a":[', "]}"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with client_of(open_services(tmp_path_factory.mktemp("doors"), rates={})) as client:
        yield client


@pytest.fixture(scope="module")
def table(client: httpx.Client) -> Sitting:
    return begin(client)


def doors(client: httpx.Client) -> list[tuple[str, str]]:
    """Method and address of everything in the API that takes a body."""
    described: dict[str, dict[str, Any]] = client.get("/openapi.json").json()["paths"]
    return [(method, path) for path, ways in described.items() for method in ways if "requestBody" in ways[method]]


def address(path: str, table: Sitting) -> str:
    for name, value in {"table": table.id, "game": "truce", "character": "nobody", "offer": "nothing"}.items():
        path = path.replace(f"{{{name}}}", value)
    return path


@pytest.mark.parametrize("depth", DEPTHS)
def test_nested_json_is_refused_at_every_door(table: Sitting, depth: int, caplog: pytest.LogCaptureFixture) -> None:
    """Found in attacks: 3 KB of brackets made the server fail at every address."""
    found = doors(table.client)
    assert len(found) >= 15
    for method, path in found:
        whose = table.host if "/host/" in path else table.seat(0) if "{table}" in path else {}
        for body in bodies(depth):
            response = table.client.request(method, address(path, table), content=body, headers=whose | JSON)
            assert response.status_code < 500, f"{path}: {body[:40]!r}: {response.text}"
            if response.status_code >= 400:
                refused(response, response.status_code, response.json()["kind"])
    assert not caplog.records


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(
    "before",
    [
        b'{"game":"truce","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"options":{"rounds":%s}}',
        b'{"game":"truce","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"deadline":{"type":"at","times":%s}}',
        b'{"game":"thrice","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"options":{"characters":%s}}',
        b'{"game":"thrice","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"options":{"characters":"%s"}}',
        b'{"game":"loyalty","seats":[{"name":"A"},{"name":"B"},{"name":"C"}],"options":{"map":"%s"}}',
    ],
)
def test_characters_maps_and_options_may_not_be_nested_either(client: httpx.Client, before: bytes, depth: int) -> None:
    response = client.post("/api/tables", content=before % nested(depth), headers=JSON)
    assert response.status_code in {400, 422}, response.text
    refused(response, response.status_code, response.json()["kind"])


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("action", [b'{"type":"pass","x":%s}', b'{"type":"attack","target":%s}', b'{"type":%s}'])
def test_an_action_may_not_be_nested_on_the_short_way_or_the_long_one(
    table: Sitting, action: bytes, depth: int
) -> None:
    body = b'{"action":' + action % nested(depth) + b"}"
    for query in ("", "?seat=0"):
        response = table.client.post(table.path("answer") + query, content=body, headers=table.seat(0) | JSON)
        assert response.status_code in {200, 400}, response.text
        if response.status_code == 400:
            refused(response, 400, "unreadable")


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_nested_file_is_no_record_and_no_character(client: httpx.Client, depth: int) -> None:
    for path in ("/api/tables/import", "/api/characters/import"):
        for body in (nested(depth), b'{"header":%s}' % nested(depth), b'{"format":%s}' % nested(depth)):
            refused(client.post(path, content=body, headers=JSON), 400, "unreadable")


# --- forms and addresses ----------------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["klingon", "utf-16", "rot13", "hex", ""])
def test_a_form_in_a_character_set_that_nobody_knows_is_refused(client: httpx.Client, charset: str) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="_csrf"\r\n'
        b"Content-Type: text/plain; charset=" + charset.encode() + b"\r\n\r\n\xd8\xff\xfe\r\n--x--\r\n"
    )
    browser = another(client)
    browser.get("/")
    response = browser.client.post("/new", content=body, headers={"content-type": "multipart/form-data; boundary=x"})
    assert response.status_code == 400, response.text
    assert "The form cannot be read" in response.text


@pytest.mark.parametrize("name", ["%00", "a%00.css", "a" * 5000, "%2e%2e/%00", "%ff%fe", "a/" * 3000])
@pytest.mark.parametrize("folder", ["/static/", "/static/vendor/"])
def test_a_file_of_an_impossible_name_is_not_there(client: httpx.Client, folder: str, name: str) -> None:
    response = client.get(f"{folder}{name}")
    assert response.status_code == 404
    assert "There is nothing at this address." in response.text


# --- the log ----------------------------------------------------------------------------------------


def test_a_stumble_of_ours_is_told_in_full_once_and_then_in_one_line(
    services: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody floods the log with a request that fails."""

    def broken(*_: object) -> None:
        raise RuntimeError("something is wrong here")

    monkeypatch.setattr("turncoat.server.problems._known", set())
    monkeypatch.setattr(services.store, "summaries", broken)
    with caplog.at_level(logging.ERROR), client_of(services, raise_server_exceptions=False) as client:
        for _ in range(3):
            assert client.get("/api/tables").status_code == STATUS["failed"]
    assert [bool(record.exc_info) for record in caplog.records] == [True, False, False]
    assert all("RuntimeError at" in record.getMessage() for record in caplog.records)
    assert "\n" not in caplog.records[1].getMessage()
