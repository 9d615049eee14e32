"""THR-5.10: prepared opponents: their names, their looks, and what the GM's points buy for them."""

from __future__ import annotations

from typing import NamedTuple

from turncoat.games.thrice.skills import (
    ARMOUR,
    BLEED,
    CONDITION,
    COUNTER,
    DAMAGE,
    DIRECT,
    DISENGAGE,
    INITIATIVE,
    INTERCEPT,
    STRENGTHEN,
    SWIPE,
    WEAPON,
)

FACE_NAMES = (
    *("wolf", "bear", "boar", "rat", "bat", "raven", "snake", "spider", "skeleton", "ghost", "dead", "goblin"),
    *("orc", "ogre", "demon", "dragon", "golem", "slime", "witch", "bandit", "cultist", "knight", "pirate", "sailor"),
)
"""THR-5.11: the faces that opponents can have."""

HELMET = "helmet"
"""THR-5.11: no face: a helmet, as before one is chosen."""

COLOURS = ("iron", "moss", "blood", "bone", "night", "rust", "frost", "violet")
"""THR-5.11: the colours that faces can have."""


class Beast(NamedTuple):
    """THR-5.10: a kind of prepared opponents.

    Attributes:
        called: The name of each, put before its number.
        face: Their face.
        colour: Its colour.
        word: The text that the players read.
        points: What the points buy, in order; things that the profile does not have are skipped.
    """

    called: str
    face: str
    colour: str
    word: str
    points: tuple[str, ...]


BESTIARY = {
    "wolves": Beast("Wolf", "wolf", "iron", "They come out of the wood on both sides.", (WEAPON, DAMAGE, DISENGAGE)),
    "rats": Beast("Rat", "rat", "rust", "The cellar floor moves.", (INITIATIVE, WEAPON, SWIPE)),
    "bears": Beast("Bear", "bear", "rust", "Something large stands up behind the berries.", (CONDITION, DAMAGE)),
    "boars": Beast("Boar", "boar", "night", "The thicket breaks open.", (DAMAGE, CONDITION, STRENGTHEN)),
    "spiders": Beast("Spider", "spider", "night", "The web trembles.", (BLEED, WEAPON, INTERCEPT)),
    "skeletons": Beast("Skeleton", "skeleton", "bone", "They stand up, one bone after the other.", (ARMOUR, WEAPON)),
    "drowned": Beast("Drowned", "dead", "frost", "Water runs from their sleeves.", (CONDITION, ARMOUR, STRENGTHEN)),
    "goblins": Beast("Goblin", "goblin", "moss", "They quarrel about who may keep your boots.", (DIRECT, WEAPON)),
    "orcs": Beast("Orc", "orc", "moss", "They do not ask for the toll, they take it.", (DAMAGE, WEAPON, COUNTER)),
    "bandits": Beast("Bandit", "bandit", "rust", "A tree lies across the road.", (INITIATIVE, DIRECT, DISENGAGE)),
    "knights": Beast("Knight", "knight", "iron", "They bow before they draw.", (ARMOUR, COUNTER, INTERCEPT)),
    "pirates": Beast("Pirate", "pirate", "blood", "The grappling hooks come first.", (SWIPE, DAMAGE, WEAPON)),
}
"""THR-5.10: the twelve prepared kinds."""
