"""LOY-10: what the active player may do. Built from parts that are kept as long as nothing about them changes."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from turncoat.games.loyalty.actions import (
    AskToAttack,
    AskToMove,
    Attack,
    CallToArms,
    CallToFaith,
    Campaign,
    LoyaltyAction,
    Move,
    Pass,
    Proselytize,
    Switch,
)
from turncoat.games.loyalty.campaign import open_ticks
from turncoat.games.loyalty.majority import foes
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.permission import Access, Terms
from turncoat.games.loyalty.state import (
    CITIZENS,
    KING,
    MILITIA,
    POPE,
    PRIESTS,
    Deed,
    Loyalty,
    Row,
    Turn,
    active,
    banner,
)
from turncoat.kernel.box import Box, Boxes, Closed, Menu, box
from turncoat.kernel.space import Amounts, Between, OneOf, Order

PASSING = Pass()
PASS_PART: Boxes[LoyaltyAction] = Boxes(box(Pass, "LOY-9.2"))

NO_REQUESTS = (
    Closed(AskToMove, "LOY-8.5", "No request can be made any more in this turn"),
    Closed(AskToAttack, "LOY-8.5", "No request can be made any more in this turn"),
)

Goals = tuple[int, ...]
Asking = tuple[Goals, tuple[int, ...], int]
"""Places to go to, the holders to be asked, and the coins that can be offered to them."""
Fight = tuple[Goals, tuple[int, ...], tuple[int, ...], int]
"""Battlefields, who can be attacked there, the holders to be asked, and the coins for them."""


def the_turn(game: Loyalty) -> Turn:
    """The turn that is being played."""
    turn = game.stack[1]
    assert isinstance(turn, Turn)
    return turn


def deed_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-9.1: any of the actions, or pass; only the active player is asked."""
    turn = the_turn(game)
    asking = turn.failed < game.options.request_limit
    parts = [PASS_PART]
    access = Access(game, seat)
    own = banner(game, seat)
    cities = game.map.city_count
    rows = zip(game.citizens, game.priests, game.militia, strict=True)
    for place, (citizens, priests, militia) in enumerate(rows):
        units = (citizens[seat], priests[seat], militia[own])
        if any(units):
            fights = _fights(access, place, units[2], asking)
            parts.append(journeys(game.map.names, place, units, *_ways(access, place, asking), fights))
            if place < cities and (units[0] or units[1]):
                parts.append(_in_city(game, place, seat, units))
    if game.colours:
        parts.append(switches(colours(game.options), own, _can_switch(game, turn, seat)))
    return Menu(*parts, closed=() if asking else NO_REQUESTS)


def _ways(access: Access, place: int, asking: bool) -> tuple[Goals, tuple[Asking, ...]]:
    """LOY-10.1.2: where units can go from here: freely, or by asking."""
    game = access.game
    free: list[int] = []
    asks: list[tuple[tuple[int, ...], int, int]] = []
    beyond = [city for _, city in game.map.across[place]]
    for to in (*game.map.next_to[place], *beyond):
        terms = access.to_move(place, to)
        if terms is None:
            continue
        spare = game.coins[access.seat] - terms.toll
        if spare < 0:
            continue
        if not terms.ask:
            free.append(to)
        elif asking:
            asks.append((terms.ask, _offer(game, spare), to))
    return tuple(free), _grouped(asks)


def _offer(game: Loyalty, spare: int) -> int:
    """LOY-8.5f: no more can be offered than the purse holds; LOY-O13: nothing where coins never change hands."""
    return 0 if game.options.gifts == "none" else spare


def _grouped(asks: list[tuple[tuple[int, ...], int, int]]) -> tuple[Asking, ...]:
    if not asks:
        return ()
    asks.sort()
    return tuple(
        (tuple(to for _, _, to in group), holders, coins)
        for (holders, coins), group in groupby(asks, key=lambda one: one[:2])
    )


