"""How Dune looks: the planet, the factions, what is being settled, and the own shield, drawn from a view and from
nothing else.
"""

from turncoat.games.dune.board.table import BOARD

__all__ = ["BOARD"]
