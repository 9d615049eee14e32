"""A scripted agent: it plays a whole game with nothing but what the tools give it, through the official client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent
from tests.serving import bearer

TOOLS = {
    *(
        "my_tables",
        "open_tables",
        "sit_down",
        "look",
        "what_may_i_do",
        "answer",
        "withdraw",
        "talk",
        "promise",
        "offer",
    ),
    *("answer_offer", "standing_order", "wait_for_my_turn", "rules", "what_happened"),
}


@asynccontextmanager
async def over_http(address: str, key: str) -> AsyncIterator[Client]:
    """The official client at ``/mcp`` of a server, with a key."""
    async with (
        httpx2.AsyncClient(headers=bearer(key), timeout=120) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
    ):
        yield client


def said(result: CallToolResult) -> str:
    """The text of a result."""
    (text,) = result.content
    assert isinstance(text, TextContent)
    return text.text


class Agent:
    """Plays at random what the menu offers.

    Attributes:
        texts: All that it was told.
    """

    def __init__(self, client: Client, seed: int = 1) -> None:
        self.client, self.chance = client, Random(seed)
        self.texts = list[str]()

    async def call(self, tool: str, **given: object) -> Any:
        """Call a tool that must work; its data."""
        result = await self.client.call_tool(tool, given)
        self.texts.append(said(result))
        assert not result.is_error, f"{tool}: {self.texts[-1]}"
        return result.structured_content

    async def refused(self, tool: str, **given: object) -> str:
        """Call a tool that must refuse; what it says."""
        result = await self.client.call_tool(tool, given)
        assert result.is_error, said(result)
        return said(result)

    async def play(self) -> Any:
        """Play until the game is over; the table as it is then."""
        while True:
            turn = await self.call("wait_for_my_turn", seconds=20)
            if turn["over"]:
                return await self.call("look")
            if turn["turn"]:
                await self.answer()

    async def answer(self) -> None:
        """Answer with something of the menu; whoever is too late asks anew."""
        menu = await self.call("what_may_i_do")
        open_ones = [*menu["choices"], *menu["forms"]]
        if not open_ones:
            return
        one = self.chance.choice(open_ones)
        given = {"number": one["number"], "menu": menu["id"]} if "number" in one else {"words": one["example"]}
        result = await self.client.call_tool("answer", given)
        self.texts.append(said(result))
        late = ("The menu has changed", "You are not asked", "That question", "no longer", "at this table is not")
        assert not result.is_error or any(word in self.texts[-1] for word in late), self.texts[-1]
