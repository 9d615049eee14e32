"""Drawings that were made lately: a page shows the same board again after every message and every sealed answer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b

import msgspec

from turncoat.kernel.events import Event

MOST = 128
"""The most drawings that are kept, enough for some twenty tables; each has at most 100 kB."""


class KeptDrawings:
    """Keeps the last drawings, each with all the data that it was made from."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._made: OrderedDict[bytes, tuple[tuple[Event, ...], str]] = OrderedDict()

    def get(self, of: object, events: Sequence[Event], make: Callable[[], str]) -> str:
        """The drawing of this data: the kept one, or a new one.

        Args:
            of: All that it is made of besides the events: the view, the names, the scene, which part of the table.
            events: The events that the viewer has heard.
            make: Makes the drawing.
        """
        key, heard = blake2b(msgspec.msgpack.encode(of), digest_size=16).digest(), tuple(events)
        kept = self._made.pop(key, None)
        if kept is None or kept[0] != heard:
            kept = heard, make()
        self._made[key] = kept
        if len(self._made) > self.most:
            self._made.popitem(last=False)
        return kept[1]


DRAWINGS = KeptDrawings()
