"""What every page needs is made before the first one is asked for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn

from turncoat.cli import serve
from turncoat.games import game_ids
from turncoat.games.dune.board import ground
from turncoat.web.render import environment
from turncoat.web.warmth import draw, warm


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


def test_a_server_listens_when_its_pages_are_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def listen(self: uvicorn.Server, sockets: object = None) -> None:
        order.append("listens")

    monkeypatch.setattr(uvicorn.Server, "startup", listen)
    monkeypatch.setattr(serve, "warm", lambda: order.append("warm"))

    async def start() -> None:
        config = uvicorn.Config(cast("Any", SimpleNamespace()))
        await serve.Server(config, cast("Any", None), cast("Any", None), cast("Any", None)).startup()

    asyncio.run(start())
    assert order == ["warm", "listens"]
