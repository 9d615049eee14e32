"""A way to a server that can be cut: whoever is connected loses the connection, and may connect again."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from urllib.parse import urlsplit


class Way:
    """Passes on what comes in, until it is cut.

    Attributes:
        address: Where the server is to be found on this way.
        connections: How many were made.
    """

    def __init__(self, server: str) -> None:
        self._server = (urlsplit(server).hostname, urlsplit(server).port)
        self._ears = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._ears.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self.connections = 0
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break off every connection, in the middle of whatever is on its way."""
        while self._open:
            self._shut(self._open.pop())

    def close(self) -> None:
        """Break off every connection, and let nobody in any more."""
        self._shut(self._ears)
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._ears.accept()
                far = socket.create_connection(self._server)
                self.connections += 1
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        self._shut(one)
        self._shut(other)

    @staticmethod
    def _shut(one: socket.socket) -> None:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def way_to(server: str) -> Iterator[Way]:
    """A way to a server at an address."""
    way = Way(server)
    try:
        yield way
    finally:
        way.close()
