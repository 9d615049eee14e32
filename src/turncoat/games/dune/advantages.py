"""DUN-6, DUN-5.2.4, DUN-7.11.3: the advantages of the factions, and who has them.

The seers are the Atreides, the schemers the Harkonnen, the nomads the Fremen, the throne the Emperor, the carriers the
Spacing Guild, the sisters the Bene Gesserit.

Rules never ask which faction somebody plays: they ask whether a seat ``has`` an advantage. Figures that differ from
faction to faction, such as hand limits, are in ``facts``.
"""

from __future__ import annotations

from msgspec import Struct

from turncoat.games.dune.facts import CARRIERS, NOMADS, SCHEMERS, SEERS, SISTERS, THRONE
from turncoat.games.dune.karama.events import PreventionEnded
from turncoat.games.dune.sections import Battles, Bidding, Phase, Revival, ShipmentAndMovement, SpiceBlow, Turn
from turncoat.games.dune.state import NOBODY, Dune
from turncoat.kernel import Tell

INSTANCE, BATTLE, PHASE = "once", "battle", "phase"
"""DUN-7.11.4: a prevention ends after one instance, after one battle, or with the last of its phases."""
WORMS, REVIVALS, FORESIGHT, JOURNEYS = "worm-protection", "free-revivals", "battle-prescience", "guild-shipping"
"""DUN-5.2.4: the permissions by which advantages are lent."""


class Advantage(Struct, frozen=True):
    """What a faction may do and others may not.

    Never preventable (DUN-7.11.5): predictions, victories, hand limits, kept traitors, calling own traitors, free
    rallies, the nomads' help to their ally, allowances, and every general rule.

    Attributes:
        owner: The number of the faction whose advantage it is.
        allows: What it allows, with words of the skin.
        prevention: The rule by which Karama prevents it; empty: nothing does (DUN-7.11.5).
        phases: The phases in which it can be prevented, ``Turn`` for any; the prevention ends with the last of them.
        early: Whether it can be prevented, in its last phase, only in that phase's opening window.
        lent: The permission by which the ally has it; empty: it is not lent.
        own: Whether the owner has it, and not the ally alone.
    """

    owner: int
    rule: str
    allows: str
    prevention: str = ""
    phases: tuple[type[Phase | Turn], ...] = ()
    ends: str = INSTANCE
    early: bool = False
    lent: str = ""
    own: bool = True

    @property
    def entry(self) -> str:
        """DUN-7.11.3: what a Karama card names, ``K-03``; empty: nothing prevents it."""
        return self.prevention.removeprefix("DUN-")


