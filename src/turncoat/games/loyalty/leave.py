"""LOY-8.1 to LOY-8.9: the leave that an action needs, with holders and prices; standing permissions, and gifts.

Every other promise is talk and binds nobody (LOY-8.10).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from turncoat.games.loyalty.actions import Give, LoyaltyAction, Permit, Revoke, Transfer
from turncoat.games.loyalty.coins import hand_over, hand_over_where_they_lie, lying
from turncoat.games.loyalty.events import Given, LeaveCancelled, LeavePublished
from turncoat.games.loyalty.majority import gates, owners
from turncoat.games.loyalty.map import Shape
from turncoat.games.loyalty.state import ENTER, NOBODY, PASS, Leave, Loyalty, TurnAction
from turncoat.kernel import Amounts, Between, Boxes, OneOf, Tell, box, shut

Need = tuple[int, str, int]
"""One permission that is needed: who can give it, its kind (``pass`` or ``enter``), and the place."""

Way = tuple[int, tuple[Need, ...]]
"""A place that can be reached, and the leave needed for it."""

Holders = tuple[int, ...]
"""The seats that must be asked, ascending."""

NO_ONE: Holders = ()


class Terms(NamedTuple):
    """The leave that an action needs. ``published`` holds the prices of standing permissions, by seat."""

    ask: Holders
    published: tuple[tuple[int, int], ...]

    @property
    def toll(self) -> int:
        """All published prices together, in coins."""
        return sum([price for _, price in self.published])


FREE = Terms((), ())
"""The terms of an action that needs no leave."""


class Crossing(NamedTuple):
    """LOY-8.1, LOY-8.3: the leave needed to cross a road between two cities: holders, kinds, and places.

    Leave to pass lets a Move or an Attack treat the road as absent; the owner of the road gives this leave and needs
    none.

    Attributes:
        ask_to_move: LOY-8.6: the holders of all needed leave, each once.
        ask_to_attack: The holders whose leave an attack needs.
    """

    move: tuple[tuple[int, str, bool], ...]
    attack: tuple[tuple[int, str, bool], ...]
    ask_to_move: Holders
    ask_to_attack: Holders


@lru_cache(maxsize=65536)
def crossing(seat: int, owner: int, guard: int, gate: int, dual: str) -> Crossing:
    """LOY-8.3, LOY-10.1.3: all leave that is needed to cross a road that somebody owns (LOY-R15, LOY-R19, LOY-R20).

    Without all leave the move is not possible, not even onto the road. A road without an owner cannot be crossed
    (LOY-8.1). A move to an adjacent place needs leave to enter it; across a road also leave to pass, and to enter the
    road as well if another controls it. An attack needs no leave to enter, and an advance needs no leave at all.

    Args:
        seat: The player who wants to cross.
        owner: LOY-7.1: the owner of the road.
        guard: LOY-8.2: the player whose leave is needed to enter the road.
        gate: LOY-8.2: the player whose leave is needed to enter the city.
        dual: LOY-O14: whether a road with an owner and another controller needs the leave of both.
    """
    passing = ((owner, PASS, True),) if owner != seat else ()
    entering = ((gate, ENTER, False),) if gate >= 0 else ()
    second = ((guard, ENTER, True),) if guard >= 0 else ()
    move = passing + entering + (second if dual != "off" else ())
    attack = passing + (second if dual == "move_and_attack" else ())
    return Crossing(move, attack, _each_once(move), _each_once(attack))


def _each_once(needs: Iterable[tuple[int, str, object]]) -> Holders:
    return tuple(sorted({holder for holder, _, _ in needs}))


@lru_cache(maxsize=65536)
def everybody(needs: tuple[Need, ...]) -> Holders:
    """LOY-8.6: all holders, each once."""
    return _each_once(needs)


class Reach:
    """LOY-8.3: the places that a player can reach from one place.

    It is cached until ownership or control of the places around it changes.

    Args:
        seat: The seat that wants to go.
        shape: The surroundings of the place.
        gates: LOY-8.2: the players whose leave is needed to enter the near places, then the places beyond.
        owners: LOY-7.1: the owners of the roads that can be crossed.
        dual: LOY-O14: whether a road with an owner and another controller needs the leave of both.

    Attributes:
        to_move: The destinations of moves, each with the holders who must be asked.
        numbers: How many destinations need the leave of no holder, of one, of two, and of three.
    """

    __slots__ = ("dual", "gates", "numbers", "owners", "seat", "shape", "to_move")

    def __init__(self, seat: int, shape: Shape, gates: tuple[int, ...], owners: tuple[int, ...], dual: str) -> None:
        self.seat, self.shape, self.gates, self.owners, self.dual = seat, shape, gates, owners, dual
        found = [(to, (gate,) if gate >= 0 else NO_ONE) for to, gate in zip(shape.near, gates, strict=False)]
        if shape.beyond:
            found += [(city, way.ask_to_move) for _, city, way in self._across()]
        numbers = [0, 0, 0, 0]
        for _, holders in found:
            numbers[len(holders)] += 1
        self.to_move, self.numbers = tuple(found), tuple(numbers)

    def _across(self) -> list[tuple[int, int, Crossing]]:
        """The roads that can be crossed, with the cities behind them and the leave needed."""
        near, beyond, gates = self.shape.near, self.shape.beyond, self.gates
        roads = zip(near, self.owners, gates, beyond, gates[len(near) :], strict=False)
        return [
            (road, city, crossing(self.seat, owner, guard, gate, self.dual))
            for road, owner, guard, city, gate in roads
            if owner >= 0
        ]

    @property
    def to_attack(self) -> list[tuple[int, Holders]]:
        """The battlefields, each with the holders who must be asked."""
        return [*self.shape.fields, *[(city, way.ask_to_attack) for _, city, way in self._across()]]

    @property
    def moves(self) -> list[Way]:
        """The places to which units can move, with the leave needed for each."""
        near = zip(self.shape.near, self.gates, strict=False)
        adjacent: list[Way] = [(to, ((gate, ENTER, to),) if gate >= 0 else ()) for to, gate in near]
        return adjacent + [(city, _spelt_out(way.move, road, city)) for road, city, way in self._across()]

    @property
    def attacks(self) -> list[Way]:
        """The places that militia can attack, with the leave needed for each."""
        here: list[Way] = [(place, ()) for place, _ in self.shape.fields]
        return here + [(city, _spelt_out(way.attack, road, city)) for road, city, way in self._across()]


def _spelt_out(needs: tuple[tuple[int, str, bool], ...], road: int, city: int) -> tuple[Need, ...]:
    return tuple([(holder, leave, road if of_road else city) for holder, leave, of_road in needs])


reach = lru_cache(maxsize=4096)(Reach)


def reaches(game: Loyalty, seat: int, places: list[int]) -> list[Reach]:
    """The places that a player can reach from these places, on the present position (LOY-8.4, LOY-10.1.2).

    Units go to an adjacent place, or from a city across one road to the next city with leave to pass.
    """
    doors, masters, dual = gates(game, seat), owners(game), game.options.dual_permission
    shapes = game.map.shapes
    return [
        reach(seat, shape, shape.goals_of(doors), shape.roads_of(masters), dual)
        for shape in [shapes[place] for place in places]
    ]


def terms(game: Loyalty, seat: int, needs: tuple[Need, ...]) -> Terms:
    """LOY-8.6: a holder is asked once for all leave; LOY-8.8: or not at all if all of it is published.

    If the published prices cannot all be paid, their holders are asked like the others (LOY-8.5f).

    A holder of several permissions answers once for all of them.
    """
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
    if sum([toll for _, toll in published]) > game.coins[seat]:
        ask = sorted([*ask, *[holder for holder, toll in published if toll]])
        published = [(holder, toll) for holder, toll in published if not toll]
    return Terms(tuple(ask), tuple(published))


def price(game: Loyalty, seat: int, need: Need) -> int:
    """LOY-8.8: the published price for this player; NOBODY if none was published.

    It counts only while the player who published it is the holder of ``need``.
    """
    for leave in game.leaves:
        if leave.to == seat and (leave.giver, leave.leave, leave.place) == need:
            return leave.price
    return NOBODY


HIGHEST_PRICE = 100
"""LOY-8.8: no more than this many coins can be published as a price."""

NO_GIFTS = Boxes[LoyaltyAction](closed=shut(Give, Transfer, rule="LOY-O13"))
NO_LEAVES = Boxes[LoyaltyAction](closed=shut(Permit, rule="LOY-O12"))


def aside_boxes(game: Loyalty, turn_action: TurnAction, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-8.8, LOY-8.9: optional actions for everybody while the active player thinks about an action (LOY-D8)."""
    others = tuple(other for other in range(len(game.coins)) if other != seat)
    return _leaves(game, seat, others) + _gifts(game, seat, others)


