"""The bots that know Loyalty."""

from turncoat.games.loyalty.bot.courtier import Courtier

BOTS = {"courtier": Courtier}

__all__ = ["BOTS"]
