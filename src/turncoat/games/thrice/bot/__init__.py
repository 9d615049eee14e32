"""The bots of Thrice: a GM at three strengths, and a tactician for the characters."""

from turncoat.games.thrice.bot.fighter import USUAL
from turncoat.games.thrice.bot.master import DeadlyMaster, GameMaster, GentleMaster
from turncoat.games.thrice.bot.tactician import Tactician

BOTS = {
    "gm-gentle": GentleMaster,
    "gm-deadly": DeadlyMaster,
    "gm": GameMaster,
    "tactician": Tactician,
}
"""The bots by name; the default at a seat is the last that is made for it."""

USUAL.update({True: GameMaster, False: Tactician})

__all__ = ["BOTS"]
