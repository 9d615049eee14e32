"""Signing in: forged by nobody, with a session that nobody knew before, slowed for strangers only."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from argon2 import PasswordHasher
from tests.serving import another, begin, gather

from turncoat.server import callers
from turncoat.server import passphrases as module
from turncoat.server.services import Services
from turncoat.server.sessions import SLOW

ZOE = {"name": "Zoe", "passphrase": "correct horse battery"}
WRONG = ZOE | {"passphrase": "a wrong horse"}


@pytest.fixture(scope="module", autouse=True)
def _quick_hashes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture
def waits(services: Services) -> list[float]:
    """For how long whom the server has let wait; nobody waits in a test."""
    seconds: list[float] = []

    async def note(how_long: float) -> None:
        seconds.append(how_long)

    services.wait = note
    return seconds


# --- forged -----------------------------------------------------------------------------------------

FORGED = [
    ("/api/session", '{"name":"Mallory","passphrase":"correct horse battery","x":"="}', "text/plain"),
    ("/api/session", '{"name":"Mallory","passphrase":"correct horse battery"}', "application/x-www-form-urlencoded"),
    ("/api/session", '{"name":"Mallory","passphrase":"correct horse battery"}', "text/plain;charset=UTF-8"),
    ("/api/session", '{"name":"Mallory","passphrase":"correct horse battery"}', ""),
    ("/api/tables", '{"game":"truce","seats":[{"name":""},{"name":""},{"name":""}]}', "text/plain"),
    ("/api/tables/import", "{}", "multipart/form-data; boundary=x"),
    ("/api/keys", '{"invitation":"x"}', "text/plain"),
]


@pytest.mark.parametrize(("path", "body", "kind"), FORGED)
@pytest.mark.parametrize("headers", [{}, {"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_what_any_site_can_send_changes_nothing(
    client: httpx.Client, path: str, body: str, kind: str, headers: dict[str, str]
) -> None:
    """A form on another site sends text, forms and nothing else; so a visitor would play as somebody else."""
    client.post("/api/session", json=ZOE | {"name": "Mallory", "new": True})
    fresh = another(client).client
    given = headers | ({"content-type": kind} if kind else {})
    answer = fresh.post(path, content=body, headers=given)
    assert (answer.status_code, answer.json()["kind"]) == (403, "not_permitted")
    assert "application/json" in answer.json()["detail"]
    assert "turncoat" not in fresh.cookies


@pytest.mark.parametrize("headers", [{"sec-fetch-site": "same-origin"}, {"origin": "http://testserver.local"}])
def test_a_page_of_this_server_may_send_what_it_likes(client: httpx.Client, headers: dict[str, str]) -> None:
    body = '{"game":"truce","seats":[{"name":""},{"name":""},{"name":""}]}'
    made = another(client).client.post("/api/tables", content=body, headers=headers | {"content-type": "text/plain"})
    assert made.status_code == 201


def test_a_program_with_a_key_or_json_needs_no_more(client: httpx.Client) -> None:
    table = gather(client)
    assert client.post(table.path("sit"), content="{}", headers=table.seat(0)).status_code == 204
    assert table.post("sit", None).status_code == 401


# --- renewed ----------------------------------------------------------------------------------------


def test_signing_in_renews_the_session_and_moves_what_it_held(client: httpx.Client) -> None:
    """Whoever knew the cookie before knows nothing afterwards, and what the browser held is still there."""
    table, browser = begin(client), another(client)
    browser.join(table.link(1))
    before = browser.client.cookies["turncoat"]
    browser.post("/sign-in", ZOE | {"new": "yes"})
    known = browser.client.cookies["turncoat"]
    browser.post("/sign-out")
    browser.join(table.link(2))
    third = browser.client.cookies["turncoat"]
    browser.post("/sign-in", ZOE)
    last = browser.client.cookies["turncoat"]
    assert len({before, known, third, last}) == 4
    for old in (before, known, third):
        attacker = another(client).client
        attacker.cookies.set("turncoat", old)
        assert attacker.get("/api/session").json()["held"] == []
        assert attacker.get("/api/session").json()["name"] == ""
    mine = browser.client.get("/api/session").json()
    assert mine["name"] == "Zoe"
    assert sorted(one["seat"] for one in mine["held"]) == [1, 2]


def test_a_wrong_passphrase_leaves_the_session_as_it_is(client: httpx.Client) -> None:
    table, browser = begin(client), another(client)
    browser.join(table.link(1))
    before = browser.client.cookies["turncoat"]
    browser.post("/sign-in", WRONG)
    assert browser.client.cookies["turncoat"] == before
    assert browser.client.get(table.path()).json()["seat"] == 1


# --- slowed -----------------------------------------------------------------------------------------


def test_ten_wrong_tries_slow_strangers_and_never_a_browser_that_has_been_signed_in(
    client: httpx.Client, waits: list[float]
) -> None:
    """Whoever tries Zoe's name shuts nobody out who has been Zoe there, not even from the same address."""
    zoe, mallory = another(client), another(client)
    zoe.post("/sign-in", ZOE | {"new": "yes"})
    zoe.post("/sign-out")
    assert {mallory.post("/sign-in", WRONG).status_code for _ in range(10)} == {422}
    assert mallory.post("/sign-in", ZOE).status_code == 429
    assert another(client).post("/sign-in", ZOE).status_code == 429
    assert "Sign out" in zoe.post("/sign-in", ZOE).text
    assert waits == []


def test_tries_from_many_addresses_slow_a_name_and_shut_nobody_out(
    client: httpx.Client, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner of the name, at a new device, waits for some seconds and is in."""
    monkeypatch.setattr(callers, "address_of", lambda request: request.headers.get("x-from", "here"))
    another(client).post("/sign-in", ZOE | {"new": "yes"})
    for place in range(12):
        far = another(client).client.post("/api/session", json=WRONG, headers={"x-from": f"203.0.113.{place}"})
        assert far.status_code == 422
    assert waits == [SLOW, SLOW]
    owner = another(client).client.post("/api/session", json=ZOE, headers={"x-from": "198.51.100.7"})
    assert owner.status_code == 200
    assert waits == [SLOW] * 3


def test_right_tries_are_not_counted(client: httpx.Client, waits: list[float]) -> None:
    another(client).post("/sign-in", ZOE | {"new": "yes"})
    assert {another(client).client.post("/api/session", json=ZOE).status_code for _ in range(25)} == {200}
    assert waits == []


def test_another_name_at_the_same_address_is_not_slowed(client: httpx.Client, waits: list[float]) -> None:
    for _ in range(11):
        another(client).client.post("/api/session", json=WRONG)
    other = another(client).client.post("/api/session", json=WRONG | {"name": "Yves"})
    assert other.status_code == 422


def test_a_browser_is_known_for_the_names_that_were_signed_in_there_and_no_other(
    client: httpx.Client, waits: list[float]
) -> None:
    """Nobody makes a name of their own to try another's without end."""
    another(client).post("/sign-in", ZOE | {"new": "yes"})
    mallory = another(client)
    mallory.post("/sign-in", {"name": "Mallory", "passphrase": "correct horse", "new": "yes"})
    mallory.post("/sign-out")
    tries = [mallory.post("/sign-in", WRONG).status_code for _ in range(11)]
    assert tries == [422] * 10 + [429]
