"""DUN-6: what a faction may bend. The general rule is here; each faction's file overrides what is different.

Rules never ask which faction somebody plays: they call a method of this class. ``of(game, seat)`` finds the faction
of a seat. Methods get the game and the seat; they are stateless.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.actions import NOTHING, DuneAction
from turncoat.games.dune.facts import FACTS, FactionFacts
from turncoat.games.dune.forces import may_enter
from turncoat.games.dune.map import IS_CITY_LOCATION, IS_STRONGHOLD, LOCATIONS, TERRITORY_OF
from turncoat.games.dune.state import Dune
from turncoat.kernel.box import Boxes
from turncoat.kernel.events import Tell


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
        """DUN-6.3.4: what happens when it has acquired a card in an auction."""

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

    def shipment_boxes(self, game: Dune, seat: int) -> Boxes[DuneAction]:
        """DUN-4.7.2: everything it may do instead of passing when it ships."""
        return NOTHING

    def is_paid_for_shipments(self) -> bool:
        """DUN-6.5.1: whether it is paid what others pay for shipments. K-15 is looked at by the caller."""
        return False

    def half_price(self, game: Dune, seat: int) -> bool:
        """DUN-6.5.3: whether it ships at half the price itself. K-13 included."""
        return False

    def sends_companion(self, game: Dune, seat: int) -> bool:
        """DUN-6.4.3: whether it may send a force along when another faction ships. K-16 is looked at by the caller."""
        return False

    def range_of_move(self, game: Dune, seat: int) -> int:
        """DUN-4.7.7, DUN-4.7.8: territories that a move may cross: 1, with ornithopters 3."""
        return ORNITHOPTER_RANGE if has_ornithopters(game, seat) else 1

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


def has_ornithopters(game: Dune, seat: int) -> bool:
    """DUN-4.7.8: whether one of its forces is in a city now."""
    return any(IS_CITY_LOCATION[place] for place, _ in game.forces[seat])


def price_per_force(place: int) -> int:
    """DUN-4.7.2: 1 into a stronghold, 2 elsewhere."""
    return 1 if IS_STRONGHOLD[TERRITORY_OF[place]] else 2


def goals(game: Dune, seat: int) -> tuple[int, ...]:
    """DUN-2.1.5 to DUN-2.1.7: every location into which a seat may bring forces from elsewhere, in facts order."""
    return tuple(place for place in LOCATIONS if may_enter(game, seat, place))
