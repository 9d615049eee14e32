"""Who may do what: keys of seats and hosts, forged, revoked, stale, of another table."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.serving import (
    Browser,
    Clock,
    Sitting,
    bearer,
    begin,
    client_of,
    database_at,
    everything_in,
    gather,
    open_services,
)

from turncoat.server.people import SESSION_LIFE

ACTS: list[tuple[str, dict[str, object]]] = [
    ("answer", {"action": {"type": "loot"}}),
    ("withdraw", {}),
    ("talk", {"text": "hello"}),
    ("sit", {}),
    ("leave", {}),
    ("words", {"digest": "0" * 64}),
    ("words/open", {"words": "x" * 20}),
]
MOVES: list[tuple[str, dict[str, object]]] = [
    ("start", {}),
    ("pause", {}),
    ("resume", {}),
    ("extend", {"minutes": 1}),
    ("bot", {"seat": 0, "bot": "random"}),
    ("person", {"seat": 0}),
    ("link", {"seat": 0}),
    ("revoke", {"seat": 0}),
    ("close", {}),
]


def test_a_forged_key_is_refused_everywhere(client: httpx.Client, table: Sitting) -> None:
    forged = bearer("A" * 43)
    for path in ("", "events", "messages", "stream", "replay", "export"):
        assert client.get(table.path(path), headers=forged).status_code == 401
    for path, body in ACTS:
        assert client.post(table.path(path), headers=forged, json=body).status_code == 401
    for move, body in MOVES:
        assert client.post(table.path(f"host/{move}"), headers=forged, json=body).status_code == 401


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer  ", "Basic QTpC", "Bearer " + "x" * 5000, "Bearer käse"])
def test_a_header_that_is_no_key_is_refused(client: httpx.Client, header: str) -> None:
    response = client.get("/api/tables", headers=[(b"authorization", header.encode())])
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"


def test_without_a_key_one_watches_and_nothing_else(client: httpx.Client, table: Sitting) -> None:
    assert table.get()["seat"] is None
    assert client.get(table.path(), params={"seat": 0}).status_code == 401
    for path, body in ACTS:
        assert client.post(table.path(path), json=body).json()["kind"] == "no_key"
    for move, body in MOVES:
        assert client.post(table.path(f"host/{move}"), json=body).json()["kind"] == "no_key"


def test_a_key_opens_its_own_seat_and_no_other(client: httpx.Client, table: Sitting) -> None:
    assert table.get(seat=2)["seat"] == 2
    assert client.get(table.path(), headers=table.seat(2), params={"seat": 3}).json()["kind"] == "not_permitted"
    answered = client.post(table.path("answer"), headers=table.seat(2), params={"seat": 3}, json=ACTS[0][1])
    assert answered.json()["kind"] == "not_permitted"


def test_a_key_of_another_table_is_a_spectators(client: httpx.Client) -> None:
    table, other = begin(client), begin(client)
    assert client.get(table.path(), headers=other.seat(0)).json()["seat"] is None
    for path, body in ACTS:
        assert client.post(table.path(path), headers=other.seat(0), json=body).json()["kind"] == "not_permitted"
    for move, body in MOVES:
        assert client.post(table.path(f"host/{move}"), headers=other.host, json=body).json()["kind"] == "not_permitted"


def test_a_seat_has_no_hosts_rights_and_a_host_no_seat(client: httpx.Client, table: Sitting) -> None:
    for move, body in MOVES:
        response = client.post(table.path(f"host/{move}"), headers=table.seat(0), json=body)
        assert response.json()["kind"] == "not_permitted"
    assert client.get(table.path(), headers=table.host).json()["seat"] is None
    assert client.post(table.path("answer"), headers=table.host, json=ACTS[0][1]).json()["kind"] == "not_permitted"


def test_a_revoked_key_is_worthless_at_once_and_a_new_one_is_good(client: httpx.Client, table: Sitting) -> None:
    assert table.get(seat=1)["seat"] == 1
    assert table.do("revoke", seat=1).status_code == 204
    assert client.get(table.path(), headers=table.seat(1)).status_code == 401
    new = client.post("/api/keys", json={"invitation": table.link(1)}).json()
    assert client.get(table.path(), headers=bearer(new["key"])).json()["seat"] == 1
    assert client.get(table.path(), headers=table.seat(1)).status_code == 401


def test_a_revoked_key_is_worthless_in_the_browser_that_holds_it(client: httpx.Client, table: Sitting) -> None:
    browser, invitation = Browser(client), table.link(1)
    browser.join(invitation)
    assert "Your action" in browser.get(f"/tables/{table.id}").text
    table.do("revoke", seat=1)
    assert "You are watching" in browser.get(f"/tables/{table.id}").text
    assert browser.get(f"/join/{invitation}").status_code == 404


def test_a_new_invitation_sends_nobody_away(table: Sitting) -> None:
    table.do("link", seat=1)
    assert table.get(seat=1)["seat"] == 1


def test_links_of_seats_that_are_not_there(table: Sitting) -> None:
    assert table.do("link", seat=6).json()["field"] == "seat"
    assert table.do("revoke", seat=6).json()["field"] == "seat"


def test_only_digests_of_keys_and_cookies_are_stored(tmp_path: Path) -> None:
    services = open_services(tmp_path)
    with client_of(services) as client:
        table = gather(client)
        browser = Browser(client)
        browser.join(table.link(0))
        cookie = client.cookies["turncoat"]
    dump = everything_in(database_at(tmp_path / "test.db"))
    assert table.id in dump
    assert not [secret for secret in (*table.keys, table.host_key, cookie) if secret in dump]


def test_keys_are_unguessable(client: httpx.Client) -> None:
    table = gather(client)
    assert len({*table.keys, table.host_key}) == 7
    assert all(len(key) == 43 for key in (*table.keys, table.host_key))


def test_a_forged_or_stale_cookie_is_nobodys(tmp_path: Path) -> None:
    clock = Clock()
    services = open_services(tmp_path, clock=clock)
    with client_of(services) as client:
        table = begin(client)
        client.cookies.set("turncoat", "forged")
        assert client.get(f"/tables/{table.id}?seat=0").status_code == 401
        client.cookies.clear()
        browser = Browser(client)
        browser.join(table.link(0))
        assert browser.get(f"/tables/{table.id}?seat=0").status_code == 200
        clock.forward(SESSION_LIFE / 1000 + 1)
        services.auth.forget()
        assert browser.get(f"/tables/{table.id}?seat=0").status_code == 401


def test_beside_a_key_no_cookie_counts(client: httpx.Client, table: Sitting) -> None:
    Browser(client).join(table.link(0))
    assert client.get(table.path()).json()["seat"] == 0
    assert client.get(table.path(), headers=table.seat(1)).json()["seat"] == 1
    assert client.get(table.path(), headers=bearer("A" * 43)).status_code == 401


def test_a_browser_that_holds_two_seats_says_which(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    browser.join(table.link(1))
    assert browser.join(table.link(4)).url.query == b"seat=4"
    assert client.get(table.path(), params={"seat": 4}).json()["seat"] == 4
    assert client.get(table.path(), params={"seat": 1}).json()["seat"] == 1
    assert client.get(table.path(), params={"seat": 2}).status_code == 403
    page = browser.get(f"/tables/{table.id}?seat=4").text
    assert f"/tables/{table.id}/answer?seat=4" in page
    answered = browser.post(f"/tables/{table.id}/answer", {"act": "loot"})
    assert answered.status_code == 403
    browser.post(f"/tables/{table.id}/answer?seat=4", {"act": "loot"})
    assert table.get(seat=4)["question"]["filed"] == {"type": "loot"}
    assert table.get(seat=1)["question"]["filed"] is None


def test_a_key_to_the_seat_of_a_bot_tells_nothing_until_somebody_sits_down(client: httpx.Client) -> None:
    """Nobody at the table sees what is secret, the host included: not with the key of a seat that a bot plays."""
    seats = [{"name": "Agatha"}, {"name": "Barney", "bot": "random"}]
    made = client.post("/api/tables", json={"game": "dune", "seats": seats}).json()
    own, other = (bearer(key) for key in made["seat_keys"][:2])
    path = f"/api/tables/{made['table']}"
    assert client.post(f"{path}/sit", json={}, headers=own).status_code == 204
    assert client.post(f"{path}/host/start", headers=bearer(made["host_key"])).status_code == 204
    seen = client.get(path, headers=other).json()
    assert (seen["seat"], seen["question"]) == (None, None)
    assert "traitors" not in client.get(f"{path}/events", headers=other).text
    assert client.post(f"{path}/answer", json={"text": "pass"}, headers=other).status_code == 422
    assert client.post(f"{path}/sit", json={}, headers=other).status_code == 204
    assert client.get(path, headers=other).json()["seat"] == 1
