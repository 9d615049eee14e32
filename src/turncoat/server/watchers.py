"""Watchers wait for changes of what a seat may see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from turncoat.table.holders import Viewer
from turncoat.table.table import Table
from turncoat.table.table_view import shown, still_shown

AT_ONCE = 4
"""How many watchers are woken before other requests go on."""


class Watcher:
    """A watcher waits until a seat is shown something new.

    Args:
        table: The table.
        seat: The viewer's seat; None: a spectator.
        names: The reader's names as a holder of the seat; None: the reader is its present player.
        bell: Set when something has changed; a reader of several tables has one bell for all.

    Attributes:
        beside: How often something has changed that the page shows and the view does not, such as what the player who
            leads the game thinks of a character.
    """

    def __init__(
        self, table: Table, seat: int | None, names: Sequence[str] | None = None, bell: asyncio.Event | None = None
    ) -> None:
        self.table, self.seat, self.names = table, seat, names
        self._bell = bell or asyncio.Event()
        self._seen = b""
        self._home = False
        self.beside = 0

    def go_home(self) -> None:
        """Stop waiting for good."""
        self._home = True
        self._bell.set()

    def ring(self) -> None:
        """Something at the table has changed, perhaps nothing that this seat may see."""
        self._bell.set()

    @property
    def viewer(self) -> Viewer:
        """The seat of the watcher, and the number of its present holder."""
        return self.table.viewer(self.seat, self.names)

    @property
    def behind(self) -> bool:
        """Whether the seat may have something new to see since the last view."""
        return not still_shown(self.table, self.viewer, self._seen)

    def look(self) -> bytes | None:
        """The seat's view as JSON if it differs from the one last returned; else None."""
        table_view = shown(self.table, *self.viewer)
        if table_view == self._seen:
            return None
        self._seen = table_view
        return table_view

    async def changed(self) -> bytes | None:
        """Wait until the seat's view differs from the one last returned, and return it as JSON; None: stop."""
        while not self._home:
            if (table_view := self.look()) is not None:
                return table_view
            self._bell.clear()
            await self._bell.wait()
        return None


class Notifier:
    """Wakes watchers, a few at a time, so that a player who submits something does not wait for spectators.

    A watcher that is about to be woken is not woken twice.
    """

    def __init__(self) -> None:
        self._waiting: dict[Watcher, None] = {}
        self._called = False

    def notify(self, watcher: Watcher) -> None:
        """Wake a watcher soon."""
        self._waiting[watcher] = None
        if not self._called:
            self._call()

    def _call(self) -> None:
        self._called = True
        asyncio.get_running_loop().call_soon(self._ring)

    def _ring(self) -> None:
        for watcher in list(self._waiting)[:AT_ONCE]:
            del self._waiting[watcher]
            watcher.ring()
        self._called = False
        if self._waiting:
            self._call()
