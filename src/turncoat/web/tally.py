"""Counts which players kept and broke promises to whom, as far as one reader has heard them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from turncoat.kernel.promise import Fate
from turncoat.table.table_view import MessageView


class Kept(Struct, frozen=True):
    """Numbers of promises from one seat to another, or to all: kept, broken, or neither."""

    kept: int = 0
    broken: int = 0
    others: int = 0

    @property
    def made(self) -> int:
        """The number of promises."""
        return self.kept + self.broken + self.others


class Tally(Struct, frozen=True):
    """The counts of all promises, by their maker and by the player they were made to.

    Attributes:
        rows: For each seat, its promises to each other seat, and last those to all.
        whole: For each seat, all its promises.
    """

    rows: tuple[tuple[Kept, ...], ...]
    whole: tuple[Kept, ...]


def tally(promises: Sequence[MessageView], seats: int) -> Tally | None:
    """Count promises; None: there are none."""
    found: Counter[tuple[int, int, Fate]] = Counter()
    whole: Counter[tuple[int, Fate]] = Counter()
    for promise in promises:
        sender, fate = promise.message.sender, promise.fate
        if sender is None or fate is None:
            continue
        whole[sender, fate] += 1
        found.update((sender, seat, fate) for seat in promise.message.said.to or (seats,))
    if not whole:
        return None
    return Tally(
        tuple(
            tuple(_kept({fate: found[sender, to, fate] for fate in Fate}) for to in range(seats + 1))
            for sender in range(seats)
        ),
        tuple(_kept({fate: whole[sender, fate] for fate in Fate}) for sender in range(seats)),
    )


def _kept(counted: dict[Fate, int]) -> Kept:
    return Kept(counted[Fate.KEPT], counted[Fate.BROKEN], counted[Fate.OPEN] + counted[Fate.VOID])
