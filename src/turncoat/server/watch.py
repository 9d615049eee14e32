"""Being told when what a seat is shown has changed."""

from __future__ import annotations

import asyncio

from turncoat.table.face import shown
from turncoat.table.table import Table


class Watcher:
    """Somebody who wants to know when what a seat is shown has changed."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table, self.seat = table, seat
        self._bell = asyncio.Event()
        self._seen = b""

    def ring(self) -> None:
        """Something at the table has changed, perhaps nothing that this seat may know."""
        self._bell.set()

    async def changed(self) -> bytes:
        """Wait until the seat's face differs from the one last returned, and return it as JSON."""
        while True:
            face = shown(self.table, self.seat)
            if face != self._seen:
                self._seen = face
                return face
            self._bell.clear()
            await self._bell.wait()
