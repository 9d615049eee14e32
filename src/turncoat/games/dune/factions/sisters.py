"""DUN-6.4: the sisters: they predict, they accompany, they command."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import SISTERS
from turncoat.games.dune.state import Dune


class Sisters(Faction):
    """DUN-6.4."""

    number: ClassVar[int] = SISTERS

    def predicts(self) -> bool:
        """DUN-6.4.1: a winner and a turn."""
        return True

    def sends_companion(self, game: Dune, seat: int) -> bool:
        """DUN-6.4.3: as long as there are reserves."""
        return game.reserves[seat] > 0

    def has_voice(self) -> bool:
        """DUN-6.4.4: one order to the opponent, in each battle of its own or of its ally (DUN-6.4.6)."""
        return True
