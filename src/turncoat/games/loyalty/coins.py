"""LOY-8.5c, LOY-8.9 and LOY-14.8: coins and their places."""

from __future__ import annotations

from turncoat.games.loyalty.actions import Carry, LoyaltyAction, Pay
from turncoat.games.loyalty.events import CoinsCarried, CoinsWent
from turncoat.games.loyalty.state import NOBODY, Baggage, Loyalty, Payment, active, add, the_active
from turncoat.kernel import Amounts, Between, Boxes, Pending, Tell, always, box, decide, flow


def spend(game: Loyalty, seat: int, coins: int, city: int) -> None:
    """LOY-10.3.3, LOY-14.5: coins spent in a city go to the stock, or into the city's pot (LOY-R10, LOY-R11).

    With city economies the cost of Proselytize and Campaign goes into the pot of the city.
    """
    game.coins[seat] -= coins
    if game.purses:
        add(game.purses, city, seat, -coins)
    if game.pots:
        game.pots[city] += coins
    else:
        game.drawn -= coins


def earn(game: Loyalty, seat: int, coins: int, city: int) -> None:
    """LOY-14.5, LOY-12.1: a tax comes from the stock, or out of the pot; it arrives in the taxed city (LOY-14.8).

    With city economies a tax comes out of the pot of the city and is no more than the pot holds.
    """
    game.coins[seat] += coins
    if game.purses:
        add(game.purses, city, seat, coins)
    if game.pots:
        game.pots[city] -= coins
    else:
        game.drawn += coins


def lying(game: Loyalty, seat: int) -> tuple[tuple[str, int], ...]:
    """LOY-14.8: the places where a player has coins, with the number of coins."""
    return tuple((name, row[seat]) for name, row in zip(game.map.names, game.purses, strict=True) if row[seat])


def hand_over(game: Loyalty, giver: int, to: int, coins: int) -> None:
    """Transfer coins to another owner (LOY-8.5c); the receiver NOBODY is the stock."""
    game.coins[giver] -= coins
    if to == NOBODY:
        game.drawn -= coins
    else:
        game.coins[to] += coins


def hand_over_where_they_lie(game: Loyalty, giver: int, to: int, coins: dict[str, int], tell: Tell) -> None:
    """LOY-14.8: transfer coins of tolls and gifts to another owner; they stay in their places."""
    tell.all(CoinsWent, giver, to, coins)
    hand_over(game, giver, to, sum(coins.values()))
    for name, number in coins.items():
        place = game.map.places[name]
        add(game.purses, place, giver, -number)
        if to != NOBODY:
            add(game.purses, place, to, number)


def pay_where_they_lie(game: Loyalty, seat: int, coins: int, to: int, tell: Tell) -> Payment | None:
    """LOY-14.8: asks which coins to pay with, unless they all lie in one place or all are paid."""
    heaps = dict(lying(game, seat))
    if len(heaps) > 1 and coins < sum(heaps.values()):
        return Payment(coins=coins, to=to)
    paid = {place: min(coins, number) for place, number in heaps.items()}
    hand_over_where_they_lie(game, seat, to, paid, tell)
    return None


def pay_boxes(game: Loyalty, payment: Payment, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.8: the payer names the places from which the coins come."""
    return Boxes(box(Pay, coins=Amounts(lying(game, seat), payment.coins, payment.coins, "place")))


def pay_from_the_first(game: Loyalty, payment: Payment, seat: int) -> LoyaltyAction:
    """LOY-14.8: a player who does not answer in time pays from place to place, in the order of the map."""
    left, coins = payment.coins, dict[str, int]()
    for name, number in lying(game, seat):
        if left:
            coins[name] = min(left, number)
            left -= coins[name]
    return Pay(coins)


def pay(game: Loyalty, payment: Payment, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.8: transfer the coins to their new owner."""
    seat = active(game)
    answer = pending.answers[seat]
    assert isinstance(answer, Pay)
    hand_over_where_they_lie(game, seat, payment.to, answer.coins, tell)


def baggage_boxes(game: Loyalty, baggage: Baggage, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-14.8: any number of the player's coins travel with the units."""
    return Boxes(box(Carry, coins=Between(0, game.purses[baggage.origin][seat], "coins")))


carry_nothing = always(Carry(0))
"""LOY-14.8: a player who does not answer in time leaves the coins where they are."""


def carry(game: Loyalty, baggage: Baggage, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.8: move the coins."""
    seat = active(game)
    answer = pending.answers[seat]
    assert isinstance(answer, Carry)
    if not answer.coins:
        return
    add(game.purses, baggage.origin, seat, -answer.coins)
    add(game.purses, baggage.goal, seat, answer.coins)
    names = game.map.names
    tell.all(CoinsCarried, seat, answer.coins, names[baggage.origin], names[baggage.goal])


def baggage(game: Loyalty, seat: int, origin: int, goal: int) -> Baggage | None:
    """LOY-14.8: asks how many coins the units carry, if the player has coins there."""
    return Baggage(origin=origin, goal=goal) if game.purses and game.purses[origin][seat] else None


PAYMENT = flow(Payment, pay=decide(pay_boxes, pay, default=pay_from_the_first, asked=the_active))
BAGGAGE = flow(Baggage, carry=decide(baggage_boxes, carry, default=carry_nothing, asked=the_active))
