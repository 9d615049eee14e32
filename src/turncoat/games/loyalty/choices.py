"""LOY-10: the choices of an active player, in groups that are made into boxes when somebody looks."""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb, perm
from typing import cast

from turncoat.games.loyalty.actions import (
    AskToAttack,
    AskToMove,
    Attack,
    CallToArms,
    CallToFaith,
    Campaign,
    LoyaltyAction,
    Move,
    Numbers,
    Proselytize,
    Switch,
)
from turncoat.games.loyalty.map import Row, Shape
from turncoat.games.loyalty.permission import Holders
from turncoat.games.loyalty.state import CITIZENS, KING, MILITIA, POPE, PRIESTS
from turncoat.kernel.box import Box, Boxes, box
from turncoat.kernel.space import Amounts, Between, OneOf, Order


class MoveGroup:
    """LOY-10.1.1: any of the units in a place, together, to any of some goals.

    LOY-8.5a: where holders must be asked, with a price for each; LOY-8.5f: together no more than the coins.
    """

    def __init__(self, shape: Shape, goals: list[int], units: Row, holders: Holders, coins: int) -> None:
        self.shape, self.goals, self.units = shape, goals, units
        self.holders, self.coins = holders, coins
        self.prices = comb(coins + len(holders), len(holders))
        self.each = ((units[0] + 1) * (units[1] + 1) * (units[2] + 1) - 1) * self.prices
        self.count = len(goals) * self.each

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        to, index = divmod(index, self.each)
        some, price = divmod(index, self.prices)
        origin, goal = self.shape.name, self.shape.names[self.goals[to]]
        units = cast("Numbers", amounts(self.units).nth(some))
        if self.holders:
            return AskToMove(origin, goal, units, cast("Numbers", offers(self.holders, self.coins).nth(price)))
        return Move(origin, goal, units)

    @property
    def boxes(self) -> tuple[Box[LoyaltyAction], ...]:
        """One box."""
        origin, to = called(self.shape.names, [self.shape.place]), called(self.shape.names, self.goals)
        units = amounts(self.units)
        if self.holders:
            prices = offers(self.holders, self.coins)
            return (box(AskToMove, "LOY-8.5", origin=origin, to=to, units=units, prices=prices),)
        return (box(Move, "LOY-10.1.2", origin=origin, to=to, units=units),)


class AttackGroup:
    """LOY-10.2.3, LOY-10.2.4: targets in an order, on any of some battlefields, and 1 up to all of the militia.

    LOY-8.5a: where holders must be asked, with a price for each; LOY-8.5f: together no more than the coins.
    """

    def __init__(
        self, shape: Shape, goals: list[int], targets: tuple[int, ...], militia: int, holders: Holders, coins: int
    ) -> None:
        self.shape, self.goals, self.targets, self.militia = shape, goals, targets, militia
        self.holders, self.coins = holders, coins
        self.prices = comb(self.coins + len(self.holders), len(self.holders))
        self.rows = rows_of(len(targets))
        self.count = len(goals) * self.rows * militia * self.prices

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        to, index = divmod(index, self.rows * self.militia * self.prices)
        row, index = divmod(index, self.militia * self.prices)
        less, price = divmod(index, self.prices)
        origin, goal = self.shape.name, self.shape.names[self.goals[to]]
        targets = cast("tuple[int, ...]", in_order(self.targets).nth(row))
        if self.holders:
            prices = cast("Numbers", offers(self.holders, self.coins).nth(price))
            return AskToAttack(origin, goal, targets, less + 1, prices)
        return Attack(origin, goal, targets, less + 1)

    @property
    def boxes(self) -> tuple[Box[LoyaltyAction], ...]:
        """One box."""
        origin, to = called(self.shape.names, [self.shape.place]), called(self.shape.names, self.goals)
        targets, force = in_order(self.targets), Between(1, self.militia, "militia")
        if self.holders:
            prices = offers(self.holders, self.coins)
            return (box(AskToAttack, "LOY-8.5", origin=origin, to=to, targets=targets, militia=force, prices=prices),)
        return (box(Attack, "LOY-10.2.2", origin=origin, to=to, targets=targets, militia=force),)


# --- spaces -----------------------------------------------------------------------------------


def called(names: tuple[str, ...], goals: list[int]) -> OneOf:
    """Places to choose from, by name."""
    return OneOf(tuple([names[goal] for goal in goals]), "place")


@lru_cache(maxsize=4096)
def amounts(units: Row, low: int = 1) -> Amounts:
    """LOY-10.1.1: any of these citizens, priests and militia."""
    caps = tuple([(kind, number) for kind, number in zip((CITIZENS, PRIESTS, MILITIA), units, strict=True) if number])
    return Amounts(caps, low, sum(units), "unit")


@lru_cache(maxsize=4096)
def offers(holders: Holders, coins: int) -> Amounts:
    """LOY-8.5a: a price of 0 or more for each holder; LOY-8.5f: together no more than the purse holds."""
    return Amounts(tuple((str(holder), coins) for holder in holders), 0, coins, "seat")


@lru_cache(maxsize=4096)
def in_order(targets: tuple[int, ...]) -> Order:
    """LOY-10.2.3: one or more of these players, named in an order."""
    return Order(targets, 1, domain="seat")


@cache
def rows_of(targets: int) -> int:
    """In how many ways one or more of so many targets can be named in an order."""
    return sum(perm(targets, size) for size in range(1, targets + 1))


# --- work in a city, and colours --------------------------------------------------------------


@lru_cache(maxsize=65536)
def works(city: str, citizens: int, recruits: int, pope: int, king: int) -> Boxes[LoyaltyAction]:
    """Recruiting, conversion and campaigning in one city, each up to a number."""
    here = OneOf((city,), "place")
    return Boxes(
        box(Proselytize, "LOY-10.3.1", city=here, citizens=Between(1, recruits, "citizens")),
        box(CallToArms, "LOY-10.4.1", city=here, citizens=Between(1, citizens, "citizens")),
        box(CallToFaith, "LOY-10.4.1", city=here, citizens=Between(1, citizens, "citizens")),
        box(Campaign, "LOY-10.5.1", city=here, faction=OneOf((POPE,), "faction"), ticks=Between(1, pope, "ticks")),
        box(Campaign, "LOY-10.5.1", city=here, faction=OneOf((KING,), "faction"), ticks=Between(1, king, "ticks")),
    )


@lru_cache(maxsize=256)
def switches(names: tuple[str, ...], own: int) -> Boxes[LoyaltyAction]:
    """LOY-14.1f: any other colour."""
    others = tuple(name for number, name in enumerate(names) if number != own)
    return Boxes(box(Switch, "LOY-14.1f", colour=OneOf(others, "colour")))
