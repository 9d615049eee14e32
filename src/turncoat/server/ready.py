"""Whether requests should be sent to this server: whether its database answers."""

from __future__ import annotations

import asyncio
import logging
import time

from turncoat.server.keeper import Keeper

LOG = logging.getLogger("turncoat")

PATIENCE = 2.0
"""Seconds that the database has to answer."""

KNOWN_FOR = 1.0
"""Seconds for which an answer of the database is believed: nobody makes it work by asking often."""


class Ready:
    """Asks the database something small, once at a time.

    Args:
        keeper: The part of the server that reads the database.
    """

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._asked: asyncio.Task[bool] | None = None
        self._at = 0.0

    async def database(self) -> bool:
        """Whether the database answers."""
        if self._asked is None or (self._asked.done() and time.monotonic() > self._at + KNOWN_FOR):
            self._at = time.monotonic()
            self._asked = asyncio.create_task(self._answers())
        done, _ = await asyncio.wait([self._asked], timeout=PATIENCE)
        return bool(done) and self._asked.result()

    async def _answers(self) -> bool:
        try:
            await self.keeper.read(self.keeper.store.last_id, "?")
        except Exception as fault:  # noqa: BLE001  # whatever it is
            LOG.warning("the database does not answer: %s", type(fault).__name__)
            return False
        return True
