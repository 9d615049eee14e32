"""Who makes the server write, and how much: so that nobody fills the disk.

What a request writes is on the account of the address that sent it, which is sent away for a while once it has had its
share. What a table writes by itself, through its bots and its deadlines, is on the account of the address that made it:
first from what was set aside when it was made, and when that address has had its share, bots and deadlines wait.
Accounts are in memory alone: no address is ever stored.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextvars import ContextVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from turncoat.server.limits import DEPOSIT, KEPT, Limits, network

ASKS: ContextVar[str] = ContextVar("ASKS", default="")
"""From where the request comes on which work is done; empty: nobody asked."""


class Account:
    """Keeps count of the bytes that are written.

    Args:
        limits: How many bytes an address has (``write``).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._makers: OrderedDict[str, tuple[str, int]] = OrderedDict()

    def made(self, table_id: str) -> None:
        """A table was made: set something aside for what it will write by itself."""
        if maker := ASKS.get():
            self._makers[table_id] = (maker, DEPOSIT)
            self.limits.take("write", maker, DEPOSIT)
            if len(self._makers) > KEPT:
                self._makers.popitem(last=False)

    def check(self) -> None:
        """Let a request write.

        Raises:
            TooMany: so much has been written for its address that it has to wait.
        """
        if address := ASKS.get():
            self.limits.need("write", address)

    def wait(self, table_id: str) -> int:
        """Seconds until a table may write something by itself; 0: now."""
        maker, aside = self._makers.get(table_id, ("", 0))
        return self.limits.wait("write", maker) if maker and aside <= 0 else 0

    async def turn(self, table_id: str) -> None:
        """Wait until a table may write something by itself."""
        if seconds := self.wait(table_id):
            await asyncio.sleep(seconds)
            await self.turn(table_id)

    def charge(self, address: str, table_id: str, size: int) -> None:
        """So many bytes were written for an address, or else by a table itself."""
        if address:
            self.limits.take("write", address, size)
        elif table_id in self._makers:
            maker, aside = self._makers[table_id]
            self._makers[table_id] = (maker, max(0, aside - size))
            self.limits.take("write", maker, max(0, size - aside))


class Asked:
    """Notes from where a request comes, for all that is done on it.

    Args:
        onward: Who answers it.
    """

    def __init__(self, onward: ASGIApp) -> None:
        self.onward = onward

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        client = scope["client"] if scope["type"] == ScopeType.HTTP else None
        token = ASKS.set(network(client[0]) if client else "unknown")
        try:
            await self.onward(scope, receive, send)
        finally:
            ASKS.reset(token)
