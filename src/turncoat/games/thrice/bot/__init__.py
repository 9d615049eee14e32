"""The bots that know Thrice: a GM at three strengths, and a tactician for the characters."""

from turncoat.games.thrice.bot.master import DeadlyMaster, GameMaster, GentleMaster
from turncoat.games.thrice.bot.tactician import Tactician

BOTS = {
    "gm-gentle": GentleMaster,
    "gm-deadly": DeadlyMaster,
    "gm": GameMaster,
    "tactician": Tactician,
}
"""By name; of those that suit a seat, the last sits down there if nobody says which."""

__all__ = ["BOTS"]
