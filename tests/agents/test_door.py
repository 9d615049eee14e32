"""Who may come in at ``/mcp``: the server looks at the key before the protocol sees anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.serving import Sitting, bearer, client_of, gather, open_services

from turncoat.server.mcp import mount

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


def ask(client: httpx.Client, key: str | None, **headers: str) -> httpx.Response:
    return client.post("/mcp", json=HELLO, headers={**ACCEPT, **headers, **(bearer(key) if key else {})})


def test_the_key_of_a_seat_opens_the_door(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client)
        answer = ask(client, table.keys[0])
        assert answer.status_code == 200
        assert answer.json()["result"]["serverInfo"]["name"] == "turncoat"
        assert answer.headers["cache-control"] == "no-store"


def test_nobody_else_comes_in(tmp_path: Path) -> None:
    """The protocol is not even imported for somebody without a good key."""
    with client_of(open_services(tmp_path)) as client:
        table: Sitting = gather(client)
        refused = {
            "no key": (ask(client, None), 401),
            "an unknown key": (ask(client, "x" * 43), 401),
            "a host's key": (ask(client, table.host_key), 403),
            "a page of another site": (ask(client, table.keys[0], Origin="https://evil.example"), 403),
        }
        for name, (answer, status) in refused.items():
            assert answer.status_code == status, name
            assert answer.headers["content-type"].startswith("application/problem+json"), name
        assert refused["no key"][0].headers["www-authenticate"] == "Bearer"
        assert client.app.state["agents"]._inside is None  # type: ignore[attr-defined]


def test_a_revoked_key_opens_nothing(tmp_path: Path) -> None:
    with client_of(open_services(tmp_path)) as client:
        table = gather(client)
        assert ask(client, table.keys[0]).status_code == 200
        table.post("sit", 0)
        assert table.post("leave", 0).status_code == 204
        assert ask(client, table.keys[0]).status_code == 401


def test_without_the_extra_the_server_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mount, "find_spec", lambda name: None)
    with client_of(open_services(tmp_path)) as client:
        answer = ask(client, gather(client).keys[0])
        assert (answer.status_code, answer.json()["detail"]) == (404, mount.MISSING)


def test_the_sdk_is_not_imported_before_an_agent_comes() -> None:
    """``turncoat serve`` and ``--help`` start as quickly as without it."""
    code = "import sys, turncoat.cli, turncoat.web.site.app; print({'mcp', 'pydantic', 'starlette'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
