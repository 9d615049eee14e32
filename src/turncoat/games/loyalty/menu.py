"""LOY-10: what the active player may do. Built from parts that are kept as long as nothing about them changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from turncoat.games.loyalty.actions import (
    AskToAttack,
    AskToMove,
    Attack,
    LoyaltyAction,
    Move,
    Pass,
    Switch,
)
from turncoat.games.loyalty.campaign import TICK_PRICE, open_ticks
from turncoat.games.loyalty.choices import AttackGroup, MoveGroup, switches, works
from turncoat.games.loyalty.majority import Targets, foes_along
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.permission import Holders, Reach, Terms, everybody, reaches, terms
from turncoat.games.loyalty.state import (
    Deed,
    Loyalty,
    Turn,
    active,
    banner,
)
from turncoat.kernel.box import Boxes, Closed, box
from turncoat.kernel.late import Group, LateBoxes

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
        groups += _moves(game, seat, found, units, asking)
        if units[2]:
            groups += _attacks(game, seat, found, units[2], asking)
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


def _offer(game: Loyalty, coins: int) -> int:
    """LOY-8.5f: no more can be offered than the purse holds; LOY-O13: nothing where coins never change hands."""
    return 0 if game.options.gifts == "none" else coins


# --- moves ------------------------------------------------------------------------------------


def _moves(game: Loyalty, seat: int, found: Reach, units: Row, asking: bool) -> Sequence[MoveGroup]:
    """LOY-10.1.2: where units can go from here: freely, or by asking."""
    if not game.leaves:
        return moves(found, units, _offer(game, game.coins[seat]), asking)
    return [
        MoveGroup(found.shape, goals, units, ask, _offer(game, game.coins[seat] - toll) if ask else 0)
        for ask, toll, goals in _by_published_leave(game, seat, found)
        if asking or not ask
    ]


@lru_cache(maxsize=16384)
def moves(found: Reach, units: Row, coins: int, asking: bool) -> tuple[MoveGroup, ...]:
    """LOY-10.1.2: the same where nothing has been published, with so many coins to offer."""
    return tuple(
        MoveGroup(found.shape, goals, units, ask, coins if ask else 0)
        for ask, goals in found.asked.items()
        if asking or not ask
    )


def _by_published_leave(game: Loyalty, seat: int, found: Reach) -> list[tuple[Holders, int, list[int]]]:
    """LOY-8.8: the same with standing permissions, whose prices must be in the purse."""
    groups: dict[tuple[Holders, int], list[int]] = {}
    for to, needs in found.moves:
        agreed = terms(game, seat, needs)
        if agreed.toll <= game.coins[seat]:
            groups.setdefault((agreed.ask, agreed.toll), []).append(to)
    return [(ask, toll, goals) for (ask, toll), goals in groups.items()]


# --- attacks ----------------------------------------------------------------------------------


def _attacks(game: Loyalty, seat: int, found: Reach, militia: int, asking: bool) -> Sequence[AttackGroup]:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, put together where targets and holders are the same."""
    coins, targets = _offer(game, game.coins[seat]), foes_along(game, seat, found.attacks)
    if not game.leaves:
        return attacks(found, targets, militia, coins, asking)
    groups: dict[tuple[Targets, Holders, int], list[int]] = {}
    for (to, needs), enemies in zip(found.attacks, targets, strict=True):
        agreed = terms(game, seat, needs)
        if enemies and agreed.toll <= game.coins[seat] and (asking or not agreed.ask):
            groups.setdefault((enemies, agreed.ask, max(0, coins - agreed.toll)), []).append(to)
    return _put_together(found, groups, militia)


@lru_cache(maxsize=16384)
def attacks(
    found: Reach, targets: tuple[Targets, ...], militia: int, coins: int, asking: bool
) -> Sequence[AttackGroup]:
    """LOY-10.2.2: the same where nothing has been published, with so many coins to offer."""
    groups: dict[tuple[Targets, Holders, int], list[int]] = {}
    for (to, needs), enemies in zip(found.attacks, targets, strict=True):
        ask = everybody(needs)
        if enemies and (asking or not ask):
            groups.setdefault((enemies, ask, coins), []).append(to)
    return _put_together(found, groups, militia)


def _put_together(
    found: Reach, groups: dict[tuple[Targets, Holders, int], list[int]], militia: int
) -> Sequence[AttackGroup]:
    return [
        AttackGroup(found.shape, goals, enemies, militia, ask, coins if ask else 0)
        for (enemies, ask, coins), goals in groups.items()
    ]


# --- work in a city ---------------------------------------------------------------------------


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Boxes[LoyaltyAction]:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do."""
    citizens, priests, _ = units
    coins = game.purses[city][seat] if game.purses else game.coins[seat]
    pope, king = open_ticks(game, city, min(priests, coins // TICK_PRICE))
    return works(game.map.names[city], citizens, min(priests, coins), pope, king)


def _can_switch(game: Loyalty, turn: Turn, seat: int) -> bool:
    """LOY-14.1f: once in a turn, where it costs an action, and coins if that was agreed on."""
    options = game.options
    price = options.faction_switch_cost if options.faction_switch == "action_coins" else 0
    return options.faction_switch in ("action", "action_coins") and not turn.switched and game.coins[seat] >= price


def passing(game: Loyalty, deed: Deed, seat: int) -> LoyaltyAction:
    """LOY-D1: whoever lets the time go by passes."""
    return PASSING


def terms_of(game: Loyalty, action: Move | AskToMove | Attack | AskToAttack) -> Terms:
    """LOY-8.4: what an action needs on the present position."""
    seat, places = active(game), game.map.places
    (found,) = reaches(game, seat, [places[action.origin]])
    ways = dict(found.attacks if isinstance(action, Attack | AskToAttack) else found.moves)
    return terms(game, seat, ways[places[action.to]])