def _leaves(game: Loyalty, seat: int, others: tuple[int, ...]) -> Boxes[LoyaltyAction]:
    if not game.options.standing_permissions:
        return NO_LEAVES
    highest = 0 if game.options.gifts == "none" else HIGHEST_PRICE
    own = tuple(leave for leave in game.leaves if leave.giver == seat)
    return permits(game.map.names, game.map.city_count, others, highest) + revocations(game.map.names, own)


@lru_cache(maxsize=1024)
def permits(names: tuple[str, ...], cities: int, others: tuple[int, ...], highest: int) -> Boxes[LoyaltyAction]:
    """LOY-8.8: permission for any other player to enter any place, or pass any road, at a price."""
    to, price = OneOf(others, "seat"), Between(0, highest, "coins")
    return Boxes(
        box(Permit, to=to, leave=OneOf((ENTER,), "leave"), place=OneOf(names, "place"), price=price),
        box(Permit, to=to, leave=OneOf((PASS,), "leave"), place=OneOf(names[cities:], "place"), price=price),
    )


@lru_cache(maxsize=1024)
def revocations(names: tuple[str, ...], own: tuple[Leave, ...]) -> Boxes[LoyaltyAction]:
    """LOY-8.8: a player can cancel any of their own permissions."""
    return Boxes(
        *(
            box(
                Revoke,
                to=OneOf((leave.to,), "seat"),
                leave=OneOf((leave.leave,), "leave"),
                place=OneOf((names[leave.place],), "place"),
            )
            for leave in own
        )
    )