def _fights(access: Access, place: int, militia: int, asking: bool) -> tuple[Fight, ...]:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, put together where targets and holders are the same."""
    if not militia:
        return ()
    game, seat = access.game, access.seat
    found: list[tuple[tuple[int, ...], tuple[int, ...], int, int]] = []
    beyond = [city for _, city in game.map.across[place]]
    for to in (place, *game.map.next_to[place], *beyond):
        targets = foes(game, to, seat)
        terms = access.to_attack(place, to) if targets else None
        if terms is None or (terms.ask and not asking):
            continue
        spare = game.coins[seat] - terms.toll
        if spare >= 0:
            found.append((targets, terms.ask, _offer(game, spare) if terms.ask else 0, to))
    found.sort()
    return tuple(
        (tuple(to for _, _, _, to in group), targets, holders, coins)
        for (targets, holders, coins), group in groupby(found, key=lambda one: one[:3])
    )


@lru_cache(maxsize=65536)
def journeys(
    names: tuple[str, ...], place: int, units: Row, free: Goals, asks: tuple[Asking, ...], fights: tuple[Fight, ...]
) -> Boxes[LoyaltyAction]:
    """LOY-10.1, LOY-10.2: moves and attacks from one place."""

    def called(goals: Goals) -> OneOf:
        return OneOf(tuple(names[goal] for goal in goals), "place")

    origin = called((place,))
    some = amounts(units)
    found: list[Box[LoyaltyAction]] = []
    if free:
        found.append(box(Move, "LOY-10.1.2", origin=origin, to=called(free), units=some))
    for goals, holders, coins in asks:
        prices = offers(holders, coins)
        found.append(box(AskToMove, "LOY-8.5", origin=origin, to=called(goals), units=some, prices=prices))
    for goals, targets, holders, coins in fights:
        enemies, force = Order(targets, 1, domain="seat"), Between(1, units[2], "militia")
        if holders:
            prices = offers(holders, coins)
            found.append(
                box(
                    AskToAttack,
                    "LOY-8.5",
                    origin=origin,
                    to=called(goals),
                    targets=enemies,
                    militia=force,
                    prices=prices,
                )
            )
        else:
            found.append(box(Attack, "LOY-10.2.2", origin=origin, to=called(goals), targets=enemies, militia=force))
    return Boxes(*found)


def amounts(units: Row, low: int = 1) -> Amounts:
    """LOY-10.1.1: any of these citizens, priests and militia."""
    caps = tuple((kind, number) for kind, number in zip((CITIZENS, PRIESTS, MILITIA), units, strict=True) if number)
    return Amounts(caps, low, sum(units), "unit")


def offers(holders: tuple[int, ...], coins: int) -> Amounts:
    """LOY-8.5a: a price of 0 or more for each holder; LOY-8.5f: together no more than the purse holds."""
    return Amounts(tuple((str(holder), coins) for holder in holders), 0, coins, "seat")


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Boxes[LoyaltyAction]:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do."""
    coins = game.purses[city][seat] if game.purses else game.coins[seat]
    pope, king = open_ticks(game, city, min(units[1], coins // 2))
    return works(game.map.names[city], units[0], min(units[1], coins), pope, king)


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
def switches(names: tuple[str, ...], own: int, can: bool) -> Boxes[LoyaltyAction]:
    """LOY-14.1f: any other colour."""
    if not can:
        return Boxes(closed=(Closed(Switch, "LOY-14.1f", "You cannot change your colour now"),))
    others = tuple(name for number, name in enumerate(names) if number != own)
    return Boxes(box(Switch, "LOY-14.1f", colour=OneOf(others, "colour")))


def passing(game: Loyalty, deed: Deed, seat: int) -> LoyaltyAction:
    """LOY-D1: whoever lets the time go by passes."""
    return PASSING


def terms_of(game: Loyalty, action: Move | AskToMove | Attack | AskToAttack) -> Terms:
    """LOY-8.4: what an action needs on the present position."""
    places = game.map.places
    access = Access(game, active(game))
    origin, to = places[action.origin], places[action.to]
    fights = isinstance(action, Attack | AskToAttack)
    terms = access.to_attack(origin, to) if fights else access.to_move(origin, to)
    assert terms is not None, "the boxes offer nothing that is impossible"
    return terms
