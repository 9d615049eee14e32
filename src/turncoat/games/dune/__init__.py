"""Dune: six unequal factions, one desert, and nobody who can be trusted with a secret."""

from turncoat.games.dune.rules import RULES

__all__ = ["RULES"]
