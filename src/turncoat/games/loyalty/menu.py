"""LOY-10: what the active player may do. Built from parts that are kept as long as nothing about them changes."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from math import comb, perm

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
from turncoat.games.loyalty.campaign import TICK_PRICE, open_ticks
from turncoat.games.loyalty.majority import foes
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.permission import Asking, Holders, Reach, Terms, reaches, terms
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
from turncoat.kernel.box import Action, Boxes, Closed, box
from turncoat.kernel.late import Counted, LateBoxes
from turncoat.kernel.space import Amounts, Between, OneOf, Order

Part = Counted[LoyaltyAction]
"""Some of the boxes, not made yet."""

PASSING = Pass()
PASS_BOX: Boxes[LoyaltyAction] = Boxes(box(Pass, "LOY-9.2"))
PASS_PART: Part = Counted(1, lambda: PASS_BOX)

NO_SWITCH = Closed(Switch, "LOY-14.1f", "You cannot change your colour now")
NO_REQUESTS: tuple[Closed, ...] = (
    Closed(AskToMove, "LOY-8.5", "No request can be made any more in this turn"),
    Closed(AskToAttack, "LOY-8.5", "No request can be made any more in this turn"),
)

Goals = tuple[int, ...]
"""Places to go to."""


def the_turn(game: Loyalty) -> Turn:
    """The turn that is being played."""
    turn = game.stack[1]
    assert isinstance(turn, Turn)
    return turn


def deed_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-9.1: any of the actions, or pass; only the active player is asked."""
    turn = the_turn(game)
    asking = turn.failed < game.options.request_limit
    own, cities = banner(game, seat), game.map.city_count
    rows = zip(game.citizens, game.priests, game.militia, strict=True)
    held = [
        (place, (citizens[seat], priests[seat], militia[own]))
        for place, (citizens, priests, militia) in enumerate(rows)
        if citizens[seat] or priests[seat] or militia[own]
    ]
    parts: list[Part] = [PASS_PART]
    for (place, units), found in zip(held, reaches(game, seat, [place for place, _ in held]), strict=True):
        parts += _moves(game, seat, found, place, units, asking)
        if units[2]:
            parts += _attacks(game, seat, found, place, units[2], asking)
        if place < cities and (units[0] or units[1]):
            parts.append(_in_city(game, place, seat, units))
    shut = () if asking else NO_REQUESTS
    if game.colours:
        if _can_switch(game, turn, seat):
            names = colours(game.options)
            parts.append(Counted(len(names) - 1, partial(switches, names, own)))
        else:
            shut = (*shut, NO_SWITCH)
    return LateBoxes(parts, partial(_shut, shut))


def _shut(closed: tuple[Closed, ...], opened: tuple[type[Action], ...]) -> tuple[Closed, ...]:
    return closed


# --- moves ------------------------------------------------------------------------------------


def _moves(game: Loyalty, seat: int, found: Reach, place: int, units: Row, asking: bool) -> list[Part]:
    """LOY-10.1.2: where units can go from here: freely, or by asking."""
    free, asks = found.free, found.asks if asking else ()
    if game.leaves:
        free, asks = _by_published_leave(game, seat, found, asking)
    names, several = game.map.names, (units[0] + 1) * (units[1] + 1) * (units[2] + 1) - 1
    parts: list[Part] = [Counted(len(free) * several, partial(moves, names, place, units, free))]
    for holders, goals, toll in asks:
        coins = _offer(game, game.coins[seat] - toll)
        count = len(goals) * several * comb(coins + len(holders), len(holders))
        parts.append(Counted(count, partial(requests, names, place, units, goals, holders, coins)))
    return parts


def _by_published_leave(game: Loyalty, seat: int, found: Reach, asking: bool) -> tuple[Goals, tuple[Asking, ...]]:
    """LOY-8.8: the same with standing permissions, whose prices must be in the purse."""
    free: list[int] = []
    asks: list[Asking] = []
    for to, needs in found.moves:
        agreed = terms(game, seat, needs)
        if agreed.toll > game.coins[seat]:
            continue
        if not agreed.ask:
            free.append(to)
        elif asking:
            asks.append((agreed.ask, (to,), agreed.toll))
    return tuple(free), tuple(asks)


