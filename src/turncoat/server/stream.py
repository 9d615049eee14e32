"""What a seat is told as it happens: server-sent events, one stream for each viewer.

Three kinds of events. ``events`` and ``said`` carry what the seat has heard, numbered as in its own view; ``changed``
carries nothing but a digest of the view: a client that sees it asks for the view. The id of each is
``<events>.<messages>.<holder>``, the numbers of the last event and the last message of this seat, and which of its
holders has heard them; a stream that begins with that id as ``Last-Event-ID`` goes on after them. Where the seat has
changed hands, everything that the newcomer may know is told from the beginning. Nothing in a stream counts or betrays
what other seats hear or do.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from hashlib import sha256

import msgspec
from litestar.response import Stream as Streaming

from turncoat.kernel.errors import Unreadable
from turncoat.server.auth import Caller
from turncoat.server.keeper import Watcher
from turncoat.server.problems import TooMany
from turncoat.server.services import Services
from turncoat.table.table import Table
from turncoat.table.table_view import events_after, messages_after

_ID = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)
_ENCODE = msgspec.json.Encoder(order="deterministic").encode

RETRY = 1000
"""After how many milliseconds a browser whose stream broke off tries again."""


Holds = Callable[[], Awaitable[bool]]
"""Whether the reader of a stream may still see what it shows."""


def digest_of_view(shown: bytes) -> str:
    """Names what a seat is shown: equal digests, equal views."""
    return sha256(shown).hexdigest()[:32]


def number_of_view(shown: bytes) -> int:
    """The same as a number below 2 ** 48, which every language holds exactly; never 0."""
    return int.from_bytes(sha256(shown).digest()[:6]) or 1


Place = tuple[int, int, int]
"""A place in a stream: the last event, the last message, and the holder who has heard them."""


def read_id(text: str) -> Place | None:
    """The place in a stream that an id names; None without one.

    Raises:
        Unreadable: the text is not an id of a place in a stream.
    """
    if not text:
        return None
    found = _ID.fullmatch(text)
    if found is None:
        raise Unreadable(
            "Last-Event-ID: must be the id of an event of this stream, such as 12.3.1.", field="last-event-id"
        )
    return int(found[1]), int(found[2]), int(found[3])


class Stream:
    """One stream: how far it has got, and what comes next.

    Args:
        table: The table.
        seat: The viewer's seat; None: a spectator.
        place: What was received last; None: begin with what happens from now on.
        told: Whether events and messages are sent, or ``changed`` alone.
        names: What names the reader as a holder of the seat; None: the person who sits there.
    """

    def __init__(
        self,
        table: Table,
        seat: int | None,
        place: Place | None,
        *,
        told: bool = True,
        names: Sequence[str] | None = None,
    ) -> None:
        self.table, self.seat, self.told, self.names = table, seat, told, names
        heard = table.hearing(*table.viewer(seat, names))
        now = len(heard.events), len(heard.said), heard.number
        self.events, self.messages, self.holder = now if place is None else place

    def news(self, shown: bytes) -> bytes:
        """What has to be sent now that this is the view."""
        sent: list[bytes] = []
        seat, holder = self.table.viewer(self.seat, self.names)
        number = self.table.hearing(seat, holder).number
        if self.holder not in (0, number):
            self.events = self.messages = 0
        self.holder = number
        for event in events_after(self.table, seat, self.events, holder):
            self.events = event.number
            if self.told:
                sent.append(self._message("events", _ENCODE(event)))
        for message in messages_after(self.table, seat, self.messages, holder=holder):
            self.messages = message.number
            if self.told:
                sent.append(self._message("said", _ENCODE(message)))
        sent.append(self._message("changed", _ENCODE({"table_view": digest_of_view(shown)})))
        return b"".join(sent)

    def _message(self, kind: str, data: bytes) -> bytes:
        """An event; its data is JSON in one line."""
        place = (self.events, self.messages, self.holder)
        return b"id: %d.%d.%d\nevent: %s\ndata: %s\n\n" % (*place, kind.encode(), data)


async def follow(
    services: Services,
    table_id: str,
    seat: int | None,
    holds: Holds,
    place: Place | None = None,
    *,
    told: bool = True,
    names: Sequence[str] | None = None,
) -> AsyncGenerator[bytes]:
    """The messages of a stream, until the reader leaves or the server stops.

    Heartbeats keep their own time, whatever happens at the table.

    Args:
        services: The server.
        table_id: The table.
        seat: The viewer's seat; None: a spectator.
        holds: Whether the reader still may look through them; asked before anything is sent.
        place: Where to go on; None: with what happens from now on.
        told: Whether events and messages are sent, or ``changed`` alone.
        names: What names the reader as a holder of the seat; None: the person who sits there.
    """
    async with services.keeper.watch(table_id, seat, names) as watcher, _until_closing(services, watcher):
        stream = Stream(watcher.table, seat, place, told=told, names=names)
        yield b"retry: %d\n\n" % RETRY
        while not services.closing.is_set():
            shown = await _next_view(services, watcher)
            if shown is None:
                yield b": still here\n\n"
                continue
            if not await holds():
                return
            yield stream.news(shown)


async def _next_view(services: Services, watcher: Watcher) -> bytes | None:
    """The view once it has changed; None if it stays as it is for the time of a heartbeat, or the server stops."""
    with suppress(TimeoutError):
        async with asyncio.timeout(services.config.heartbeat):
            return await watcher.changed()
    return None


@asynccontextmanager
async def _until_closing(services: Services, watcher: Watcher) -> AsyncIterator[None]:
    """A context during which the watcher stops waiting when the server stops."""

    async def send_home() -> None:
        await services.closing.wait()
        watcher.go_home()

    waiting = asyncio.create_task(send_home())
    try:
        yield
    finally:
        waiting.cancel()


def sse(services: Services, caller: Caller, messages: AsyncGenerator[bytes]) -> Streaming:
    """A stream as a response that nothing on the way stores or holds back.

    Raises:
        TooMany: the caller has as many open streams as the server allows.
    """
    services.stream_limits.check(caller)
    headers = {"Cache-Control": "no-store", "Connection": "keep-alive", "X-Accel-Buffering": "no"}
    return Streaming(_counted(services, caller, messages), media_type="text/event-stream", headers=headers)


async def _counted(services: Services, caller: Caller, messages: AsyncGenerator[bytes]) -> AsyncIterator[bytes]:
    """The messages; nothing if others have come since it was looked: who tries again is refused in words."""
    with suppress(TooMany), services.stream_limits.joined(caller):
        async with aclosing(messages):
            async for message in messages:
                yield message
