"""What protects the pages: tokens in forms, the content security policy, cookies, hosts, limits."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import httpx
import pytest
from tests.serving import Browser, Sitting, begin, client_of, gather, open_services

from turncoat.games import game_ids
from turncoat.server.app import ALWAYS
from turncoat.server.limits import Limits, Rate
from turncoat.server.problems import TooMany
from turncoat.web.paths import rules


def every_page(table: str, key: str) -> list[str]:
    """Addresses of every kind of page, of refusals and of what is no page."""
    inside = (
        "",
        "/live",
        "/ledger",
        "/reveal",
        "/replay",
        "/screen",
        "/story",
        "/host",
        "/export",
        "?round=1&frame=1",
        "?seat=3",
    )
    outside = ("/", "/new", "/my-tables", "/rules", *map(rules, game_ids()), "/sign-in", "/gone")
    doors = (f"/join/{key}", "/join/no-key", "/continue", "/continue/NO-CODE")
    others = ("/api/games", "/api/gone", "/openapi.json", "/static/vendor/htmx.min.js", "/static/gone.js")
    return [f"/tables/{table}{part}" for part in inside] + [*outside, *doors, *others, "/tables/gone"]


def test_every_answer_carries_the_policy_and_nothing_on_a_page_breaks_it(table: Sitting, browser: Browser) -> None:
    table.everybody("loot")
    browser.join(table.link(None))
    browser.join(table.link(0))
    inline = re.compile(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
    for path in every_page(table.id, table.keys[1]):
        response = browser.get(path)
        assert {name: response.headers.get(name) for name in ALWAYS} == dict(ALWAYS), path
        assert response.headers["cache-control"] == "no-store" or path.startswith("/static/vendor"), path
        assert not inline.findall(response.text) or "html" not in response.headers["content-type"], path
        assert response.status_code < 500, path


def test_the_policy_lets_nothing_in_from_elsewhere_and_nothing_inline() -> None:
    policy = ALWAYS["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert ALWAYS["Referrer-Policy"] == "no-referrer"


FORMS = ["/new", "/join", "/continue", "/sign-in", "/sign-out", "/theme"]
TABLE_FORMS = ["answer", "take-back", "talk", "claim", *(f"host/{move}" for move in ("start", "close", "link"))]


def test_no_form_counts_without_its_token(client: httpx.Client, table: Sitting, browser: Browser) -> None:
    browser.join(table.link(0))
    browser.join(table.link(None))
    for path in [*FORMS, *(f"/tables/{table.id}/{form}" for form in TABLE_FORMS)]:
        assert client.post(path, data={"act": "loot"}).status_code == 403, path
        assert client.post(path, data={"act": "loot", "_csrf": "x" * 32}).status_code == 403, path
    assert table.get(seat=0)["question"]["filed"] is None
    assert table.get()["phase"] == "playing"


def test_the_token_may_come_in_a_header_as_script_sends_it(
    client: httpx.Client, table: Sitting, browser: Browser
) -> None:
    browser.join(table.link(0))
    browser.get(f"/tables/{table.id}")
    headers = {"x-csrf-token": browser.token, "hx-request": "true"}
    response = client.post(f"/tables/{table.id}/answer", data={"act": "loot"}, headers=headers)
    assert response.status_code == 200
    assert "<html" not in response.text
    assert table.get(seat=0)["question"]["filed"] == {"type": "loot"}


def test_a_cookie_alone_changes_nothing_over_the_api(client: httpx.Client, table: Sitting) -> None:
    Browser(client).join(table.link(0))
    body = {"action": {"type": "loot"}}
    assert client.post(table.path("answer"), json=body).json()["kind"] == "not_permitted"
    token = client.get("/api/session").json()["token"]
    assert client.post(table.path("answer"), json=body, headers={"x-csrf-token": token}).status_code == 200


def test_another_browsers_token_is_worth_nothing(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        first = Browser(client)
        first.get("/")
        client.cookies.clear()
        second = Browser(client)
        second.get("/")
        assert client.post("/theme", data={"_csrf": first.token, "theme": "dark"}).status_code == 403
        assert second.post("/theme", {"theme": "dark"}).status_code == 200


def test_cookies_are_out_of_reach_of_script_and_of_other_sites(client: httpx.Client, browser: Browser) -> None:
    table = gather(client)
    link = table.link(0)
    browser.get(f"/join/{link}")
    client.follow_redirects = False
    response = browser.post("/join", {"token": link, "name": "Zoe"})
    (cookie,) = [line for line in response.headers.get_list("set-cookie") if line.startswith("turncoat=")]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert "Secure" not in cookie


@pytest.mark.parametrize("scheme", ["https://testserver.local", "http://testserver.local"])
def test_over_https_cookies_stay_there(tmp_path: Path, scheme: str) -> None:
    public = "https://games.example" if scheme.startswith("http:") else ""
    with client_of(open_services(tmp_path, public_url=public), base_url=scheme) as client:
        response = client.get("/")
        assert [line for line in response.headers.get_list("set-cookie") if "__Host-" in line and "Secure" in line]
        assert ("strict-transport-security" in response.headers) == scheme.startswith("https:")


def test_only_the_servers_own_names_are_answered(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path, hosts=("games.example",))) as client:
        assert client.get("/api/games", headers={"host": "evil.example"}).status_code == 400
        assert client.get("/api/games", headers={"host": "games.example"}).status_code == 200


def test_links_name_the_public_address(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path, public_url="http://games.example/")) as client:
        table = gather(client)
        browser = Browser(client)
        browser.join(table.link(None))
        page = browser.post(f"/tables/{table.id}/host/link", {"seat": "0"})
        assert re.search(r"http://games\.example/join/[\w-]{43}", page.text)


def test_pages_are_compressed_and_streams_are_not(client: httpx.Client) -> None:
    assert client.get("/").headers["content-encoding"] == "gzip"


def test_signing_in_is_limited_and_says_for_how_long(client: httpx.Client, browser: Browser) -> None:
    form = {"name": "Agatha", "passphrase": "guess"}
    answers = [browser.post("/sign-in", form) for _ in range(10)]
    assert {answer.status_code for answer in answers} == {422}
    assert "Wrong name or passphrase." in answers[0].text
    assert "guess" not in answers[0].text
    page = browser.post("/sign-in", form)
    assert page.status_code == 429
    assert "try again in" in page.text
    client.cookies.clear()
    last = client.post("/api/session", json=form)
    assert (last.status_code, last.json()["kind"]) == (429, "too_many")
    assert 0 < int(last.headers["retry-after"]) <= 30


def test_new_tables_are_limited(tmp_path: Path) -> None:
    rates = {"create": Rate(2, 60, "new tables")}
    with client_of(open_services(tmp_path, rates=rates)) as client:
        gather(client)
        gather(client)
        response = client.post("/api/tables", json={"game": "truce", "seats": [{"name": "A"}] * 3})
        assert response.status_code == 429
        page = Browser(client).post("/new", {"game": "truce"})
        assert page.status_code == 429
        assert page.headers["retry-after"] == "60"


def test_a_bucket_refills_as_time_goes_by() -> None:
    now = [0.0]
    limits = Limits({"play": Rate(2, 10, "requests")}, lambda: now[0])
    limits.check("play", "agatha")
    limits.check("play", "agatha")
    limits.check("play", "barney")
    with pytest.raises(TooMany, match="in 10 seconds"):
        limits.check("play", "agatha")
    now[0] = 10.0
    limits.check("play", "agatha")
    with pytest.raises(TooMany):
        limits.check("play", "agatha")
    limits.check("anything else", "agatha")


def test_no_key_is_ever_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), client_of(open_services(tmp_path)) as client:
        table = begin(client)
        browser = Browser(client)
        links = [table.link(seat) for seat in (None, *range(len(table.keys)))]
        for link in links:
            browser.join(link)
        browser.get("/join/" + "A" * 43)
        client.get(table.path(), headers={"Authorization": "Bearer " + "B" * 43})
    ours = "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))
    )
    assert not [key for key in (*table.keys, *links, table.host_key, "A" * 43, "B" * 43) if key in ours]


def test_addresses_of_others_are_not_followed_after_signing_in(client: httpx.Client, browser: Browser) -> None:
    client.follow_redirects = False
    form = {"name": "Agatha", "passphrase": "correct horse", "new": "yes"}
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        response = browser.post("/sign-in", form | {"next": target})
        assert response.headers["location"] == "/"
        form["new"] = "no"
    assert browser.post("/sign-in", form | {"next": "/my-tables"}).headers["location"] == "/my-tables"
