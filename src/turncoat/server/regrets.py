"""Second thoughts: who was sent away, or has left, can be let back in for a while; a table closes a moment later.

What can be undone is in memory: a server that stops forgets it, and closes no table that was to be closed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from msgspec import Struct

from turncoat.kernel.errors import NotAllowed, Refusal
from turncoat.server.auth import Auth
from turncoat.server.keeper import Keeper
from turncoat.table import record as kept
from turncoat.table.record import SeatKind

WHILE = 10 * 60_000
"""Milliseconds for which somebody can be let back in."""

CLOSES_AFTER = 60_000
"""Milliseconds after which a table is closed that a host wants to close."""

MANY = 2_000
"""The most seats that are remembered; the oldest are forgotten first."""


class Gone(Struct, frozen=True):
    """Somebody who has lost a seat and can have it back.

    Attributes:
        table: The table.
        seat: The seat.
        name: What they were called there.
        by: The server's name of them there.
        keys: Digests of the keys that were good until then.
        reader: Who has left by themselves; empty: the host has sent them away.
        at: When, in milliseconds since the epoch.
    """

    table: str
    seat: int
    name: str
    by: str
    keys: tuple[str, ...]
    reader: str
    at: int


class Regrets:
    """What can be undone.

    Args:
        keeper: The tables.
        auth: The keys to their seats.
    """

    def __init__(self, keeper: Keeper, auth: Auth) -> None:
        self.keeper, self.auth = keeper, auth
        self._gone: dict[tuple[str, int], Gone] = {}
        self._closing: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def remember(self, table_id: str, seat: int, reader: str = "") -> None:
        """Note who has a seat, just before they lose it."""
        there = (await self.keeper.table(table_id)).state.seats[seat]
        if there.kind is not SeatKind.PERSON and not there.stands_in:
            return
        keys = await self.keeper.read(self.auth.invitations.keys_of, table_id, seat)
        gone = Gone(table_id, seat, there.name, there.by, tuple(keys), reader, self.keeper.now())
        self._gone.pop((table_id, seat), None)
        self._gone[table_id, seat] = gone
        while len(self._gone) > MANY:
            del self._gone[next(iter(self._gone))]

    def of(self, table_id: str) -> tuple[Gone, ...]:
        """Those who can be let back in at a table."""
        lately = self.keeper.now() - WHILE
        return tuple([regret for regret in self._gone.values() if regret.table == table_id and regret.at > lately])

    async def let_back_in(self, table_id: str, seat: int, reader: str = "") -> None:
        """Give a seat back to who has lost it; their keys are good again.

        Args:
            table_id: The table.
            seat: The seat.
            reader: Who asks for a seat that they have left; empty: the host.

        Raises:
            NotAllowed: it is too late, or somebody else has the seat.
        """
        from turncoat.server.table_actions import take_seat  # noqa: PLC0415  # what is done there needs a server

        gone = next((regret for regret in self.of(table_id) if regret.seat == seat), None)
        if gone is None or (reader and gone.reader != reader):
            raise NotAllowed("It is too late to undo this; make a new link to the seat instead.", field="seat")
        if (await self.keeper.table(table_id)).state.seats[seat].kind is SeatKind.PERSON:
            raise NotAllowed("Somebody else has this seat now.", field="seat")
        await self.keeper.change(table_id, lambda draft, at: take_seat(draft, at, seat, gone.by, gone.name))
        await self.auth.restore(gone.keys)
        del self._gone[table_id, seat]

    def closes(self, table_id: str) -> int | None:
        """When a table is going to be closed, in milliseconds since the epoch; None: it is not."""
        return self._closing.get(table_id)

    def close_soon(self, table_id: str) -> None:
        """Close a table in a moment, unless it is kept open."""
        at = self._closing.setdefault(table_id, self.keeper.now() + CLOSES_AFTER)
        self.keeper.live_tables.changed_beside(table_id)
        task = asyncio.get_running_loop().create_task(self._close(table_id, at))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def keep_open(self, table_id: str) -> None:
        """Do not close a table after all."""
        if self._closing.pop(table_id, None) is not None:
            self.keeper.live_tables.changed_beside(table_id)

    async def stop(self) -> None:
        """Close nothing any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _close(self, table_id: str, at: int) -> None:
        await asyncio.sleep(CLOSES_AFTER / 1000)
        if self._closing.get(table_id) == at:
            del self._closing[table_id]
            with suppress(Refusal):
                await self.keeper.perform(table_id, kept.TableClosed)
