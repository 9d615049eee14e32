"""What a place is worth to somebody beyond the points of the moment. Each question is answered once for each row."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.loyalty.map import Map, Row

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


@lru_cache(maxsize=64)
def around(board: Map) -> tuple[tuple[int, ...], ...]:
    """LOY-10.2.2: for each place all others from which it can be attacked, if everybody gives leave."""
    ways = zip(board.next_to, board.across, strict=True)
    return tuple((*near, *(city for _, city in across)) for near, across in ways)


@lru_cache(maxsize=16384)
def threat(guards: Row, near: tuple[Row, ...], own: int, friends: frozenset[int]) -> int:
    """LOY-10.2.10: how many civilians one attack can kill.

    Args:
        guards: Militia in the place.
        near: Militia in each place from which it can be attacked.
        own: The banner of those who are attacked.
        friends: Banners that will not attack.
    """
    worst = 0
    for row in (guards, *near):
        for who, number in enumerate(row):
            if number > worst and who != own and who not in friends:
                worst = number
    return max(0, worst - guards[own])


@lru_cache(maxsize=16384)
def lead(row: Row, seat: int) -> int:
    """LOY-7.1: by how many citizens somebody is ahead of everybody else; 0 and below: not the owner."""
    return row[seat] - max([number for other, number in enumerate(row) if other != seat])


@lru_cache(maxsize=4096)
def pulpit(row: Row, seat: int) -> float:
    """LOY-7.8: religious control, from 0 to 1; a little for being level."""
    mine = row[seat]
    if not mine:
        return 0.0
    best = max([number for other, number in enumerate(row) if other != seat])
    return min(1.0, 0.85 + 0.1 * (mine - best)) if mine > best else 0.2 if mine == best else 0.05
