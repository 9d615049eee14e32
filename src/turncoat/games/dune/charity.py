"""DUN-4.4: Charity: nobody starts bidding with less than two spice."""

from __future__ import annotations

from turncoat.games.dune.events import CharityGiven
from turncoat.games.dune.sections import Turn
from turncoat.games.dune.state import Dune, faction_id, seats_of
from turncoat.kernel import Tell

TOPPED_UP = 2
"""DUN-4.4.1: the spice of poor factions after charity."""


def charity(game: Dune, turn: Turn, tell: Tell) -> None:
    """DUN-4.4.1: every faction owning 0 or 1 spice is topped up from the bank to exactly 2 (DUN-R-21).

    It happens by itself, at once and in public.
    """
    for seat in seats_of(game):
        short = TOPPED_UP - game.spice[seat]
        if short > 0:
            game.spice[seat] += short
            game.bank += short
            tell.all(CharityGiven, faction_id(game, seat), short)
