"""The bot “onedie”: a tactician who never swaps both dice, for the lab question how much that matters."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.thrice.bot.tactician import Tactician


class OneDie(Tactician):
    """Plays as a tactician does, with at most one d10 swapped for a d6 in a roll (THR-6.2)."""

    most_swaps: ClassVar[int] = 1
