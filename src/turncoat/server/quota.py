"""How many bytes each client address may write, so that nobody fills the disk.

A request's bytes count for the address that sent it; an address that has used up its share is refused for a while. What
a table writes by itself, through bots and deadlines, first uses up an amount that is reserved when the table is made.
After that it counts for the address that last asked for something there, or for another such address that has some of
its share left; only when none has, bots and deadlines wait. Somebody at another address cannot delay the players.
An answer from an address without a share left uses the table's reserve: somebody else may have used up the share.
Everything is in memory alone: no address is ever stored.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextvars import ContextVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from turncoat.server.limits import DEPOSIT, KEPT, Limits, network

ASKER: ContextVar[str] = ContextVar("ASKER", default="")
"""The address whose request is being handled; empty if there is none."""


PAYERS = 8
"""How many addresses are known that asked for something at a table."""

AGAIN = 5
"""Seconds after which a waiting table looks again whether an address with some of its share left has come."""


class _Balance:
    """The account of a table: reserved bytes, and the addresses that asked for something, the last first."""

    def __init__(self, aside: int, payers: list[str]) -> None:
        self.aside, self.payers = aside, payers


class WriteQuota:
    """Keeps count of the bytes that are written.

    Args:
        limits: How many bytes an address has (``write``).
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._balances: OrderedDict[str, _Balance] = OrderedDict()

    def made(self, table_id: str) -> None:
        """A table was made: reserve bytes for what it will write by itself."""
        if maker := ASKER.get():
            self._balances[table_id] = _Balance(DEPOSIT, [maker])
            self.limits.take("write", maker, DEPOSIT)
            if len(self._balances) > KEPT:
                self._balances.popitem(last=False)

    def check(self, table_id: str = "") -> None:
        """Let a request write, perhaps at a table.

        Raises:
            TooMany: so much has been written for its address that it has to wait, and nothing is set aside there.
        """
        balance = self._balances.get(table_id)
        if (address := ASKER.get()) and not (balance and balance.aside):
            self.limits.need("write", address)

    def wait(self, table_id: str) -> int:
        """Seconds until a table may write something by itself; 0: now."""
        balance = self._balances.get(table_id)
        return (
            0 if balance is None or balance.aside else min(self.limits.wait("write", payer) for payer in balance.payers)
        )

    async def turn(self, table_id: str) -> None:
        """Wait until a table may store something that no request asked for."""
        while seconds := self.wait(table_id):  # noqa: ASYNC110  # time passes, and rings no bell
            await asyncio.sleep(min(seconds, AGAIN))

    def charge(self, address: str, table_id: str, size: int) -> None:
        """This many bytes were written for an address, or else by a table itself."""
        balance = self._balances.get(table_id)
        if address and balance is not None:
            balance.payers = [address, *(payer for payer in balance.payers if payer != address)][:PAYERS]
        if address and not (balance and balance.aside and self.limits.wait("write", address)):
            self.limits.take("write", address, size)
        elif balance is not None:
            beyond = max(0, size - balance.aside)
            balance.aside = max(0, balance.aside - size)
            payer = next((payer for payer in balance.payers if not self.limits.wait("write", payer)), balance.payers[0])
            self.limits.take("write", payer, beyond)


class KeepAddress:
    """Notes the address of a request for everything that is done on its behalf.

    Args:
        onward: The application that answers the request.
    """

    def __init__(self, onward: ASGIApp) -> None:
        self.onward = onward

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        client = scope["client"] if scope["type"] == ScopeType.HTTP else None
        token = ASKER.set(network(client[0]) if client else "unknown")
        try:
            await self.onward(scope, receive, send)
        finally:
            ASKER.reset(token)
