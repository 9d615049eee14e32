"""Makes a trial game from what one seat sees, to try actions out.

Loyalty cards do not influence what happens on the map, so they are left blank.
"""

from __future__ import annotations

from functools import lru_cache

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
from turncoat.games.loyalty.attack import strike
from turncoat.games.loyalty.campaign import campaign
from turncoat.games.loyalty.coins import hand_over, hand_over_where_they_lie, lying
from turncoat.games.loyalty.end import look_for_diplomacy
from turncoat.games.loyalty.losses import bury, stricken
from turncoat.games.loyalty.map import Map, Road
from turncoat.games.loyalty.move import shift
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.recruit import call, proselytize
from turncoat.games.loyalty.state import NOBODY, Battle, Loyalty
from turncoat.games.loyalty.view import BattleView, LoyaltyView
from turncoat.kernel import Chance, clone
from turncoat.kernel.chance import KEY_BYTES
from turncoat.kernel.events import SILENCE

Tolls = tuple[tuple[int, int], ...]
"""Coins that an action costs, by the seat that gets them."""


@lru_cache(maxsize=64)
def board(cities: tuple[str, ...], roads: tuple[Road, ...], worth: tuple[int, ...], income: tuple[int, ...]) -> Map:
    """The map of a table; always the same object, because it caches results."""
    return Map(cities, roads, worth, income)


def board_of(view: LoyaltyView) -> Map:
    """The map of this view."""
    cities = tuple(city.name for city in view.cities)
    number = {name: place for place, name in enumerate(cities)}
    roads = tuple((place.name, number[place.ends[0]], number[place.ends[1]]) for place in view.places if place.ends)
    worth = tuple(place.worth for place in view.places)
    return board(cities, roads, worth, tuple(city.income for city in view.cities))


def imagined(view: LoyaltyView) -> Loyalty:
    """The position that this view shows, without cards and unfinished steps."""
    names, seats = colours(view.options), len(view.coins)
    pots = [city.pot for city in view.cities if city.pot is not None]
    return Loyalty(
        options=view.options,
        map=board_of(view),
        cards=[""] * seats,
        unused=[],
        first=view.first,
        citizens=[place.citizens for place in view.places],
        priests=[place.priests for place in view.places],
        militia=[place.militia for place in view.places],
        coins=list(view.coins),
        purses=[place.coins for place in view.places] if view.options.coin_location == "city" else [],
        drawn=0,
        pots=pots,
        broke=[0 for _ in pots],
        tracks=[city.marker for city in view.cities],
        colours=[names.index(colour) for colour in view.colours],
        leaves=list(view.leaves),
        looked=[],
        landed=[own > 0 for own in view.vp],
        turn=view.turn,
        faction=view.faction,
        chance=Chance(bytes(KEY_BYTES)),
        stack=[],
        requests=[0] * seats,
        standing_orders=[{} for _ in range(seats)],
    )


# --- what an action would do ------------------------------------------------------------------


def after(game: Loyalty, seat: int, action: LoyaltyAction, tolls: Tolls = (), follow: Numbers | None = None) -> Loyalty:
    """The position after an action.

    Args:
        game: The position before; it stays unchanged.
        seat: The seat that acts.
        action: The action; in an attack nobody joins, and losses are shared by the default.
        tolls: The coins that are paid for leave.
        follow: Units that follow after a won attack.
    """
    other = clone(game)
    for holder, price in tolls:
        pay(other, seat, holder, price)
    places = other.map.places
    match action:
        case Move() | AskToMove():
            shift(other, seat, places[action.origin], places[action.to], action.units)
        case Attack() | AskToAttack():
            battle = announced(other, action)
            fight(other, battle)
            if battle.won and battle.field != battle.origin:
                shift(other, seat, battle.origin, battle.field, follow or {})
        case Proselytize():
            proselytize(other, seat, action, SILENCE)
        case CallToArms() | CallToFaith():
            call(other, seat, action, SILENCE)
        case Campaign():
            campaign(other, seat, action, SILENCE)
            if not other.faction:
                look_for_diplomacy(other, SILENCE)
        case Switch():
            recolour(other, seat, action.colour)
        case _:
            pass
    return other


def announced(game: Loyalty, action: Attack | AskToAttack) -> Battle:
    """The attack, before anybody joins the defence."""
    places = game.map.places
    return Battle(origin=places[action.origin], field=places[action.to], targets=action.targets, force=action.militia)


def fight(game: Loyalty, battle: Battle) -> None:
    """Fight the attack without any agreement among the defenders (LOY-10.2.9, LOY-10.2.10)."""
    strike(game, battle, SILENCE)
    stricken(game, battle, SILENCE)
    bury(game, battle, SILENCE)


def battle_of(game: Loyalty, seen: BattleView) -> Battle:
    """The attack that is being resolved."""
    places = game.map.places
    battle = Battle(origin=places[seen.origin], field=places[seen.field], targets=seen.targets, force=seen.force)
    battle.joined, battle.terms = dict(seen.joined), dict(seen.terms)
    battle.falls, battle.won = dict(seen.falls), seen.won
    return battle


def pay(game: Loyalty, seat: int, to: int, price: int) -> None:
    """Transfer coins (LOY-8.5c); coins on the map go from place to place, in the order of the map."""
    if not game.purses:
        hand_over(game, seat, to, price)
        return
    coins: Numbers = {}
    for name, number in lying(game, seat):
        if price > 0:
            coins[name] = min(price, number)
            price -= coins[name]
    hand_over_where_they_lie(game, seat, to, coins, SILENCE)


def recolour(game: Loyalty, seat: int, colour: str) -> None:
    """The player changes colour, which may cost coins (LOY-14.1f)."""
    options = game.options
    game.colours[seat] = colours(options).index(colour)
    if options.faction_switch == "action_coins":
        pay(game, seat, NOBODY, options.faction_switch_cost)
