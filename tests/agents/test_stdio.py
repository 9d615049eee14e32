"""An agent plays whole games over standard input and output: ``turncoat mcp``."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from tests.agents.agent import TOOLS, Agent
from tests.kit import of_the_tree
from tests.serving import NAMES, Sitting, on_the_wire, open_services

from turncoat.games import ruleset

TURNCOAT = Path(sys.executable).parent / "turncoat"


async def one_seat(address: str, table: Sitting, game: str) -> Any:
    """An agent at the first seat, which begins the game when it sits."""
    command = StdioServerParameters(command=str(TURNCOAT), args=["mcp", address], env={"TURNCOAT_KEY": table.keys[0]})
    async with Client(stdio_client(command)) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        prompt = await client.get_prompt(f"play_{game}")
        assert ruleset(game).title in str(prompt.messages[0].content)
        rules = await client.read_resource(f"turncoat://rules/{game}")
        assert "On one page" in rules.contents[0].text  # type: ignore[union-attr]
        agent = Agent(client)
        await agent.call("sit_down")
        assert await asyncio.to_thread(lambda: table.do("start").status_code) == 204
        return await agent.play()


@pytest.mark.parametrize("game", of_the_tree())
def test_an_agent_plays_a_whole_game_over_stdio(game: str, tmp_path: Path) -> None:
    rules = ruleset(game)
    options = {**rules.brief, **({"rounds": 2} if "rounds" in rules.option_schema else {})}
    seats = [{"name": name, "bot": "random"} for name in NAMES[: rules.seats[0]]]
    plan = {"game": game, "seats": [{"name": "Agent"}, *seats[1:]], "options": options}
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = Sitting(client, client.post("/api/tables", json=plan).json())
        end = asyncio.run(one_seat(address, table, game))
    assert end["phase"] == "finished"


def run(*arguments: str, key: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TURNCOAT, "mcp", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={"TURNCOAT_KEY": key, "PATH": "", "HOME": "/nonexistent"}, check=False,
    )  # fmt: skip


def test_it_says_in_one_sentence_what_is_wrong(tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path)) as address:
        without, unknown = run(address), run(address, key="nobody")
    gone = run(address, key="nobody")
    for done, said in (
        (without, "Put the key of a seat into TURNCOAT_KEY"),
        (unknown, "This key is unknown or has been revoked"),
        (gone, "does not answer"),
        (run("somewhere"), "is not a link to a seat"),
    ):
        assert done.returncode == 2
        assert said in done.stderr
        assert not done.stdout
        assert "Traceback" not in done.stderr
