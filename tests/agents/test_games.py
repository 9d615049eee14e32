"""An agent that knows nothing but the tools plays whole games, through the official client over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.agents.agent import TOOLS, Agent, over_http
from tests.kit import of_the_tree
from tests.serving import NAMES, Sitting, gather, on_the_wire, open_services

from turncoat.games import ruleset


def a_table(client: httpx.Client, game: str) -> Sitting:
    rules = ruleset(game)
    options = {**rules.brief, **({"rounds": 2} if "rounds" in rules.option_schema else {})}
    return gather(client, NAMES[: rules.seats[0]], game=game, options=options)


async def whole_game(address: str, table: Sitting) -> list[Any]:
    """All seats are played by agents; how each of them sees the end."""

    async def play(seat: int) -> Any:
        async with over_http(address, table.keys[seat]) as client:
            agent = Agent(client, seat)
            await agent.call("sit_down")
            sitting.release()
            await begun.wait()
            return await agent.play()

    sitting, begun = asyncio.Semaphore(0), asyncio.Event()
    players = [asyncio.create_task(play(seat)) for seat in range(len(table.keys))]
    for _ in players:
        await sitting.acquire()
    assert await asyncio.to_thread(lambda: table.do("start").status_code) == 204
    begun.set()
    return await asyncio.gather(*players)


@pytest.mark.parametrize("game", of_the_tree())
def test_agents_play_a_whole_game(game: str, tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        table = a_table(client, game)
        ends = asyncio.run(whole_game(address, table))
    assert {end["phase"] for end in ends} == {"finished"}
    assert len(ends[0]["scores"]) == len(table.keys)


async def described(address: str, key: str) -> list[Any]:
    async with over_http(address, key) as client:
        return list((await client.list_tools()).tools)


def test_every_tool_is_there_and_none_takes_a_key(tmp_path: Path) -> None:
    with on_the_wire(open_services(tmp_path, rates={})) as address, httpx.Client(base_url=address) as client:
        tools = asyncio.run(described(address, a_table(client, "truce").keys[0]))
    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description
        assert tool.output_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert not {"key", "token", "secret", "seat"} & set(tool.input_schema["properties"])
