"""LOY-8.1 to LOY-8.8: which leave an action needs, from whom, and at which price."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from turncoat.games.loyalty.majority import gates, owners
from turncoat.games.loyalty.map import Shape
from turncoat.games.loyalty.state import ENTER, NOBODY, PASS, Loyalty

Need = tuple[int, str, int]
"""The holder, what is needed of him (``pass`` or ``enter``), and for which place."""

Way = tuple[int, tuple[Need, ...]]
"""A place that can be reached, and what that needs."""

Holders = tuple[int, ...]
"""The seats that must be asked, ascending."""


class Terms(NamedTuple):
    """What an action costs in leave.

    Attributes:
        ask: The seats that must be asked.
        published: What standing permissions cost, by seat.
    """

    ask: Holders
    published: tuple[tuple[int, int], ...]

    @property
    def toll(self) -> int:
        """All published prices together, in coins."""
        return sum([price for _, price in self.published])


FREE = Terms((), ())
"""Nobody's leave is needed."""


Asking = tuple[Holders, tuple[int, ...], int]
"""Who must be asked, for which goals, and what standing permissions cost on top."""


class Reach:
    """Where a player may go from one place. Kept as long as nobody else's hold on the places around changes.

    Attributes:
        moves: LOY-8.3: where units can be moved, and what each way needs.
        attacks: LOY-8.3: where militia can attack, and what that needs.
        free: The goals of moves that need nothing.
        asks: The holders, the other goals of moves where these must be asked, and what has been published: nothing.
    """

    def __init__(self, moves: tuple[Way, ...], attacks: tuple[Way, ...]) -> None:
        self.moves, self.attacks = moves, attacks
        self.free = tuple(to for to, needs in moves if not needs)
        found = sorted((everybody(needs), to) for to, needs in moves if needs)
        self.asks: tuple[Asking, ...] = tuple(
            (holders, tuple([to for _, to in group]), 0) for holders, group in groupby(found, itemgetter(0))
        )


def everybody(needs: tuple[Need, ...]) -> Holders:
    """LOY-8.6: all holders, each once."""
    return tuple(sorted({holder for holder, _, _ in needs}))


@lru_cache(maxsize=4096)
def reach(seat: int, shape: Shape, gates: tuple[int, ...], owners: tuple[int, ...], dual: str) -> Reach:
    """LOY-8.3: what moves and attacks from one place need.

    Args:
        seat: Who wants to go.
        shape: The surroundings of the place.
        gates: LOY-8.2: whose leave is needed to enter each goal, then each road that can be skipped.
        owners: LOY-7.1: the owners of the same places.
        dual: LOY-O14.
    """
    near, count = shape.near, len(shape.goals)
    moves: list[Way] = [(to, ((gate, ENTER, to),) if gate >= 0 else ()) for to, gate in zip(near, gates, strict=False)]
    attacks: list[Way] = [(shape.place, ()), *((to, ()) for to in near)]
    for number, (road, city) in enumerate(shape.across):
        owner, guard, gate = owners[count + number], gates[count + number], gates[len(near) + number]
        if owner == NOBODY:
            continue
        passing: tuple[Need, ...] = ((owner, PASS, road),) if owner != seat else ()
        entering: tuple[Need, ...] = ((gate, ENTER, city),) if gate >= 0 else ()
        second: tuple[Need, ...] = ((guard, ENTER, road),) if guard >= 0 else ()
        moves.append((city, passing + entering + (second if dual != "off" else ())))
        attacks.append((city, passing + (second if dual == "move_and_attack" else ())))
    return Reach(tuple(moves), tuple(attacks))


def reaches(game: Loyalty, seat: int, places: list[int]) -> list[Reach]:
    """LOY-8.4: the reach of a player from these places, on the present position."""
    doors, masters, dual = gates(game, seat), owners(game), game.options.dual_permission
    shapes = game.map.shapes
    return [
        reach(seat, shape, around(doors), around(masters), dual)
        for shape, around in [shapes[place] for place in places]
    ]


def terms(game: Loyalty, seat: int, needs: tuple[Need, ...]) -> Terms:
    """LOY-8.6: a holder answers once for all; LOY-8.8: not at all where everything has been published."""
    if not needs:
        return FREE
    if not game.leaves:
        return Terms(everybody(needs), ())
    ask: list[int] = []
    published: list[tuple[int, int]] = []
    for holder in everybody(needs):
        prices = [price(game, seat, need) for need in needs if need[0] == holder]
        if NOBODY in prices:
            ask.append(holder)
        else:
            published.append((holder, sum(prices)))
    return Terms(tuple(ask), tuple(published))


def price(game: Loyalty, seat: int, need: Need) -> int:
    """LOY-8.8: the published price for this player; NOBODY where nothing was published."""
    for leave in game.leaves:
        if leave.to == seat and (leave.giver, leave.leave, leave.place) == need:
            return leave.price
    return NOBODY