def _offer(game: Loyalty, spare: int) -> int:
    """LOY-8.5f: no more can be offered than the purse holds; LOY-O13: nothing where coins never change hands."""
    return 0 if game.options.gifts == "none" else spare


def called(names: tuple[str, ...], goals: Goals) -> OneOf:
    """Places to choose from, by name."""
    return OneOf(tuple([names[goal] for goal in goals]), "place")


@lru_cache(maxsize=4096)
def moves(names: tuple[str, ...], place: int, units: Row, free: Goals) -> Boxes[LoyaltyAction]:
    """LOY-10.1.1: any of the units together to any place where nobody must be asked."""
    origin = called(names, (place,))
    return Boxes(box(Move, "LOY-10.1.2", origin=origin, to=called(names, free), units=amounts(units)))


def requests(
    names: tuple[str, ...], place: int, units: Row, goals: Goals, holders: Holders, coins: int
) -> Boxes[LoyaltyAction]:
    """LOY-8.5a: a move for which these holders must be asked, with a price for each."""
    origin, to = called(names, (place,)), called(names, goals)
    return Boxes(box(AskToMove, "LOY-8.5", origin=origin, to=to, units=amounts(units), prices=offers(holders, coins)))


# --- attacks ----------------------------------------------------------------------------------


def _attacks(game: Loyalty, seat: int, found: Reach, place: int, militia: int, asking: bool) -> list[Part]:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, put together where targets and holders are the same."""
    groups: dict[tuple[Goals, Holders, int], list[int]] = {}
    for to, needs in found.attacks:
        targets = foes(game, to, seat)
        if not targets:
            continue
        ask: Holders = ()
        coins = 0
        if needs:
            ask, published = terms(game, seat, needs)
            coins = game.coins[seat] - sum([price for _, price in published])
            if coins < 0 or (ask and not asking):
                continue
        groups.setdefault((targets, ask, _offer(game, coins) if ask else 0), []).append(to)
    return [
        Counted(
            len(goals) * rows_of(len(targets)) * militia * comb(coins + len(holders), len(holders)),
            partial(attacks, game.map.names, place, militia, tuple(goals), targets, (holders, coins)),
        )
        for (targets, holders, coins), goals in groups.items()
    ]


def attacks(
    names: tuple[str, ...], place: int, militia: int, goals: Goals, targets: Goals, price: tuple[Holders, int]
) -> Boxes[LoyaltyAction]:
    """LOY-10.2.3, LOY-10.2.4: targets in an order, and 1 up to all of the militia."""
    origin, to, force = called(names, (place,)), called(names, goals), Between(1, militia, "militia")
    enemies = Order(targets, 1, domain="seat")
    if not price[0]:
        return Boxes(box(Attack, "LOY-10.2.2", origin=origin, to=to, targets=enemies, militia=force))
    prices = offers(*price)
    return Boxes(box(AskToAttack, "LOY-8.5", origin=origin, to=to, targets=enemies, militia=force, prices=prices))


@cache
def rows_of(targets: int) -> int:
    """In how many ways one or more of so many targets can be named in an order."""
    return sum(perm(targets, size) for size in range(1, targets + 1))


# --- spaces -----------------------------------------------------------------------------------


def amounts(units: Row, low: int = 1) -> Amounts:
    """LOY-10.1.1: any of these citizens, priests and militia."""
    caps = tuple((kind, number) for kind, number in zip((CITIZENS, PRIESTS, MILITIA), units, strict=True) if number)
    return Amounts(caps, low, sum(units), "unit")


def offers(holders: tuple[int, ...], coins: int) -> Amounts:
    """LOY-8.5a: a price of 0 or more for each holder; LOY-8.5f: together no more than the purse holds."""
    return Amounts(tuple((str(holder), coins) for holder in holders), 0, coins, "seat")


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Part:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do."""
    citizens, priests, _ = units
    coins = game.purses[city][seat] if game.purses else game.coins[seat]
    recruits = min(priests, coins)
    pope, king = open_ticks(game, city, min(priests, coins // TICK_PRICE))
    count = recruits + 2 * citizens + pope + king
    return Counted(count, partial(works, game.map.names[city], citizens, recruits, pope, king))


@lru_cache(maxsize=4096)
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
