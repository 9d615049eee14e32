"""How a mentat plays the throne: rich by other people's cards, and all its forces still to come."""

from __future__ import annotations

from typing import ClassVar

from turncoat.games.dune.bot.policy import Policy


class Throne(Policy):
    """DUN-6.6."""

    eager: ClassVar[float] = 1.1
    kept: ClassVar[int] = 7
    greed: ClassVar[float] = 1.05
