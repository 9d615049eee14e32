"""One Firefox for all tests here: the system's own, never a downloaded one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.browser.players import Server, serving
from tests.firefox.marionette import Firefox


@pytest.fixture(scope="session")
def firefox() -> Iterator[Firefox]:
    """A window, 1280 px wide."""
    program = os.environ.get("TURNCOAT_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "install Firefox from the system's packages, or set TURNCOAT_FIREFOX to its path"
    profile = Path(mkdtemp(prefix="firefox-"))
    made = Firefox(program, profile)
    yield made
    made.close()
    shutil.rmtree(profile, ignore_errors=True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own for every test."""
    with serving(tmp_path) as made:
        yield made
