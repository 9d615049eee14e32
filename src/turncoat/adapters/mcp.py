"""An MCP server on standard input and output that passes everything on to ``/mcp`` of a Turncoat server.

Programs that start their MCP servers themselves use it (``turncoat mcp``); tools, resources and prompts are the
server's own.
"""

from __future__ import annotations

from typing import Any

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from turncoat import __version__

PATIENCE = 120.0
"""A request is given up after this many seconds of silence; no tool waits so long."""

Context = ServerRequestContext[Any, Any]


async def bridge(address: str, key: str) -> None:
    """Serve standard input and output until it is closed.

    Args:
        address: The address of the server.
        key: The key of a seat or an account; it goes into the header of every request, and nowhere else.

    Raises:
        ConnectionError: The server cannot be reached, or does not speak MCP.
    """
    headers = {"Authorization": f"Bearer {key}"}
    try:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=PATIENCE) as http,
            Client(streamable_http_client(f"{address}/mcp", http_client=http)) as there,
            stdio_server() as (read, write),
        ):
            here = handing_on(there)
            await here.run(read, write, here.create_initialization_options())
    except* (httpx2.HTTPError, MCPError, OSError) as faults:
        raise ConnectionError(str(_first(faults))) from None


def _first(fault: BaseException) -> BaseException:
    """The first error in a group of errors."""
    return _first(fault.exceptions[0]) if isinstance(fault, BaseExceptionGroup) else fault


def handing_on(there: Client) -> Server[Any]:
    """An MCP server that passes on what another server offers."""

    async def list_tools(_: Context, given: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return await there.list_tools()

    async def call(_: Context, given: types.CallToolRequestParams) -> types.CallToolResult:
        return await there.call_tool(given.name, given.arguments or {})

    async def list_resources(_: Context, given: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return await there.list_resources()

    async def read(_: Context, given: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        return await there.read_resource(str(given.uri))

    async def list_prompts(_: Context, given: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return await there.list_prompts()

    async def prompt(_: Context, given: types.GetPromptRequestParams) -> types.GetPromptResult:
        return await there.get_prompt(given.name, given.arguments)

    return Server(
        "turncoat",
        version=__version__,
        title="Turncoat",
        instructions=there.instructions,
        on_list_tools=list_tools,
        on_call_tool=call,
        on_list_resources=list_resources,
        on_read_resource=read,
        on_list_prompts=list_prompts,
        on_get_prompt=prompt,
    )
