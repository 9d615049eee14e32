"""The official conformance scenarios for MCP servers, against ``/mcp``: npm ``@modelcontextprotocol/conformance``.

The program knows no keys, and calls things by names of its own. So what it sends passes a small application, which adds
the key of a seat and calls ours in place of those. ``scripts/stages.py mcp`` installs it and says where it is.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.serving import gather, on_the_wire, open_services

from turncoat.web.site.app import make_app

OURS = {
    b'"test_simple_text"': b'"my_tables"',
    b'"test_error_handling"': b'"answer"',
    b'"test://static-text"': b'"turncoat://rules/truce"',
    b'"test_simple_prompt"': b'"play_truce"',
}
"""What stands for the tools, resources and prompts of the scenarios."""

PASSED = (
    *("server-initialize", "ping", "tools-list", "tools-call-simple-text", "tools-call-error"),
    *("resources-list", "resources-read-text", "prompts-list", "prompts-get-simple", "dns-rebinding-protection"),
)
"""The scenarios about what our server offers."""

NOT_OFFERED = {
    "pictures, sound and files": (
        *("tools-call-image", "tools-call-audio", "tools-call-embedded-resource", "tools-call-mixed-content"),
        *("resources-read-binary", "prompts-get-embedded-resource", "prompts-get-with-image"),
    ),
    "asking the agent or its person something": (
        *("tools-call-sampling", "tools-call-elicitation", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"),
    ),
    "messages while a tool works, and streams that resume": (
        *("tools-call-with-logging", "tools-call-with-progress", "logging-set-level"),
        *("server-sse-polling", "server-sse-multiple-streams", "resources-subscribe", "resources-unsubscribe"),
    ),
    "arguments of prompts and resources, and completing them": (
        *("completion-complete", "resources-templates-read", "prompts-get-with-args"),
    ),
    "a tool with a schema that the scenario prescribes": ("json-schema-2020-12",),
}
"""The scenarios about what it does not offer, and does not say that it does."""


class WithKey:
    """Adds a key to requests that have none, and calls our things by our names."""

    def __init__(self, inside: Any) -> None:
        self.inside, self.key = inside, ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"] != "/mcp":
            await self.inside(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        for theirs, ours in OURS.items():
            body = body.replace(theirs, ours)
        headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
        headers += [(b"content-length", b"%d" % len(body)), (b"authorization", f"Bearer {self.key}".encode())]
        whole = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Any:
            return next(whole, None) or await receive()

        await self.inside({**scope, "headers": headers}, again, send)


@pytest.fixture(scope="module")
def conformance() -> str:
    """The program; without it the stage has failed, not passed."""
    found = os.environ.get("TURNCOAT_CONFORMANCE", "")
    assert found, "TURNCOAT_CONFORMANCE does not say where the program is: run scripts/test mcp"
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with a table."""
    made = list[WithKey]()

    def make(services: Any) -> Any:
        made.append(WithKey(make_app(services)))
        return made[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.serving.make_app", make)
        services = open_services(tmp_path_factory.mktemp("server"), rates={})
        with on_the_wire(services) as address, httpx.Client(base_url=address) as client:
            made[0].key = gather(client).keys[0]
            yield address


def run(conformance: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["node", conformance, *arguments], capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("scenario", PASSED)
def test_a_scenario_passes(scenario: str, conformance: str, server: str, tmp_path: Path) -> None:
    out = ("--output-dir", str(tmp_path))
    done = run(conformance, "server", "--url", f"{server}/mcp", "--scenario", scenario, *out)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Passed: (\d+)/\1\b", done.stdout), done.stdout


def test_a_server_that_does_not_conform_is_noticed(conformance: str, server: str, tmp_path: Path) -> None:
    """The planted fault: an address at which nothing speaks MCP."""
    out = ("--output-dir", str(tmp_path))
    done = run(conformance, "server", "--url", f"{server}/api/games", "--scenario", "ping", *out)
    assert done.returncode != 0


def test_every_scenario_is_passed_or_is_about_something_that_is_not_offered(conformance: str) -> None:
    known = set(re.findall(r"^  - (\S+)$", run(conformance, "list", "--server").stdout, re.MULTILINE))
    elsewhere = [one for scenarios in NOT_OFFERED.values() for one in scenarios]
    assert known == {*PASSED, *elsewhere}
    assert len(known) == len(PASSED) + len(elsewhere)
