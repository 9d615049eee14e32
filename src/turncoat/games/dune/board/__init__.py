"""How Dune looks, drawn from a view and from nothing else: planet, factions, what is being settled, own shield."""

from turncoat.games.dune.board.table import BOARD

__all__ = ["BOARD"]
