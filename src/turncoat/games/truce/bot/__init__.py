"""The bots that know Truce."""

from turncoat.games.truce.bot.schemer import Schemer

BOTS = {"schemer": Schemer}

__all__ = ["BOTS"]
