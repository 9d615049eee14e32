"""LOY-14.1: public colours to which the militia belong, and how a player changes colour.

The first colour is given in ``setup``.
"""

from __future__ import annotations

from turncoat.games.loyalty.actions import LoyaltyAction, Stay, Switch
from turncoat.games.loyalty.choices import switches, the_turn
from turncoat.games.loyalty.coins import hand_over, pay_where_they_lie
from turncoat.games.loyalty.events import ColourChanged
from turncoat.games.loyalty.options import colours
from turncoat.games.loyalty.state import NOBODY, Loyalty, Payment, Turn, active
from turncoat.kernel import Boxes, Pending, Tell, always, box

STAYING: Boxes[LoyaltyAction] = Boxes(box(Stay))


def change_colour(game: Loyalty, seat: int, colour: str, tell: Tell) -> None:
    """LOY-14.1f: soldiers keep the colour with which they were made; only the player's colour changes."""
    game.colours[seat] = colours(game.options).index(colour)
    tell.all(ColourChanged, seat, colour)


def switch(game: Loyalty, seat: int, action: Switch, tell: Tell) -> Payment | None:
    """LOY-14.1f: change colour by an action, once in a turn; its coins, if any, go to the stock (LOY-R49)."""
    the_turn(game).switched = True
    change_colour(game, seat, action.colour, tell)
    price = game.options.faction_switch_cost if game.options.faction_switch == "action_coins" else 0
    if price and game.purses:
        return pay_where_they_lie(game, seat, price, NOBODY, tell)
    hand_over(game, seat, NOBODY, price)
    return None


def free_to_switch(game: Loyalty, turn: Turn) -> tuple[int, ...]:
    """LOY-14.1f: if the change is free, asks the active player at the start of the turn."""
    return (active(game),) if game.colours and game.options.faction_switch == "free" else ()


def switch_boxes(game: Loyalty, turn: Turn, seat: int) -> Boxes[LoyaltyAction]:
    """LOY-D13: another colour, or stay."""
    return STAYING + switches(colours(game.options), game.colours[seat])


staying = always(Stay())
"""LOY-D13: a player who does not answer in time stays."""


def switch_freely(game: Loyalty, turn: Turn, pending: Pending[LoyaltyAction], tell: Tell) -> None:
    """LOY-14.1f: change colour without cost."""
    seat = active(game)
    answer = pending.answers[seat]
    if isinstance(answer, Switch):
        turn.switched = True
        change_colour(game, seat, answer.colour, tell)
