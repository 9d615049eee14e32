"""Somebody who types at the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from turncoat.cli import run


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str, str], str]:
    """Type these lines in a game; what was said after the first prompt."""

    def typed(game: str, lines: str, options: str = "--seed a --bots random") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{lines}\n"))
        assert run(["play", game, *options.split()]) == 0
        return capsys.readouterr().out.split("\n> ", 1)[1]

    return typed
