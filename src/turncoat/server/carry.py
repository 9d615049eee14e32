"""Passes requests about a table to the process that writes it, if several processes share a database.

So what is in memory alone about a table, such as the limits of its seats, is in one place. A stream is answered by the
process that received the request. If the process that holds the table does not answer, what only reads is answered
here, and so is a change if it is certain that the other process has not got it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from hmac import compare_digest
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from turncoat.server.fast_answer import once_more
from turncoat.server.peers import Peer, Peers
from turncoat.server.problems import Busy, send_problem, send_whole

if TYPE_CHECKING:
    import httpcore2

PATH = re.compile(r"(?:/api)?/tables/([^/]+)(?!/stream$)(?:/.*)?")
"""The addresses that are about a table, except its stream."""

KEY, CLIENT, SCHEME = b"x-turncoat-carried", b"x-turncoat-client", b"x-turncoat-scheme"
"""Headers of a request that was carried here: that it was, and from where and by which scheme it came."""

ELSEWHERE = 421
"""The HTTP status with which a process says that it does not write the table."""

LONGEST = 80_000
"""A request with more bytes than this is answered here; every handler would refuse it."""

PATIENCE = 2.0
"""How many seconds to wait for the answer to a request that only reads."""

SLACK = 1.0
"""How many seconds to wait for the answer to a change after the other process should have given a sign of life."""

KEPT_OPEN = 30.0
"""For how many seconds connections to the other processes stay open."""

TRIES = 4
"""How often the server looks for the process that writes the table."""

_OF_THE_CONNECTION = {b"connection", b"keep-alive", b"transfer-encoding", b"date", b"upgrade", b"expect"}

Headers = Iterable[tuple[bytes, bytes]]


class Carried(Exception):
    """A passed-on request got no answer: it did not arrive, or that is not known."""


class NotThere(Carried):
    """The process does not answer, or does not write the table: it has changed nothing."""


class Unknown(Carried):
    """The process has received the request but has not answered."""


class Carry:
    """Answers requests, or passes them on to the process that writes their table.

    Args:
        onward: The application that answers requests in this process.
        peers: The other processes.
        key: A secret that only the processes know.
    """

    def __init__(self, onward: ASGIApp, peers: Peers, key: str) -> None:
        self.onward, self.peers, self.key = onward, peers, key.encode()
        self._asleep: dict[str, datetime] = {}
        self._pool: httpcore2.AsyncConnectionPool | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        found = PATH.fullmatch(scope["path"]) if scope["type"] == ScopeType.HTTP else None
        if found is None or scope["type"] != ScopeType.HTTP:
            await self.onward(scope, receive, send)
        elif self._arrived(scope):
            if self.peers.mine(found[1]) or scope["method"] in ("GET", "HEAD"):
                await self.onward(scope, receive, send)
            else:
                await send_whole(send, ELSEWHERE, "text/plain", {}, b"")
        elif self.peers.mine(found[1]):
            await self.onward(scope, receive, send)
        else:
            await self._elsewhere(found[1], scope, receive, send)

    def _arrived(self, scope: HTTPScope) -> bool:
        """Whether another process passed this request on; its sender is then the original one."""
        headers = dict(scope["headers"])
        if KEY not in headers or not compare_digest(headers[KEY], self.key):
            return False
        scope["client"] = (headers[CLIENT].decode("latin-1"), 0) if CLIENT in headers else None
        scope["scheme"] = headers[SCHEME].decode("latin-1")
        scope["headers"] = [header for header in scope["headers"] if header[0] not in (KEY, CLIENT, SCHEME)]
        return True

    async def _elsewhere(self, table: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
        reads, received = scope["method"] in ("GET", "HEAD"), await _at_most(LONGEST, receive)
        body = b"".join(message.get("body", b"") for message in received)
        whole = not received or not received[-1].get("more_body", False)
        for _ in range(TRIES if whole else 0):
            peer = await self.peers.other(table)
            if peer is None and (reads or await self.peers.have(table) or await self.peers.other(table) is None):
                break
            if peer is None or (reads and self._asleep.get(peer.id) == peer.until):
                break
            try:
                await self._carry(peer, scope, body, send, reads=reads)
                return
            except NotThere:
                self.peers.doubt(table)
                if not reads and await self.peers.have(table, seen=peer.id):
                    break
            except Unknown:
                self._asleep[peer.id] = peer.until
                if not reads:
                    sentence = "The server did not answer in time. Look at the table before you send this again."
                    await send_problem(send, Busy(sentence, 1))
                    return
        await self.onward(scope, once_more(received, receive), send)

    async def _carry(self, peer: Peer, scope: HTTPScope, body: bytes, send: Send, *, reads: bool) -> None:
        """Pass a request on to another process, and send its answer.

        Raises:
            NotThere: the process did not receive it, or does not write the table.
            Unknown: the other process has not answered.
        """
        import httpcore2  # noqa: PLC0415  # takes a fifth of a second

        if self._pool is None:
            self._pool = httpcore2.AsyncConnectionPool(
                max_connections=None, max_keepalive_connections=100, keepalive_expiry=KEPT_OPEN
            )
        place, query = urlsplit(peer.address), scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        to = httpcore2.URL(scheme=place.scheme, host=place.hostname or "", port=place.port, target=target)
        wait = PATIENCE if reads else max(0.0, peer.ends - monotonic()) + SLACK
        begun = False
        try:
            async with self._pool.stream(
                scope["method"],
                to,
                headers=[*_kept(scope["headers"]), *self._from(scope)],
                content=body or None,
                extensions={"timeout": {"connect": PATIENCE, "read": wait, "write": wait, "pool": wait}},
            ) as answer:
                if answer.status == ELSEWHERE:
                    raise NotThere
                begun = True
                headers = list(_kept(answer.headers))
                await send({"type": "http.response.start", "status": answer.status, "headers": headers})
                async for piece in answer.aiter_stream():
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (httpcore2.ConnectError, httpcore2.ConnectTimeout, httpcore2.PoolTimeout) as fault:
            raise NotThere from fault
        except (httpcore2.NetworkError, httpcore2.ProtocolError, httpcore2.TimeoutException) as fault:
            if begun:
                raise
            raise Unknown from fault

    def _from(self, scope: HTTPScope) -> Headers:
        """The data about a request that the other process needs besides its path, headers and body."""
        yield KEY, self.key
        yield SCHEME, scope["scheme"].encode("latin-1")
        if scope["client"]:
            yield CLIENT, scope["client"][0].encode("latin-1")


def _kept(headers: Headers) -> Headers:
    """The headers, except those about a single connection."""
    return [header for header in headers if header[0].lower() not in _OF_THE_CONNECTION | {KEY, CLIENT, SCHEME}]


async def _at_most(longest: int, receive: Receive) -> list[Any]:
    """The body, or the beginning of it that shows that it is too long."""
    received, size = list[Any](), 0
    while size <= longest and (not received or received[-1].get("more_body", False)):
        received.append(await receive())
        size += len(received[-1].get("body", b""))
    return received
