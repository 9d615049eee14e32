"""Who makes the server write, and how much: so that nobody fills the disk.

What a request writes is on the account of the address that sent it, which is sent away for a while once it has had its
share. What a table writes by itself, through its bots and its deadlines, is on the account of those who are at it:
first from what was set aside when it was made. Beyond that whoever asked for something there last pays, or else
another who did and has not had their share; only when all of them have had it, bots and deadlines wait. So nobody at
another address puts off those who play. And who hands something in at a table while their address has had its share
does so out of what is set aside there: somebody else may have filled it.
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


PAYERS = 8
"""So many addresses are known that asked for something at a table."""

AGAIN = 5
"""Seconds after which a table that waits looks again: somebody may have come to it who has not had their share."""


class _Purse:
    """What a table writes by itself is paid out of it: bytes set aside, and who asked for something, the last first."""

    def __init__(self, aside: int, payers: list[str]) -> None:
        self.aside, self.payers = aside, payers


class Account:
    """Keeps count of the bytes that are written.

    Args:
        limits: How many bytes an address has (``write``).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._purses: OrderedDict[str, _Purse] = OrderedDict()

    def made(self, table_id: str) -> None:
        """A table was made: set something aside for what it will write by itself."""
        if maker := ASKS.get():
            self._purses[table_id] = _Purse(DEPOSIT, [maker])
            self.limits.take("write", maker, DEPOSIT)
            if len(self._purses) > KEPT:
                self._purses.popitem(last=False)

    def check(self, table_id: str = "") -> None:
        """Let a request write, perhaps at a table.

        Raises:
            TooMany: so much has been written for its address that it has to wait, and nothing is set aside there.
        """
        purse = self._purses.get(table_id)
        if (address := ASKS.get()) and not (purse and purse.aside):
            self.limits.need("write", address)

    def wait(self, table_id: str) -> int:
        """Seconds until a table may write something by itself; 0: now."""
        purse = self._purses.get(table_id)
        return 0 if purse is None or purse.aside else min(self.limits.wait("write", one) for one in purse.payers)

    async def turn(self, table_id: str) -> None:
        """Wait until a table may write something by itself."""
        while seconds := self.wait(table_id):  # noqa: ASYNC110  # time passes, and rings no bell
            await asyncio.sleep(min(seconds, AGAIN))

    def charge(self, address: str, table_id: str, size: int) -> None:
        """So many bytes were written for an address, or else by a table itself."""
        purse = self._purses.get(table_id)
        if address and purse is not None:
            purse.payers = [address, *(one for one in purse.payers if one != address)][:PAYERS]
        if address and not (purse and purse.aside and self.limits.wait("write", address)):
            self.limits.take("write", address, size)
        elif purse is not None:
            beyond = max(0, size - purse.aside)
            purse.aside = max(0, purse.aside - size)
            payer = next((one for one in purse.payers if not self.limits.wait("write", one)), purse.payers[0])
            self.limits.take("write", payer, beyond)


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
