"""LOY-10.3 and LOY-10.4: recruiting and converting citizens."""

from __future__ import annotations

from turncoat.games.loyalty.actions import CallToArms, CallToFaith, Proselytize
from turncoat.games.loyalty.events import Converted, Recruited
from turncoat.games.loyalty.purse import spend
from turncoat.games.loyalty.state import MILITIA, PRIESTS, Loyalty, add, banner
from turncoat.kernel import Tell


def proselytize(game: Loyalty, seat: int, action: Proselytize, tell: Tell) -> None:
    """LOY-10.3.1: a coin for each new citizen, no more than there are priests."""
    city = game.map.places[action.city]
    spend(game, seat, action.citizens, city)
    add(game.citizens, city, seat, action.citizens)
    tell.all(Recruited, seat, action.city, action.citizens)


def call(game: Loyalty, seat: int, action: CallToArms | CallToFaith, tell: Tell) -> None:
    """LOY-10.4.1: citizens become militia, or priests, free of charge and never back."""
    city = game.map.places[action.city]
    add(game.citizens, city, seat, -action.citizens)
    if isinstance(action, CallToArms):
        add(game.militia, city, banner(game, seat), action.citizens)
    else:
        add(game.priests, city, seat, action.citizens)
    kind = MILITIA if isinstance(action, CallToArms) else PRIESTS
    tell.all(Converted, seat, action.city, action.citizens, kind)
