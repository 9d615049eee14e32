"""DUN-4.7.7: the way that forces take: which territories they enter one after the other."""

from __future__ import annotations

from functools import cache

from turncoat.games.dune.map import NOWHERE, TERRITORY_OF, areas


@cache
def way(start: int, goal: int, steps: int, storm: int, blocked: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """DUN-4.7.7: a shortest way from one location to another: the territories entered, the goal's last.

    Empty where nothing is entered, within a territory. Of ways of the same length it is the first in facts order.

    Args:
        start: Where the forces stand.
        goal: Where they go.
        steps: Territories that may be entered.
        storm: The sector in storm, which no way may touch; -1: none.
        blocked: Territories that no way may touch.

    Raises:
        LookupError: there is no way; ``reach`` says where there is one.
    """
    under = areas(storm)
    first, last = under.of[start], under.of[goal]
    came = {first: NOWHERE}
    edge = [first]
    for _ in range(steps):
        edge = [
            other
            for one in edge
            for other in under.next[one]
            if TERRITORY_OF[under.places[other][0]] not in blocked and came.setdefault(other, one) == one
        ]
    if NOWHERE in (first, last) or last not in came:
        raise LookupError(f"no way from {start} to {goal} with {steps} steps")
    found: list[int] = []
    while last != first:
        found.insert(0, TERRITORY_OF[under.places[last][0]])
        last = came[last]
    return tuple(found)
