"""LOY-10.3: the action Proselytize; LOY-10.4: the actions Call to Arms and Call to Faith."""

from __future__ import annotations

from turncoat.games.loyalty.actions import CallToArms, CallToFaith, Proselytize
from turncoat.games.loyalty.coins import spend
from turncoat.games.loyalty.events import Converted, Recruited
from turncoat.games.loyalty.state import MILITIA, PRIESTS, Loyalty, add, banner
from turncoat.kernel import Tell


def proselytize(game: Loyalty, seat: int, action: Proselytize, tell: Tell) -> None:
    """LOY-10.3.1: a coin for each new citizen, up to the number of priests (LOY-R28).

    The player chooses a city and a number, pays that many coins and places that many citizens. It needs priests
    (LOY-6.3) and is impossible on a road, as ``choices`` sees to (LOY-10.3.2).
    """
    city = game.map.places[action.city]
    spend(game, seat, action.citizens, city)
    add(game.citizens, city, seat, action.citizens)
    tell.all(Recruited, seat, action.city, action.citizens)


def call(game: Loyalty, seat: int, action: CallToArms | CallToFaith, tell: Tell) -> None:
    """LOY-10.4.1: citizens become militia, or priests, free of charge and never back (LOY-6.4).

    Call to Arms makes militia, Call to Faith priests. Conversion is possible only in a city (``choices``).
    """
    city = game.map.places[action.city]
    add(game.citizens, city, seat, -action.citizens)
    if isinstance(action, CallToArms):
        add(game.militia, city, banner(game, seat), action.citizens)
    else:
        add(game.priests, city, seat, action.citizens)
    kind = MILITIA if isinstance(action, CallToArms) else PRIESTS
    tell.all(Converted, seat, action.city, action.citizens, kind)
