"""Stories carried on from where a reader last looked, so that a long game is not told again for every page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from turncoat.kernel.events import Event


class Carried(Protocol):
    """What has been made of events so far."""

    def leads_to(self, events: Sequence[Event]) -> bool:
        """Whether these events begin with those that it was made of."""


C = TypeVar("C", bound=Carried)


class Readers(Generic[C]):
    """What the latest readers have been told.

    Events are told apart by what they are in memory: a story holds on to those it has heard, so that no other table's
    can be taken for them.

    Args:
        most: So many readers are remembered.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, int | None], C] = OrderedDict()

    def of(self, seat: int | None, events: Sequence[Event], new: Callable[[], C]) -> C:
        """The story that leads to these events, as far as it has come; a new one if there is none."""
        if not events:
            return new()
        key = id(events[0]), seat
        kept = self._kept.pop(key, None)
        if kept is None or not kept.leads_to(events):
            kept = new()
        self._kept[key] = kept
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return kept
