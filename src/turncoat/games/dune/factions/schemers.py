"""DUN-6.3: the schemers: more cards, more traitors."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import SCHEMERS


class Schemers(Faction):
    """DUN-6.3."""

    number: ClassVar[int] = SCHEMERS

    def calls_for_ally(self) -> bool:
        """DUN-6.3.5: treachery may be called against the ally's opponent."""
        return True
