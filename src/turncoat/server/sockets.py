"""Connections: how long one may keep the server waiting, how much it may send before it has asked, and who goes first.

uvicorn closes a connection that is silent after an answer, but no other. A client that opens a connection and says
nothing, or sends one header for ever, would keep it until no new one could be opened. Here every connection that has
not sent a whole request waits in a row, in order; it is closed when its time is up, and when there is no room left the
one that has waited longest makes some. A connection that has sent a whole request is not closed here.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Protocol

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Speaks
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
else:
    Speaks = object

LONGEST_HEAD = 64 * 1024
"""Bytes of a request before its body; what comes between and after the parts of a body counts alike."""

LONGEST_REST = 4 * 1024 * 1024
"""How many bytes of a refused body are still read."""

HEAD_TIME = 10.0
"""Seconds for the head of a request, and for the first one from the moment at which the connection is opened."""

BODY_TIME = 120.0
"""How many seconds a client may take to send a request."""

KEEP_ALIVE = 75
"""How many seconds a connection stays open after an answer."""

SPARE = 100
"""How many files are reserved for other uses than connections."""

FEWEST = 16
"""The server takes this many connections at least, even if the system lets it open very few files."""

MOST_FILES = 65_536
"""The number of files to open where a process may open any number."""

TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: 37\r\nconnection: close\r\n\r\nThe head of this request is too long."
)


class Waiting(Protocol):
    """A connection that waits in the queue."""

    @property
    def late_at(self) -> float:
        """The time by which the request must be complete, in seconds; infinite if none has begun."""

    def leave(self) -> None:
        """Close the connection at once."""


class Row:
    """The connections that have not sent a whole request, in the order in which they began to wait.

    Args:
        most: How many connections may be open.
        now: Tells the time in seconds.

    Attributes:
        open: How many are open.
    """

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self.now = most, now
        self.open = 0
        self._waiting: dict[Waiting, None] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, socket: Waiting) -> None:
        """Let a connection wait; one that already waits keeps its place."""
        self._waiting[socket] = None

    def drop(self, socket: Waiting) -> None:
        """Remove a connection that has sent a whole request or is closed."""
        self._waiting.pop(socket, None)

    def make_room(self) -> None:
        """If too many connections are open, close the one that has waited longest."""
        if self.open > self.most and self._waiting:
            self._send_away(next(iter(self._waiting)))

    def look(self) -> None:
        """Close the connections that have waited too long."""
        now = self.now()
        for socket in [socket for socket in self._waiting if socket.late_at <= now]:
            self._send_away(socket)

    def _send_away(self, socket: Waiting) -> None:
        self.drop(socket)
        socket.leave()


class Patient(Speaks):
    """One connection, which waits in the row while there is no whole request."""

    row: ClassVar[Row]
    cycle: RequestResponseCycle | None  # type: ignore[assignment]  # uvicorn begins without one

    late_at = 0.0
    _head, _in_head = 0, False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The connection is opened, and waits among those that have not yet sent a whole request."""
        super().connection_made(transport)
        self.late_at = self.row.now() + HEAD_TIME
        self.row.open += 1
        self.row.make_room()
        self.row.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed; count it no more."""
        self.row.open -= 1
        self.row.drop(self)
        super().connection_lost(exc)

    def leave(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins (``httptools``; ``h11`` has a limit of its own)."""
        super().on_message_begin()
        self._in_head = True

    def on_headers_complete(self) -> None:
        """The head of a request has arrived."""
        self._in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Bytes have arrived: note the time, so that slow senders can be closed."""
        before, body = self.cycle, self._body()
        if self.late_at == math.inf:
            self.late_at = self.row.now() + HEAD_TIME
        super().data_received(data)
        if self.transport.is_closing():
            return
        begun = self.cycle is not before
        self._head = 0 if begun or self._body() > body else self._head + len(data)
        self._see(begun=begun)

    def on_response_complete(self) -> None:
        """A request was answered: the connection waits for the next one."""
        super().on_response_complete()
        if self._whole():
            self.late_at, self._head = math.inf, 0
            self.row.add(self)

    def _see(self, *, begun: bool) -> None:
        """After bytes have arrived: keep waiting in the queue, or leave it."""
        answered = self.cycle is None or self.cycle.response_complete
        if self._whole() and not answered:
            self.row.drop(self)
        else:
            self.row.add(self)
        if begun:
            self.late_at = self.row.now() + BODY_TIME
        refused = answered and not self._whole() and self.cycle is not None and not self._in_head
        if self._head > (LONGEST_REST if refused else LONGEST_HEAD):
            if answered and not refused:
                self.transport.write(TOO_LONG)
            self.transport.close()

    def _whole(self) -> bool:
        """Whether the last request has arrived completely."""
        return self.cycle is not None and not self.cycle.more_body

    def _body(self) -> int:
        """The bytes of the body that have arrived and were not read yet."""
        return 0 if self.cycle is None else len(self.cycle.body)


def protocol_in(row: Row, spoken: type[asyncio.Protocol] = AutoHTTPProtocol) -> type[asyncio.Protocol]:
    """The protocol of connections: uvicorn's HTTP, with connections that wait in this queue.

    Args:
        row: The queue in which connections wait.
        spoken: A protocol of uvicorn, ``httptools`` or ``h11``; both keep the request as ``cycle``.
    """
    return type("Patient", (Patient, spoken), {"row": row})


def room() -> int:
    """For how many connections there is room, once this process may open as many files as it is allowed to."""
    return max(FEWEST, open_files() - SPARE)


def open_files() -> int:
    """Raise this process's limit of open files to the allowed maximum; returns it."""
    if sys.platform == "win32":
        return 8192
    import resource  # noqa: PLC0415  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return soft
    return wanted
