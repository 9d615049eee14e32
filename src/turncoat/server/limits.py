"""How often something may be asked: a bucket for each asker and kind, refilled as time goes by.

Generous for play, strict where guessing or flooding would pay: signing in and making tables.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from turncoat.server.problems import TooMany

KEPT = 50_000
"""So many buckets are remembered; the one that was used longest ago is forgotten first."""


class Rate(Struct, frozen=True):
    """How often.

    Attributes:
        burst: So many times at once.
        every: Then once in so many seconds.
        what: What is limited, for the sentence.
    """

    burst: int
    every: float
    what: str = "requests"


RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "visit": Rate(600, 0.02, "requests"),
        "play": Rate(400, 0.01, "requests"),
        "create": Rate(20, 60, "new tables"),
        "sign_in": Rate(10, 30, "attempts to sign in"),
        "heavy": Rate(40, 3, "games to be played again"),
        "keep": Rate(60, 10, "new characters"),
        "key": Rate(60, 2, "links tried"),
    }
)
"""The rates by kind: visitors and links by address, play by whoever plays, sign-in by address and by name."""


class Limits:
    """Remembers who asked what, and refuses what is too much.

    Args:
        rates: By kind; kinds that are left out are not limited.
        now: Tells the time in seconds; tests set it.
    """

    def __init__(self, rates: Mapping[str, Rate] = RATES, now: Callable[[], float] = time.monotonic) -> None:
        self.rates, self.now = rates, now
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def check(self, kind: str, asker: str) -> None:
        """Count one request.

        Raises:
            TooMany: it is too much; says after how many seconds it is not.
        """
        rate = self.rates.get(kind)
        if rate is None:
            return
        now = self.now()
        left, at = self._buckets.pop((kind, asker), (float(rate.burst), now))
        left = min(float(rate.burst), left + (now - at) / rate.every)
        enough = left >= 1
        self._buckets[kind, asker] = (left - 1 if enough else left, now)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not enough:
            wait = max(1, math.ceil((1 - left) * rate.every))
            raise TooMany(f"Too many {rate.what}; please try again in {wait} seconds.", wait)
