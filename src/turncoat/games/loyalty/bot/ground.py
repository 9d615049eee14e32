"""What a place is worth to somebody beyond the points of the moment. Each question is answered once for each row."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.state import NOBODY

SAFE = 3
"""A majority by more than so many citizens is no safer."""

OPEN = 0.45
"""How dear the hope of a place is, against owning it safely."""


@lru_cache(maxsize=16384)
def standing(row: Row, seat: int) -> float:
    """LOY-7.1: how firmly a place is held, or how near its possession is: from 0 to 1."""
    mine = row[seat]
    if not mine:
        return 0.0
    best = max([number for other, number in enumerate(row) if other != seat])
    if mine > best:
        return min(mine - best, SAFE) / SAFE
    return OPEN * mine / (best + 1)


@lru_cache(maxsize=16384)
def exposed(citizens: Row, guards: Row, around: tuple[Row, ...], seat: int, own: int, friends: frozenset[int]) -> float:
    """LOY-10.2.10: how surely one attack from here or next door takes a place that is owned, from 0 to 1.

    Args:
        citizens: Citizens in the place.
        guards: Militia in the place.
        around: Militia in each adjacent place.
        seat: Whose place it is.
        own: The banner of its owner.
        friends: Banners that will not attack.
    """
    lead = citizens[seat] - max([number for other, number in enumerate(citizens) if other != seat])
    if lead <= 0:
        return 0.0
    worst = 0
    for row in (guards, *around):
        for who, number in enumerate(row):
            if number > worst and who != own and who not in friends:
                worst = number
    gap = worst - guards[own]
    return 1.0 if gap >= lead else 0.15 if gap > 0 else 0.0


@lru_cache(maxsize=4096)
def pulpit(row: Row, seat: int) -> float:
    """LOY-7.8: religious control, from 0 to 1; a little for being level."""
    mine = row[seat]
    if not mine:
        return 0.0
    best = max([number for other, number in enumerate(row) if other != seat])
    return min(1.0, 0.85 + 0.1 * (mine - best)) if mine > best else 0.2 if mine == best else 0.05


def unowned(owners: list[int]) -> int:
    """How many places nobody owns."""
    return owners.count(NOBODY)
