"""A stream of server-sent events for each viewer: the events and messages that the seat hears.

A stream has three kinds of events. ``events`` and ``said`` carry what the seat has heard, numbered as in its own view;
``changed`` carries nothing but a digest of the view: a client that sees it asks for the view. The id of each is
``<events>.<messages>.<holder>``, the numbers of the last event and the last message of this seat, and which of its
holders has heard them; a stream that begins with that id as ``Last-Event-ID`` goes on after them. A player who takes a
seat over gets everything that they may know, from the beginning. Nothing in a stream reveals the number or time of what
other seats hear or do.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from hashlib import sha256

import msgspec
from litestar.response import Stream as Streaming
from msgspec import Struct

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
"""After how many milliseconds a browser reconnects to a broken stream."""


Holds = Callable[[], Awaitable[bool]]
"""A check whether the reader of a stream may still see it."""


def digest_of_view(shown: bytes) -> str:
    """A digest of what a seat is shown: two equal views have equal digests."""
    return sha256(shown).hexdigest()[:32]


def number_of_view(shown: bytes) -> int:
    """The same as a number below 2 ** 48, which every language holds exactly; never 0."""
    return int.from_bytes(sha256(shown).digest()[:6]) or 1


Place = tuple[int, int, int]
"""A place in a stream: the last event, the last message, and the holder who has heard them."""


def read_id(text: str) -> Place | None:
    """The position in a stream that an id encodes; None if there is no id.

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


class Changed(Struct, frozen=True):
    """What ``changed`` says.

    Attributes:
        table_view: A digest of the view: it differs whenever the view does.
    """

    table_view: str


class Stream:
    """The state of one stream: what it has sent, and what comes next.

    Args:
        table: The table.
        seat: The viewer's seat; None: a spectator.
        place: The last position that the client received; None: send only what happens from now on.
        told: Whether events and messages are sent, or ``changed`` alone.
        names: The reader's names as a holder of the seat; None: the reader is its present player.
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
        """The messages to send, given the new view."""
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
        sent.append(self._message("changed", _ENCODE(Changed(digest_of_view(shown)))))
        return b"".join(sent)

    def _message(self, kind: str, data: bytes) -> bytes:
        """A message; its data is JSON on one line."""
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
    """The messages of a stream, until the reader disconnects or the server stops.

    Heartbeats are sent at fixed intervals, whatever happens at the table.

    Args:
        services: The server.
        table_id: The table.
        seat: The viewer's seat; None: a spectator.
        holds: Checks before each message whether the reader may still see the table.
        place: The position from which to go on; None: send only what happens from now on.
        told: Whether events and messages are sent, or ``changed`` alone.
        names: The reader's names as a holder of the seat; None: the reader is its present player.
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
    """A context that wakes the watcher when the server stops."""

    async def send_home() -> None:
        await services.closing.wait()
        watcher.go_home()

    waiting = asyncio.create_task(send_home())
    try:
        yield
    finally:
        waiting.cancel()


def sse(services: Services, caller: Caller, messages: AsyncGenerator[bytes]) -> Streaming:
    """A stream as a response that no proxy may store or delay.

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
