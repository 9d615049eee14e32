"""The table on the front page at which bots play: somebody new sees a game that goes on before they sit down at one.

The server keeps one such table. It goes slowly, one decision every ``SECONDS``, and only while somebody has looked
lately: else it is paused. Some time after its game another game begins, and the old table is deleted.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress

from turncoat.bots import bot_for_seat, seat_names, strongest
from turncoat.games import quickest_first, ruleset
from turncoat.kernel.errors import Refusal
from turncoat.server.cleanup import Cleanup
from turncoat.server.keeper import Keeper, NoSuchTable, SeatPlan, TablePlan
from turncoat.server.rows import Damaged
from turncoat.table import record as kept
from turncoat.table.deadline import After
from turncoat.table.pace import Pace
from turncoat.table.table import OVER, Phase, Table

LOG = logging.getLogger("turncoat")

SECONDS = 40
"""How many seconds each decision stays open: longer than the story of a round takes on a page that watches."""

LOOKS = 90_000
"""For how many milliseconds the game goes on after somebody has looked at it."""

RESTS = 60_000
"""For how many milliseconds the end of a game is shown to those who watched it, before the next begins."""

TITLE = "Bots at play"
"""The name of the table."""

PREFIX = "b075a71e"
"""What the ids of these tables begin with; a number follows, so that the last one is found after a restart."""


class Showcase:
    """Runs one table of bots while somebody watches it.

    Args:
        keeper: The tables.
        cleanup: Deletes the table of a finished game.
        on: Whether the server has such a table.
    """

    def __init__(self, keeper: Keeper, cleanup: Cleanup, *, on: bool) -> None:
        self.keeper, self.cleanup, self.on = keeper, cleanup, on
        self._seen = 0
        self._now = ""
        self._turn = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def look(self) -> Table | None:
        """Give the table that bots play for visitors, and keep its game going; None if this server has none."""
        if not self.on:
            return None
        self._seen = self.keeper.now()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._rest_later())
        async with self._turn:
            try:
                return await self._under_way()
            except (Refusal, Damaged):
                LOG.exception("the table of bots cannot go on")
                return None

    def seen(self, table_id: str) -> None:
        """Note that somebody looks at a picture of a table; it may be another table."""
        if table_id and table_id == self._now:
            self._seen = self.keeper.now()

    async def rest(self) -> bool:
        """Pause the game if nobody has looked lately; returns whether it is paused or over."""
        table = await self._there(self._now) if self._now else None
        if table is None or table.state.phase is not Phase.PLAYING:
            return True
        if self.keeper.live_tables.watched(self._now) or self.keeper.now() - self._seen < LOOKS:
            return False
        with suppress(Refusal):
            await self.keeper.perform(self._now, kept.Paused)
        return True

    async def stop(self) -> None:
        """Stop: the game is paused until somebody looks again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._seen = -LOOKS
            await self.rest()

    async def _rest_later(self) -> None:
        while not await self.rest():  # noqa: ASYNC110  # that nobody looks is no event
            await asyncio.sleep(LOOKS / 1000)

    async def _under_way(self) -> Table:
        now = self._now or await self.keeper.read(self.keeper.store.last_id, PREFIX)
        table = await self._there(now) if now else None
        if table is None or self._over(table):
            table = await self._begun(now)
        elif table.state.phase is Phase.PAUSED:
            await self.keeper.perform(now, kept.Resumed)
        self._now = table.header.table
        return table

    def _over(self, table: Table) -> bool:
        """Whether the game is over, and nobody who watched it looks at its end any more."""
        since = table.happened[-1].at if table.happened else 0
        ended = table.state.phase in OVER
        looked = self.keeper.live_tables.watched(table.header.table) and self.keeper.now() - since <= RESTS
        return ended and not looked

    async def _begun(self, before: str) -> Table:
        """Begin the next game; the old table is deleted unless somebody still looks at it."""
        game = quickest_first()[0]
        many, last = ruleset(game).usual_seats, re.fullmatch(rf"{PREFIX}([0-9a-f]{{4}})", before)
        following = f"{PREFIX}{(int(last[1], 16) + 1) % 65536 if last else 1:04x}"
        bots = [bot_for_seat(game, strongest(game), seat, many) for seat in range(many)]
        seats = tuple(SeatPlan(name, bot) for name, bot in zip(seat_names(many), bots, strict=True))
        deadline, pace = After(SECONDS / 60), Pace(early="never")
        plan = TablePlan(game, seats, {}, TITLE, deadline, listed=False, pace=pace, table=following)
        table = await self.keeper.create(plan)
        await self.keeper.begin(table.header.table)
        if before:
            await self.cleanup.take_down(before)
        return table

    async def _there(self, table_id: str) -> Table | None:
        with suppress(NoSuchTable):
            return await self.keeper.table(table_id)
        return None
