"""Conspiracy in words."""

from turncoat.games.conspiracy.text.names import (
    ACTION_NAMES,
    AIM_NAMES,
    COIN_NAMES,
    DIRECTION_NAMES,
    QUESTIONS,
    TILE_NAMES,
    ConspiracyNames,
    coin_name,
    coin_number,
    counted,
    face,
    tile_name,
)
from turncoat.games.conspiracy.text.sentences import say

__all__ = [
    "ACTION_NAMES",
    "AIM_NAMES",
    "COIN_NAMES",
    "DIRECTION_NAMES",
    "QUESTIONS",
    "TILE_NAMES",
    "ConspiracyNames",
    "coin_name",
    "coin_number",
    "counted",
    "face",
    "say",
    "tile_name",
]
