"""DUN-6: the six factions, and what each may bend. The general rule is ``Faction``; each overrides what is different.

Rules never ask which faction somebody plays: they call a method of this class. ``of(game, seat)`` finds the faction
of a seat. Methods get the game and the seat; they are stateless.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.bidding.events import BonusTaken
from turncoat.games.dune.facts import CARRIERS, FACTS, NOMADS, SCHEMERS, SEERS, SISTERS, THRONE, FactionFacts
from turncoat.games.dune.karama.rules import prevented, use_up
from turncoat.games.dune.shared.forces import occupants
from turncoat.games.dune.shared.hands import can_draw, draw_treachery, has_room, take
from turncoat.games.dune.shared.map import IS_CITY_LOCATION, RIDGE_HAVEN, SMUGGLERS_HAVEN, WEST_HAVEN
from turncoat.games.dune.shipment.fares import (
    PRICE_PREVENTED,
    Freight,
    at_guild_rate,
    from_space,
    rallies,
    ships_with_carriers,
    transfers,
    withdrawals,
)
from turncoat.games.dune.state import NOBODY, Dune, Stacks, faction_id, seats_of
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


class Seers(Faction):
    """DUN-6.2."""

    number: ClassVar[int] = SEERS

    def sees_auctions(self) -> bool:
        """DUN-6.2.1: each treachery card is seen when its auction opens."""
        return True

    def foresees_spice(self) -> bool:
        """DUN-6.2.2: the top spice card is seen at the start of Shipment and Movement."""
        return True

    def has_prescience(self) -> bool:
        """DUN-6.2.3: one element of the opposing plan is seen."""
        return True


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


class Throne(Faction):
    """DUN-6.6."""

    number: ClassVar[int] = THRONE

    def is_paid_for_cards(self) -> bool:
        """DUN-6.6.1: what other factions pay for treachery cards."""
        return True

    def pays_for_revivals(self) -> bool:
        """DUN-6.6.3: up to three more forces of the ally."""
        return True


class Carriers(Faction):
    """DUN-6.5."""

    number: ClassVar[int] = CARRIERS

    def is_paid_for_shipments(self) -> bool:
        """DUN-6.5.1: the shipping payments of all others."""
        return True

    def ships_across(self) -> bool:
        """DUN-6.5.2 b) and c)."""
        return True

    def freights(self, game: Dune, seat: int, stacks: Stacks) -> tuple[Freight, ...]:
        """DUN-6.5.2: a) reserves, b) forces from territory to territory, c) forces back to the reserves.

        a) and b) at half the price (DUN-6.5.3), unless K-13 prevents it.
        """
        half = not prevented(game, PRICE_PREVENTED)
        own, across = from_space(game, seat, half=half), transfers(game, seat, stacks, half=half)
        return (*own, *across, *withdrawals(game, stacks))

    def wins_specially(self, game: Dune, seat: int) -> str:
        """DUN-4.10.6: nobody else has won after the last turn."""
        return "DUN-4.10.6"


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
