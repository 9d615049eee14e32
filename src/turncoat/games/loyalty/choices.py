"""LOY-10: the choices of the active player, in groups that become boxes only when they are read.

A group is cached until its choices change.
"""

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
from turncoat.games.loyalty.leave import Holders, Need, Reach, Terms, reaches, terms
from turncoat.games.loyalty.majority import Targets, foes_along
from turncoat.games.loyalty.map import Row, Shape
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import (
    CITIZENS,
    KING,
    MILITIA,
    POPE,
    PRIESTS,
    Loyalty,
    Turn,
    TurnAction,
    active,
    banner,
)
from turncoat.games.loyalty.why_not import why_not
from turncoat.kernel import Amounts, Between, Box, Boxes, LazyBoxes, OneOf, Order, always, box, shut
from turncoat.kernel.lazy_boxes import Group


class Purse:
    """LOY-8.5a: the prices that the active player can offer; LOY-8.5f: together no more than their coins.

    Attributes:
        prices: In how many ways none, one, two or three holders can be offered a price.
    """

    def __init__(self, coins: int, asking: bool) -> None:
        self.coins, self.asking = coins, asking
        self.prices = price_lists(coins) if asking else ONLY_FREE


ONLY_FREE = (1, 0, 0, 0)


@lru_cache(maxsize=1024)
def price_lists(coins: int) -> tuple[int, ...]:
    """In how many ways 0 to 3 holders can be offered prices that are together no more than the coins."""
    return tuple(comb(coins + holders, holders) for holders in range(4))


Bid = tuple[Holders, int]
"""The holders who are asked, and the coins that can be offered to them in all."""


class MoveGroup:
    """LOY-10.1.1: moves of units from a place to any destination, with a price for each holder who is asked.

    Args:
        found: The places to which the units can go.
        units: Citizens, priests and militia.
        purse: The number of coins that can be offered.
        bids: LOY-8.8: the destinations by the prices that must be offered there, with standing permissions taken into
            account.
    """

    def __init__(self, found: Reach, units: Row, purse: Purse, bids: dict[Bid, list[int]] | None = None) -> None:
        self.shape, self.found, self.units, self.purse, self._bids = found.shape, found, units, purse, bids
        self.parties = (units[0] + 1) * (units[1] + 1) * (units[2] + 1) - 1
        if bids is None:
            numbers, prices = found.numbers, purse.prices
            ways = numbers[0] + numbers[1] * prices[1] + numbers[2] * prices[2] + numbers[3] * prices[3]
        else:
            ways = sum(len(goals) * ways_to_bid(bid) for bid, goals in bids.items())
        self.count = self.parties * ways

    @property
    def bids(self) -> dict[Bid, list[int]]:
        """The destinations, grouped by the holders who must be asked."""
        if self._bids is None:
            self._bids = {}
            for to, holders in self.found.to_move:
                if not holders or self.purse.asking:
                    self._bids.setdefault((holders, self.purse.coins if holders else 0), []).append(to)
        return self._bids

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        for bid, goals in self.bids.items():
            prices = ways_to_bid(bid)
            each = self.parties * prices
            if index < len(goals) * each:
                to, index = divmod(index, each)
                some, price = divmod(index, prices)
                origin, goal = self.shape.name, self.shape.names[goals[to]]
                units = cast("Numbers", amounts(self.units).nth(some))
                return AskToMove(origin, goal, units, paid(bid, price)) if bid[0] else Move(origin, goal, units)
            index -= len(goals) * each
        raise IndexError(index)

    def _box(self, bid: Bid, goals: list[int]) -> Box[LoyaltyAction]:
        origin, to = called(self.shape.names, [self.shape.place]), called(self.shape.names, goals)
        if bid[0]:
            return box(AskToMove, origin=origin, to=to, units=amounts(self.units), prices=offers(*bid))
        return box(Move, origin=origin, to=to, units=amounts(self.units))

    @property
    def boxes(self) -> list[Box[LoyaltyAction]]:
        """A box for each set of holders and prices."""
        return [self._box(bid, goals) for bid, goals in self.bids.items()]


