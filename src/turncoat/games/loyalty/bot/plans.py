"""The actions that a courtier considers: a few sensible ones out of thousands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

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
from turncoat.games.loyalty.known import Tolls
from turncoat.games.loyalty.leave import Holders, Need, reaches, terms
from turncoat.games.loyalty.majority import foes
from turncoat.games.loyalty.move import here
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import CITIZENS, KING, MILITIA, POPE, PRIESTS, Loyalty

Prices = dict[int, int]
"""The price offered to each holder, in coins."""

FEW = 3
"""The most targets that are tried in every order."""


class Plan(NamedTuple):
    """One possible use of an action.

    Attributes:
        ask: The players whose leave it needs.
        tolls: Its price, by the seat that is paid.
        follow: The units that follow after a won attack.
    """

    action: LoyaltyAction
    ask: Holders = ()
    tolls: Tolls = ()
    follow: Numbers | None = None


PASSING = Plan(Pass())


class Purse(NamedTuple):
    """The budget for leave.

    Attributes:
        asking: Whether requests can still be made.
        prices: The price offered to each holder.
    """

    asking: bool
    prices: Prices


def plans(game: Loyalty, seat: int, purse: Purse) -> Iterator[Plan]:
    """All plans for the bot's next action: pass, and moves, attacks and work in each of its places."""
    yield PASSING
    places = [place for place in range(game.map.size) if any(here(game, seat, place))]
    for place, found in zip(places, reaches(game, seat, places), strict=True):
        units = here(game, seat, place)
        for to, needs in found.moves:
            yield from _moves(game, seat, (place, to), units, _leave(game, seat, needs, purse))
        if units[2]:
            for to, needs in found.attacks:
                yield from _attacks(game, seat, (place, to), units, _leave(game, seat, needs, purse))
        if place < game.map.city_count:
            yield from _works(game, seat, place, units)


class Leave(NamedTuple):
    """The leave that an action needs, and its price.

    Attributes:
        ask: The players whose leave it needs.
        tolls: Its price, by the seat that is paid.
    """

    ask: Holders
    tolls: Tolls

    @property
    def prices(self) -> Numbers:
        """LOY-8.5a: the prices in the form of an answer."""
        return {str(seat): price for seat, price in self.tolls if price and seat in self.ask}


def _leave(game: Loyalty, seat: int, needs: tuple[Need, ...], purse: Purse) -> Leave | None:
    """LOY-8.5: the leave that is needed and its price; None if the bot cannot pay."""
    ask, published = terms(game, seat, needs)
    if ask and not purse.asking:
        return None
    tolls = (*published, *((holder, purse.prices.get(holder, 0)) for holder in ask))
    return Leave(ask, tolls) if sum([price for _, price in tolls]) <= game.coins[seat] else None


# --- moves ------------------------------------------------------------------------------------


def _moves(
    game: Loyalty, seat: int, way: tuple[int, int], units: tuple[int, int, int], agreed: Leave | None
) -> Iterator[Plan]:
    """LOY-10.1: moves with a few sizes of groups."""
    if agreed is None:
        return
    names = game.map.names
    origin, to = names[way[0]], names[way[1]]
    for party in parties(*units):
        taken = dict(party)
        if agreed.ask:
            yield Plan(AskToMove(origin, to, taken, agreed.prices), *agreed)
        else:
            yield Plan(Move(origin, to, taken), *agreed)


@lru_cache(maxsize=4096)
def parties(citizens: int, priests: int, militia: int) -> tuple[tuple[tuple[str, int], ...], ...]:
    """LOY-10.1.1: sensible groups of the units in a place."""
    half, army = citizens // 2, militia // 2
    wanted = [
        *((some, 0, 0) for some in (1, 2, 3, half, citizens - 1, citizens)),
        *((0, some, 0) for some in (1, priests)),
        *((0, 0, some) for some in (1, army, militia)),
        (1, 1, 0),
        (half, 1, 0),
        (half, 0, army),
        (1, 0, militia),
        (half, 0, militia),
        (half, 1, militia),
        (citizens, priests, militia),
    ]
    found: dict[tuple[tuple[str, int], ...], None] = {}
    for some in wanted:
        if all(0 <= number <= most for number, most in zip(some, (citizens, priests, militia), strict=True)):
            party = tuple((kind, n) for kind, n in zip((CITIZENS, PRIESTS, MILITIA), some, strict=True) if n)
            if party:
                found[party] = None
    return tuple(found)


# --- attacks ----------------------------------------------------------------------------------


def _attacks(
    game: Loyalty, seat: int, way: tuple[int, int], units: tuple[int, int, int], agreed: Leave | None
) -> Iterator[Plan]:
    """LOY-10.2: attacks on each target and on all, with just enough militia or all, with and without followers."""
    enemies = foes(game, way[1], seat) if agreed is not None else ()
    if agreed is None or not enemies:
        return
    citizens, priests, militia = units
    together = permutations(enemies) if 1 < len(enemies) <= FEW else ([enemies] if len(enemies) > 1 else [])
    for targets in (*((enemy,) for enemy in enemies), *map(tuple, together)):
        for force in sorted({militia, max(1, militia - 1), (militia + 1) // 2}):
            for follow in _followers(game, way, (citizens, priests, militia - force)):
                yield _attack(game, way, (targets, force), agreed, follow)


def _followers(game: Loyalty, way: tuple[int, int], left: tuple[int, int, int]) -> tuple[Numbers, ...]:
    """LOY-10.2.13, LOY-O16: the groups that may follow: nobody, or half of the citizens."""
    half = (left[0] + 1) // 2
    if way[0] == way[1] or not half or game.options.follow_up == "none":
        return ({},)
    return ({}, {CITIZENS: half})


def _attack(
    game: Loyalty, way: tuple[int, int], fight: tuple[tuple[int, ...], int], agreed: Leave, follow: Numbers
) -> Plan:
    origin, to = game.map.names[way[0]], game.map.names[way[1]]
    targets, force = fight
    if agreed.ask:
        return Plan(AskToAttack(origin, to, targets, force, agreed.prices), *agreed, follow)
    return Plan(Attack(origin, to, targets, force), *agreed, follow)


# --- in a city --------------------------------------------------------------------------------


def _works(game: Loyalty, seat: int, city: int, units: tuple[int, int, int]) -> Iterator[Plan]:
    """LOY-10.3 to LOY-10.5: recruiting, conversion and campaigning."""
    citizens, priests, _ = units
    name = game.map.names[city]
    coins = game.purses[city][seat] if game.purses else game.coins[seat]
    for number in sorted({1, min(priests, coins) // 2, min(priests, coins)}):
        if 1 <= number <= min(priests, coins):
            yield Plan(Proselytize(name, number))
    for number in sorted({1, 2, 3, citizens // 2, citizens - 1}):
        if 1 <= number <= citizens:
            yield Plan(CallToArms(name, number))
            yield Plan(CallToFaith(name, number))
    ticks = open_ticks(game, city, min(priests, coins // TICK_PRICE))
    for faction, most in zip((POPE, KING), ticks, strict=True):
        for number in sorted({1, most}):
            if 1 <= number <= most:
                yield Plan(Campaign(name, faction, number))


def switches(game: Loyalty, seat: int) -> Iterator[Plan]:
    """LOY-14.1f: changes to the other colours, if a change costs an action."""
    names = colours(game.options) if game.colours else ()
    yield from (Plan(Switch(name)) for number, name in enumerate(names) if number != game.colours[seat])
