"""DUN-6.1: the nomads: at home in the desert."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SEERS, THRONE
from turncoat.games.dune.forces import occupants
from turncoat.games.dune.map import RIDGE_HAVEN, SMUGGLERS_HAVEN, WEST_HAVEN
from turncoat.games.dune.state import NOBODY, Dune


class Nomads(Faction):
    """DUN-6.1."""

    number: ClassVar[int] = NOMADS

    def safe_from_worms(self, game: Dune, seat: int) -> bool:
        """DUN-6.1.6: a worm does not destroy its forces."""
        return True

    def rides(self) -> bool:
        """DUN-6.1.7: once for each worm."""
        return True

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.5, DUN-4.10.7: the havens are free of strangers; or nobody carries anything to the planet (O-09)."""
        strangers = {one for territory in (WEST_HAVEN, RIDGE_HAVEN) for one in occupants(game, territory)} - {seat}
        grasping = {game.factions[one] for one in occupants(game, SMUGGLERS_HAVEN)} & {SCHEMERS, SEERS, THRONE}
        if not strangers and not grasping:
            return "DUN-4.10.5"
        alone = game.seat_by_faction[CARRIERS] == NOBODY
        return "DUN-4.10.7" if alone and game.options.nomads_by_default else ""