CARD_SIGHT = Advantage(SEERS, "DUN-6.2.1", "sight of the next treachery card", "DUN-K-01", (Bidding,))
SPICE_SIGHT = Advantage(
    SEERS, "DUN-6.2.2", "sight of the spice card", "DUN-K-02", (Revival, ShipmentAndMovement), PHASE, early=True
)
# DUN-6.2.5: these two forms of foresight are not lent; prescience in a battle is.
PRESCIENCE = Advantage(SEERS, "DUN-6.2.3", "{prescience} in a battle", "DUN-K-03", (Battles,), BATTLE, lent=FORESIGHT)
BONUS_CARD = Advantage(SCHEMERS, "DUN-6.3.4", "the next bonus card", "DUN-K-04", (Bidding,))
CALL_FOR_ALLY = Advantage(SCHEMERS, "DUN-6.3.5", "calling treachery for the ally", "DUN-K-05", (Battles,), BATTLE)
WORM_SURVIVAL = Advantage(NOMADS, "DUN-6.1.6", "survival of the next {worm}", "DUN-K-06", (SpiceBlow,), early=True)
WORM_RIDES = Advantage(NOMADS, "DUN-6.1.7", "riding the {worm}", "DUN-K-07", (SpiceBlow,), PHASE)
DESERT_RANGE = Advantage(NOMADS, "DUN-6.1.4", "range of the next move", "DUN-K-08", (ShipmentAndMovement,))
CARD_INCOME = Advantage(THRONE, "DUN-6.6.1", "the next payment for a card", "DUN-K-09", (Bidding,))
GIFTS = Advantage(THRONE, "DUN-6.6.4", "gifts to the ally", "DUN-K-10", (Turn,), PHASE)
EXTRA_REVIVALS = Advantage(THRONE, "DUN-6.6.3", "extra revivals of the ally", "DUN-K-11", (Revival,), PHASE)
TRANSFERS = Advantage(
    CARRIERS, "DUN-6.5.2", "transfers and withdrawals", "DUN-K-12", (ShipmentAndMovement,), PHASE, lent=JOURNEYS
)
HALF_PRICE = Advantage(CARRIERS, "DUN-6.5.3", "half price", "DUN-K-13", (ShipmentAndMovement,), PHASE)
ALLYS_HALF_PRICE = Advantage(
    CARRIERS, "DUN-6.5.5", "half price of the ally", "DUN-K-14", (ShipmentAndMovement,), PHASE, lent=JOURNEYS, own=False
)
SHIPPING_INCOME = Advantage(
    CARRIERS, "DUN-6.5.1", "the next payment for a shipment", "DUN-K-15", (ShipmentAndMovement,)
)
COMPANION = Advantage(SISTERS, "DUN-6.4.3", "the next companion", "DUN-K-16", (ShipmentAndMovement,))
VOICE = Advantage(SISTERS, "DUN-6.4.4", "{voice} in a battle", "DUN-K-17", (Battles,), BATTLE)
PREDICTION = Advantage(SISTERS, "DUN-6.4.1", "the prediction")
DESERT_RESERVES = Advantage(NOMADS, "DUN-6.1.1", "reserves on the planet")
WORM_PROTECTION = Advantage(NOMADS, "DUN-6.1.8", "survival of the ally", lent=WORMS, own=False)
FREE_REVIVALS = Advantage(NOMADS, "DUN-6.1.9", "three free revivals of the ally", lent=REVIVALS, own=False)

ADVANTAGES = tuple(value for value in list(globals().values()) if isinstance(value, Advantage))
"""DUN-6: all of them."""
ENTRIES = {advantage.entry: advantage for advantage in ADVANTAGES if advantage.entry}
"""DUN-7.11.3: the closed list of what Karama can prevent (DUN-R-75)."""


def lendable(faction: int) -> tuple[str, ...]:
    """DUN-5.2.4: the permissions that a faction, by its number, can give its ally."""
    return tuple(
        dict.fromkeys(advantage.lent for advantage in ADVANTAGES if advantage.owner == faction and advantage.lent)
    )


def owner_of(game: Dune, advantage: Advantage) -> int:
    """The seat whose advantage it is, prevented or not; -1: nobody plays that faction."""
    return game.seat_by_faction[advantage.owner]


def prevented(game: Dune, advantage: Advantage) -> bool:
    """DUN-7.11.3: whether Karama prevents an advantage now."""
    return advantage.entry in game.prevented


def has(game: Dune, seat: int, advantage: Advantage) -> bool:
    """DUN-6: whether a seat has an advantage now: as its owner, or lent by its ally; and nothing prevents it."""
    whose = owner_of(game, advantage)
    if whose == NOBODY or prevented(game, advantage):
        return False
    return advantage.own if seat == whose else game.ally[whose] == seat and advantage.lent in game.lent[whose]


def takes_place(game: Dune, advantage: Advantage, tell: Tell) -> bool:
    """DUN-7.11.3: whether the owner enjoys an instance of its advantage; a prevention of it is used up by that.

    See DUN-R-76.

    Only an instance that would really have taken place uses it up: not a purchase that gives no bonus anyway, not a
    free rally (DUN-7.11.3).
    """
    if prevented(game, advantage):
        use_up(game, advantage.entry, tell)
        return False
    return owner_of(game, advantage) != NOBODY


def use_up(game: Dune, entry: str, tell: Tell) -> None:
    """DUN-7.11.3: the prevention has worked once and is over."""
    game.prevented.remove(entry)
    tell.all(PreventionEnded, entry, effect=True)
