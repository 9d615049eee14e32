"""The bots that know Dune."""

from turncoat.games.dune.bot.mentat import Mentat

BOTS = {"mentat": Mentat}

__all__ = ["BOTS"]
