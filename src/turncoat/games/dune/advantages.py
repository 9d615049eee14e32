"""DUN-6, DUN-5.2.4, DUN-7.11.3: the advantages of the factions, and who has them.

The seers are the Atreides, the schemers the Harkonnen, the nomads the Fremen, the throne the Emperor, the carriers the
Spacing Guild, the sisters the Bene Gesserit.

Rules never ask which faction a player has: they ask whether a seat ``has`` an advantage. Numbers that differ from
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
"""DUN-7.11.4: a prevention ends after one instance, after one battle, or with the last of its phases.

It prevents the advantage for everybody who has it (``has``); only another Karama renews it.
"""
WORMS, REVIVALS, FORESIGHT, JOURNEYS = "worm-protection", "free-revivals", "battle-prescience", "guild-shipping"
"""The permissions by which advantages are lent (DUN-5.2.4)."""


class Advantage(Struct, frozen=True):
    """Something that one faction may do and others may not.

    Never preventable (DUN-7.11.5): predictions, victories, hand limits, kept traitors, calling own traitors, free
    rallies, the number of free revivals, the nomads' help to their ally, allowances, and every general rule.

    Attributes:
        owner: The number of the faction whose advantage it is.
        allows: What the faction may do, with the table's names in it.
        prevention: The rule by which Karama prevents it; empty: nothing prevents it (DUN-7.11.5).
        phases: The phases in which it can be prevented, ``Turn`` for any; the prevention ends with the last of them.
        ends: When its prevention ends: after one use, after one battle, or with the last of these phases.
        early: Whether, in its last phase, Karama can prevent it only in that phase's opening window.
        lent: The permission by which the ally has it; empty: it is not lent.
        own: Whether the owner has it, too, and not only the ally.
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
        """DUN-7.11.3: its number in the list of what Karama can prevent, such as ``K-03``; empty: none."""
        return self.prevention.removeprefix("DUN-")


# Above each advantage: where it is enjoyed, and what a Karama card leaves of it.
# ``bidding.rules.open_card``: an auction already open is not affected.
CARD_SIGHT = Advantage(SEERS, "DUN-6.2.1", "sight of the next treachery card", "DUN-K-01", (Bidding,))
# ``shipment.rules.foresee_spice``, after the window; it can be prevented up to that window's end.
SPICE_SIGHT = Advantage(
    SEERS, "DUN-6.2.2", "sight of the spice card", "DUN-K-02", (Revival, ShipmentAndMovement), PHASE, early=True
)
# DUN-6.2.5: these two forms of foresight are not lent, their owner may talk about them; prescience in a battle is.
# ``voice_and_prescience.foreseers``; ``blind``: a question not yet answered lapses and is not replaced. The prevention
# ends with this battle or, if none is running, with the next (``lift``, ``end_battle``).
PRESCIENCE = Advantage(SEERS, "DUN-6.2.3", "{prescience} in a battle", "DUN-K-03", (Battles,), BATTLE, lent=FORESIGHT)
# ``bidding.rules.draw_bonus``: not used up by a purchase that gives no bonus anyway.
BONUS_CARD = Advantage(SCHEMERS, "DUN-6.3.4", "the next bonus card", "DUN-K-04", (Bidding,))
# ``battle.rules.callers``; ``hush``: until the calls of this battle are in; it ends as that of prescience does.
CALL_FOR_ALLY = Advantage(SCHEMERS, "DUN-6.3.5", "calling treachery for the ally", "DUN-K-05", (Battles,), BATTLE)
# ``spice_blow.rules.protected``; ``worm`` uses the prevention up.
WORM_SURVIVAL = Advantage(NOMADS, "DUN-6.1.6", "survival of the next {worm}", "DUN-K-06", (SpiceBlow,), early=True)
# ``spice_blow.rules.riders``; ``prevent_ride``: while a ride is pending.
WORM_RIDES = Advantage(NOMADS, "DUN-6.1.7", "riding the {worm}", "DUN-K-07", (SpiceBlow,), PHASE)
# ``shipment.movement.range_of_move``: 2 territories, prevented 1, with ornithopters 3; ``go`` ends it after one move.
DESERT_RANGE = Advantage(NOMADS, "DUN-6.1.4", "range of the next move", "DUN-K-08", (ShipmentAndMovement,))
# ``bidding.rules.pay_for_card``: prevented, one payment goes to the bank.
CARD_INCOME = Advantage(THRONE, "DUN-6.6.1", "the next payment for a card", "DUN-K-09", (Bidding,))
# ``alliances.rules.offers`` and ``give``; prevented for the running phase, whichever it is.
GIFTS = Advantage(THRONE, "DUN-6.6.4", "gifts to the ally", "DUN-K-10", (Turn,), PHASE)
# ``revival.rules.sponsor``.
EXTRA_REVIVALS = Advantage(THRONE, "DUN-6.6.3", "extra revivals of the ally", "DUN-K-11", (Revival,), PHASE)
# ``shipment.shipping.freights``: transfers (b), and for the owner alone withdrawals (c).
TRANSFERS = Advantage(
    CARRIERS, "DUN-6.5.2", "transfers and withdrawals", "DUN-K-12", (ShipmentAndMovement,), PHASE, lent=JOURNEYS
)
# ``shipment.shipping.pays_half``: prevented, the full price; withdrawals are not affected.
HALF_PRICE = Advantage(CARRIERS, "DUN-6.5.3", "half price", "DUN-K-13", (ShipmentAndMovement,), PHASE)
# ``shipment.shipping.pays_half``.
ALLYS_HALF_PRICE = Advantage(
    CARRIERS, "DUN-6.5.5", "half price of the ally", "DUN-K-14", (ShipmentAndMovement,), PHASE, lent=JOURNEYS, own=False
)
# ``shipment.shipping.pay_for_shipment``: prevented, one payment goes to the bank; not used up by a free rally.
SHIPPING_INCOME = Advantage(
    CARRIERS, "DUN-6.5.1", "the next payment for a shipment", "DUN-K-15", (ShipmentAndMovement,)
)
# ``shipment.rules.offer_companion``; ``prevent_companion``: while one is offered.
COMPANION = Advantage(SISTERS, "DUN-6.4.3", "the next companion", "DUN-K-16", (ShipmentAndMovement,))
# ``voice_and_prescience.voices``; ``silence``: an order already given is void if the opponent has not sealed; it ends
# as that of prescience does.
VOICE = Advantage(SISTERS, "DUN-6.4.4", "{voice} in a battle", "DUN-K-17", (Battles,), BATTLE)
# The rest is never prevented. ``setup.rules.predict``, ``mentat.rules.predicted`` (DUN-3.4.1, DUN-4.10.4).
PREDICTION = Advantage(SISTERS, "DUN-6.4.1", "the prediction")
# ``shipment.shipping.rallies``.
DESERT_RESERVES = Advantage(NOMADS, "DUN-6.1.1", "reserves on the planet")
# ``spice_blow.rules.protected``; only the owner rides (``riders``).
WORM_PROTECTION = Advantage(NOMADS, "DUN-6.1.8", "survival of the ally", lent=WORMS, own=False)
# ``revival.rules.free_forces``.
FREE_REVIVALS = Advantage(NOMADS, "DUN-6.1.9", "three free revivals of the ally", lent=REVIVALS, own=False)

