"""LOY-8.1 to LOY-8.8: which leave an action needs, from whom, and at which price."""

from __future__ import annotations

from functools import lru_cache
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


class Reach:
    """LOY-8.3: where a player may go from one place. Kept as long as nobody's hold on the places around changes.

    Attributes:
        shape: The surroundings of the place.
        moves: Where units can be moved, and what each way needs.
        attacks: Where militia can attack, and what that needs.
        asked: The goals of the moves by the holders whose leave they need.
    """

    def __init__(self, shape: Shape, moves: list[Way], attacks: list[Way]) -> None:
        self.shape, self.moves, self.attacks = shape, moves, attacks
        self.asked: dict[Holders, list[int]] = {}
        for to, needs in moves:
            self.asked.setdefault(everybody(needs), []).append(to)


@lru_cache(maxsize=65536)
def everybody(needs: tuple[Need, ...]) -> Holders:
    """LOY-8.6: all holders, each once."""
    return tuple(sorted({holder for holder, _, _ in needs}))


@lru_cache(maxsize=65536)
def crossing(seat: int, road: tuple[int, int, int], city: tuple[int, int], dual: str) -> tuple[Way, Way] | None:
    """LOY-8.1, LOY-8.3: what it needs to move, and to attack, across a road; None: nobody can give leave.

    Args:
        seat: Who wants to go.
        road: The road that is skipped, its owner, and whose leave is needed to enter it.
        city: The goal, and whose leave is needed to enter it.
        dual: LOY-O14.
    """
    (over, owner, guard), (to, gate) = road, city
    if owner == NOBODY:
        return None
    passing: tuple[Need, ...] = ((owner, PASS, over),) if owner != seat else ()
    entering: tuple[Need, ...] = ((gate, ENTER, to),) if gate >= 0 else ()
    second: tuple[Need, ...] = ((guard, ENTER, over),) if guard >= 0 else ()
    move = passing + entering + (second if dual != "off" else ())
    return (to, move), (to, passing + (second if dual == "move_and_attack" else ()))


@lru_cache(maxsize=16384)
def reach(seat: int, shape: Shape, gates: tuple[int, ...], owners: tuple[int, ...], dual: str) -> Reach:
    """LOY-8.3: what moves and attacks from one place need.

    Args:
        seat: Who wants to go.
        shape: The surroundings of the place.
        gates: LOY-8.2: whose leave is needed to enter what is near, then what is beyond.
        owners: LOY-7.1: the owners of the roads that can be skipped.
        dual: LOY-O14.
    """
    near = shape.near
    moves: list[Way] = [(to, ((gate, ENTER, to),) if gate >= 0 else ()) for to, gate in zip(near, gates, strict=False)]
    attacks: list[Way] = [(shape.place, ()), *[(to, ()) for to in near]]
    across = zip(near, owners, gates, shape.beyond, gates[len(near) :], strict=False)
    for road, owner, guard, city, gate in across:
        ways = crossing(seat, (road, owner, guard), (city, gate), dual)
        if ways is not None:
            moves.append(ways[0])
            attacks.append(ways[1])
    return Reach(shape, moves, attacks)


def reaches(game: Loyalty, seat: int, places: list[int]) -> list[Reach]:
    """LOY-8.4: the reach of a player from these places, on the present position."""
    doors, masters, dual = gates(game, seat), owners(game), game.options.dual_permission
    shapes = game.map.shapes
    return [
        reach(seat, shape, shape.goals_of(doors), shape.roads_of(masters), dual)
        for shape in [shapes[place] for place in places]
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
