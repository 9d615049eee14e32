"""Somebody who types at the terminal, in a game of their own or at a live table."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.joined import Joined
from tests.serving import on_the_wire, open_services

from turncoat.cli import run
from turncoat.server.services import Services


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], str]:
    """Type these lines in a game; what was said after the first prompt."""

    def typed(game: str, lines: str, options: str = "--seed a --bots random") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lines}\n"))
        assert run(["play", game, *options.split()]) == 0
        return capsys.readouterr().out.split("\n> ", 1)[1]

    return typed


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return open_services(tmp_path, rates={})


@pytest.fixture
def address(services: Services) -> Iterator[str]:
    with on_the_wire(services) as found:
        yield found


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "mine" / "keys.json"


@pytest.fixture
def join() -> Iterator[type[Joined]]:
    opened: list[Joined] = []

    def start(*arguments: object) -> Joined:
        opened.append(Joined(*arguments))
        return opened[-1]

    yield start  # type: ignore[misc]
    for one in opened:
        one.process.kill()
        one.process.communicate()
