"""DUN-6.3: the schemers: more cards, more traitors."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.events.bidding import BonusTaken
from turncoat.games.dune.factions.faction import Faction
from turncoat.games.dune.facts import SCHEMERS
from turncoat.games.dune.hands import can_draw, draw_treachery, has_room, take
from turncoat.games.dune.karama import prevented, use_up
from turncoat.games.dune.state import Dune, faction_id
from turncoat.kernel import Tell


class Schemers(Faction):
    """DUN-6.3."""

    number: ClassVar[int] = SCHEMERS

    def after_purchase(self, game: Dune, seat: int, tell: Tell) -> None:
        """DUN-6.3.4: one more card from the deck, if there is room for it (R-32) and K-04 does not prevent it."""
        if not has_room(game, seat) or not can_draw(game):
            return
        if prevented(game, "K-04"):
            use_up(game, "K-04", tell)
            return
        tell.all(BonusTaken, faction_id(game, seat))
        take(game, seat, draw_treachery(game, tell), "DUN-6.3.4", tell)

    def calls_for_ally(self) -> bool:
        """DUN-6.3.5: treachery may be called against the ally's opponent."""
        return True
