"""Loyalty: cities, roads, and a secret card that says whom you serve."""

from turncoat.games.loyalty.rules import RULES

__all__ = ["RULES"]
