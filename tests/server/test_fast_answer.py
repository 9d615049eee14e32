"""An answer that a program sends with its key goes a short way; what comes back is the same as on the long one."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from litestar.types import Scope
from tests.serving import Sitting, begin, client_of, open_services

from turncoat.server import fast_answer
from turncoat.server.limits import Rate

PASS = b'{"action":{"type":"pass"}}'
JSON = {"content-type": "application/json"}

Asked = tuple[str, bytes, dict[str, str]]
"""Path after the table's id, body, headers besides the key."""

ASKED: dict[str, Asked] = {
    "an answer": ("/answer", PASS, JSON),
    "in words": ("/answer", b'{"text":"attack barney"}', JSON),
    "nothing": ("/answer", b"{}", JSON),
    "not allowed": ("/answer", b'{"action":{"type":"attack","target":0}}', JSON),
    "no such action": ("/answer", b'{"action":{"type":"fly"}}', JSON),
    "out of date": ("/answer", b'{"request":7,"action":{"type":"pass"}}', JSON),
    "wrong type": ("/answer", b'{"request":"x"}', JSON),
    "no json": ("/answer", b"{", JSON),
    "not utf-8": ("/answer", b'{"text":"\xff"}', JSON),
    "no body": ("/answer", b"", JSON),
    "another content type": ("/answer", PASS, {"content-type": "text/plain"}),
    "its own seat": ("/answer?seat=0", PASS, JSON),
    "another's seat": ("/answer?seat=3", PASS, JSON),
    "too long": ("/answer", b'{"text":"' + b"x" * 70_000 + b'"}', JSON),
    "rather long": ("/answer", b'{"text":"' + b"x" * 5_000 + b'"}', JSON),
    "no key": ("/answer", PASS, JSON | {"authorization": ""}),
    "no bearer": ("/answer", PASS, JSON | {"authorization": "Basic QTpC"}),
    "an unknown key": ("/answer", PASS, JSON | {"authorization": "Bearer " + "A" * 43}),
    "a slash too many": ("/answer/", PASS, JSON),
}


def send(table: Sitting, asked: Asked) -> tuple[int, dict[str, str], bytes]:
    """Send it as seat 0; status, headers and body."""
    path, body, headers = asked
    given = table.seat(0) | {name.title(): value for name, value in headers.items()}
    response = table.client.post(f"/api/tables/{table.id}{path}", content=body, headers=given)
    return response.status_code, dict(response.headers), response.content


def the_long_way(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing goes the short way."""
    monkeypatch.setattr(fast_answer, "plain_answer", lambda scope: None)


@pytest.mark.parametrize("name", ASKED)
def test_both_ways_answer_alike(table: Sitting, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = send(table, ASKED[name])
    the_long_way(table, monkeypatch)
    assert send(table, ASKED[name]) == short


def test_an_ordinary_answer_goes_the_short_way_and_others_do_not(
    table: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[bool] = []
    known = fast_answer.plain_answer

    def noted(scope: Scope) -> fast_answer.Plain | None:
        found = known(scope)
        taken.append(found is not None)
        return found

    monkeypatch.setattr(fast_answer, "plain_answer", noted)
    for name in ("an answer", "its own seat", "rather long", "another content type", "a slash too many"):
        send(table, ASKED[name])
    table.get()
    assert taken == [True, False, False, False, False, False]


def test_what_is_too_often_is_refused_on_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    services = open_services(tmp_path, rates={"play": Rate(30, 1000.0)})
    with client_of(services) as client:
        table = begin(client)
        while (short := send(table, ASKED["an answer"]))[0] == 200:
            pass
        assert short[0] == 429
        assert int(short[1]["retry-after"]) > 0
        the_long_way(table, monkeypatch)
        assert send(table, ASKED["an answer"])[0] == 429


def test_a_revoked_key_is_worth_nothing_on_the_short_way(table: Sitting) -> None:
    assert send(table, ASKED["an answer"])[0] == 200
    assert table.do("revoke", seat=0).status_code == 204
    assert send(table, ASKED["an answer"])[0] == 401


def test_with_named_hosts_every_request_goes_the_long_way(tmp_path: Path) -> None:
    """Somebody else's name must not reach a table through the short way."""
    services = open_services(tmp_path, hosts=("games.example",))
    with client_of(services, base_url="http://games.example") as client:
        table = begin(client)
        assert send(table, ASKED["an answer"])[0] == 200
        stranger = table.seat(0) | JSON | {"host": "evil.example"}
        assert client.post(table.path("answer"), content=PASS, headers=stranger).status_code == 400


def test_a_failure_of_our_own_says_so_and_nothing_else(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(fast_answer, "hand_in", fails)
    status, _, body = send(table, ASKED["an answer"])
    assert status == 500
    assert b"secret" not in body


def test_an_answer_that_comes_in_pieces_is_put_together(client: httpx.Client) -> None:
    assert isinstance(client, TestClient)
    assert isinstance(client.app, Litestar)
    table = begin(client)
    broken = (part for part in (PASS[:9], PASS[9:]))
    headers = table.seat(0) | JSON | {"content-length": str(len(PASS))}
    response = client.post(table.path("answer"), content=broken, headers=headers)
    assert response.status_code == 200
    assert response.json()["action"] == {"type": "pass"}