def _gifts(game: Loyalty, seat: int, others: tuple[int, ...]) -> Boxes[LoyaltyAction]:
    """LOY-8.9: gifts of any number of the player's coins to any other player (LOY-D9, LOY-R46).

    Units, places and cards cannot be given: there is no such action.
    """
    if game.options.gifts != "any_time":
        return NO_GIFTS
    to, coins = OneOf(others, "seat"), game.coins[seat]
    if game.purses:
        return Boxes(box(Transfer, to=to, coins=Amounts(lying(game, seat), 1, coins, "place")))
    return Boxes(box(Give, to=to, coins=Between(1, coins, "coins")))


def do_aside(game: Loyalty, turn_action: TurnAction, seat: int, action: LoyaltyAction, tell: Tell) -> None:
    """LOY-8.8, LOY-8.9: carry out the deal at once and in public."""
    if isinstance(action, Give):
        hand_over(game, seat, action.to, action.coins)
        tell.all(Given, seat, action.to, action.coins)
    elif isinstance(action, Transfer):
        tell.all(Given, seat, action.to, sum(action.coins.values()))
        hand_over_where_they_lie(game, seat, action.to, action.coins, tell)
    elif isinstance(action, Permit):
        publish(game, seat, action, tell)
    elif isinstance(action, Revoke):
        game.leaves = _without(game, seat, action)
        tell.all(LeaveCancelled, seat, action.to, action.leave, action.place)


def publish(game: Loyalty, seat: int, action: Permit, tell: Tell) -> None:
    """LOY-8.8: publish a price; it replaces the old price for the same leave."""
    leave = Leave(seat, action.to, action.leave, game.map.places[action.place], action.price)
    game.leaves = [*_without(game, seat, action), leave]
    tell.all(LeavePublished, seat, action.to, action.leave, action.place, action.price)


def _without(game: Loyalty, seat: int, action: Permit | Revoke) -> list[Leave]:
    same = (seat, action.to, action.leave, game.map.places[action.place])
    return [leave for leave in game.leaves if (leave.giver, leave.to, leave.leave, leave.place) != same]
