"""LOY-10: what the active player may do. Built from parts that are kept as long as nothing about them changes."""

from __future__ import annotations

from collections.abc import Iterator

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
from turncoat.games.loyalty.choices import AttackGroup, Bid, MoveGroup, Purse, switches, works
from turncoat.games.loyalty.majority import Targets, foes_along
from turncoat.games.loyalty.map import Row
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.permission import Need, Reach, Terms, reaches, terms
from turncoat.games.loyalty.state import (
    Deed,
    Loyalty,
    Turn,
    active,
    banner,
)
from turncoat.kernel import Boxes, LateBoxes, box, shut
from turncoat.kernel.late import Group

PASSING = Pass()
PASS_BOX: Boxes[LoyaltyAction] = Boxes(box(Pass))

NO_SWITCH = shut(Switch)
NO_REQUESTS = shut(AskToMove, AskToAttack)


def the_turn(game: Loyalty) -> Turn:
    """The turn that is being played."""
    turn = game.stack[1]
    assert isinstance(turn, Turn)
    return turn


def deed_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-9.1: any of the actions, or pass; only the active player is asked."""
    turn = the_turn(game)
    asking = turn.failed < game.options.request_limit
    purse = Purse(0 if game.options.gifts == "none" else game.coins[seat], asking)
    held = list(_held(game, seat))
    groups: list[Group[LoyaltyAction]] = [PASS_BOX]
    for (place, units), found in zip(held, reaches(game, seat, [place for place, _ in held]), strict=True):
        groups.append(_moves(game, seat, found, units, purse))
        if units[2]:
            groups.append(_attacks(game, seat, found, units[2], purse))
        if place < game.map.city_count and (units[0] or units[1]):
            groups.append(_in_city(game, place, seat, units))
    closed = () if asking else NO_REQUESTS
    if game.colours:
        if _can_switch(game, turn, seat):
            groups.append(switches(colours(game.options), banner(game, seat)))
        else:
            closed += NO_SWITCH
    return LateBoxes(groups, lambda opened: closed)


def _held(game: Loyalty, seat: int) -> Iterator[tuple[int, Row]]:
    """The places where a player has units, with the citizens, priests and militia there."""
    own, place = banner(game, seat), -1
    for citizens, priests, militia in zip(game.citizens, game.priests, game.militia, strict=True):
        place += 1
        if citizens[seat] or priests[seat] or militia[own]:
            yield place, (citizens[seat], priests[seat], militia[own])


def _moves(game: Loyalty, seat: int, found: Reach, units: Row, purse: Purse) -> MoveGroup:
    """LOY-10.1.2: where units can go from here: freely, or by asking."""
    if not game.leaves:
        return MoveGroup(found, units, purse)
    bids: dict[Bid, list[int]] = {}
    for to, needs in found.moves:
        bid = _published(game, seat, needs, purse)
        if bid is not None:
            bids.setdefault(bid, []).append(to)
    return MoveGroup(found, units, purse, bids)


def _attacks(game: Loyalty, seat: int, found: Reach, militia: int, purse: Purse) -> AttackGroup:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, put together where targets and bids are the same."""
    fields: dict[tuple[Targets, Bid], list[int]] = {}
    targets = foes_along(game, seat, found.to_attack)
    for (to, holders), enemies in zip(found.to_attack, targets, strict=True):
        if enemies and not game.leaves and (purse.asking or not holders):
            fields.setdefault((enemies, (holders, purse.coins if holders else 0)), []).append(to)
    for (to, needs), enemies in zip(found.attacks, targets, strict=True) if game.leaves else ():
        bid = _published(game, seat, needs, purse) if enemies else None
        if bid is not None:
            fields.setdefault((enemies, bid), []).append(to)
    return AttackGroup(found.shape, militia, fields)


def _published(game: Loyalty, seat: int, needs: tuple[Need, ...], purse: Purse) -> Bid | None:
    """LOY-8.8: what is left to bid with standing permissions; None: nobody can be asked any more."""
    agreed = terms(game, seat, needs)
    if agreed.ask and not purse.asking:
        return None
    return agreed.ask, max(0, purse.coins - agreed.toll) if agreed.ask else 0


# --- work in a city ---------------------------------------------------------------------------


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Boxes[LoyaltyAction]:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do; nothing on roads (LOY-10.3.2)."""
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
    attacking = isinstance(action, Attack | AskToAttack)
    if not game.leaves:
        return Terms(dict(found.to_attack if attacking else found.to_move)[places[action.to]], ())
    return terms(game, seat, dict(found.attacks if attacking else found.moves)[places[action.to]])
