"""DUN-7: the treachery cards, their kinds, and the two decks."""

from __future__ import annotations

from turncoat.games.dune.facts import FACTS
from turncoat.games.dune.shared.map import BLOOM, TERRITORY_IDS

PROJECTILE, POISON, LASGUN, SHIELD, SNOOPER, CHEAP_HERO, WORTHLESS = (
    "projectile",
    "poison",
    "lasgun",
    "shield",
    "snooper",
    "cheap-hero",
    "worthless",
)
GHOLA, ATOMICS, HAJR, KARAMA, TRUTHTRANCE, WEATHER = (
    "ghola",
    "atomics",
    "hajr",
    "karama",
    "truthtrance",
    "weather-control",
)
"""Special cards; each is its own kind."""

KIND = {card.id: card.kind for card in FACTS.treachery}
"""DUN-7.2.1: the kind of each card."""
COPIES = {card.id: card.count for card in FACTS.treachery}
"""The number of copies of each card; copies are identical."""
CARD_IDS = tuple(KIND)
CARD_NUMBER = {card: number for number, card in enumerate(CARD_IDS)}
TREACHERY_CARDS = tuple(card for card in CARD_IDS for _ in range(COPIES[card]))
"""The whole deck, in the order of the facts."""

VOICE_KINDS = (CHEAP_HERO, LASGUN, PROJECTILE, POISON, SHIELD, SNOOPER)
"""The six kinds that the Voice can name (DUN-6.4.4)."""
ASKED_KINDS = (*VOICE_KINDS, WORTHLESS)
"""The kinds that a question about a plan can name (DUN-7.12.2)."""
SPECIAL_CARDS = (GHOLA, ATOMICS, HAJR, KARAMA, TRUTHTRANCE, WEATHER)
WEAPON_KINDS = frozenset((PROJECTILE, POISON, LASGUN, WORTHLESS))
"""DUN-4.8.7: the kinds of cards for the weapon slot.

DUN-7.5.1: a worthless card can be used only in a plan, and discarded in no other way.
"""
DEFENCE_KINDS = frozenset((SHIELD, SNOOPER, WORTHLESS))
"""DUN-4.8.7: the kinds of cards for the defence slot (DUN-7.5.1); worthless cards fit here, too."""
STOPPED_BY = {PROJECTILE: SHIELD, POISON: SNOOPER}
"""DUN-4.8.15: the defence that stops each weapon; nothing stops a Lasgun (DUN-7.3.1).

A wrong defence does not help (DUN-7.2.1): Shield and Snooper have no effect except against these (DUN-7.4.1).
"""

WORM = "worm"
SPICE_CARDS = tuple(f"spice-{TERRITORY_IDS[territory]}" for territory in BLOOM)
"""The territory cards of the spice deck."""
TERRITORY_OF_CARD = dict(zip(SPICE_CARDS, BLOOM, strict=True))
SPICE_DECK = (*SPICE_CARDS, *(WORM for _ in range(FACTS.worms)))

LIKES = {kind: tuple(card for card in CARD_IDS if KIND[card] == kind) for kind in ASKED_KINDS}
"""The cards of each kind that a player can name."""


def of_kind(hand: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The cards in a hand that are of a kind, or that are this special card."""
    return tuple(card for card in hand if KIND[card] == kind or card == kind)


def sorted_hand(cards: list[str]) -> tuple[str, ...]:
    """A hand in the order of the facts."""
    return tuple(sorted(cards, key=CARD_NUMBER.__getitem__))
