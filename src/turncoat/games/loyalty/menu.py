"""LOY-10: what the active player may do. Built from parts that are kept as long as nothing about them changes."""

from __future__ import annotations

from collections.abc import Iterator
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
    Pass,
    Proselytize,
    Switch,
)
from turncoat.games.loyalty.campaign import TICK_PRICE, open_ticks
from turncoat.games.loyalty.majority import foes
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.permission import Holders, Need, Reach, Terms, everybody, reaches, terms
from turncoat.games.loyalty.state import (
    CITIZENS,
    KING,
    MILITIA,
    POPE,
    PRIESTS,
    Deed,
    Loyalty,
    Turn,
    active,
    banner,
)
from turncoat.kernel.box import Box, Boxes, Closed, box
from turncoat.kernel.late import Group, LateBoxes
from turncoat.kernel.space import Amounts, Between, OneOf, Order

PASSING = Pass()
PASS_BOX: Boxes[LoyaltyAction] = Boxes(box(Pass, "LOY-9.2"))

NO_SWITCH = Closed(Switch, "LOY-14.1f", "You cannot change your colour now")
NO_REQUESTS: tuple[Closed, ...] = (
    Closed(AskToMove, "LOY-8.5", "No request can be made any more in this turn"),
    Closed(AskToAttack, "LOY-8.5", "No request can be made any more in this turn"),
)


def the_turn(game: Loyalty) -> Turn:
    """The turn that is being played."""
    turn = game.stack[1]
    assert isinstance(turn, Turn)
    return turn


def deed_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-9.1: any of the actions, or pass; only the active player is asked."""
    turn = the_turn(game)
    asking = turn.failed < game.options.request_limit
    held = list(_held(game, seat))
    groups: list[Group[LoyaltyAction]] = [PASS_BOX]
    for (place, units), found in zip(held, reaches(game, seat, [place for place, _ in held]), strict=True):
        groups += _moves(game, seat, found, place, units, asking)
        if units[2]:
            groups += _attacks(game, seat, found, place, units[2], asking)
        if place < game.map.city_count and (units[0] or units[1]):
            groups.append(_in_city(game, place, seat, units))
    shut = () if asking else NO_REQUESTS
    if game.colours:
        if _can_switch(game, turn, seat):
            groups.append(switches(colours(game.options), banner(game, seat)))
        else:
            shut = (*shut, NO_SWITCH)
    return LateBoxes(groups, lambda opened: shut)


def _held(game: Loyalty, seat: int) -> Iterator[tuple[int, Row]]:
    """The places where a player has units, with the citizens, priests and militia there."""
    own, place = banner(game, seat), -1
    for citizens, priests, militia in zip(game.citizens, game.priests, game.militia, strict=True):
        place += 1
        if citizens[seat] or priests[seat] or militia[own]:
            yield place, (citizens[seat], priests[seat], militia[own])


NOTHING_DUE: tuple[Holders, int] = ((), 0)
"""Nobody has to be asked or paid."""


def _due(game: Loyalty, seat: int, needs: tuple[Need, ...]) -> tuple[Holders, int]:
    """LOY-8.6, LOY-8.8: who must be asked, and what standing permissions cost on top."""
    if not game.leaves:
        return everybody(needs), 0
    agreed = terms(game, seat, needs)
    return agreed.ask, agreed.toll


def _coins(game: Loyalty, seat: int, ask: Holders, toll: int) -> int:
    """LOY-8.5f: no more can be offered than the purse holds; LOY-O13: nothing where coins never change hands."""
    return game.coins[seat] - toll if ask and game.options.gifts != "none" else 0


# --- moves ------------------------------------------------------------------------------------


class MoveGroup:
    """LOY-10.1.1: any of the units in a place, together, to any of some goals.

    LOY-8.5a: where holders must be asked, with a price for each; LOY-8.5f: together no more than the coins.
    """

    def __init__(
        self, names: tuple[str, ...], place: int, goals: list[int], units: Row, holders: Holders, coins: int
    ) -> None:
        self.names, self.place, self.goals, self.units = names, place, goals, units
        self.holders, self.coins = holders, coins
        self.prices = comb(coins + len(holders), len(holders))
        self.each = ((units[0] + 1) * (units[1] + 1) * (units[2] + 1) - 1) * self.prices
        self.count = len(goals) * self.each

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        to, index = divmod(index, self.each)
        some, price = divmod(index, self.prices)
        origin, goal = self.names[self.place], self.names[self.goals[to]]
        units = cast("Numbers", amounts(self.units).nth(some))
        if self.holders:
            return AskToMove(origin, goal, units, cast("Numbers", offers(self.holders, self.coins).nth(price)))
        return Move(origin, goal, units)

    @property
    def boxes(self) -> tuple[Box[LoyaltyAction], ...]:
        """One box."""
        origin, to, units = called(self.names, [self.place]), called(self.names, self.goals), amounts(self.units)
        if self.holders:
            prices = offers(self.holders, self.coins)
            return (box(AskToMove, "LOY-8.5", origin=origin, to=to, units=units, prices=prices),)
        return (box(Move, "LOY-10.1.2", origin=origin, to=to, units=units),)


def _moves(game: Loyalty, seat: int, found: Reach, place: int, units: Row, asking: bool) -> list[MoveGroup]:
    """LOY-10.1.2: where units can go from here: freely, or by asking."""
    groups: dict[tuple[Holders, int], list[int]] = {}
    for to, needs in found.moves:
        ask, toll = _due(game, seat, needs) if needs else NOTHING_DUE
        if toll <= game.coins[seat] and (asking or not ask):
            groups.setdefault((ask, toll), []).append(to)
    names = game.map.names
    return [
        MoveGroup(names, place, goals, units, ask, _coins(game, seat, ask, toll))
        for (ask, toll), goals in groups.items()
    ]


def called(names: tuple[str, ...], goals: list[int]) -> OneOf:
    """Places to choose from, by name."""
    return OneOf(tuple([names[goal] for goal in goals]), "place")


# --- attacks ----------------------------------------------------------------------------------


class AttackGroup:
    """LOY-10.2.3, LOY-10.2.4: targets in an order, on any of some battlefields, and 1 up to all of the militia.

    LOY-8.5a: where holders must be asked, with a price for each; LOY-8.5f: together no more than the coins.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        place: int,
        goals: list[int],
        targets: tuple[int, ...],
        militia: int,
        price: tuple[Holders, int],
    ) -> None:
        self.names, self.place, self.goals, self.targets, self.militia = names, place, goals, targets, militia
        self.holders, self.coins = price
        self.prices = comb(self.coins + len(self.holders), len(self.holders))
        self.rows = rows_of(len(targets))
        self.count = len(goals) * self.rows * militia * self.prices

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        to, index = divmod(index, self.rows * self.militia * self.prices)
        row, index = divmod(index, self.militia * self.prices)
        less, price = divmod(index, self.prices)
        origin, goal = self.names[self.place], self.names[self.goals[to]]
        targets = cast("tuple[int, ...]", in_order(self.targets).nth(row))
        if self.holders:
            prices = cast("Numbers", offers(self.holders, self.coins).nth(price))
            return AskToAttack(origin, goal, targets, less + 1, prices)
        return Attack(origin, goal, targets, less + 1)

    @property
    def boxes(self) -> tuple[Box[LoyaltyAction], ...]:
        """One box."""
        origin, to = called(self.names, [self.place]), called(self.names, self.goals)
        targets, force = in_order(self.targets), Between(1, self.militia, "militia")
        if self.holders:
            prices = offers(self.holders, self.coins)
            return (box(AskToAttack, "LOY-8.5", origin=origin, to=to, targets=targets, militia=force, prices=prices),)
        return (box(Attack, "LOY-10.2.2", origin=origin, to=to, targets=targets, militia=force),)


