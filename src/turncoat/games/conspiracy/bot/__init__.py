"""The bots that know Conspiracy."""

from turncoat.games.conspiracy.bot.plotter import Plotter

BOTS = {"plotter": Plotter}

__all__ = ["BOTS"]
