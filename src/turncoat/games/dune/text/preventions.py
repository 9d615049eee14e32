"""DUN-7.11.3: the advantages that a Karama card can prevent, in words; and the advantages that allies lend."""

from __future__ import annotations

from turncoat.games.dune.alliance import FREE_REVIVALS, GUILD_SHIPPING, PRESCIENCE, WORM_PROTECTION
from turncoat.games.dune.facts import CARRIERS, FACTION_IDS
from turncoat.games.dune.karama import ENTRIES
from turncoat.games.dune.skin import Skin

OBJECTS = {
    "K-01": "sight of the next treachery card",
    "K-02": "sight of the spice card",
    "K-03": "{prescience} in a battle",
    "K-04": "the next bonus card",
    "K-05": "calling treachery for the ally",
    "K-06": "survival of the next {worm}",
    "K-07": "riding the {worm}",
    "K-08": "range of the next move",
    "K-09": "the next payment for a card",
    "K-10": "gifts to the ally",
    "K-11": "extra revivals of the ally",
    "K-12": "transfers and withdrawals",
    "K-13": "half price",
    "K-14": "half price of the ally",
    "K-15": "the next payment for a shipment",
    "K-16": "the next companion",
    "K-17": "{voice} in a battle",
}
"""What is prevented, with words of the skin."""


def prevention(entry: str, skin: Skin) -> str:
    """What an entry is called: ``K-09 Emperor - the next payment for a card``."""
    if entry not in ENTRIES:
        return entry
    faction = skin.faction[FACTION_IDS[ENTRIES[entry].against]]
    return f"{entry} {faction} - {OBJECTS[entry].format(**skin.word)}"


def advantage(lent: str, skin: Skin) -> str:
    """What an advantage is called that allies lend."""
    called = {
        WORM_PROTECTION: f"{skin.word['worm']} protection",
        FREE_REVIVALS: "free revivals",
        PRESCIENCE: f"{skin.word['prescience']} in battles",
        GUILD_SHIPPING: f"shipping like {skin.faction[FACTION_IDS[CARRIERS]]}",
    }
    return called.get(lent, lent)
