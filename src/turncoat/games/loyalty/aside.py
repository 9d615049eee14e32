"""LOY-8.8 and LOY-8.9: what anybody can do between actions: standing permissions and gifts."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.loyalty.actions import Give, LoyaltyAction, Permit, Revoke, Transfer
from turncoat.games.loyalty.events import Given, LeaveCancelled, LeavePublished
from turncoat.games.loyalty.purse import hand_over, hand_over_where_they_lie, lying
from turncoat.games.loyalty.state import ENTER, PASS, Deed, Leave, Loyalty
from turncoat.kernel import Amounts, Between, Boxes, OneOf, Tell, box, shut

HIGHEST_PRICE = 100
"""LOY-8.8: no more than so many coins can be published as a price."""

NO_GIFTS = Boxes[LoyaltyAction](closed=shut(Give, Transfer, rule="LOY-O13"))
NO_LEAVES = Boxes[LoyaltyAction](closed=shut(Permit, rule="LOY-O12"))


def aside_boxes(game: Loyalty, deed: Deed, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-8.8, LOY-8.9: open to everybody while the active player thinks about an action."""
    others = tuple(one for one in range(len(game.coins)) if one != seat)
    return _leaves(game, seat, others) + _gifts(game, seat, others)


def _leaves(game: Loyalty, seat: int, others: tuple[int, ...]) -> Boxes[LoyaltyAction]:
    if not game.options.standing_permissions:
        return NO_LEAVES
    highest = 0 if game.options.gifts == "none" else HIGHEST_PRICE
    own = tuple(leave for leave in game.leaves if leave.giver == seat)
    return permits(game.map.names, game.map.city_count, others, highest) + revocations(game.map.names, own)


@lru_cache(maxsize=1024)
def permits(names: tuple[str, ...], cities: int, others: tuple[int, ...], highest: int) -> Boxes[LoyaltyAction]:
    """LOY-8.8: leave to enter any place, or to pass any road, for any other player, at a price."""
    to, price = OneOf(others, "seat"), Between(0, highest, "coins")
    return Boxes(
        box(Permit, to=to, leave=OneOf((ENTER,), "leave"), place=OneOf(names, "place"), price=price),
        box(Permit, to=to, leave=OneOf((PASS,), "leave"), place=OneOf(names[cities:], "place"), price=price),
    )


@lru_cache(maxsize=1024)
def revocations(names: tuple[str, ...], own: tuple[Leave, ...]) -> Boxes[LoyaltyAction]:
    """LOY-8.8: any permission of one's own can be cancelled."""
    return Boxes(
        *(
            box(
                Revoke,
                to=OneOf((leave.to,), "seat"),
                leave=OneOf((leave.leave,), "leave"),
                place=OneOf((names[leave.place],), "place"),
            )
            for leave in own
        )
    )


def _gifts(game: Loyalty, seat: int, others: tuple[int, ...]) -> Boxes[LoyaltyAction]:
    """LOY-8.9: any number of one's coins to any other player."""
    if game.options.gifts != "any_time":
        return NO_GIFTS
    to, coins = OneOf(others, "seat"), game.coins[seat]
    if game.purses:
        return Boxes(box(Transfer, to=to, coins=Amounts(lying(game, seat), 1, coins, "place")))
    return Boxes(box(Give, to=to, coins=Between(1, coins, "coins")))


def do_aside(game: Loyalty, deed: Deed, seat: int, action: LoyaltyAction, tell: Tell) -> None:
    """LOY-8.8, LOY-8.9: it takes effect at once, and everybody is told."""
    if isinstance(action, Give):
        hand_over(game, seat, action.to, action.coins)
        tell.all(Given, seat, action.to, action.coins)
    elif isinstance(action, Transfer):
        tell.all(Given, seat, action.to, sum(action.coins.values()))
        hand_over_where_they_lie(game, seat, action.to, action.coins, tell)
    elif isinstance(action, Permit):
        publish(game, seat, action, tell)
    elif isinstance(action, Revoke):
        game.leaves = _without(game, seat, action)
        tell.all(LeaveCancelled, seat, action.to, action.leave, action.place)


def publish(game: Loyalty, seat: int, action: Permit, tell: Tell) -> None:
    """LOY-8.8: a new price for the same leave takes the place of the old one."""
    leave = Leave(seat, action.to, action.leave, game.map.places[action.place], action.price)
    game.leaves = [*_without(game, seat, action), leave]
    tell.all(LeavePublished, seat, action.to, action.leave, action.place, action.price)


def _without(game: Loyalty, seat: int, action: Permit | Revoke) -> list[Leave]:
    same = (seat, action.to, action.leave, game.map.places[action.place])
    return [leave for leave in game.leaves if (leave.giver, leave.to, leave.leave, leave.place) != same]
