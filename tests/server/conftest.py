"""A server of its own for every test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.keeping import Room, room
from tests.serving import Browser, Clock, Sitting, another, begin, client_of, on_the_wire, open_services

from turncoat.server.services import Services


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services(tmp_path: Path, clock: Clock) -> Services:
    return open_services(tmp_path, clock=clock)


@pytest.fixture
def client(services: Services) -> Iterator[httpx.Client]:
    with client_of(services) as client:
        yield client


@pytest.fixture
def web(services: Services) -> Iterator[httpx.Client]:
    """A client of a server behind a real socket."""
    with on_the_wire(services) as address, httpx.Client(base_url=address, timeout=120) as client:
        yield client


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Room]:
    """A keeper at work."""
    async with room(tmp_path) as made:
        yield made


@pytest.fixture
def table(client: httpx.Client) -> Sitting:
    """A table of Truce at which six play."""
    return begin(client)


@pytest.fixture
def browser(client: httpx.Client) -> Browser:
    """A browser; the client has its cookies."""
    return Browser(client)


@pytest.fixture
def others(client: httpx.Client) -> Browser:
    """A second browser at the same server."""
    return another(client)
