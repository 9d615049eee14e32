"""Rate limits for requests and bytes: a bucket for each caller and kind, which refills with time.

They are generous for play and strict for signing in and making tables, where guessing or flooding would pay. All limits
of the server are here; ``Config`` can change them.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from types import MappingProxyType

from msgspec import Struct

from turncoat.server.problems import TooMany

KEPT = 50_000
"""How many buckets are remembered; the least recently used one is forgotten first."""


class Rate(Struct, frozen=True):
    """A rate: how many requests or bytes at once, and how fast they come back.

    Attributes:
        burst: How many requests or bytes are accepted at the same time.
        every: After that, one more is accepted each time this many seconds have passed.
        what: The name of the limited thing, for the sentence of refusal.
    """

    burst: int
    every: float
    what: str = "requests"


HOUR = 3600.0
"""Seconds."""

SHARE = 4_500_000
"""The most bytes that one address can store at once, and again in each hour.

Deadlines may then write more, but never over ten million bytes in an hour."""

DEPOSIT = 250_000
"""Bytes that are set aside for what bots and deadlines will write at a new table: most games need less."""

MOST_ENTRIES = 20_000
"""The most entries that a table holds, and also the most messages."""

MOST_BYTES = 10_000_000
"""How many bytes of the database a table may fill."""

RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "visit": Rate(600, 0.02, "requests"),
        "play": Rate(400, 0.01, "requests"),
        "create": Rate(20, 60, "new tables"),
        "create_own": Rate(20, 180, "new tables"),
        "write": Rate(SHARE, HOUR / SHARE, "changes that the server stores for you"),
        "talk": Rate(30, 2, "messages from this seat"),
        "change": Rate(50, 30, "changes of this answer"),
        "hint": Rate(30, 120, "questions to a bot"),
        "let_bot": Rate(60, 10, "turns left to a bot"),
        "order": Rate(50, 10, "standing orders from this seat"),
        "propose": Rate(6, 14_400, "proposals from this seat"),
        "vote": Rate(50, 30, "votes from this seat"),
        "part": Rate(250_000, 0.02, "words and standing orders from this seat"),
        "sit": Rate(20, 60, "names for this seat"),
        "register": Rate(10, 30, "new names"),
        "sign_in": Rate(10, 30, "attempts to sign in"),
        "long_tasks": Rate(40, 3, "games to be played again"),
        "sign_in_known": Rate(30, 10, "attempts to sign in"),
        "sign_in_address": Rate(60, 10, "attempts to sign in"),
        "sign_in_name": Rate(10, 30, "attempts to sign in"),
        "hand_over": Rate(20, 30, "codes"),
        "code": Rate(10, 30, "codes tried"),
        "mail_address": Rate(3, 1200, "mails to this address"),
        "mail_mailbox": Rate(20, 4320, "mails to this address"),
        "mail_network": Rate(10, 360, "mails asked for from here"),
        "mail_line": Rate(30, 120, "mails asked for from here"),
        "mail_invitations": Rate(20, 4320, "invitations by mail"),
        "mail_line_invitations": Rate(40, 2160, "invitations by mail from here"),
        "mail_unasked": Rate(200, 18, "mails to addresses that nobody has confirmed"),
        "mail_notices": Rate(30, 600, "mails about this table"),
        "mail_in": Rate(60, 60, "mails to this seat"),
        "mail_reply": Rate(10, 360, "replies by mail to this seat"),
        "mail_lost": Rate(4, HOUR, "replies to mails without an order"),
        "mail_alert": Rate(1, 86_400, "warnings about mails to this seat"),
        "keep": Rate(60, 10, "new characters"),
        "key": Rate(60, 2, "links tried"),
        "reach": Rate(30, 30, "webhooks, tests and browsers to be told"),
        "posted": Rate(300, 5, "notices to your webhooks and browsers"),
        "calendar": Rate(60, 10, "calendars"),
    }
)
"""The rates by kind.

New tables are limited by browser or person (``create_own``) and by address. New webhooks and subscriptions of browsers
(``reach``) are limited by person and by address. Visitors, calendars, links, codes, long work and bytes (``write``) by
address; play by player; talk and orders and their bytes (``part``), names, ``hint`` by seat; changes by answer; signing
in: see ``sign_in_as``. Mails to addresses that are not confirmed by address and who asks (a network, a host), by
address alone (``mail_mailbox``: nobody keeps an owner out from one network), by who asks, by ``line``, and all links
and all invitations together. Notices by mail by reader and table, by webhook and push by owner: nobody else's doing can
make more of them.
"""


@lru_cache(maxsize=KEPT)
def network(address: str) -> str:
    """The name of an address for the limits: of an IPv6 address its /64, which is the least that one customer has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def line(known: str) -> str:
    """The network of an address for the limits: of an IPv6 address its /48, which is the most that one customer has."""
    return str(IPv6Network(known).supernet(new_prefix=48)) if known.endswith("/64") else known


class Limits:
    """Counts requests and bytes for each caller, and refuses too many.

    Args:
        rates: The limit of each kind of request; a kind that is left out has no limit.
        now: Tells the time in seconds; tests set it.
    """

    def __init__(self, rates: Mapping[str, Rate] = RATES, now: Callable[[], float] = time.monotonic) -> None:
        self.rates, self.now = rates, now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, *askers: str) -> None:
        """Count one request, once for each of these callers.

        Raises:
            TooMany: a caller has sent too many; says how many seconds to wait.
        """
        for asker in askers:
            self.need(kind, asker)
        for asker in set(askers):
            self.take(kind, asker)

    def spend(self, kind: str, asker: str, amount: int) -> None:
        """Count this amount; refuse it if less than that is left (see ``need``)."""
        self.need(kind, asker, amount)
        self.take(kind, asker, amount)

    def need(self, kind: str, asker: str, amount: int = 1) -> None:
        """Refuse if less than this amount is left; count nothing.

        Raises:
            TooMany: less is left; says how many seconds to wait, or that waiting does not help.
        """
        rate, wait = self.rates.get(kind), self.wait(kind, asker, amount)
        if rate is not None and amount > rate.burst:
            raise TooMany(
                f"This is too large: {amount} bytes of {rate.what}; at most {rate.burst} bytes are allowed.", wait
            )
        if rate is not None and wait:
            raise TooMany(f"Too many {rate.what}; please try again in {wait} seconds.", wait)

    def wait(self, kind: str, asker: str, amount: int = 1) -> int:
        """How many seconds until this amount is left; 0: it is now."""
        rate = self.rates.get(kind)
        left = self._left(kind, asker)
        return 0 if rate is None or left >= amount else max(1, math.ceil((amount - left) * rate.every))

    def take(self, kind: str, asker: str, amount: int = 1) -> None:
        """Count this amount even if less is left; later requests then wait longer."""
        if kind not in self.rates:
            return
        self._buckets[kind, asker] = (self._left(kind, asker) - amount, self.now())
        self._buckets.move_to_end((kind, asker))
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)

    def within(self, kind: str, asker: str) -> bool:
        """Count one request without refusing it; returns whether it is within the limit."""
        enough = not self.wait(kind, asker)
        if enough:
            self.take(kind, asker)
        return enough

    def give_back(self, kind: str, asker: str) -> None:
        """Uncount a request, because it was right."""
        self.take(kind, asker, -1)

    def _left(self, kind: str, asker: str) -> float:
        rate, now = self.rates.get(kind), self.now()
        if rate is None:
            return math.inf
        left, at = self._buckets.get((kind, asker), (float(rate.burst), now))
        return min(float(rate.burst), left + (now - at) / rate.every)