class AttackGroup:
    """LOY-10.2.3, LOY-10.2.4: the targets in an order, a battlefield, and 1 up to all of the militia.

    Args:
        shape: The surroundings of the place from which the attack comes.
        fields: The battlefields by their possible targets and by the prices that must be offered.
        foes: Whether other players have units on any battlefield, even if no leave for it can be asked for.
    """

    def __init__(self, shape: Shape, militia: int, fields: dict[tuple[Targets, Bid], list[int]], foes: bool) -> None:
        self.shape, self.militia, self.fields, self.foes = shape, militia, fields, foes
        self.count = militia * sum(
            [len(goals) * rows_of(len(targets)) * ways_to_bid(bid) for (targets, bid), goals in fields.items()]
        )

    def nth(self, index: int) -> LoyaltyAction:
        """The answer with this number."""
        for (targets, bid), goals in self.fields.items():
            prices = ways_to_bid(bid)
            each = rows_of(len(targets)) * self.militia * prices
            if index < len(goals) * each:
                to, index = divmod(index, each)
                row, index = divmod(index, self.militia * prices)
                less, price = divmod(index, prices)
                origin, goal = self.shape.name, self.shape.names[goals[to]]
                foes = cast("Targets", in_order(targets).nth(row))
                if bid[0]:
                    return AskToAttack(origin, goal, foes, less + 1, paid(bid, price))
                return Attack(origin, goal, foes, less + 1)
            index -= len(goals) * each
        raise IndexError(index)

    def _box(self, targets: Targets, bid: Bid, goals: list[int]) -> Box[LoyaltyAction]:
        origin, to = called(self.shape.names, [self.shape.place]), called(self.shape.names, goals)
        foes, force = in_order(targets), Between(1, self.militia, "militia")
        if bid[0]:
            return box(AskToAttack, origin=origin, to=to, targets=foes, militia=force, prices=offers(*bid))
        return box(Attack, origin=origin, to=to, targets=foes, militia=force)

    @property
    def boxes(self) -> list[Box[LoyaltyAction]]:
        """A box for each set of the same targets and prices."""
        return [self._box(*key, goals) for key, goals in self.fields.items()]


def paid(bid: Bid, price: int) -> Numbers:
    """The combination of prices with this number, one price for each holder."""
    return cast("Numbers", offers(*bid).nth(price))


def ways_to_bid(bid: Bid) -> int:
    """In how many ways the holders can be offered a price each."""
    return price_lists(bid[1])[len(bid[0])] if bid[0] else 1


# --- spaces -----------------------------------------------------------------------------------


def called(names: tuple[str, ...], goals: list[int]) -> OneOf:
    """The places to choose from, by name."""
    return OneOf(tuple([names[goal] for goal in goals]), "place")


@lru_cache(maxsize=4096)
def amounts(units: Row, low: int = 1) -> Amounts:
    """LOY-10.1.1: any numbers of these citizens, priests and militia."""
    caps = tuple([(kind, number) for kind, number in zip((CITIZENS, PRIESTS, MILITIA), units, strict=True) if number])
    return Amounts(caps, low, sum(units), "unit")


@lru_cache(maxsize=4096)
def offers(holders: Holders, coins: int) -> Amounts:
    """LOY-8.5a: a price of 0 or more for each holder; LOY-8.5f: together no more than the purse holds."""
    return Amounts(tuple((str(holder), coins) for holder in holders), 0, coins, "price")


@lru_cache(maxsize=4096)
def in_order(targets: tuple[int, ...]) -> Order:
    """LOY-10.2.3: one or more of these players, named in an order."""
    return Order(targets, 1, domain="seat")


@cache
def rows_of(targets: int) -> int:
    """In how many ways one or more of this many targets can be named in an order."""
    return sum(perm(targets, size) for size in range(1, targets + 1))


# --- work in a city, and colours --------------------------------------------------------------


@lru_cache(maxsize=65536)
def works(city: str, citizens: int, recruits: int, pope: int, king: int) -> Boxes[LoyaltyAction]:
    """Recruiting, conversion and campaigning in one city, each up to its limit."""
    here = OneOf((city,), "place")
    return Boxes(
        box(Proselytize, city=here, citizens=Between(1, recruits, "citizens")),
        box(CallToArms, city=here, citizens=Between(1, citizens, "citizens")),
        box(CallToFaith, city=here, citizens=Between(1, citizens, "citizens")),
        box(Campaign, city=here, faction=OneOf((POPE,), "faction"), ticks=Between(1, pope, "ticks")),
        box(Campaign, city=here, faction=OneOf((KING,), "faction"), ticks=Between(1, king, "ticks")),
    )


@lru_cache(maxsize=256)
def switches(names: tuple[str, ...], own: int) -> Boxes[LoyaltyAction]:
    """LOY-14.1f: a change to any other colour."""
    others = tuple(name for number, name in enumerate(names) if number != own)
    return Boxes(box(Switch, colour=OneOf(others, "colour")))


PASS_BOX: Boxes[LoyaltyAction] = Boxes(box(Pass))

