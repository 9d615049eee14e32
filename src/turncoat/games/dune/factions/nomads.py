"""DUN-6.1: the nomads: at home in the desert."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SEERS, THRONE
from turncoat.games.dune.fares import Freight
from turncoat.games.dune.forces import occupants
from turncoat.games.dune.freights import rallies
from turncoat.games.dune.karama import prevented, use_up
from turncoat.games.dune.map import RIDGE_HAVEN, SMUGGLERS_HAVEN, WEST_HAVEN
from turncoat.games.dune.state import NOBODY, Dune, Stacks
from turncoat.kernel import Tell

DESERT_RANGE = 2
"""DUN-6.1.4: territories crossed without ornithopters."""
RANGE_PREVENTED = "K-08"
"""DUN-7.11.3: the range of two territories."""


class Nomads(Faction):
    """DUN-6.1."""

    number: ClassVar[int] = NOMADS

    def safe_from_worms(self, game: Dune, seat: int) -> bool:
        """DUN-6.1.6: a worm does not destroy its forces."""
        return True

    def rides(self) -> bool:
        """DUN-6.1.7: once for each worm."""
        return True

    def ships_from_space(self) -> bool:
        """DUN-6.1.1: its reserves are on the planet; nothing is paid, and nobody goes along."""
        return False

    def from_reserves(self, game: Dune, seat: int, *, half: bool) -> tuple[Freight, ...]:
        """DUN-6.1.2, DUN-6.1.3: by a rally near the Great Flat, and in no other way (R-43)."""
        return rallies(game, seat)

    def range_of_move(self, game: Dune, stacks: Stacks) -> int:
        """DUN-6.1.4: two territories, with ornithopters three; K-08."""
        usual = super().range_of_move(game, stacks)
        return usual if prevented(game, RANGE_PREVENTED) else max(DESERT_RANGE, usual)

    def moved(self, game: Dune, ornithopters: bool, tell: Tell) -> None:
        """K-08 is used up by a move that would have had the range of two territories."""
        if prevented(game, RANGE_PREVENTED) and not ornithopters:
            use_up(game, RANGE_PREVENTED, tell)

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.5, DUN-4.10.7: the havens are free of strangers; or nobody carries anything to the planet (O-09)."""
        strangers = {one for territory in (WEST_HAVEN, RIDGE_HAVEN) for one in occupants(game, territory)} - {seat}
        grasping = {game.factions[one] for one in occupants(game, SMUGGLERS_HAVEN)} & {SCHEMERS, SEERS, THRONE}
        if not strangers and not grasping:
            return "DUN-4.10.5"
        alone = game.seat_by_faction[CARRIERS] == NOBODY
        return "DUN-4.10.7" if alone and game.options.nomads_by_default else ""
