"""DUN-6: what a faction may bend. The general rule is here; each faction's file overrides what is different.

Rules never ask which faction somebody plays: they call a method of this class. ``of(game, seat)`` finds the faction
of a seat. Methods get the game and the seat; they are stateless.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.facts import FACTS, FactionFacts
from turncoat.games.dune.fares import Freight
from turncoat.games.dune.freights import at_guild_rate, from_space, ships_with_carriers, transfers
from turncoat.games.dune.map import IS_CITY_LOCATION
from turncoat.games.dune.state import Dune, Stacks
from turncoat.kernel import Tell


class Faction:
    """A faction without any advantage.

    Attributes:
        number: Its number in facts order.
        facts: Its figures.
    """

    number: ClassVar[int] = -1

    @property
    def facts(self) -> FactionFacts:
        """What it begins with."""
        return FACTS.factions[self.number]

    # --- setup and end --------------------------------------------------------------------------

    def predicts(self) -> bool:
        """DUN-3.4.1: whether it predicts a winner."""
        return False

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.5, DUN-4.10.6: the rule by which it wins after the last turn if nobody has; empty if it does not."""
        return ""

    # --- spice blow -----------------------------------------------------------------------------

    def safe_from_worms(self, game: Dune, seat: int) -> bool:
        """DUN-6.1.6: whether worms spare its forces. K-06 is looked at by the caller."""
        return False

    def rides(self) -> bool:
        """DUN-6.1.7: whether it rides worms."""
        return False

    # --- bidding --------------------------------------------------------------------------------

    def sees_auctions(self) -> bool:
        """DUN-6.2.1: whether it sees each card when its auction opens. K-01 is looked at by the caller."""
        return False

    def is_paid_for_cards(self) -> bool:
        """DUN-6.6.1: whether it is paid what others pay for cards. K-09 is looked at by the caller."""
        return False

    def after_purchase(self, game: Dune, seat: int, tell: Tell) -> None:
        """DUN-6.3.4: what happens when it has acquired a card in an auction. K-04 included."""

    # --- revival --------------------------------------------------------------------------------

    def free_revivals(self, game: Dune, seat: int) -> int:
        """DUN-4.6.2: how many forces it revives free of charge, without help of an ally."""
        return self.facts.free_revivals

    def pays_for_revivals(self) -> bool:
        """DUN-6.6.3: whether it can pay extra revivals for its ally. K-11 is looked at by the caller."""
        return False

    # --- shipment and movement ------------------------------------------------------------------

    def foresees_spice(self) -> bool:
        """DUN-6.2.2: whether it sees the top spice card. K-02 is looked at by the caller."""
        return False

    def from_reserves(self, game: Dune, seat: int, *, half: bool) -> tuple[Freight, ...]:
        """DUN-4.7.2: how it brings in reserves.

        Args:
            game: The game.
            seat: Its seat.
            half: Whether it ships at half the price.
        """
        return from_space(game, seat, half=half)

    def freights(self, game: Dune, seat: int, stacks: Stacks) -> tuple[Freight, ...]:
        """DUN-4.7.2, DUN-6.5.5: everything it may do instead of passing when it ships, if its forces stood like this.

        K-12 to K-14 included.
        """
        half = at_guild_rate(game, seat)
        own = self.from_reserves(game, seat, half=half)
        return (*own, *transfers(game, seat, stacks, half=half)) if ships_with_carriers(game, seat) else own

    def ships_across(self) -> bool:
        """DUN-6.5.2: whether it ships forces from territory to territory. K-12 is looked at by the caller."""
        return False

    def is_paid_for_shipments(self) -> bool:
        """DUN-6.5.1: whether it is paid what others pay for shipments. K-15 is looked at by the caller."""
        return False

    def ships_from_space(self) -> bool:
        """DUN-6.1.1: whether its reserves are off the planet."""
        return True

    def sends_companion(self, game: Dune, seat: int) -> bool:
        """DUN-6.4.3: whether it may send a force along when another faction ships. K-16 is looked at by the caller."""
        return False

    def range_of_move(self, game: Dune, stacks: Stacks) -> int:
        """DUN-4.7.7, DUN-4.7.8: territories that a move may cross if its forces stand like this. K-08 included."""
        return ORNITHOPTER_RANGE if has_ornithopters(stacks) else 1

    def moved(self, game: Dune, ornithopters: bool, tell: Tell) -> None:
        """What happens when it has moved, with or without ornithopters."""

    # --- battle ---------------------------------------------------------------------------------

    def has_voice(self) -> bool:
        """DUN-6.4.4: whether it may command opponents, its own and its ally's. K-17 is looked at by the caller."""
        return False

    def has_prescience(self) -> bool:
        """DUN-6.2.3: whether it may ask for an element of the opposing plan. K-03 is looked at by the caller."""
        return False

    def calls_for_ally(self) -> bool:
        """DUN-6.3.5: whether it may call treachery for its ally. K-05 is looked at by the caller."""
        return False


ORNITHOPTER_RANGE = 3
"""DUN-4.7.7: territories crossed with ornithopters."""


def has_ornithopters(stacks: Stacks) -> bool:
    """DUN-4.7.8: whether one of these forces is in a city."""
    return any(IS_CITY_LOCATION[place] for place, _ in stacks)
