"""Several processes that share a PostgreSQL database, for the tests: their keepers, in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.server.keeping import Clock, Room
from tests.serving import database_at

from turncoat.server.leases import Leases
from turncoat.server.peers import Peers

LONG = 600.0
"""Seconds of a lease that ends in no test."""


class Desk(Room):
    """A keeper that knows of others."""

    def __init__(self, folder: Path, clock: Clock, seconds: float) -> None:
        super().__init__(folder, clock)
        self.leases = Leases(self.store.engine, "http://127.0.0.1:1", seconds)
        self.peers = Peers(self.leases, database_at(folder / "turncoat.db"), self.keeper)


@asynccontextmanager
async def desk(folder: Path, clock: Clock | None = None, seconds: float = LONG) -> AsyncIterator[Desk]:
    """One of the processes."""
    made = Desk(folder, clock or Clock(), seconds)
    await made.keeper.start()
    await made.peers.start()
    try:
        yield made
    finally:
        await made.keeper.stop()
        await made.peers.stop()
        made.store.close()