def _attacks(game: Loyalty, seat: int, found: Reach, place: int, militia: int, asking: bool) -> list[AttackGroup]:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, put together where targets and holders are the same."""
    groups: dict[tuple[tuple[int, ...], Holders, int], list[int]] = {}
    for to, needs in found.attacks:
        targets = foes(game, to, seat)
        if targets:
            ask, toll = _due(game, seat, needs) if needs else NOTHING_DUE
            if toll <= game.coins[seat] and (asking or not ask):
                groups.setdefault((targets, ask, toll), []).append(to)
    names = game.map.names
    return [
        AttackGroup(names, place, goals, targets, militia, (ask, _coins(game, seat, ask, toll)))
        for (targets, ask, toll), goals in groups.items()
    ]


# --- spaces -----------------------------------------------------------------------------------


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


# --- work in a city ---------------------------------------------------------------------------


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Boxes[LoyaltyAction]:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do."""
    citizens, priests, _ = units
    coins = game.purses[city][seat] if game.purses else game.coins[seat]
    pope, king = open_ticks(game, city, min(priests, coins // TICK_PRICE))
    return works(game.map.names[city], citizens, min(priests, coins), pope, king)


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


def _can_switch(game: Loyalty, turn: Turn, seat: int) -> bool:
    """LOY-14.1f: once in a turn, where it costs an action, and coins if that was agreed on."""
    options = game.options
    price = options.faction_switch_cost if options.faction_switch == "action_coins" else 0
    return options.faction_switch in ("action", "action_coins") and not turn.switched and game.coins[seat] >= price


@lru_cache(maxsize=256)
def switches(names: tuple[str, ...], own: int) -> Boxes[LoyaltyAction]:
    """LOY-14.1f: any other colour."""
    others = tuple(name for number, name in enumerate(names) if number != own)
    return Boxes(box(Switch, "LOY-14.1f", colour=OneOf(others, "colour")))


def passing(game: Loyalty, deed: Deed, seat: int) -> LoyaltyAction:
    """LOY-D1: whoever lets the time go by passes."""
    return PASSING


def terms_of(game: Loyalty, action: Move | AskToMove | Attack | AskToAttack) -> Terms:
    """LOY-8.4: what an action needs on the present position."""
    seat, places = active(game), game.map.places
    (found,) = reaches(game, seat, [places[action.origin]])
    ways = dict(found.attacks if isinstance(action, Attack | AskToAttack) else found.moves)
    return terms(game, seat, ways[places[action.to]])
