"""Truce: five actions, one reveal, and nobody's word is worth a coin."""

from turncoat.games.truce.rules import RULES

__all__ = ["RULES"]