ADVANTAGES = tuple(value for value in list(globals().values()) if isinstance(value, Advantage))
"""DUN-6: all advantages."""
ENTRIES = {advantage.entry: advantage for advantage in ADVANTAGES if advantage.entry}
"""DUN-7.11.3: the complete list of what Karama can prevent (DUN-R-75)."""


def lendable(faction: int) -> tuple[str, ...]:
    """The permissions that a faction, by its number, can give its ally (DUN-5.2.4)."""
    return tuple(
        dict.fromkeys(advantage.lent for advantage in ADVANTAGES if advantage.owner == faction and advantage.lent)
    )


def owner_of(game: Dune, advantage: Advantage) -> int:
    """The seat whose advantage it is, prevented or not; -1: no player has that faction."""
    return game.seat_by_faction[advantage.owner]


def prevented(game: Dune, advantage: Advantage) -> bool:
    """DUN-7.11.3: whether Karama prevents an advantage now."""
    return advantage.entry in game.prevented


def has(game: Dune, seat: int, advantage: Advantage) -> bool:
    """DUN-6: whether a seat can use an advantage now, as its owner or through its ally.

    Nobody has the advantages of factions that are not in the game (DUN-1.2.1).
    """
    whose = owner_of(game, advantage)
    if whose == NOBODY or prevented(game, advantage):
        return False
    return advantage.own if seat == whose else game.ally[whose] == seat and advantage.lent in game.lent[whose]


def takes_place(game: Dune, advantage: Advantage, tell: Tell) -> bool:
    """DUN-7.11.3: whether the owner can use its advantage this time; if it is prevented, the prevention is used up.

    See DUN-R-76.

    The prevention is used up only if the advantage would really have had an effect: not by a purchase that gives no
    bonus anyway, nor by a free rally (DUN-7.11.3).
    """
    if prevented(game, advantage):
        use_up(game, advantage.entry, tell)
        return False
    return owner_of(game, advantage) != NOBODY


def use_up(game: Dune, entry: str, tell: Tell) -> None:
    """DUN-7.11.3: end a prevention that has worked once."""
    game.prevented.remove(entry)
    tell.all(PreventionEnded, entry, effect=True)
