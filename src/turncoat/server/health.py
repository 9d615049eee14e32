"""``/healthz``, ``/readyz`` and ``/metrics`` report the server's state; every request is logged as one line.

It stands before everything else: a proxy, a container or a monitor asks this machine under any host name.
"""

from __future__ import annotations

import asyncio
import logging
import time
from hmac import compare_digest
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from turncoat.server.counts import COUNTS
from turncoat.server.log_lines import REQUESTS
from turncoat.server.problems import NoKey, as_refusal, send_problem, send_whole
from turncoat.server.ready import PATIENCE
from turncoat.server.services import Services
from turncoat.server.settings import SHORTEST_TOKEN, MetricsSettings, is_loopback

LOG = logging.getLogger(REQUESTS)

HEALTH, READY, METRICS = "/healthz", "/readyz", "/metrics"

TEXT = "text/plain; charset=utf-8"

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"}
"""Headers that a proxy adds: a request with one does not come from this machine, whatever its address."""


class Health:
    """Answers the three addresses; logs every other request and passes it on.

    Args:
        onward: The application that answers the request.
    """

    def __init__(self, onward: ASGIApp) -> None:
        self.onward = onward

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP:
            await self.onward(scope, receive, send)
        elif scope["path"] in (HEALTH, READY, METRICS) and scope["method"] in ("GET", "HEAD"):
            await self._answer(scope, send)
        else:
            await self._noted(scope, receive, send)

    async def _answer(self, scope: Scope, send: Send) -> None:
        services: Services = scope["app"].state.services
        if scope["path"] == HEALTH:
            await send_whole(send, 200, TEXT, {}, b"ok\n")
        elif scope["path"] == READY:
            why = await self._unready(services)
            await send_whole(send, 503 if why else 200, TEXT, {}, f"{why or 'ready'}\n".encode())
        elif may_measure(scope, services.config.settings.metrics):
            kind, body = await _metrics(services)
            await send_whole(send, 200, kind, {}, body)
        else:
            sentence = "The metrics are shown to this machine itself, or to the token that the settings name."
            await send_problem(send, NoKey(sentence))

    async def _unready(self, services: Services) -> str:
        """Why the server cannot take requests now; empty: it can."""
        if services.closing.is_set():
            return "The server is stopping."
        if services.damage:
            return "The database is damaged."
        return "" if await services.ready.database() else "The database does not answer."

    async def _noted(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Pass a request on; count it, and write a line of the log when it has been answered."""
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.onward(scope, receive, sent)
        finally:
            COUNTS.requests[f"{status // 100}xx" if status else "none"] += 1
            if LOG.isEnabledFor(logging.INFO):
                _log(scope, status, time.perf_counter() - began)


def _log(scope: HTTPScope, status: int, seconds: float) -> None:
    """Log one line, with the pattern of the address, because the address itself may hold a key."""
    method = scope["method"] if scope["method"] in METHODS else "OTHER"
    path = scope.get("path_template") or "-"
    facts = {"method": method, "path": path, "status": status, "ms": round(1000 * seconds, 1)}
    LOG.info("%s %s %d %.1f ms", *facts.values(), extra={"facts": facts})


async def _metrics(services: Services) -> tuple[str, bytes]:
    """The metrics, and their media type."""
    told = await asyncio.to_thread(_import)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await services.keeper.read(told.stock, services.store)
    except Exception as fault:  # noqa: BLE001  # without it the rest is said
        as_refusal(fault)
        found = None
    return told.CONTENT_TYPE_LATEST, told.metrics(services, found)


def _import() -> Any:
    from turncoat.server import metrics  # noqa: PLC0415  # the library takes 50 ms at the start

    return metrics


def may_measure(scope: Scope, settings: MetricsSettings) -> bool:
    """Whether the caller may see the metrics: with the token, or from this machine without a proxy."""
    headers = dict(scope["headers"])
    given = headers.get(b"authorization", b"")
    if given and (token := settings.secret) and compare_digest(given, b"Bearer " + token.encode()):
        return len(token) >= SHORTEST_TOKEN
    client = scope["client"]
    return bool(client and is_loopback(client[0])) and FORWARDED.isdisjoint(headers)
