"""What every page needs is made before the first one is asked for."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
import uvicorn

from turncoat.cli import serve
from turncoat.games import game_ids
from turncoat.games.dune.drawing import ground
from turncoat.web.render import draw, environment, warm


@pytest.mark.parametrize("game", game_ids())
def test_a_table_of_every_game_is_drawn(game: str) -> None:
    assert "<svg" in draw(game)


def test_templates_and_what_a_board_keeps_are_made() -> None:
    environment.cache_clear()
    for kept in (one for one in vars(ground).values() if hasattr(one, "cache_clear")):
        kept.cache_clear()
    warm()
    made = environment()
    assert made.cache is not None
    assert len(made.cache) == len(made.list_templates())
    assert any(one.cache_info().currsize for one in vars(ground).values() if hasattr(one, "cache_info"))


def test_a_server_listens_before_its_pages_are_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for pages that nobody has asked for."""
    order: list[str] = []

    async def listen(self: uvicorn.Server, sockets: object = None) -> None:
        order.append("listens")
        self.started = True

    async def ready() -> None:
        order.append("says so")

    monkeypatch.setattr(uvicorn.Server, "startup", listen)
    monkeypatch.setattr(serve, "warm", lambda: order.append("is warm"))

    async def start() -> None:
        server = serve.Server(uvicorn.Config(cast("Any", None)), cast("Any", None), cast("Any", None), ready)
        await server.startup()
        await server.warming

    asyncio.run(start())
    assert order[0] == "listens"
    assert set(order[1:]) == {"says so", "is warm"}
