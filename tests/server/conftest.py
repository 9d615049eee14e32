"""A server of its own for every test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.serving import Clock, client_of, open_house

from turncoat.server.house import House


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> House:
    return open_house(tmp_path, clock=clock)


@pytest.fixture
def client(house: House) -> Iterator[httpx.Client]:
    with client_of(house) as client:
        yield client
