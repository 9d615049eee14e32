"""Requests of the protocol without the official client: every byte of the answers can be compared."""

from __future__ import annotations

from typing import Any

import httpx
from tests.serving import bearer

HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}


def request(client: httpx.Client, key: str, method: str, **params: object) -> httpx.Response:
    """What the server answers to a request."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = client.post("/mcp", json=body, headers={**HEADERS, **bearer(key)})
    assert answer.status_code == 200, answer.text
    return answer


def call(client: httpx.Client, key: str, tool: str, **given: object) -> Any:
    """The result of a tool, refused or not."""
    return request(client, key, "tools/call", name=tool, arguments=given).json()["result"]


READING: dict[str, dict[str, object]] = {
    "my_tables": {},
    "open_tables": {},
    "look": {},
    "what_may_i_do": {},
    "what_happened": {"most": 200},
    "wait_for_my_turn": {"seconds": 0},
    "rules": {"wanted": "8.2"},
}
"""The tools that change nothing, each with arguments."""

REFUSED: list[tuple[str, dict[str, object]]] = [
    ("answer", {"words": "flee"}),
    ("answer", {"words": "attack nobody"}),
    ("answer", {"number": 1, "menu": "old"}),
    ("answer", {"number": 1, "words": "pass"}),
    ("answer", {"action": "attack"}),
    ("talk", {"words": "Hello.", "to": ["Zoe"]}),
    ("promise", {"what": "fly"}),
    ("offer", {"to": "Zoe", "what": "attack"}),
    ("answer_offer", {"message": 900, "answer": "agree"}),
    ("standing_order", {"question": "no such", "answers": [{"type": "pass"}]}),
    ("look", {"table": "another"}),
    ("rules", {"wanted": "99.9"}),
    ("wait_for_my_turn", {"seconds": 500}),
]
"""Calls that must be refused."""


def everything(client: httpx.Client, key: str, table: str) -> dict[str, bytes]:
    """All that an agent can get hold of, by name, without changing anything."""
    found = {
        f"tool {name}": request(client, key, "tools/call", name=name, arguments=given)
        for name, given in READING.items()
    }
    for number, (name, given) in enumerate(REFUSED):
        answer = request(client, key, "tools/call", name=name, arguments=given)
        assert answer.json()["result"]["isError"], answer.text
        found[f"refusal {number} of {name}"] = answer
    for kind in ("tools", "resources", "prompts"):
        found[f"list of {kind}"] = request(client, key, f"{kind}/list")
    found["record"] = request(client, key, "resources/read", uri=f"turncoat://record/{table}")
    found["prompt"] = request(client, key, "prompts/get", name="play_truce")
    return {name: answer.content for name, answer in found.items()}
