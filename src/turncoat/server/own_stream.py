"""One stream for all tables of a caller: which of them has something new, and nothing of what it is.

A message names a table, the seat of the viewer (none: a spectator), what kind of news it is,
and a number. Each seat counts for itself, so the numbers tell it no more than its own view does:

* ``events`` and ``said``: the number of the last event, or message, that the seat has heard;
* ``asked``: the number of the request that it is to answer; 0: it owes no answer;
* ``read``: goes up when the reader, in whatever window, has read on; only for those who have a browser or an account;
* ``beside``: goes up when something changes that the page of the table shows and no view, such as whose character the
  GM has accepted;
* ``changed``: names what the seat is shown; equal numbers, equal views. It comes last, whatever else is told.

A stream begins with all of them for every table. A client that comes back compares them with what it knows: the server
repeats nothing, and keeps nothing for anybody. Before something is told that belongs to a key, the key is checked
again. If the reader holds other seats than at the beginning, the stream ends, and starts again with the right ones; a
bot account, which has no page to load again, need not wait for news for that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import msgspec
from msgspec import Struct

from turncoat.server.auth import Caller
from turncoat.server.live_tables import NoSuchTable
from turncoat.server.read_marks import EVERYWHERE, Marks, Place
from turncoat.server.rows import Damaged
from turncoat.server.services import Services
from turncoat.server.store import Wanted
from turncoat.server.stream import RETRY, Holds, number_of_view
from turncoat.server.watchers import Watcher
from turncoat.table.table import OVER, Phase
from turncoat.table.table_view import TableView, shown, table_view

MOST = 40
"""How many tables of the caller's are followed, the newest ones, besides those that are named."""

MOST_NAMED = 20
"""How many tables can be named."""

MANY = 200
"""How many of the caller's newest tables are looked at."""

STILL = b"event: still\ndata: here\n\n"
"""A heartbeat that scripts can hear too, so that they notice a dead connection."""

_ENCODE = msgspec.json.Encoder(order="deterministic").encode


class News(Struct, frozen=True):
    """One message of the stream of all tables; it says what is new, but not its content.

    Attributes:
        table: The id of the table.
        seat: The seat of the reader; null: a spectator.
        kind: ``events``, ``said``, ``asked``, ``changed``, ``beside`` or ``read``.
        number: The number of the last event, message or request of this kind; of ``changed`` one that names the view.
    """

    table: str
    seat: int | None
    kind: str
    number: int


def numbers_of(view: TableView, shown: bytes, read: Marks) -> dict[str, int]:
    """The numbers of a seat's view and of what its reader has read, in the order in which they are told."""
    asked = view.question if view.phase is Phase.PLAYING else None
    return {
        "events": view.events,
        "said": view.messages,
        "asked": asked.request if asked is not None and asked.filed is None else 0,
        **({"read": sum(read.values())} if read else {}),
        "changed": number_of_view(shown),
    }


class Follower:
    """Follows one seat of a table: what was sent about it, and what is new."""

    def __init__(self, watcher: Watcher, read: Callable[[Place], Marks] = lambda _: {}) -> None:
        self.watcher, self.read = watcher, read
        self._told: dict[str, int] = {}

    def news(self) -> bytes:
        """The messages about what is new; empty if nothing is."""
        table, seat, (viewer, holder) = self.watcher.table, self.watcher.seat, self.watcher.viewer
        read = self.read((table.header.table, seat))
        beside = {"beside": self.watcher.beside} if self.watcher.beside else {}
        before = self._told.get("read", 0), self._told.get("beside", 0)
        if self.watcher.look() is None and (sum(read.values()), self.watcher.beside) == before:
            return b""
        numbers = beside | numbers_of(table_view(table, viewer, holder), shown(table, viewer, holder), read)
        new = [(kind, number) for kind, number in numbers.items() if self._told.get(kind) != number]
        self._told = numbers
        return b"".join(b"data: %s\n\n" % _ENCODE(News(table.header.table, seat, *news_line)) for news_line in new)


async def newest(services: Services, table_ids: Iterable[str], most: int = MANY) -> list[str]:
    """The ids of so many of these tables, the newest ones if there are more."""
    held = sorted(table_ids)
    if len(held) <= most:
        return held
    return [summary.id for summary in await services.keeper.read(services.store.summaries, Wanted(tuple(held)), most)]


async def places(services: Services, caller: Caller, named: Sequence[str]) -> list[Place]:
    """What is followed: the tables that are named, and the caller's own whose game is not over."""
    held = await newest(services, {claim.table for claim in caller.claims})
    first = named[:MOST_NAMED]
    own = [table.header for table in await services.keeper.glance(held) if table.state.phase not in OVER]
    latest = [header.table for header in sorted(own, key=lambda header: -header.created) if header.table not in first]
    tables = dict.fromkeys((*first, *latest[:MOST]))
    return [(table, seat) for table in tables for seat in (*caller.seats(table),) or (None,)]


async def follow_own(
    services: Services, caller: Caller, where: Sequence[Place], holds: Holds, named: Sequence[str] = ()
) -> AsyncGenerator[bytes]:
    """The messages of a stream, until the reader leaves, holds something else, or the server stops.

    Heartbeats keep their own time, whatever happens at the tables.

    Args:
        services: The server.
        caller: Who listens.
        where: What is followed; what is not there is left out.
        holds: Whether the caller still holds the same; asked before anything is sent.
        named: The tables whose pages the caller has open: there others may see it (``turncoat.server.presence``).
    """
    bell, followers, marks = asyncio.Event(), list[Follower](), services.read_marks
    reader = caller.session.owner if caller.session else ""
    async with AsyncExitStack() as watching, _rung_at_the_end(services, bell):
        if reader:
            watching.enter_context(marks.rung(reader, bell))
            await marks.of(reader, EVERYWHERE)
        yield b"retry: %d\n\n" % RETRY
        for table, seat in where:
            with suppress(NoSuchTable, Damaged):
                watch = services.keeper.watch(table, seat, caller.names(table, seat), bell)
                await marks.of(reader, (table, seat))
                followers.append(Follower(await watching.enter_async_context(watch), partial(marks.known, reader)))
                if table in named and seat is not None:
                    visit = services.presence.visit(table, seat, caller.names(table, seat), reader)
                    watching.enter_context(visit)
                yield followers[-1].news()
                await asyncio.sleep(0)
        while not services.closing.is_set():
            news = await _next_news(services, followers, bell)
            if (news or caller.bot) and not await holds():
                return
            yield news or STILL


async def _next_news(services: Services, followers: Sequence[Follower], bell: asyncio.Event) -> bytes:
    """The news of some of the tables; none if nothing changes until the next heartbeat is due."""
    with suppress(TimeoutError):
        async with asyncio.timeout(services.config.heartbeat):
            while not services.closing.is_set():
                bell.clear()
                for follower in followers:
                    if news := follower.news():
                        return news
                await bell.wait()
    return b""


@asynccontextmanager
async def _rung_at_the_end(services: Services, bell: asyncio.Event) -> AsyncIterator[None]:
    """Meanwhile the bell is rung when the server stops."""

    async def ring() -> None:
        await services.closing.wait()
        bell.set()

    waiting = asyncio.create_task(ring())
    try:
        yield
    finally:
        waiting.cancel()
