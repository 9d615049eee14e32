"""A server of this machine that keeps what it is sent and answers as it is told: for hooks and push."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from msgspec import Struct

HERE = ("127.0.0.0/8", "::1/128")
"""The networks that must be allowed so that such a server is reached."""


class Received(Struct, frozen=True):
    """One request: its path, its headers (names in lower case) and its body."""

    path: str
    headers: dict[str, str]
    body: bytes


class Said(Struct, frozen=True):
    """How it is answered."""

    status: int = 200
    headers: Mapping[str, str] = {}
    body: bytes = b"ok"


Reply = Callable[[Received], Said]


class Listening:
    """What a server of this machine has received.

    Attributes:
        url: Where it listens.
        heard: What came, in order.
        reply: How it answers from now on.
        endless: It sends its answer again and again until nobody listens.
        silent: It answers when this is set; None: at once.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.heard: list[Received] = []
        self.reply: Reply = lambda _: Said()
        self.endless = False
        self.silent: threading.Event | None = None

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def answer(self, status: int, **headers: str) -> None:
        """Answer with this status from now on."""
        self.reply = lambda _: Said(status, {name.replace("_", "-"): value for name, value in headers.items()})


@contextmanager
def listening(certificate: ssl.SSLContext | None = None) -> Iterator[Listening]:
    """A server at a free port of the loopback; with a certificate it speaks https."""
    released = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            came = Received(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            made.heard.append(came)
            if made.silent is not None:
                made.silent.wait(60)
            said = made.reply(came)
            with suppress(OSError):
                self.send_response(said.status)
                for name, value in said.headers.items():
                    self.send_header(name, value)
                if not made.endless:
                    self.send_header("content-length", str(len(said.body)))
                self.end_headers()
                self.wfile.write(said.body)
                while made.endless and not released.is_set():
                    self.wfile.write(b"x" * 4096)

        do_GET = do_POST  # noqa: N815  # as the library calls it

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        server.socket = certificate.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    made = Listening(f"{'http' if certificate is None else 'https'}://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        released.set()
        if made.silent is not None:
            made.silent.set()
        server.shutdown()
        server.server_close()
        thread.join()