NO_SWITCH = shut(Switch)
NO_REQUESTS = shut(AskToMove, AskToAttack)


def the_turn(game: Loyalty) -> Turn:
    """The turn that is being played."""
    turn = game.stack[1]
    assert isinstance(turn, Turn)
    return turn


def action_boxes(game: Loyalty, turn_action: TurnAction, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-9.1: the active player chooses an action or passes (LOY-O11)."""
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
    foes = any(group.foes for group in groups if isinstance(group, AttackGroup))
    return LazyBoxes(groups, lambda opened: (*closed, *why_not(opened, asking, foes)))


def _held(game: Loyalty, seat: int) -> Iterator[tuple[int, Row]]:
    """The places where a player has units, with the citizens, priests and militia there."""
    own, place = banner(game, seat), -1
    for citizens, priests, militia in zip(game.citizens, game.priests, game.militia, strict=True):
        place += 1
        if citizens[seat] or priests[seat] or militia[own]:
            yield place, (citizens[seat], priests[seat], militia[own])


def _moves(game: Loyalty, seat: int, found: Reach, units: Row, purse: Purse) -> MoveGroup:
    """LOY-10.1.2: the places to which units can go from here, freely or with leave."""
    if not game.leaves:
        return MoveGroup(found, units, purse)
    bids: dict[Bid, list[int]] = {}
    for to, needs in found.moves:
        bid = _published(game, seat, needs, purse)
        if bid is not None:
            bids.setdefault(bid, []).append(to)
    return MoveGroup(found, units, purse, bids)


def _attacks(game: Loyalty, seat: int, found: Reach, militia: int, purse: Purse) -> AttackGroup:
    """LOY-10.2.2, LOY-10.2.3: battlefields in reach, grouped by the same targets and prices.

    In reach are that place, an adjacent one, and the city across a road with leave to pass (``Reach.to_attack``).
    """
    fields: dict[tuple[Targets, Bid], list[int]] = {}
    targets = foes_along(game, seat, found.to_attack)
    for (to, holders), enemies in zip(found.to_attack, targets, strict=True):
        if enemies and not game.leaves and (purse.asking or not holders):
            fields.setdefault((enemies, (holders, purse.coins if holders else 0)), []).append(to)
    for (to, needs), enemies in zip(found.attacks, targets, strict=True) if game.leaves else ():
        bid = _published(game, seat, needs, purse) if enemies else None
        if bid is not None:
            fields.setdefault((enemies, bid), []).append(to)
    return AttackGroup(found.shape, militia, fields, any(targets))


def _published(game: Loyalty, seat: int, needs: tuple[Need, ...], purse: Purse) -> Bid | None:
    """LOY-8.8: the prices left to offer after standing permissions; None: nobody can be asked any more."""
    agreed = terms(game, seat, needs)
    if agreed.ask and not purse.asking:
        return None
    return agreed.ask, max(0, purse.coins - agreed.toll) if agreed.ask else 0


# --- work in a city ---------------------------------------------------------------------------


def _in_city(game: Loyalty, city: int, seat: int, units: Row) -> Boxes[LoyaltyAction]:
    """LOY-10.3 to LOY-10.5: what the citizens and priests of one city can do; nothing on roads (LOY-10.3.2)."""
    citizens, priests, _ = units
    coins = game.purses[city][seat] if game.purses else game.coins[seat]  # LOY-14.8
    pope, king = open_ticks(game, city, min(priests, coins // TICK_PRICE))
    return works(game.map.names[city], citizens, min(priests, coins), pope, king)


def _can_switch(game: Loyalty, turn: Turn, seat: int) -> bool:
    """LOY-14.1f: whether the player can change colour: once in a turn, for an action, and for coins by LOY-O35."""
    options = game.options
    price = options.faction_switch_cost if options.faction_switch == "action_coins" else 0
    return options.faction_switch in ("action", "action_coins") and not turn.switched and game.coins[seat] >= price


passing = always(Pass())
"""LOY-D1: a player who does not answer in time passes."""


def terms_of(game: Loyalty, action: Move | AskToMove | Attack | AskToAttack) -> Terms:
    """LOY-8.4: the leave that an action needs in the present position."""
    seat, places = active(game), game.map.places
    (found,) = reaches(game, seat, [places[action.origin]])
    attacking = isinstance(action, Attack | AskToAttack)
    if not game.leaves:
        return Terms(dict(found.to_attack if attacking else found.to_move)[places[action.to]], ())
    return terms(game, seat, dict(found.attacks if attacking else found.moves)[places[action.to]])
