"""A game at the terminal, for the tests of every game."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from turncoat.cli import run

Played = Callable[[str, str], str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    """What ``turncoat play`` tells when these lines are typed: ``played("dune --seed tea", "pass")``."""

    def play(command: str, typed: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(["play", *command.split()]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return play
