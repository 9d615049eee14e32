"""Dune: six unequal factions, one desert, and nobody who can be trusted with a secret."""
