"""How many event streams may be open at once, for each key or browser and for each address.

A stream is one long request, so rate limits do not cover it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from turncoat.server.auth import Caller
from turncoat.server.problems import TooMany

WAIT = 30
"""After how many seconds a refused caller may try again."""


class StreamLimits:
    """Counts the open streams.

    Args:
        by_key: How many streams for each key or browser.
        by_address: How many streams for each address.

    Attributes:
        open: How many are open.
    """

    def __init__(self, by_key: int, by_address: int) -> None:
        self.by_key, self.by_address = by_key, by_address
        self.open = 0
        self._open = Counter[str]()

    def check(self, caller: Caller) -> None:
        """Accept one more stream.

        Raises:
            TooMany: too many streams are open already.
        """
        for place, most in self._places(caller):
            if self._open[place] >= most:
                raise TooMany(f"{most} live connections are open from your browser or address; close one first.", WAIT)

    @contextmanager
    def joined(self, caller: Caller) -> Iterator[None]:
        """Count a stream while it is open.

        Raises:
            TooMany: too many streams are open already.
        """
        self.check(caller)
        places = [place for place, _ in self._places(caller)]
        self._open.update(places)
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1
            self._open.subtract(places)
            for place in places:
                if not self._open[place]:
                    del self._open[place]

    def _places(self, caller: Caller) -> list[tuple[str, int]]:
        """The keys to count by: the address, and the caller's key or browser if there is one."""
        by_address = (caller.address, self.by_address)
        return [by_address] if caller.name == caller.address else [by_address, (caller.name, self.by_key)]
