"""Thrice: a short fight, a long talk, and three dice that pay for tricks."""

from turncoat.games.thrice.rules import RULES

__all__ = ["RULES"]
