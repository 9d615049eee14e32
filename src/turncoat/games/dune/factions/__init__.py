"""DUN-6: the six factions, one file each."""

from __future__ import annotations

from turncoat.games.dune.factions.carriers import Carriers
from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.factions.nomads import Nomads
from turncoat.games.dune.factions.schemers import Schemers
from turncoat.games.dune.factions.seers import Seers
from turncoat.games.dune.factions.sisters import Sisters
from turncoat.games.dune.factions.throne import Throne
from turncoat.games.dune.state import NOBODY, Dune, seats_of

FACTIONS: tuple[Faction, ...] = (Seers(), Schemers(), Nomads(), Throne(), Carriers(), Sisters())
"""The factions by number, in facts order."""


def of(game: Dune, seat: int) -> Faction:
    """The faction that a seat plays."""
    return FACTIONS[game.factions[seat]]


def predictor(game: Dune) -> int:
    """The seat that predicts; -1: nobody does."""
    return next((seat for seat in seats_of(game) if of(game, seat).predicts()), NOBODY)


def rider(game: Dune) -> int:
    """The seat that rides worms; -1: nobody does."""
    return next((seat for seat in seats_of(game) if of(game, seat).rides()), NOBODY)
