"""The ranking of the players at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

Standing = tuple[int, int, int]
"""A player's place, seat and score."""


def standings(winners: Sequence[int], scores: Sequence[int]) -> tuple[Standing, ...]:
    """Winners come first, then higher scores; equal scores share a place unless only one of them won."""
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    made: list[Standing] = []
    for number, seat in enumerate(order, 1):
        last = made[-1] if made else None
        same = last is not None and last[2] == scores[seat] and (last[1] in winners) == (seat in winners)
        made.append((last[0] if last and same else number, seat, scores[seat]))
    return tuple(made)
