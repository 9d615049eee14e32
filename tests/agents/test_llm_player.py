"""The example of a language model that plays, against a stand-in for the endpoint."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from tests.agents.agent import over_http
from tests.serving import NAMES, Sitting, on_the_wire, open_services

sys.path.append(str(Path(__file__).resolve().parents[2] / "examples"))

import llm_player
from llm_player import Model, NoAnswer, Player

Say = Callable[[int, str], str]


@contextmanager
def stand_in(api: str, say: Say) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An endpoint on this machine: its address, and the requests that it got."""
    asked = list[dict[str, Any]]()

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            asked.append({"path": self.path, "headers": dict(self.headers), **body})
            said = say(len(asked), body["messages"][-1]["content"])
            reply: dict[str, Any] = {"choices": [{"message": {"content": said}}], "usage": {"total_tokens": 100}}
            if api == "anthropic":
                reply = {
                    "content": [{"type": "text", "text": said}],
                    "usage": {"input_tokens": 90, "output_tokens": 10},
                }
            data = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


def played(tmp_path: Path, api: str, say: Say, budget: int = 100_000) -> tuple[Any, Player, list[dict[str, Any]]]:
    """A whole game of Truce against bots; how it ended, the player, and what the endpoint was asked."""

    async def play(address: str, url: str, key: str) -> tuple[Any, Player]:
        async with httpx2.AsyncClient() as http, over_http(address, key) as table:
            model = Model(http, "stand-in", api, url, "secret", budget)
            player = Player(table, model, tell=lambda _: None)
            return await player.play("Ada"), player

    seats = [{"name": "Agent"}, *({"name": name, "bot": "random"} for name in NAMES[1:3])]
    plan = {"game": "truce", "seats": seats, "options": {"rounds": 3}}
    with (
        on_the_wire(open_services(tmp_path, rates={})) as address,
        httpx.Client(base_url=address) as client,
        stand_in(api, say) as (url, asked),
    ):
        table = Sitting(client, client.post("/api/tables", json=plan).json())
        assert table.post("sit", 0, program=True).status_code == 204
        assert table.do("start").status_code == 204
        end, player = asyncio.run(play(address, url, table.keys[0]))
    return end, player, asked


@pytest.mark.parametrize("api", ["openai", "anthropic"])
def test_a_model_plays_a_whole_game(tmp_path: Path, api: str) -> None:
    end, player, asked = played(tmp_path, api, lambda *_: 'Gladly: {"say": "Hello.", "answer": 1}')
    assert end["phase"] == "finished"
    assert player.by_bot == 0
    assert len(asked) >= 3
    assert player.model.budget == 100_000 - 100 * len(asked)
    if api == "anthropic":
        assert asked[0]["path"] == "/v1/messages"
        assert "Playing Truce well" in asked[0]["system"]
    else:
        assert asked[0]["path"] == "/chat/completions"
        assert "Playing Truce well" in asked[0]["messages"][0]["content"]


def test_a_bot_goes_on_when_the_budget_is_used_up(tmp_path: Path) -> None:
    end, player, asked = played(tmp_path, "openai", lambda *_: '{"answer": 1}', budget=150)
    assert end["phase"] == "finished"
    assert len(asked) == 2
    assert player.by_bot >= 1


def test_nonsense_is_asked_about_once_and_then_a_bot_answers(tmp_path: Path) -> None:
    end, player, asked = played(tmp_path, "openai", lambda *_: "I would rather not say.")
    assert end["phase"] == "finished"
    assert player.by_bot >= 3
    assert len(asked) == 2 * player.by_bot
    assert "Refused:" in asked[1]["messages"][-1]["content"]


def model_of(handler: Callable[[httpx2.Request], httpx2.Response], waits: list[float]) -> Model:
    async def wait(seconds: float) -> None:
        waits.append(seconds)

    return Model(httpx2.AsyncClient(transport=httpx2.MockTransport(handler)), "stand-in", url="http://x", wait=wait)


def test_it_asks_again_after_a_time_out_and_when_the_endpoint_is_busy() -> None:
    answers = iter([None, 429, 200])

    def handler(request: httpx2.Request) -> httpx2.Response:
        status = next(answers)
        if status is None:
            raise httpx2.ReadTimeout("too slow", request=request)
        return httpx2.Response(status, json={"choices": [{"message": {"content": "Yes."}}]})

    waits = list[float]()
    assert asyncio.run(model_of(handler, waits).ask("System", "Question?")) == "Yes."
    assert waits == [2.0, 4.0]


@pytest.mark.parametrize(("status", "times"), [(500, 3), (401, 1)])
def test_it_gives_up(status: int, times: int) -> None:
    asked = list[str]()

    def handler(request: httpx2.Request) -> httpx2.Response:
        asked.append(str(request.url))
        return httpx2.Response(status)

    with pytest.raises(NoAnswer, match=f"status {status}"):
        asyncio.run(model_of(handler, []).ask("System", "Question?"))
    assert asked == ["http://x/chat/completions"] * times


@pytest.mark.parametrize("reply", ["not JSON", '{"choices": []}', '{"choices": 3}', "[]"])
def test_an_endpoint_that_answers_otherwise_is_no_answer(reply: str) -> None:
    with pytest.raises(NoAnswer):
        asyncio.run(model_of(lambda _: httpx2.Response(200, text=reply), []).ask("System", "Question?"))


def test_what_a_model_says_is_read() -> None:
    assert llm_player.read('```json\n{"answer": "attack barney"}\n```') == {"answer": "attack barney"}
    assert llm_player.read("no") == llm_player.read("{") == llm_player.read("[1]") == {}
    assert llm_player.as_answer("7", "ab") == llm_player.as_answer(7, "ab") == {"number": 7, "menu": "ab"}
    assert llm_player.as_answer("pass", "ab") == {"words": "pass"}
    assert llm_player.as_answer(None, "ab") == {"words": "nothing"}
