"""Who kept and who broke what to whom, from promises that one reader has heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from turncoat.kernel.promise import Fate
from turncoat.table.table_view import MessageView


class Kept(Struct, frozen=True):
    """How many promises of one seat to another, or to everybody, were kept, broken, or neither."""

    kept: int = 0
    broken: int = 0
    others: int = 0

    @property
    def made(self) -> int:
        """How many promises there were."""
        return self.kept + self.broken + self.others


class Tally(Struct, frozen=True):
    """All promises: by who made them, then by to whom they were made.

    Attributes:
        rows: By seat: to each seat, and last to everybody.
        whole: All promises of each seat, by seat.
    """

    rows: tuple[tuple[Kept, ...], ...]
    whole: tuple[Kept, ...]


def tally(promises: Sequence[MessageView], seats: int) -> Tally | None:
    """The promises counted; None: there are none."""
    found: Counter[tuple[int, int, Fate]] = Counter()
    whole: Counter[tuple[int, Fate]] = Counter()
    for one in promises:
        sender, fate = one.message.sender, one.fate
        if sender is None or fate is None:
            continue
        whole[sender, fate] += 1
        found.update((sender, seat, fate) for seat in one.message.said.to or (seats,))
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
