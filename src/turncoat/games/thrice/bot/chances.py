"""The odds of rolls as bare probabilities, each worked out once."""

from __future__ import annotations

from functools import lru_cache

from turncoat.games.thrice.odds import attack_odds, opponent_odds


@lru_cache(maxsize=4096)
def odds(need: int, swaps: int) -> float:
    """THR-6.4: how likely a basic roll with so many swaps shows this sum."""
    return attack_odds(need, swaps).chance


@lru_cache(maxsize=1024)
def foe_odds(need: int) -> float:
    """THR-6.5: the same for an opponent."""
    return opponent_odds(need).chance
